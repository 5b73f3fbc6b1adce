/**
 * Queries of lists. A misspelt filter would return, export or change all rows, so unknown names are rejected like invalid
 * values; empty ones are ignored. The sort field is looked up, never passed on, and only fields that declare it can be
 * sorted and filtered by.
 */
import * as z from 'zod/mini';
import type { ResourceDef } from './define-resource.ts';
import { maxPageSize, maxRowDepth } from './envelope.ts';
import type { FieldDef } from './field.ts';
import { fieldText, isTime, maxInteger } from './field-schema.ts';
import { localizedMessage } from './localized-message.ts';
import { fieldsOf, idsParam, maxRowsInFile, sortable } from './resource-schema.ts';
import type { FilterOf, QueryOf, Row, RowId } from './row-types.ts';

type Schema = z.ZodMiniType;

const texts = {
  number: localizedMessage({ 'zh-CN': '页码不正确', 'en-US': 'Invalid page number' }),
  size: localizedMessage({ 'zh-CN': '每页 1 至 100 条', 'en-US': 'The page size must be 1 to 100' }),
  deep: localizedMessage({ 'zh-CN': '请缩小查询范围', 'en-US': 'Narrow your search' }),
  sort: localizedMessage({ 'zh-CN': '不支持的排序方式', 'en-US': 'Unsupported sort order' }),
  long: localizedMessage({ 'zh-CN': '查询内容过长', 'en-US': 'The search text is too long' }),
  columns: localizedMessage({ 'zh-CN': '不支持的列', 'en-US': 'Unknown column' }),
} as const;

/** Maximum length of a search text. */
const maxSearchLength = 200;

/** Empty values are ignored, as everywhere in queries. */
function given(schema: Schema): Schema {
  return z.optional(
    z.pipe(
      z.transform((value) => (value === '' ? undefined : value)),
      z.optional(schema),
    ),
  );
}

const count = (max: number, message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^[1-9]\d{0,6}$/, message)),
    z.pipe(z.transform(Number), z.int().check(z.lte(max, message))),
  );

/** Stored names are composed (`asName` in `field-schema.ts`). */
export const searchText = z.pipe(
  z.string(texts.long).check(
    z.maxLength(maxSearchLength, texts.long),
    z.refine((text) => !text.includes('\0'), { error: texts.long }),
  ),
  z.transform((text: string) => text.normalize('NFC')),
);

/** Filters and search, shared by lists and files. `maxIds`: default 100. */
function filterShape(resource: ResourceDef, maxIds?: number): Record<string, Schema> {
  const shape: Record<string, Schema> = {};
  const between: Record<string, Schema> = {};
  for (const [name, field] of fieldsOf(resource)) {
    if (field.query === undefined || field.kind === 'secret') continue;
    if (field.query === 'between') {
      for (const edge of ['begin', 'end']) between[`${edge}${capital(name)}`] = given(edgeSchema(field));
    } else if (field.query === 'in') {
      const entry = equalSchema(field);
      const entries = z
        .array(entry, localizedMessage(fieldText(field, 'wrong')))
        .check(z.maxLength(100, texts.long));
      const split = z.transform((value) =>
        typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value,
      );
      shape[name] = given(z.pipe(split, entries));
    } else {
      shape[name] = given(field.query === 'like' ? searchText : equalSchema(field));
    }
  }
  return {
    ...shape,
    // What is left of it after `liftRanges` is unknown.
    params: z.optional(z.strictObject({})),
    keyword: given(searchText),
    ids: given(
      z.pipe(
        z.transform((value) => (Array.isArray(value) ? value.join(',') : value)),
        idsParam(resource, maxIds),
      ),
    ),
    orderByColumn: given(z.enum(sortable(resource) as [string], texts.sort)),
    isAsc: given(z.enum(['asc', 'desc'], texts.sort)),
    // The bounds of ranges are below `params`; they are validated with the other filters under names of their own.
    ...Object.fromEntries(Object.entries(between).map(([name, schema]) => [rangeKey(name), schema])),
  };
}

const rangeKey = (name: string) => `params.${name}`;
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Moves `params[beginX]` to the place of its schema, and drops empty values. */
function liftRanges(resource: ResourceDef) {
  const names = fieldsOf(resource)
    .filter(([, field]) => field.query === 'between')
    .flatMap(([name]) => [`begin${capital(name)}`, `end${capital(name)}`]);
  return z.transform((query: unknown) => {
    // A form without fields has no body.
    if (typeof query !== 'object' || query === null) return {};
    const { params, ...others } = query as Row;
    const lifted: Record<string, unknown> = { ...others };
    for (const name of names) delete lifted[rangeKey(name)];
    if (typeof params !== 'object' || params === null || Array.isArray(params))
      return filled(Object.hasOwn(query, 'params') ? { ...lifted, params } : lifted);
    const unknown: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(params))
      if (names.includes(name)) lifted[rangeKey(name)] = value;
      else unknown[name] = value;
    return filled({ ...lifted, params: filled(unknown) });
  });
}

const filled = (query: Row): Row =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined));

function equalSchema(field: FieldDef): Schema {
  const wrong = localizedMessage(fieldText(field, 'wrong'));
  switch (field.kind) {
    case 'integer':
    case 'money':
      return wholeText(wrong);
    case 'relation':
      // A union reports its last issue if no other is more specific.
      return z.union([wholeText(wrong), z.string(wrong).check(z.regex(/^[0-9a-f]{32}$/, wrong))], wrong);
    case 'boolean':
      return z.pipe(
        z.enum(['true', 'false', '1', '0'], wrong),
        z.transform((text) => text === 'true' || text === '1'),
      );
    case 'flag':
      return z.enum(['0', '1'], wrong);
    case 'enum':
      return z.enum((field.options ?? []).map(({ value }) => value) as [string], wrong);
    case 'dict':
      return z.string(wrong).check(z.regex(/^[\w.:-]{1,100}$/, wrong));
    default:
      return searchText;
  }
}

const wholeText = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^-?\d{1,10}$/, message)),
    z.pipe(
      z.transform(Number),
      z.int(message).check(z.gte(-maxInteger, message), z.lte(maxInteger, message)),
    ),
  );

function edgeSchema(field: FieldDef): Schema {
  if (field.kind !== 'time') return wholeText(localizedMessage(fieldText(field, 'wrong')));
  const wrong = localizedMessage(fieldText(field, 'time'));
  const day = /^\d{4}-\d{2}-\d{2}$/;
  return z
    .string(wrong)
    .check(z.refine((text) => isTime(day.test(text) ? `${text} 00:00:00` : text), { error: wrong }));
}

/** Query of GET `/page`. */
export function listQuery(resource: ResourceDef): Schema {
  const shape = {
    pageNum: z._default(given(count(maxRowDepth, texts.number)), 1),
    pageSize: z._default(given(count(maxPageSize, texts.size)), 10),
    ...filterShape(resource),
  };
  const checked = z.strictObject(shape).check((context) => {
    const { pageNum = 1, pageSize = 10 } = context.value as { pageNum?: number; pageSize?: number };
    if (!resource.tree && pageNum * pageSize > maxRowDepth)
      context.issues.push({ code: 'custom', path: ['pageNum'], message: texts.deep, input: pageNum });
  });
  return z.pipe(liftRanges(resource), checked);
}

/** Body of POST `/export`: the filters of the list, and the content of the file. */
export function exportBody(resource: ResourceDef, columns: readonly string[]): Schema {
  const several = z.transform((value) => (typeof value === 'string' ? value.split(',') : value));
  const column = z.enum(columns as readonly string[] as [string], texts.columns);
  const shape = {
    ...filterShape(resource, maxRowsInFile),
    columns: given(z.pipe(several, z.array(column).check(z.minLength(1, texts.columns)))),
    format: z._default(given(z.enum(['xlsx', 'csv'], texts.columns)), 'xlsx'),
    // Other clients send the query of their list; a file has no pages.
    pageNum: z.optional(z.unknown()),
    pageSize: z.optional(z.unknown()),
  };
  return z.pipe(liftRanges(resource), z.strictObject(shape));
}

/** Output of `listQuery` and `exportBody`, besides the filters by field name. */
interface ParsedQuery extends Row {
  readonly pageNum?: number;
  readonly pageSize?: number;
  readonly orderByColumn?: string;
  readonly isAsc?: 'asc' | 'desc';
  readonly keyword?: string;
  readonly ids?: readonly RowId[];
  readonly columns?: readonly string[];
}

/** Converts the output of `listQuery` or `exportBody` to a query. */
export function readQuery(resource: ResourceDef, parsed: unknown): QueryOf {
  const query = parsed as ParsedQuery;
  const filters = fieldsOf(resource).flatMap(([name, field]) => filterOf(name, field, query));
  const field = query.orderByColumn;
  const order = query.isAsc ?? (field ? 'asc' : resource.defaultSort.order);
  return {
    pageNum: query.pageNum ?? 1,
    pageSize: query.pageSize ?? 10,
    sort: { field: field ?? resource.defaultSort.field, order },
    filters,
    ...(query.keyword === undefined ? {} : { keyword: query.keyword }),
    ...(query.ids === undefined ? {} : { ids: query.ids }),
    ...(query.columns === undefined ? {} : { columns: query.columns }),
  };
}

function filterOf(name: string, field: FieldDef, query: Row): readonly FilterOf[] {
  if (field.query === undefined || field.kind === 'secret') return [];
  if (field.query === 'between') {
    const from = query[rangeKey(`begin${capital(name)}`)] as string | number | undefined;
    const to = query[rangeKey(`end${capital(name)}`)] as string | number | undefined;
    if (from === undefined && to === undefined) return [];
    return [
      {
        field: name,
        op: 'between',
        ...(from === undefined ? {} : { from: wholeDay(String(from), '00:00:00', field) }),
        ...(to === undefined ? {} : { to: wholeDay(String(to), '23:59:59', field) }),
      },
    ];
  }
  const value = query[name];
  if (value === undefined) return [];
  return field.query === 'in'
    ? [{ field: name, op: 'in', values: value as (string | number)[] }]
    : [{ field: name, op: field.query, value: value as string | number | boolean }];
}

const wholeDay = (text: string, time: string, field: FieldDef) =>
  field.kind === 'time' && text.length === 10 ? `${text} ${time}` : text;
