/** Binds the calls of a definition to their implementation. */
import { permissionOf, type ResourceDef } from '../../contracts/admin/define-resource.ts';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { type ResourceCallName, resourceCalls } from '../../contracts/admin/resource-calls.ts';
import { readQuery } from '../../contracts/admin/resource-query.ts';
import type { EachResult } from '../../contracts/admin/resource-schema.ts';
import { idOf, type Row, type RowId } from '../../contracts/admin/row-types.ts';
import type { ExportJobs } from '../../domain/exports/export-jobs.ts';
import { type CallContext, can } from '../../domain/identity/actor.ts';
import type { BoundResource } from '../../domain/resource/bound-resource.ts';
import type { OptionQuery, ResourceService, RowUpdate } from '../../domain/resource/resource-service.ts';
import type { AdminInput, AdminRoute } from './admin-route.ts';

type OneId = { readonly id: RowId };
type BatchIds = { readonly ids: readonly RowId[] };
type WindowQuery = { readonly window?: string };

/** Output of the schemas of a resource's calls (`resource-calls.ts`): params, query, body. */
interface Inputs {
  readonly page: AdminInput<unknown, Row, unknown>;
  readonly list: Inputs['page'];
  /** Either params or query has the id, depending on the definition's style; the same for `remove`. */
  readonly get: AdminInput<OneId, OneId, unknown>;
  readonly options: AdminInput<unknown, OptionQuery, unknown>;
  readonly create: AdminInput<unknown, unknown, Row>;
  readonly update: AdminInput<unknown, unknown, VersionedRow>;
  readonly remove: AdminInput<BatchIds, { readonly id: readonly RowId[] }, unknown>;
  readonly restore: AdminInput<unknown, unknown, BatchIds>;
  readonly changeStatus: Inputs['update'];
  readonly changeStatuses: AdminInput<unknown, unknown, readonly VersionedRow[]>;
  readonly updateBatch: Inputs['changeStatuses'];
  readonly updateSort: Inputs['changeStatuses'];
  readonly export: AdminInput<unknown, unknown, Row & { readonly format: 'xlsx' | 'csv' }>;
  readonly importTemplate: AdminInput<unknown, unknown, unknown>;
  readonly importData: AdminInput<unknown, unknown, ImportForm>;
  readonly importErrors: AdminInput<unknown, unknown, Pick<ImportForm, 'updateSupport'>>;
  readonly importProgress: AdminInput<unknown, { readonly runId: string }, unknown>;
  readonly reveal: AdminInput<OneId, unknown, { readonly field: string }>;
  readonly history: AdminInput<OneId, unknown, unknown>;
  readonly editors: AdminInput<OneId, WindowQuery, unknown>;
  readonly startEditing: Inputs['editors'];
  readonly stopEditing: Inputs['editors'];
}
type VersionedRow = Row & { readonly version?: number };
type ImportFlag = 'dryRun' | 'updateSupport' | 'skipBad';
type ImportForm = { readonly [Flag in ImportFlag]: string } & { readonly runId?: string };

type Handles = {
  readonly [Name in ResourceCallName]?: (input: Inputs[Name], call: CallContext) => Promise<unknown>;
};

/** `exports`: makes large files in the background. Absent: all are sent at once. */
export function resourceRoutes(bound: BoundResource, exports?: Pick<ExportJobs, 'exportFile'>): AdminRoute[] {
  const { definition, service, except = [] } = bound;
  const calls = resourceCalls(definition);
  const handles: Handles = { ...changing(definition, service), ...reading(bound, exports) };
  const names = Object.keys(calls) as ResourceCallName[]; // `ResourceCalls` has no other keys
  return names.flatMap((name) => {
    const [call, handle] = [calls[name], handles[name]];
    if (!call || !handle || except.includes(name)) return [];
    return [{ call, handle: sessionRoute(handle) }];
  });
}

/** The handler has parsed the input with the schemas of this call, so it matches `Inputs`. */
type Parsed = AdminInput<never, never, never>;
function sessionRoute(handle: (input: Parsed, call: CallContext) => Promise<unknown>): AdminRoute['handle'] {
  return async (input, context) => {
    if (!context) throw new Error('a call that requires a session was handled without one');
    return handle(input as Parsed, context);
  };
}

function reading(bound: BoundResource, exports: Pick<ExportJobs, 'exportFile'> | undefined): Handles {
  const { definition, service } = bound;
  const page: Handles['page'] = ({ query }, call) => service.page(call, readQuery(definition, query));
  const { history } = service;
  return {
    page,
    list: page,
    get: ({ params, query }, call) => service.get(call, definition.style === 'rest' ? params.id : query.id),
    options: ({ query }, call) => {
      const search = { ...query, matchesPinyin: true };
      const isListed = can(call.actor, permissionOf(definition, 'list'));
      return isListed || !service.offers ? service.options(call, search) : service.offers(call, search);
    },
    reveal: ({ params, body }, call) => service.reveal(call, params.id, body.field),
    ...fileCalls(bound, exports),
    ...(history ? { history: ({ params }, call) => history(call, params.id) } : {}),
    ...editingHandles(service),
  };
}

function editingHandles({ editing }: ResourceService): Handles {
  if (!editing) return {};
  return {
    editors: ({ params, query }, call) => editing.who(call, params.id, windowIn(query)),
    startEditing: ({ params, query }, call) => editing.start(call, params.id, windowIn(query)),
    async stopEditing({ params, query }, call) {
      await editing.stop(call, params.id, windowIn(query));
      return null;
    },
  };
}

const windowIn = ({ window = '' }: WindowQuery) => window;

function fileCalls(bound: BoundResource, exports: Pick<ExportJobs, 'exportFile'> | undefined): Handles {
  const { definition, service } = bound;
  const { files } = service;
  if (!files) return {};
  return {
    export({ body, locale, signal }, call) {
      const query = readQuery(definition, body);
      const options = { format: body.format, locale, signal };
      return exports
        ? exports.exportFile(call, bound, query, options)
        : files.exportFile(call, query, options);
    },
    importTemplate: ({ locale }, call) => files.importTemplate(call, locale),
    importData: ({ body, file, locale }, call) => {
      const isSet = (flag: ImportFlag) => ['true', '1'].includes(body[flag]);
      return files.importFile(call, file, {
        dryRun: isSet('dryRun'),
        updateSupport: isSet('updateSupport'),
        skipBad: isSet('skipBad'),
        runId: body.runId,
        locale,
      });
    },
    importErrors: ({ body, file, locale }, call) =>
      files.markErrors(call, file, { updateSupport: ['true', '1'].includes(body.updateSupport), locale }),
    importProgress: async ({ query }, call) => files.importProgress(call, query.runId),
  };
}

function changing(definition: ResourceDef, service: ResourceService): Handles {
  const idField = definition.id.field;
  const { restore, sort, updateEach } = service;
  /** The body without id and version is the change. */
  const updateOf = (body: VersionedRow): RowUpdate => {
    const { [idField]: _id, version, ...values } = body;
    return { id: idOf(definition, body), version: version ?? null, values };
  };
  const update = async ({ body }: Inputs['update'], call: CallContext) => {
    const { id, version, values } = updateOf(body);
    await service.update(call, id, values, version);
    return null;
  };
  return {
    create: ({ body }, call) => service.create(call, body),
    update,
    changeStatus: update,
    async remove({ params, query }, call) {
      await service.remove(call, definition.style === 'rest' ? params.ids : query.id);
      return null;
    },
    ...(sort
      ? {
          async updateSort({ body }, call) {
            await sort(call, body.map(updateOf));
            return null;
          },
        }
      : {}),
    ...(updateEach
      ? { changeStatuses: eachHandle(updateEach, updateOf), updateBatch: eachHandle(updateEach, updateOf) }
      : {}),
    ...(restore
      ? {
          async restore({ body }, call) {
            await restore(call, body.ids);
            return null;
          },
        }
      : {}),
  };
}

/** Changes several rows, and reports the result of each. */
function eachHandle(
  updateEach: NonNullable<ResourceService['updateEach']>,
  updateOf: (body: VersionedRow) => RowUpdate,
) {
  return async ({ body, locale, logDenied }: Inputs['changeStatuses'], call: CallContext) => {
    const changes = body.map(updateOf);
    const refusals = await updateEach(call, changes);
    const result: { done: RowId[]; refused: EachResult['refused'] } = { done: [], refused: [] };
    for (const [at, { id }] of changes.entries()) {
      const refusal = refusals[at];
      if (!refusal) result.done.push(id);
      else result.refused.push({ id, code: refusal.adminCode, message: refusal.text[locale] });
    }
    if (result.refused.some(({ code }) => code === adminCodes.forbidden)) await logDenied();
    return result;
  };
}
