/** Filters, sorting and page of a list, stored in the address under the parameter names of the API. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Query, QueryValue } from '../../api/query-text.ts';

/** Value of a filter. Ranges are `yyyy-MM-dd HH:mm:ss`, inclusive; either end may be open. */
export type FilterValue = string | readonly string[] | Range;
export interface Range {
  readonly from?: string;
  readonly to?: string;
}

export interface Sort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface ListState {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly sort: Sort;
  readonly keyword: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
}

export const pageSizes = [10, 20, 50, 100] as const;
const defaultPageSize = 10;
/** Same as `maxRowDepth` of the envelope, which is not imported because it includes zod: deeper pages are rejected. */
export const lastRow = 100_000;

export const isRange = (value: FilterValue): value is Range =>
  typeof value === 'object' && !Array.isArray(value);

/** `createTime` is `params[beginCreateTime]` and `params[endCreateTime]`. */
function rangeNames(field: string): { readonly from: string; readonly to: string } {
  const capitalised = field.charAt(0).toUpperCase() + field.slice(1);
  return { from: `begin${capitalised}`, to: `end${capitalised}` };
}

export function queryFields(definition: ResourceDef): readonly (readonly [string, FieldDef])[] {
  return Object.entries(definition.fields).filter(([, field]) => field.query !== undefined);
}

/** The default sort field is always sortable. */
export function isSortable(definition: ResourceDef, name: string): boolean {
  if (name === definition.defaultSort.field) return true;
  return Object.hasOwn(definition.fields, name) && definition.fields[name]?.sortable === true;
}

export function emptyListState(definition: ResourceDef): ListState {
  return { pageNum: 1, pageSize: defaultPageSize, sort: definition.defaultSort, keyword: '', filters: {} };
}

function readFilter(query: URLSearchParams, name: string, field: FieldDef): FilterValue | undefined {
  if (field.query === 'between') {
    const names = rangeNames(name);
    const from = query.get(`params[${names.from}]`);
    const to = query.get(`params[${names.to}]`);
    if (!from && !to) return undefined;
    return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  }
  const value = query.get(name);
  if (!value) return undefined;
  return field.query === 'in' ? value.split(',').filter(Boolean) : value;
}

function readNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

/** Ignores unknown parameters and replaces invalid values by defaults. */
export function readListState(query: URLSearchParams, definition: ResourceDef): ListState {
  const defaults = emptyListState(definition);
  const sortField = query.get('orderByColumn') ?? '';
  const order = query.get('isAsc');
  const pageSize = readNumber(query, 'pageSize');
  const filters: Record<string, FilterValue> = {};
  for (const [name, field] of queryFields(definition)) {
    const value = readFilter(query, name, field);
    if (value !== undefined) filters[name] = value;
  }
  return {
    pageNum: readNumber(query, 'pageNum') ?? defaults.pageNum,
    pageSize: pageSizes.find((size) => size === pageSize) ?? defaults.pageSize,
    sort:
      isSortable(definition, sortField) && (order === 'asc' || order === 'desc')
        ? { field: sortField, order }
        : definition.defaultSort,
    keyword: query.get('keyword') ?? '',
    filters,
  };
}

const ownNames = ['pageNum', 'pageSize', 'orderByColumn', 'isAsc', 'keyword'];

/** Omits defaults, to keep addresses short, and keeps unknown parameters of `query`. */
export function writeListState(
  state: ListState,
  definition: ResourceDef,
  query: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ownNames) next.delete(name);
  for (const [name, field] of queryFields(definition)) {
    next.delete(name);
    if (field.query === 'between')
      for (const end of Object.values(rangeNames(name))) next.delete(`params[${end}]`);
  }
  const defaults = emptyListState(definition);
  if (state.pageNum !== defaults.pageNum) next.set('pageNum', String(state.pageNum));
  if (state.pageSize !== defaults.pageSize) next.set('pageSize', String(state.pageSize));
  if (!isSameSort(state.sort, defaults.sort)) {
    next.set('orderByColumn', state.sort.field);
    next.set('isAsc', state.sort.order);
  }
  if (state.keyword) next.set('keyword', state.keyword);
  for (const [name, value] of Object.entries(state.filters)) {
    if (!isRange(value)) {
      const text = typeof value === 'string' ? value : value.join(',');
      if (text) next.set(name, text);
      continue;
    }
    const names = rangeNames(name);
    if (value.from) next.set(`params[${names.from}]`, value.from);
    if (value.to) next.set(`params[${names.to}]`, value.to);
  }
  return next;
}

/** Filters as call parameters, without paging and sorting, for exports. */
export function wireFilters(state: ListState): Query {
  const wire: Record<string, QueryValue> = {};
  const params: Record<string, string> = {};
  if (state.keyword) wire.keyword = state.keyword;
  for (const [name, value] of Object.entries(state.filters)) {
    if (!isRange(value)) {
      wire[name] = typeof value === 'string' ? value : value.join(',');
      continue;
    }
    const names = rangeNames(name);
    if (value.from) params[names.from] = value.from;
    if (value.to) params[names.to] = value.to;
  }
  return Object.keys(params).length > 0 ? { ...wire, params } : wire;
}

export function wireQuery(state: ListState, definition: ResourceDef): Query {
  const sort = { orderByColumn: state.sort.field, isAsc: state.sort.order };
  if (definition.tree) return { ...wireFilters(state), ...sort };
  return { ...wireFilters(state), ...sort, pageNum: state.pageNum, pageSize: state.pageSize };
}

export function isSameSort(one: Sort, other: Sort): boolean {
  return one.field === other.field && one.order === other.order;
}

/** Cycles through ascending, descending and default. */
export function nextSort(current: Sort, field: string, defaults: Sort): Sort {
  if (current.field !== field) return { field, order: 'asc' };
  return current.order === 'asc' ? { field, order: 'desc' } : defaults;
}

export function isFiltered(state: ListState): boolean {
  return state.keyword !== '' || Object.keys(state.filters).length > 0;
}
