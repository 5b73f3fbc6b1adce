/**
 * Conditions and order of every statement on a resource's table. The first conditions are the same for all: tenant,
 * data scope, removed rows; the caller's filters follow.
 */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOf, QueryOf, RowId } from '../../contracts/admin/row-types.ts';
import { contains } from '../../db/contains.ts';
import type { Engine } from '../../db/dialect.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import { invalid } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { isMaskedFor, maySearch, requireSearch } from './masks.ts';
import type { FieldColumn, TableShape } from './table-shape.ts';

type Condition = RawBuilder<SqlBool>;
type Filters = Pick<QueryOf, 'filters' | 'keyword' | 'ids'>;

const noSort: LocalText = { 'zh-CN': '不支持的排序方式', 'en-US': 'Unsupported sort order' };
const noFilter: LocalText = {
  'zh-CN': '该字段不支持此查询',
  'en-US': 'This field does not support this query',
};

export function tableQuery(engine: Engine, shape: TableShape) {
  const { binding, resource, idColumn } = shape;

  const ofTenant = ({ actor }: CallContext) => sql<SqlBool>`${sql.ref('tenantId')} = ${actor.scope.tenantId}`;

  /**
   * The tenant condition besides many values of a unique column. SQLite would otherwise estimate the tenant to be more
   * selective and read all of its rows.
   */
  const besideValues = (call: CallContext) =>
    engine === 'postgres' ? ofTenant(call) : sql<SqlBool>`likely(${ofTenant(call)})`;

  /** The rows within the caller's data scope. `removed`: the removed rows instead. */
  function scopeConditions(
    call: CallContext,
    removed = false,
    tenant = ofTenant(call),
  ): readonly Condition[] {
    const conditions = [tenant];
    const dataScope = dataScopeCondition(call);
    if (dataScope) conditions.push(dataScope);
    if (binding.isSoftDeleted) {
      const deleted = sql.ref('deletedAt');
      conditions.push(removed ? sql<SqlBool>`${deleted} is not null` : sql<SqlBool>`${deleted} is null`);
    }
    if (binding.only) conditions.push(binding.only(call));
    return conditions;
  }

  function dataScopeCondition({ actor }: CallContext): Condition | null {
    const { dataScope } = binding;
    if (dataScope === 'none' || actor.dataScope.kind === 'everything') return null;
    const ways: Condition[] = [];
    if (dataScope.dept !== null && actor.dataScope.deptIds.length > 0)
      ways.push(sql<SqlBool>`${sql.ref(dataScope.dept)} in (${sql.join(actor.dataScope.deptIds)})`);
    if (dataScope.owner !== null && actor.dataScope.own)
      ways.push(sql<SqlBool>`${sql.ref(dataScope.owner)} = ${actor.userId}`);
    // No rows unless a data scope allows them.
    return ways.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
  }

  /** `without`: a field whose filter is ignored, for the counts of its tabs. */
  function filterConditions(
    call: CallContext,
    query: Filters,
    zone: Zone,
    without?: string,
  ): readonly Condition[] {
    const conditions = query.filters
      .filter(({ field }) => field !== without)
      .map((filter) => filterCondition(call, filter, zone));
    if (query.keyword) conditions.push(keywordCondition(call, query.keyword, zone));
    if (query.ids) conditions.push(hasId(query.ids));
    return conditions;
  }

  function hasId(ids: readonly RowId[]): Condition {
    return ids.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`${sql.ref(idColumn)} in (${sql.join([...ids])})`;
  }

  /** In the title or another identifying field; in those only that the caller may search. */
  function keywordCondition(call: CallContext, text: string, zone: Zone): Condition {
    const isSearched = (name: string) => {
      const field = resource.fields[name];
      return !field || maySearch(call.actor, resource, field);
    };
    const ways = (resource.foundBy ?? [])
      .filter(isSearched)
      .map((field) => filterCondition(call, { field, op: 'like', value: text }, zone));
    if (isSearched(resource.titleField)) ways.unshift(titleCondition(call, text, zone));
    if (ways.length === 0) return sql<SqlBool>`1 = 0`;
    return ways.length === 1 ? ways[0]! : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
  }

  function titleCondition(call: CallContext, text: string, zone: Zone): Condition {
    const title = shape.byName.get(resource.titleField);
    const own = binding.filters?.[resource.titleField];
    if (title?.field.query === 'like' && own)
      return filterCondition(call, { field: resource.titleField, op: 'like', value: text }, zone);
    if (!title?.column) throw invalid([{ path: 'keyword', message: noFilter }]);
    return isMaskedFor(call.actor, title.field) ? equals(title.column, text) : shownLike(call, title, text);
  }

  function filterCondition(call: CallContext, filter: FilterOf, zone: Zone): Condition {
    const place = shape.byName.get(filter.field);
    if (!place?.field.query || place.field.kind === 'secret')
      throw invalid([{ path: filter.field, message: noFilter }]);
    requireSearch(call.actor, resource, filter.field);
    const isMasked = isMaskedFor(call.actor, place.field);
    // Ranges would allow finding out a masked value step by step.
    if (isMasked && filter.op === 'between') throw invalid([{ path: filter.field, message: noFilter }]);
    const own = binding.filters?.[filter.field];
    if (own) return own(isMasked && filter.op === 'like' ? { ...filter, op: 'eq' } : filter, call);
    return compare(call, place, isMasked && filter.op === 'like' ? { ...filter, op: 'eq' } : filter, zone);
  }

  /** In the stored text and in its translation for this reader. */
  function shownLike({ locale }: CallContext, { name, field, column }: FieldColumn, text: string): Condition {
    const ways = [contains(engine, column!, text)]; // the shape was checked
    if (locale === 'en-US') {
      const english = shape.byName.get(field.english ?? '');
      if (english?.column) ways.push(contains(engine, english.column, text));
      const stored = binding.shipped?.[name]?.storedLike(text) ?? [];
      if (stored.length > 0) ways.push(equalsAny(column!, stored));
    }
    return ways.length === 1 ? ways[0]! : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
  }

  /** The same for an exact match. */
  function shownAs({ locale }: CallContext, { name, column }: FieldColumn, value: unknown): Condition {
    const stored = locale === 'en-US' ? (binding.shipped?.[name]?.storedAs(String(value)) ?? []) : [];
    return stored.length === 0 ? equals(column!, value) : equalsAny(column!, [String(value), ...stored]);
  }

  function compare(call: CallContext, place: FieldColumn, filter: FilterOf, zone: Zone): Condition {
    const column = place.column!; // the shape was checked
    switch (filter.op) {
      case 'eq':
        return shownAs(call, place, place.write(filter.value, zone));
      case 'like':
        return shownLike(call, place, String(filter.value));
      case 'in':
        return filter.values.length === 0
          ? sql<SqlBool>`1 = 0`
          : sql<SqlBool>`${sql.ref(column)} in (${sql.join(filter.values.map((value) => place.write(value, zone)))})`;
      case 'between':
        return between(place, column, filter, zone);
    }
  }

  const equals = (column: string, value: unknown) => sql<SqlBool>`${sql.ref(column)} = ${value}`;

  const equalsAny = (column: string, values: readonly string[]) =>
    sql<SqlBool>`${sql.ref(column)} in (${sql.join([...values])})`;

  function between(
    { field }: FieldColumn,
    column: string,
    { from, to }: Extract<FilterOf, { op: 'between' }>,
    zone: Zone,
  ): Condition {
    const edge = (text: string) => (field.kind === 'time' ? zone.instant(text) : Number(text));
    const edges: Condition[] = [];
    if (from !== undefined) edges.push(sql<SqlBool>`${sql.ref(column)} >= ${edge(from)}`);
    // Displayed times have whole seconds; the last second is included to its end.
    const last = (text: string) => (field.kind === 'time' ? (zone.instant(text) ?? 0) + 999 : Number(text));
    if (to !== undefined) edges.push(sql<SqlBool>`${sql.ref(column)} <= ${last(to)}`);
    return edges.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(edges, sql` and `)})`;
  }

  /** The column to sort by. Never the caller's text: it is looked up among the sortable fields. */
  function sortColumn(call: CallContext, { field: name }: QueryOf['sort']): string {
    const place = shape.byName.get(name);
    const isAllowed = place?.field.sortable || name === resource.defaultSort.field;
    if (!place?.column || !isAllowed) throw invalid([{ path: 'orderByColumn', message: noSort }]);
    // The order of masked values would reveal them. The default order uses no masked field.
    if (isMaskedFor(call.actor, place.field)) throw invalid([{ path: 'orderByColumn', message: noSort }]);
    return place.column;
  }

  /** Equal rows are ordered by id, so that pages neither repeat nor skip rows. Null sorts first. */
  function order(column: string, direction: 'asc' | 'desc'): RawBuilder<unknown> {
    const way = direction === 'asc' ? sql`asc` : sql`desc`;
    const id = sql`${sql.ref(idColumn)} ${way}`;
    if (column === idColumn) return id;
    const nulls =
      engine === 'postgres' ? (direction === 'asc' ? sql` nulls first` : sql` nulls last`) : sql``;
    return sql`${sql.ref(column)} ${way}${nulls}, ${id}`;
  }

  /** Rows after the last one of the previous batch, in that order. */
  function afterCursor(
    column: string,
    direction: 'asc' | 'desc',
    last: { value: unknown; id: RowId },
  ): Condition {
    const [value, id] = [sql.ref(column), sql.ref(idColumn)];
    const more = direction === 'asc' ? sql`>` : sql`<`;
    if (column === idColumn) return sql<SqlBool>`${id} ${more} ${last.id}`;
    const sameValue = last.value === null ? sql`${value} is null` : sql`${value} = ${last.value}`;
    const tied = sql`(${sameValue} and ${id} ${more} ${last.id})`;
    if (last.value === null)
      return direction === 'asc' ? sql<SqlBool>`(${tied} or ${value} is not null)` : sql<SqlBool>`${tied}`;
    const nulls = direction === 'asc' ? sql`` : sql` or ${value} is null`;
    return sql<SqlBool>`(${value} ${more} ${last.value} or ${tied}${nulls})`;
  }

  return { scopeConditions, besideValues, filterConditions, hasId, sortColumn, order, afterCursor };
}

export type TableQuery = ReturnType<typeof tableQuery>;

/** A `where` clause of all conditions. */
export const all = (conditions: readonly Condition[]) =>
  sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;
