/**
 * The calls of a resource over its table. Every list goes through the same steps: tenant, data scope, removed rows,
 * filters, sort, page; then rows are completed in one step, and masked last.
 */
import { sql, type Transaction } from 'kysely';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { maxPageSize, maxRowDepth, type Page } from '../../contracts/admin/envelope.ts';
import { importable, maxRowsPerCall } from '../../contracts/admin/resource-schema.ts';
import type { QueryOf, Row, RowId } from '../../contracts/admin/row-types.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { zoneOf } from '../../kernel/zone-time.ts';
import { recordOperation, recordOperations } from '../audit/operation-log.ts';
import { type AdminError, invalid, notFound, tooDeep } from '../errors/admin-error.ts';
import { adminErrorIn } from '../errors/as-admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { lockTenant } from '../tenancy/tenant-lock.ts';
import { explain, explainDuplicate } from './database-faults.ts';
import { nameOf } from './field-changes.ts';
import { importInto } from './import-rows.ts';
import { maskedSearches } from './masked-searches.ts';
import { relationCheck } from './relation-check.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { resourceFiles } from './resource-files.ts';
import type { ResourceService } from './resource-service.ts';
import { rowChanges } from './row-changes.ts';
import { rowEditing } from './row-editing.ts';
import { rowHistory } from './row-history.ts';
import { rowView } from './row-view.ts';
import type { ServerResource } from './server-resource.ts';
import { type OptionParts, tableOptions } from './table-options.ts';
import { all, tableQuery } from './table-query.ts';
import { tableShape } from './table-shape.ts';
import { tableSort } from './table-sort.ts';
import { anyTables, notifyChange, tableWrites, type Writing } from './table-writes.ts';
import { tenantZone } from './tenant-zone.ts';

/** The functions that `tableService` always provides. */
export type TableService<Def extends ResourceDef = ResourceDef> = ResourceService<Def> &
  Required<Pick<ResourceService<Def>, 'history' | 'editing' | 'note' | 'files'>>;

/** Limit of a tree, which is listed completely. */
const maxTreeRows = 10_000;
/** For values that are not times. Reading the organisation's zone within a transaction could wait forever. */
const anyZone = zoneOf('UTC');
/** Rows per batch for files. */
const pieceRows = 500;
const tooMany: LocalText = { 'zh-CN': '一次最多 100 条', 'en-US': 'At most 100 at once' };

/** Rows are created by the definition that the binding names: here rows of any definition become rows of that one. */
export function tableService<const Def extends ResourceDef>(
  deps: ResourceDeps,
  binding: ServerResource<Def>,
): TableService<Def>;
export function tableService(deps: ResourceDeps, binding: ServerResource): TableService {
  const { db, engine } = deps.database;
  const shape = tableShape(binding);
  const { resource } = shape;
  const query = tableQuery(engine, shape);
  const view = rowView(shape, deps);
  const writes = tableWrites(deps, shape, query);
  const changeEach = rowChanges(deps, shape, query, writes);
  const relations = relationCheck(deps, resource);
  const searches = maskedSearches(deps, resource);
  const ownZone = tenantZone(deps);
  const zoneFor = (call: CallContext) => ownZone(call.actor.scope.tenantId);
  const rowsOf = () => anyTables(db).selectFrom(binding.table);

  async function reading<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw explain(error, shape, 'read');
    }
  }

  /** All or nothing. Log entries are written last, because other writers wait from then on. */
  async function writing<T>(
    call: CallContext,
    kind: 'write' | 'remove',
    write: (writing: Writing) => Promise<T>,
  ): Promise<T> {
    const zone = await zoneFor(call);
    const run = async (own: Transaction<Database>) => {
      if (binding.isSerialized) await lockTenant(deps.database, own, call.actor.scope);
      const made: Writing = { call, transaction: own, zone, entries: [] };
      const result = await write(made);
      await notifyChange(deps, binding, call, own);
      await recordOperations(deps, made.entries, own);
      return result;
    };
    try {
      return await transact(db, run);
    } catch (error) {
      throw explain(error, shape, kind);
    }
  }

  async function page(call: CallContext, wanted: QueryOf): Promise<Page<Row>> {
    const { pageNum, pageSize } = wanted;
    const isTree = resource.tree !== undefined;
    if (
      !isTree &&
      (pageNum < 1 || pageSize < 1 || pageSize > maxPageSize || pageNum * pageSize > maxRowDepth)
    )
      throw tooDeep();
    const zone = await zoneFor(call);
    const column = query.sortColumn(call, wanted.sort);
    const conditions = all([...query.scopeConditions(call), ...query.filterConditions(call, wanted, zone)]);
    // Each page, because the total alone confirms a value.
    await searches.record(call, wanted.filters);
    return reading(async () => {
      const stored = await rowsOf()
        .select([...shape.select(wanted.columns)])
        .where(conditions)
        .orderBy(query.order(column, wanted.sort.order) as never)
        .limit(isTree ? maxTreeRows : pageSize)
        .$if(!isTree, (build) => build.offset((pageNum - 1) * pageSize))
        .execute();
      const counts = resource.tabs ? await countTabs(call, wanted, resource.tabs) : null;
      // A first page that is not full contains all rows; with tabs the total is known already.
      const isAll = isTree || (pageNum === 1 && stored.length < pageSize);
      const total = isAll
        ? stored.length
        : ((counts && totalOf(counts, wanted, resource.tabs)) ?? (await countWhere(conditions)));
      const records = await view.show(
        call,
        stored.map((row) => shape.toRow(row, zone)),
        wanted.columns,
      );
      return {
        records,
        total,
        pageNum: isTree ? 1 : pageNum,
        pageSize: isTree ? Math.max(total, 1) : pageSize,
        ...(counts ? { counts } : {}),
      };
    });
  }

  async function countWhere(conditions: ReturnType<typeof all>): Promise<number> {
    const counted = await rowsOf()
      .select(sql<number>`count(*)`.as('total'))
      .where(conditions)
      .executeTakeFirstOrThrow();
    return Number(counted.total);
  }

  /** Rows per value of the tabs' field. Its own filter is ignored, or the other tabs would be empty. */
  async function countTabs(call: CallContext, wanted: QueryOf, tabs: string) {
    const zone = await zoneFor(call);
    const place = shape.byName.get(tabs);
    if (!place?.column) return {};
    const rows = await rowsOf()
      .select([place.column, sql<number>`count(*)`.as('total')])
      .where(all([...query.scopeConditions(call), ...query.filterConditions(call, wanted, zone, tabs)]))
      .groupBy(place.column)
      .execute();
    return Object.fromEntries(
      rows.map((row) => [String(place.read(row[place.column!], zone)), Number(row.total)]),
    );
  }

  /** By key, not by offset: the last batch costs no more than the first, and rows inserted meanwhile repeat none. */
  async function* pieces(call: CallContext, wanted: QueryOf): AsyncGenerator<readonly Row[]> {
    const zone = await zoneFor(call);
    const { order } = wanted.sort;
    const column = query.sortColumn(call, wanted.sort);
    const conditions = [...query.scopeConditions(call), ...query.filterConditions(call, wanted, zone)];
    searches.count(call, wanted.filters);
    const columns = [...new Set([...shape.select(wanted.columns), column])];
    let afterCursor: typeof conditions = [];
    for (;;) {
      const stored = await reading(() =>
        rowsOf()
          .select(columns)
          .where(all([...conditions, ...afterCursor]))
          .orderBy(query.order(column, order) as never)
          .limit(pieceRows)
          .execute(),
      );
      const end = stored.at(-1);
      if (!end) return;
      yield await view.show(
        call,
        stored.map((row) => shape.toRow(row, zone)),
        wanted.columns,
      );
      if (stored.length < pieceRows) return;
      afterCursor = [query.afterCursor(column, order, { value: end[column], id: shape.idIn(end) })];
    }
  }

  async function find(call: CallContext, id: RowId): Promise<Row> {
    const zone = await zoneFor(call);
    const stored = await rowsOf()
      .select([...shape.select()])
      .where(all([...query.scopeConditions(call), query.hasId([id])]))
      .executeTakeFirst();
    if (!stored) throw notFound();
    return shape.toRow(stored, zone);
  }

  /** Of a change: what the row refers to already is not checked. */
  async function checkRelations(call: CallContext, id: RowId, values: Row): Promise<void> {
    if (!relations.namedIn(values)) return;
    const row = await find(call, id);
    const [before = row] = (await binding.decorate?.(call, [row])) ?? [];
    await relations.check(call, values, before);
  }

  const batch = (ids: readonly RowId[]) => {
    if (ids.length === 0 || ids.length > maxRowsPerCall) throw invalid([{ path: 'ids', message: tooMany }]);
    return [...new Set(ids)];
  };

  const defaultColumn = shape.byName.get(resource.defaultSort.field)!.column!; // the shape was checked

  const stored: OptionParts['find'] = (columns, conditions, max) =>
    reading(() =>
      rowsOf()
        .select([...columns])
        .where(all(conditions))
        .orderBy(query.order(defaultColumn, resource.defaultSort.order) as never)
        .limit(max)
        .execute(),
    );

  const service: Omit<TableService, 'files'> = {
    page,
    pieces,

    get: async (call, id) => view.detail(call, await find(call, id)),

    options: tableOptions({ shape, query, view, zoneFor, find: stored }),

    async create(call, values) {
      await relations.check(call, values, {});
      return writing(call, 'write', (own) => writes.create(own, values));
    },

    async update(call, id, values, version) {
      await checkRelations(call, id, values);
      await writing(call, 'write', (own) => writes.update(own, id, values, version));
    },

    ...(resource.tree?.orderField
      ? {
          sort: tableSort({ shape, query, relations, writes, writing, find: stored }),
        }
      : {}),

    async updateEach(call, changes) {
      const refusals = new Map<RowId, AdminError>();
      for (const { id, values } of changes) {
        const refusal = await adminErrorIn(() => checkRelations(call, id, values));
        if (refusal) refusals.set(id, refusal);
      }
      const allowed = changes.filter(({ id }) => !refusals.has(id));
      const results =
        allowed.length > 0 ? await writing(call, 'write', (own) => changeEach(own, allowed)) : [];
      for (const [at, { id }] of allowed.entries()) {
        const refusal = results[at];
        if (refusal) refusals.set(id, refusal);
      }
      return changes.map(({ id }) => refusals.get(id) ?? null);
    },

    async remove(call, ids) {
      const each = batch(ids);
      await writing(call, 'remove', (own) => writes.remove(own, each));
    },

    ...(binding.isSoftDeleted
      ? {
          async restore(call: CallContext, ids: readonly RowId[]) {
            const each = batch(ids);
            await writing(call, 'write', (own) => writes.restore(own, each));
          },
        }
      : {}),

    async reveal(call, id, name) {
      const field = resource.fields[name];
      if (!field?.mask || field.kind === 'secret' || field.mask === 'secret') throw notFound();
      const found = await find(call, id);
      const [row] = binding.decorate ? await binding.decorate(call, [found]) : [found];
      await recordOperation(deps, {
        call,
        title: resource.title,
        type: 'reveal',
        bizKey: `${resource.key}:${id}`,
        bizName: nameOf(resource, found),
        param: { field: name },
      });
      return row?.[name] ?? null;
    },

    async history(call, id) {
      await find(call, id);
      return rowHistory(deps, binding, call, id, await zoneFor(call));
    },

    async countOf({ call, transaction }, name, value) {
      const place = shape.byName.get(name);
      if (!place?.column) return 0;
      const { count } = await anyTables(transaction)
        .selectFrom(binding.table)
        .select(sql<number>`count(*)`.as('count'))
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where(place.column, '=', place.write(value, anyZone))
        .$if(binding.isSoftDeleted === true, (build) => build.where('deletedAt', 'is', null))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    editing: rowEditing(deps, resource, find),

    async note(call, { type, param }, transaction) {
      await recordOperation(deps, { call, title: resource.title, type, param }, transaction);
    },

    explain: (error) => explainDuplicate(error, shape),

    ...(importable(resource).length > 0
      ? { importRows: importInto(deps, shape, writes, { zoneFor, query, relations }) }
      : {}),
  };
  return { ...service, files: resourceFiles(deps, resource, service) };
}

/** Null: the filter of the tabs' field does not select tabs. */
function totalOf(
  counts: Readonly<Record<string, number>>,
  { filters }: QueryOf,
  tabs: string | undefined,
): number | null {
  const own = filters.filter(({ field }) => field === tabs);
  const sum = (values: readonly string[]) => values.reduce((total, value) => total + (counts[value] ?? 0), 0);
  if (own.length === 0) return sum(Object.keys(counts));
  const [filter] = own;
  if (own.length > 1 || !filter) return null;
  if (filter.op === 'eq') return sum([String(filter.value)]);
  return filter.op === 'in' ? sum([...new Set(filter.values.map(String))]) : null;
}
