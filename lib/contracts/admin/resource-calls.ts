/** The calls a definition makes. `lib/http/admin/resource-routes.ts` binds them to what stands behind it. */
import type { z } from 'zod';
import * as mini from 'zod/mini';
import type { LocalText } from '../../i18n/translate.ts';
import type { AdminCallDef } from './call.ts';
import { permissionOf, type ResourceDef, type ResourceVerb, type TreeDef } from './define-resource.ts';
import { exportBody, listQuery } from './resource-query.ts';
import { formsNaming } from './resource-relations.ts';
import {
  createBody,
  eachSchema,
  exportable,
  fieldsOf,
  idParam,
  idSchema,
  idsBody,
  idsParam,
  importable,
  optionsSchema,
  pageSchema,
  rowSchema,
  sortBody,
  statusBody,
  statusesBody,
  updateBody,
} from './resource-schema.ts';

export type ResourceCallName =
  | 'page'
  | 'list'
  | 'get'
  | 'options'
  | 'create'
  | 'update'
  | 'remove'
  | 'restore'
  | 'changeStatus'
  | 'changeStatuses'
  | 'updateSort'
  | 'export'
  | 'importTemplate'
  | 'importData'
  | 'importProgress'
  | 'reveal'
  | 'history'
  | 'editors'
  | 'startEditing'
  | 'stopEditing';
export type ResourceCalls = Readonly<Partial<Record<ResourceCallName, AdminCallDef>>>;

/** `zod/mini` makes schemas that parse and describe themselves as the others do; only their methods are fewer. */
const full = (schema: mini.ZodMiniType) => schema as unknown as z.ZodType;

/** One cell of a file that cannot be taken. */
export const importErrorSchema = mini.object({
  /** As spreadsheets count: the heading is row 1. */
  row: mini.int(),
  column: mini.string(),
  message: mini.string(),
});

export const importResultSchema = mini.object({
  total: mini.int(),
  created: mini.int(),
  updated: mini.int(),
  skipped: mini.int(),
  /** Of what is new, in the order of the file. */
  createdIds: mini.optional(mini.array(mini.union([mini.int(), mini.string()]))),
  errors: mini.array(importErrorSchema),
  /** Nothing was written. */
  dryRun: mini.boolean(),
  /** The same file was brought before: this is what it did then. */
  repeated: mini.boolean(),
});
export type ImportResult = mini.infer<typeof importResultSchema>;

export const historySchema = mini.array(
  mini.object({
    operId: mini.int(),
    businessType: mini.int(),
    operName: mini.string(),
    operTime: mini.string(),
    operIp: mini.string(),
    traceId: mini.string(),
    diff: mini.array(
      mini.object({ field: mini.string(), label: mini.string(), from: mini.unknown(), to: mini.unknown() }),
    ),
  }),
);

/** As `Editor` has them. */
const editorsSchema = mini.array(
  mini.object({ name: mini.string(), since: mini.string(), isSelf: mini.boolean() }),
);

/** Which of a session's windows it is. Left out, all that leave it out are one. */
const windowQuery = mini.object({
  window: mini.optional(mini.string().check(mini.regex(/^\w{1,40}$/))),
});

const importFlag = mini._default(mini.enum(['true', 'false', '1', '0', '']), 'false');
/** Made up by whoever sends a file, to ask how far it is. */
const runId = mini.string().check(mini.regex(/^[A-Za-z0-9]{16,64}$/));
const importBody = mini.object({
  dryRun: importFlag,
  updateSupport: importFlag,
  skipBad: importFlag,
  runId: mini.optional(runId),
});

/**
 * Rows of a file that were looked at, or written, of all that are to be. Written rows stay when all of them do, or at
 * once where bad ones are left out.
 */
export const importMeterSchema = mini.object({
  phase: mini.enum(['checking', 'writing']),
  done: mini.int(),
  total: mini.int(),
});
export type ImportMeter = mini.infer<typeof importMeterSchema>;

const known = new WeakMap<ResourceDef, ResourceCalls>();

/** Made once for a definition: schemas cost more than what asks for them. */
export function resourceCalls(resource: ResourceDef): ResourceCalls {
  const calls = known.get(resource) ?? makeCalls(resource);
  known.set(resource, calls);
  return calls;
}

function makeCalls(resource: ResourceDef): ResourceCalls {
  const can = (what: ResourceDef['can'][number]) => resource.can.includes(what);
  const masked = fieldsOf(resource).some(([, field]) => field.mask && field.kind !== 'secret');
  return {
    ...readingCalls(resource),
    ...(can('add') ? { create: createCall(resource) } : {}),
    ...(can('edit') ? { update: updateCall(resource), ...editingCalls(resource) } : {}),
    ...(can('remove') ? { remove: removeCall(resource) } : {}),
    ...(can('remove') && resource.restorable ? { restore: restoreCall(resource) } : {}),
    ...(can('edit') && resource.statusSwitch
      ? {
          changeStatus: statusCall(resource, resource.statusSwitch),
          changeStatuses: statusesCall(resource, resource.statusSwitch),
        }
      : {}),
    ...(can('edit') && resource.tree?.orderField ? { updateSort: sortCall(resource, resource.tree) } : {}),
    ...(can('export') ? { export: exportCall(resource) } : {}),
    ...(can('import') ? importCalls(resource) : {}),
    ...(masked ? { reveal: revealCall(resource) } : {}),
    ...(resource.unversioned ? {} : { history: historyCall(resource) }),
  };
}

function readingCalls(resource: ResourceDef): ResourceCalls {
  const page: AdminCallDef = {
    method: 'GET',
    path: `${base(resource)}/page`,
    policy: allows(resource, 'list'),
    summary: called(resource, '列表', 'list'),
    query: full(listQuery(resource)),
    data: full(pageSchema(resource)),
  };
  return {
    page,
    ...(resource.style === 'rest' ? { list: { ...page, path: `${base(resource)}/list` as const } } : {}),
    get: {
      method: 'GET',
      policy: allows(resource, 'query'),
      summary: called(resource, '详情', 'details'),
      data: full(rowSchema(resource)),
      ...(resource.style === 'rest'
        ? { path: `${base(resource)}/{id}`, params: oneId(resource) }
        : { path: `${base(resource)}/get`, query: oneId(resource) }),
    },
    options: {
      method: 'GET',
      path: `${base(resource)}/options`,
      // Whoever fills in a form must be able to choose what its fields name.
      policy: { anyOf: [permissionOf(resource, 'list'), ...formsNaming(resource)] },
      summary: called(resource, '选项', 'options'),
      query: full(
        mini.object({
          keyword: mini.optional(mini.string().check(mini.maxLength(200))),
          ids: mini.optional(
            mini.pipe(
              mini.transform((value) => (value === '' ? undefined : value)),
              mini.optional(idsParam(resource)),
            ),
          ),
        }),
      ),
      data: full(optionsSchema),
    },
  };
}

function createCall(resource: ResourceDef): AdminCallDef {
  return {
    method: 'POST',
    path: resource.style === 'rest' ? base(resource) : `${base(resource)}/create`,
    policy: allows(resource, 'add'),
    summary: called(resource, '新增', 'add'),
    body: full(createBody(resource)),
    // The new id, and whatever is shown this once.
    data: full(mini.looseObject({ [resource.id.field]: idSchema(resource) })),
  };
}

function updateCall(resource: ResourceDef): AdminCallDef {
  return {
    method: resource.style === 'rest' ? 'PUT' : 'POST',
    path: resource.style === 'rest' ? base(resource) : `${base(resource)}/update`,
    policy: allows(resource, 'edit'),
    summary: called(resource, '修改', 'edit'),
    body: full(updateBody(resource)),
  };
}

/** Of open forms. Not in the operation log: nothing of the row changes. */
function editingCalls(resource: ResourceDef): ResourceCalls {
  const path = `${base(resource)}/{id}/editing` as const;
  const params = oneId(resource);
  const query = full(windowQuery);
  const data = full(editorsSchema);
  return {
    editors: {
      method: 'GET',
      path,
      policy: allows(resource, 'query'),
      summary: called(resource, '谁在编辑', 'who is editing'),
      params,
      query,
      data,
    },
    startEditing: {
      method: 'PUT',
      path,
      policy: allows(resource, 'edit'),
      summary: called(resource, '正在编辑', 'being edited'),
      params,
      query,
      data,
      rejectsDuplicates: false,
    },
    stopEditing: {
      method: 'DELETE',
      path,
      policy: allows(resource, 'edit'),
      summary: called(resource, '结束编辑', 'no longer edited'),
      params,
      query,
      rejectsDuplicates: false,
    },
  };
}

function removeCall(resource: ResourceDef): AdminCallDef {
  const rest = resource.style === 'rest';
  const key = rest ? 'ids' : 'id';
  const ids = full(mini.object({ [key]: idsParam(resource) }));
  return {
    method: 'DELETE',
    path: rest ? `${base(resource)}/{ids}` : `${base(resource)}/delete`,
    policy: allows(resource, 'remove'),
    summary: called(resource, '删除', 'delete'),
    ...(rest ? { params: ids } : { query: ids }),
  };
}

function restoreCall(resource: ResourceDef): AdminCallDef {
  return {
    method: 'PUT',
    path: `${base(resource)}/restore`,
    policy: allows(resource, 'remove'),
    summary: called(resource, '恢复', 'bring back'),
    body: full(mini.object({ ids: idsBody(resource) })),
  };
}

function statusCall(resource: ResourceDef, field: string): AdminCallDef {
  return {
    method: 'PUT',
    path: `${base(resource)}/changeStatus`,
    policy: allows(resource, 'edit'),
    summary: called(resource, '状态修改', 'change status'),
    body: full(statusBody(resource, field)),
  };
}

/** What one row is refused for keeps no other: the answer says what became of each. */
function statusesCall(resource: ResourceDef, field: string): AdminCallDef {
  return {
    method: 'PUT',
    path: `${base(resource)}/changeStatus/batch`,
    policy: allows(resource, 'edit'),
    summary: called(resource, '批量状态修改', 'change status of several'),
    body: full(statusesBody(resource, field)),
    data: full(eachSchema),
  };
}

function sortCall(resource: ResourceDef, tree: TreeDef): AdminCallDef {
  return {
    method: 'PUT',
    path: `${base(resource)}/updateSort`,
    policy: allows(resource, 'edit'),
    summary: called(resource, '排序', 'put in order'),
    body: full(sortBody(resource, tree)),
  };
}

function exportCall(resource: ResourceDef): AdminCallDef {
  const columns = exportable(resource).map(([name]) => name);
  return {
    method: 'POST',
    path: `${base(resource)}/export`,
    policy: allows(resource, 'export'),
    summary: called(resource, '导出', 'export'),
    takes: 'form',
    body: full(exportBody(resource, columns)),
    answers: 'file',
  };
}

function importCalls(resource: ResourceDef): ResourceCalls {
  if (importable(resource).length === 0) throw new Error(`${resource.key} has no field a file may bring`);
  return {
    importTemplate: {
      method: 'POST',
      path: `${base(resource)}/importTemplate`,
      policy: allows(resource, 'import'),
      summary: called(resource, '导入模板', 'import template'),
      takes: 'form',
      answers: 'file',
    },
    importData: {
      method: 'POST',
      path: `${base(resource)}/importData`,
      policy: allows(resource, 'import'),
      summary: called(resource, '导入', 'import'),
      takes: 'multipart',
      body: full(importBody),
      data: full(importResultSchema),
    },
    importProgress: {
      method: 'GET',
      path: `${base(resource)}/importProgress`,
      policy: allows(resource, 'import'),
      summary: called(resource, '导入进度', 'how far an import is'),
      query: full(mini.object({ runId })),
      // Null: it has not begun, or is over.
      data: full(mini.nullable(importMeterSchema)),
    },
  };
}

function revealCall(resource: ResourceDef): AdminCallDef {
  const names = fieldsOf(resource)
    .filter(([, field]) => field.mask && field.kind !== 'secret')
    .map(([name]) => name);
  return {
    method: 'POST',
    path: `${base(resource)}/{id}/reveal`,
    policy: allows(resource, 'reveal'),
    summary: called(resource, '查看明文', 'show in full'),
    params: oneId(resource),
    body: full(mini.object({ field: mini.enum(names as [string]) })),
    data: full(mini.unknown()),
    rejectsDuplicates: false,
  };
}

function historyCall(resource: ResourceDef): AdminCallDef {
  return {
    method: 'GET',
    path: `${base(resource)}/{id}/history`,
    policy: allows(resource, 'query'),
    summary: called(resource, '变更记录', 'history'),
    params: oneId(resource),
    data: full(historySchema),
  };
}

const oneId = (resource: ResourceDef) => full(mini.object({ id: idParam(resource) }));

const base = (resource: ResourceDef) => resource.base as `/${string}`;

function allows(resource: ResourceDef, verb: ResourceVerb) {
  return { anyOf: [permissionOf(resource, verb)] as const };
}

function called(resource: ResourceDef, zh: string, en: string): LocalText {
  return { 'zh-CN': `${resource.title['zh-CN']}${zh}`, 'en-US': `${resource.title['en-US']}: ${en}` };
}
