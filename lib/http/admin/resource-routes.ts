/** A definition's calls, bound to what stands behind it. */
import { permissionOf, type ResourceDef } from '../../contracts/admin/define-resource.ts';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import {
  type ResourceCallName,
  type ResourceCalls,
  resourceCalls,
} from '../../contracts/admin/resource-calls.ts';
import { readQuery } from '../../contracts/admin/resource-query.ts';
import type { EachResult } from '../../contracts/admin/resource-schema.ts';
import { type CallContext, can } from '../../domain/identity/actor.ts';
import type { BoundResource } from '../../domain/resource/bound-resource.ts';
import type { ResourceService, RowId, RowUpdate } from '../../domain/resource/resource-service.ts';
import type { AdminInput, AdminRoute } from './admin-route.ts';

type Input = AdminInput<unknown, unknown, unknown>;
type Handle = (input: Input, call: CallContext) => Promise<unknown>;
type Fields = Readonly<Record<string, unknown>>;

export function resourceRoutes({ definition, service, except = [] }: BoundResource): AdminRoute[] {
  const calls = resourceCalls(definition);
  const handles = { ...changing(definition, service), ...reading(definition, service) };
  return Object.entries(calls).flatMap(([name, call]) => {
    const handle = handles[name as ResourceCallName];
    if (!handle || except.includes(name as ResourceCallName)) return [];
    return [{ call, handle: behindSession(handle) }];
  });
}

function behindSession(handle: Handle): AdminRoute['handle'] {
  return async (input, context) => {
    if (!context) throw new Error('a call with a session came without one');
    return handle(input, context);
  };
}

type Handles = Partial<Record<keyof ResourceCalls, Handle>>;

function reading(definition: ResourceDef, service: ResourceService): Handles {
  const page: Handle = ({ query }, call) => service.page(call, readQuery(definition, query));
  const { history } = service;
  return {
    page,
    list: page,
    get: ({ params, query }, call) =>
      service.get(call, definition.style === 'rest' ? idIn(params) : idIn(query)),
    options: ({ query }, call) => {
      const asked = { ...(query as Fields), sounds: true };
      const isListed = can(call.actor, permissionOf(definition, 'list'));
      return isListed || !service.offers ? service.options(call, asked) : service.offers(call, asked);
    },
    reveal: ({ params, body }, call) => service.reveal(call, idIn(params), String((body as Fields)['field'])),
    ...fileCalls(definition, service),
    ...(history ? { history: ({ params }, call) => history(call, idIn(params)) } : {}),
    ...editingHandles(service),
  };
}

function editingHandles({ editing }: ResourceService): Handles {
  if (!editing) return {};
  return {
    editors: ({ params, query }, call) => editing.who(call, idIn(params), windowIn(query)),
    startEditing: ({ params, query }, call) => editing.start(call, idIn(params), windowIn(query)),
    async stopEditing({ params, query }, call) {
      await editing.stop(call, idIn(params), windowIn(query));
      return null;
    },
  };
}

const windowIn = (query: unknown) => String((query as Fields)['window'] ?? '');

function fileCalls(definition: ResourceDef, { files }: ResourceService): Handles {
  if (!files) return {};
  return {
    export: ({ body, locale, signal }, call) => {
      const format = (body as Fields)['format'] as 'xlsx' | 'csv';
      return files.exportFile(call, readQuery(definition, body), { format, locale, signal });
    },
    importTemplate: ({ locale }, call) => files.importTemplate(call, locale),
    importData: ({ body, file, locale }, call) => {
      const says = (name: string) => ['true', '1'].includes(String((body as Fields)[name]));
      return files.importFile(call, file, {
        dryRun: says('dryRun'),
        updateSupport: says('updateSupport'),
        skipBad: says('skipBad'),
        runId: (body as { readonly runId?: string }).runId,
        locale,
      });
    },
    importProgress: async ({ query }, call) =>
      files.importProgress(call, (query as { readonly runId: string }).runId),
  };
}

function changing(definition: ResourceDef, service: ResourceService): Handles {
  const idField = definition.id.field;
  const { restore, sort, changeStatuses } = service;
  /** What stands in the body, beside the id and the version, is what changes. */
  const updateOf = ({ [idField]: id, version, ...values }: Fields): RowUpdate => ({
    id: id as RowId,
    version: (version as number | undefined) ?? null,
    values,
  });
  const update: Handle = async ({ body }, call) => {
    const { id, version, values } = updateOf(body as Fields);
    await service.update(call, id, values, version);
    return null;
  };
  return {
    create: ({ body }, call) => service.create(call, body as Fields),
    update,
    changeStatus: update,
    async remove({ params, query }, call) {
      const given = definition.style === 'rest' ? (params as Fields)['ids'] : (query as Fields)['id'];
      await service.remove(call, given as RowId[]);
      return null;
    },
    ...(sort
      ? {
          async updateSort({ body }, call) {
            await sort(call, (body as readonly Fields[]).map(updateOf));
            return null;
          },
        }
      : {}),
    ...(changeStatuses
      ? {
          async changeStatuses({ body, locale, noteRefusal }, call) {
            const changes = (body as readonly Fields[]).map(updateOf);
            const refusals = await changeStatuses(call, changes);
            const result: { done: RowId[]; refused: EachResult['refused'] } = { done: [], refused: [] };
            for (const [at, { id }] of changes.entries()) {
              const refusal = refusals[at];
              if (!refusal) result.done.push(id);
              else result.refused.push({ id, code: refusal.adminCode, message: refusal.text[locale] });
            }
            if (result.refused.some(({ code }) => code === adminCodes.forbidden)) await noteRefusal();
            return result;
          },
        }
      : {}),
    ...(restore
      ? {
          async restore({ body }, call) {
            await restore(call, (body as Fields)['ids'] as RowId[]);
            return null;
          },
        }
      : {}),
  };
}

const idIn = (fields: unknown) => (fields as Fields)['id'] as RowId;
