/**
 * Input and output schemas of a resource's calls, derived from its definition. Unknown keys, and those that the caller
 * may not set, are dropped.
 */
import * as z from 'zod/mini';
import { bulkFields } from './bulk-fields.ts';
import type { ResourceDef, TreeDef } from './define-resource.ts';
import type { FieldDef } from './field.ts';
import { bodySchema, type FieldSchema, maxInteger, requiredText, valueSchema } from './field-schema.ts';
import { localizedMessage } from './localized-message.ts';
import type { FieldNames } from './row-types.ts';

export type FieldEntry = readonly [name: string, field: FieldDef];
type Shape = Record<string, z.ZodMiniType>;

const wrongId = localizedMessage({ 'zh-CN': '编号不正确', 'en-US': 'Invalid ID' });
const wrongVersion = localizedMessage({ 'zh-CN': '缺少版本号', 'en-US': 'The version is required' });
/** Maximum number of rows that one call changes. */
export const maxRowsPerCall = 100;
/** Maximum number of selected rows in one file. */
export const maxRowsInFile = 10_000;
const tooMany = (max: number) =>
  localizedMessage({ 'zh-CN': `一次最多 ${max} 条`, 'en-US': `At most ${max} at a time` });

export function fieldsOf(resource: ResourceDef): readonly FieldEntry[] {
  return Object.entries(resource.fields);
}

/** The same for a known resource: the names of its fields and no others. */
export function fieldNames<Def extends ResourceDef>({ fields }: Def): readonly FieldNames<Def>[] {
  return Object.keys(fields) as FieldNames<Def>[];
}

/** Fields that a body may set. */
export function writable(resource: ResourceDef, kind: 'create' | 'update'): readonly FieldEntry[] {
  return fieldsOf(resource).filter(
    ([name, field]) =>
      name !== resource.id.field && !field.readOnly && !(kind === 'update' && field.immutable),
  );
}

/** Fields that an import file may set. */
export function importable(resource: ResourceDef): readonly FieldEntry[] {
  const kinds = new Set(['secret', 'json', 'html', 'image', 'icon']);
  return writable(resource, 'create').filter(
    ([, field]) => field.import !== false && field.form !== false && !kinds.has(field.kind),
  );
}

/** Fields that an export file may contain, in list order. */
export function exportable(resource: ResourceDef): readonly FieldEntry[] {
  return fieldsOf(resource).filter(
    ([, field]) => field.kind !== 'secret' && (field.export ?? field.list !== undefined),
  );
}

export function sortable(resource: ResourceDef): readonly string[] {
  const names = fieldsOf(resource)
    .filter(([, field]) => field.sortable)
    .map(([name]) => name);
  return [...new Set([...names, resource.defaultSort.field])];
}

/** One id in a body. */
export function idSchema(resource: ResourceDef): z.ZodMiniType<number | string> {
  return resource.id.kind === 'integer'
    ? z.int(wrongId).check(z.gte(1, wrongId), z.lte(maxInteger, wrongId))
    : z.string(wrongId).check(z.regex(new RegExp(`^${idText[resource.id.kind]}$`), wrongId));
}

/** Syntax of ids in paths and queries; no name of another call is a valid id. */
const idText = { integer: '[1-9]\\d{0,9}', hex: '[0-9a-f]{32}', word: '[0-9A-Za-z]{32}' } as const;

const toId = (resource: ResourceDef) => (text: string) =>
  resource.id.kind === 'integer' ? Math.min(Number(text), maxInteger) : text;

/** `{id}` of a path. */
export function idParam(resource: ResourceDef) {
  const one = new RegExp(`^${idText[resource.id.kind]}$`);
  return z.pipe(z.string(wrongId).check(z.regex(one, wrongId)), z.transform(toId(resource)));
}

/** `{ids}` of a path: comma separated, at most 100 by default, without duplicates. */
export function idsParam(resource: ResourceDef, max = maxRowsPerCall) {
  const one = idText[resource.id.kind];
  const several = new RegExp(`^${one}(,${one})*$`);
  return z.pipe(
    z.string(wrongId).check(
      z.maxLength(33 * Math.max(max, 1_000), tooMany(max)),
      z.regex(several, wrongId),
      z.refine((text) => text.split(',').length <= max, { error: tooMany(max) }),
    ),
    z.transform((text: string) => [...new Set(text.split(',').map(toId(resource)))]),
  );
}

export function idsBody(resource: ResourceDef) {
  return z
    .array(idSchema(resource), wrongId)
    .check(z.minLength(1, wrongId), z.maxLength(maxRowsPerCall, tooMany(maxRowsPerCall)));
}

export function createBody(resource: ResourceDef) {
  return withConditions(resource, bodyOf(resource, 'create'), true);
}

/** The changes, without the id of a row. */
export function changesBody(resource: ResourceDef) {
  return withConditions(resource, bodyOf(resource, 'update'), false);
}

/** Of the row as it was read: a change is rejected if the row has changed since. */
function versionSchema({ unversioned }: ResourceDef) {
  const version = z.int(wrongVersion).check(z.gte(1, wrongVersion));
  return unversioned ? z.optional(version) : version;
}

/** The id, the version that was read, and the changes; absent fields stay unchanged. */
export function updateBody(resource: ResourceDef) {
  return withConditions(
    resource,
    {
      [resource.id.field]: idSchema(resource),
      version: versionSchema(resource),
      ...bodyOf(resource, 'update'),
    },
    false,
  );
}

function bodyOf(resource: ResourceDef, kind: 'create' | 'update'): Shape {
  return Object.fromEntries(writable(resource, kind).map(([name, field]) => [name, bodySchema(field, kind)]));
}

/** A required field that is visible conditionally is required only while visible. */
function withConditions(resource: ResourceDef, shape: Shape, isComplete: boolean) {
  const conditional = fieldsOf(resource).flatMap(([name, field]) => {
    const when = field.form ? field.form.visibleWhen : undefined;
    return field.required && when && name in shape ? [{ name, field, when }] : [];
  });
  return z.object(shape).check((context) => {
    const values = context.value as Record<string, unknown>;
    for (const { name, field, when } of conditional) {
      const isShown = (when.in as readonly unknown[]).includes(values[when.field]);
      const value = values[name];
      const isMissing = value === null || (value === undefined && isComplete);
      if (isShown && isMissing)
        context.issues.push({ code: 'custom', path: [name], message: requiredText(field), input: value });
    }
  });
}

const anyId = z.union([z.int(), z.string()]);

/**
 * `detail`: other identifying fields of a row (`foundBy`). `fields`: values for forms (`optionFields`). `parentId`,
 * `kind`: of rows of a tree.
 */
const optionSchema = z.object({
  id: anyId,
  title: z.string(),
  detail: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.unknown())),
  parentId: z.optional(anyId),
  kind: z.optional(z.string()),
});

/**
 * A row of a response: fields of the definition, those that every row has, and titles of related records: `labels` as
 * one text per field, and for a single row `titles` by id.
 */
export function rowSchema(resource: ResourceDef) {
  const shape: Shape = {};
  for (const [name, field] of fieldsOf(resource)) shape[name] = z.optional(z.nullable(readSchema(field)));
  shape[resource.id.field] = resource.id.kind === 'integer' ? z.int() : z.string();
  if (!resource.unversioned) {
    shape.version = z.int();
    for (const name of ['createBy', 'createTime', 'updateBy', 'updateTime'])
      shape[name] ??= z.nullable(z.string());
  }
  return z.object({
    ...shape,
    labels: z.optional(z.record(z.string(), z.string())),
    titles: z.optional(z.record(z.string(), z.array(optionSchema))),
  });
}

/** For output, which was validated when written and may be masked. */
function readSchema(field: FieldDef): FieldSchema {
  switch (field.kind) {
    case 'integer':
    case 'money':
      return field.mask ? z.union([z.number(), z.string()]) : z.number();
    case 'boolean':
      return z.boolean();
    case 'relation': {
      return field.relation?.multiple ? z.array(anyId) : anyId;
    }
    case 'strings':
      return z.array(z.string());
    case 'json':
      return z.unknown();
    default:
      return z.string();
  }
}

export function pageSchema(resource: ResourceDef) {
  return z.object({
    records: z.array(rowSchema(resource)),
    total: z.int(),
    pageNum: z.int(),
    pageSize: z.int(),
    counts: z.optional(z.record(z.string(), z.int())),
  });
}

export const optionsSchema = z.array(optionSchema);

export function statusBody(resource: ResourceDef, statusField: string) {
  const field = resource.fields[statusField];
  if (!field) throw new Error(`${resource.key} has no status field ${statusField}`);
  return z.object({
    [resource.id.field]: idSchema(resource),
    [statusField]: bodySchema({ ...field, required: true }, 'create'),
    version: versionSchema(resource),
  });
}

/** The status of several rows. */
export function statusesBody(resource: ResourceDef, statusField: string) {
  return eachBody(resource, statusBody(resource, statusField));
}

/** Values of `bulkFields` for several rows. */
export function batchBody(resource: ResourceDef) {
  const values = bulkFields(resource).map(([name, field]) => [name, bodySchema(field, 'update')]);
  return eachBody(
    resource,
    z.object({
      [resource.id.field]: idSchema(resource),
      version: versionSchema(resource),
      ...(Object.fromEntries(values) as Shape),
    }),
  );
}

/** Changes of several rows, without duplicates. */
function eachBody(resource: ResourceDef, change: z.ZodMiniType) {
  const idOf = (each: unknown) => (each as Readonly<Record<string, unknown>>)[resource.id.field];
  return z.array(change, wrongId).check(
    z.minLength(1, wrongId),
    z.maxLength(maxRowsPerCall, tooMany(maxRowsPerCall)),
    z.refine((all) => new Set(all.map(idOf)).size === all.length, { error: wrongId }),
  );
}

/** Result of several independent changes; ids in row order. */
export const eachSchema = z.object({
  done: z.array(anyId),
  refused: z.array(z.object({ id: anyId, code: z.union([z.int(), z.string()]), message: z.string() })),
});
export type EachResult = z.infer<typeof eachSchema>;

/** Maximum number of rows that one call reorders. */
const maxMoves = 500;

export function sortBody(resource: ResourceDef, { parentField, orderField }: TreeDef) {
  const order = orderField === undefined ? undefined : resource.fields[orderField];
  const parent = resource.fields[parentField];
  if (orderField === undefined || !order || !parent) throw new Error(`${resource.key} has no order field`);
  const move = z.object({
    [resource.id.field]: idSchema(resource),
    [orderField]: valueSchema(order),
    [parentField]: z.optional(valueSchema(parent)),
    version: versionSchema(resource),
  });
  return z.array(move).check(z.minLength(1, wrongId), z.maxLength(maxMoves, tooMany(maxMoves)));
}
