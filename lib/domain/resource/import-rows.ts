/** Rows of a file, through the same doors as rows of a form. */
import type { ControlledTransaction, Transaction } from 'kysely';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Ms } from '../../kernel/units.ts';
import { takeTurn } from '../access/take-turn.ts';
import type { CallContext } from '../console/actor.ts';
import { AdminError } from '../console/admin-error.ts';
import { explain } from './database-faults.ts';
import { type OperationEntry, recordOperations } from './operation-log.ts';
import type { RelationCheck } from './relation-check.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { ImportOptions, ImportOutcome, ImportRow, ResourceService, RowId } from './resource-service.ts';
import { all, type TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import { anyTables, type TableWrites, type Writing } from './table-writes.ts';
import type { Zone } from './zone-time.ts';

type RowError = ImportOutcome['errors'][number];

interface Parts {
  readonly zoneFor: (call: CallContext) => Promise<Zone>;
  readonly query: TableQuery;
  readonly relations: RelationCheck;
}

/**
 * The log shows an import as one; what became of a row stands in that row's own history, with its share of the time
 * that they took together.
 */
function partsOfImport(entries: readonly OperationEntry[], tookMs: Ms): OperationEntry[] {
  const share = tookMs / Math.max(entries.length, 1);
  return entries.map((entry) => ({ ...entry, type: 'import', tookMs: share }));
}

/** Rows of one transaction where not all of them must come or none: others get their turn in between. */
const chunkRows = 200;

export function importInto(
  deps: ResourceDeps,
  shape: TableShape,
  writes: TableWrites,
  { zoneFor, query, relations }: Parts,
): NonNullable<ResourceService['importRows']> {
  const { resource, binding, idColumn } = shape;
  const key = fieldsOf(resource).find(([name, field]) => field.unique && shape.byName.get(name)?.column)?.[0];

  /** The row that has the value of the unique field, if it is in reach. */
  async function findByKey({ call, transaction, zone }: Writing, value: unknown): Promise<RowId | null> {
    const place = key === undefined ? undefined : shape.byName.get(key);
    if (!place?.column || value === null || value === undefined || value === '') return null;
    const row = await anyTables(transaction)
      .selectFrom(binding.table)
      .select(idColumn)
      .where(all(query.reachable(call)))
      .where(place.column, '=', place.write(value, zone))
      .executeTakeFirst();
    return (row?.[idColumn] as RowId | undefined) ?? null;
  }

  async function bringRow(writing: Writing, { values }: ImportRow, updates: boolean) {
    const id = updates && key !== undefined ? await findByKey(writing, values[key]) : null;
    if (id === null) {
      const made = await writes.create(writing, values);
      return { kind: 'create', id: made[resource.id.field] as RowId } as const;
    }
    await writes.update(writing, id, values, null);
    return { kind: 'update', id } as const;
  }

  return async (call, rows, options) => {
    if (options.dryRun || options.skipBad) return bring(call, rows, options, chunkRows);
    // All or none: one transaction, which others wait for. So it does what cannot be done before it, and no more.
    const rehearsed = await bring(call, rows, { ...options, dryRun: true }, chunkRows);
    if (rehearsed.errors.length > 0)
      return { created: 0, updated: 0, createdIds: [], errors: rehearsed.errors };
    return (await bringAll(call, rows, options)) ?? bring(call, rows, options, rows.length);
  };

  /** Rows that were rehearsed. Null, with nothing written: some do not go together, or somebody was faster. */
  async function bringAll(
    call: CallContext,
    rows: readonly ImportRow[],
    { updateSupport }: ImportOptions,
  ): Promise<ImportOutcome | null> {
    const zone = await zoneFor(call);
    const write = async (transaction: Transaction<Database>) => {
      if (binding.takesTurns) await takeTurn(deps.database, transaction, call.actor.scope);
      const beganAt = deps.clock.monotonic();
      const writing: Writing = { call, transaction, zone, entries: [] };
      const brought = { create: [] as RowId[], update: [] as RowId[] };
      for (let at = 0; at < rows.length; at += chunkRows) {
        const fresh: ImportRow['values'][] = [];
        for (const { values } of rows.slice(at, at + chunkRows)) {
          const id = updateSupport && key !== undefined ? await findByKey(writing, values[key]) : null;
          if (id === null) fresh.push(values);
          else {
            await writes.update(writing, id, values, null);
            brought.update.push(id);
          }
        }
        brought.create.push(...(await writes.createAll(writing, fresh)));
        // The embedded database answers at once: without a pause nothing else of this process would run.
        await new Promise((resolve) => setImmediate(resolve));
      }
      const parts = partsOfImport(writing.entries, deps.clock.monotonic() - beganAt);
      await recordOperations(deps, parts, transaction);
      return brought;
    };
    try {
      const brought = await transact(deps.database.db, write);
      tellOf(call, brought);
      return {
        created: brought.create.length,
        updated: brought.update.length,
        createdIds: brought.create,
        errors: [],
      };
    } catch (error) {
      if (explain(error, shape, 'write') instanceof AdminError) return null;
      throw error;
    }
  }

  function tellOf(
    call: CallContext,
    brought: { readonly create: readonly RowId[]; readonly update: readonly RowId[] },
  ) {
    for (const kind of ['create', 'update'] as const)
      if (brought[kind].length > 0) binding.committed?.(call, kind, brought[kind]);
  }

  /** `chunk`: rows of one transaction. A row that is refused undoes itself only. */
  async function bring(
    call: CallContext,
    rows: readonly ImportRow[],
    { dryRun, updateSupport, skipBad }: ImportOptions,
    chunk: number,
  ): Promise<ImportOutcome> {
    const zone = await zoneFor(call);
    const errors: RowError[] = [];
    const brought = { create: [] as RowId[], update: [] as RowId[] };
    const seen = new Set<unknown>();

    for (let at = 0; at < rows.length; at += chunk) {
      const part = rows.slice(at, at + chunk);
      const unrelated = await relations.missing(
        call,
        part.map(({ values }) => values),
      );
      const transaction = await deps.database.db.startTransaction().execute();
      const done = { create: [] as RowId[], update: [] as RowId[] };
      try {
        if (binding.takesTurns) await takeTurn(deps.database, transaction, call.actor.scope);
        const entries: OperationEntry[] = [];
        const beganAt = deps.clock.monotonic();
        for (const [index, row] of part.entries()) {
          const own: OperationEntry[] = [];
          const failed =
            key !== undefined && repeats(seen, row.values[key])
              ? repeatedError(row, key)
              : unrelated[index]
                ? unrelated[index].map(({ path, message }) => ({ row: row.row, field: path, message }))
                : await savepoint(transaction, row, async () => {
                    const one = await bringRow({ call, transaction, zone, entries: own }, row, updateSupport);
                    done[one.kind].push(one.id);
                  });
          if (failed) errors.push(...failed);
          else entries.push(...own);
        }
        const isKept = !dryRun && (skipBad || errors.length === 0);
        const parts = partsOfImport(entries, deps.clock.monotonic() - beganAt);
        if (isKept) await recordOperations(deps, parts, transaction);
        await (isKept ? transaction.commit() : transaction.rollback()).execute();
        await new Promise((resolve) => setImmediate(resolve));
        if (isKept || dryRun) {
          brought.create.push(...done.create);
          brought.update.push(...done.update);
        }
      } catch (error) {
        if (!transaction.isRolledBack && !transaction.isCommitted) await transaction.rollback().execute();
        throw error;
      }
    }
    if (!dryRun) tellOf(call, brought);
    return {
      created: brought.create.length,
      updated: brought.update.length,
      createdIds: dryRun ? [] : brought.create,
      errors,
    };
  }

  /** A row that fails undoes itself only; an error that is no refusal ends the whole. */
  async function savepoint(
    transaction: ControlledTransaction<Database>,
    row: ImportRow,
    run: () => Promise<void>,
  ): Promise<readonly RowError[] | null> {
    await transaction.savepoint('import_row').execute();
    try {
      await run();
      await (transaction as ControlledTransaction<Database, ['import_row']>)
        .releaseSavepoint('import_row')
        .execute();
      return null;
    } catch (caught) {
      const error = explain(caught, shape, 'write');
      if (!(error instanceof AdminError)) throw error;
      await (transaction as ControlledTransaction<Database, ['import_row']>)
        .rollbackToSavepoint('import_row')
        .execute();
      return error.errors.length === 0
        ? [{ row: row.row, field: '', message: error.text }]
        : error.errors.map(({ path, message }) => ({ row: row.row, field: path, message }));
    }
  }

  function repeats(seen: Set<unknown>, value: unknown): boolean {
    if (value === null || value === undefined || value === '') return false;
    if (seen.has(value)) return true;
    seen.add(value);
    return false;
  }

  function repeatedError(row: ImportRow, name: string): readonly RowError[] {
    const label = resource.fields[name]!.label;
    const message = {
      'zh-CN': `${label['zh-CN']}在文件中重复`,
      'en-US': `${label['en-US']} stands in the file twice`,
    };
    return [{ row: row.row, field: name, message }];
  }
}
