/**
 * Imports the rows of a file by the same rules as a form. Many rows are written together; if one of them is rejected,
 * that part of the file is repeated row by row, so that each error names its row.
 */
import type { Transaction } from 'kysely';
import type { ImportMeter } from '../../contracts/admin/resource-calls.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import { idOf, type RowId } from '../../contracts/admin/row-types.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import { type OperationEntry, recordOperations } from '../audit/operation-log.ts';
import { AdminError, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { lockTenant } from '../tenancy/tenant-lock.ts';
import { type Brought, batchWrites } from './batch-writes.ts';
import { severalRows } from './database-faults.ts';
import { inSavepoint } from './in-savepoint.ts';
import type { RelationCheck } from './relation-check.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { ImportOutcome, ImportRow, ImportStore, ResourceService } from './resource-service.ts';
import { all, type TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import { anyTables, notifyChange, type TableWrites, type Writing } from './table-writes.ts';

type RowError = ImportOutcome['errors'][number];

interface Parts {
  readonly zoneFor: (call: CallContext) => Promise<Zone>;
  readonly query: TableQuery;
  readonly relations: RelationCheck;
}

/** Result of the rows of one transaction. */
interface Done {
  readonly brought: readonly Brought[];
  readonly errors: readonly RowError[];
}

/** Rolls a transaction back and carries its result. */
class Undone extends Error {
  constructor(readonly done: Done) {
    super('undone');
  }
}

/** Undoes a row that was written to find its errors. */
const rolledBack = refused({ 'zh-CN': '', 'en-US': '' });

/** The log shows an import as one entry; each row's own history has its change, with its share of the duration. */
function partsOfImport(entries: readonly OperationEntry[], tookMs: Ms): OperationEntry[] {
  const share = tookMs / Math.max(entries.length, 1);
  return entries.map((entry) => ({ ...entry, type: 'import', tookMs: share }));
}

/** Number of rows written together, and per transaction unless the import is all or nothing. */
const partRows = 200;

export function importInto(
  deps: ResourceDeps,
  shape: TableShape,
  writes: TableWrites,
  { zoneFor, query, relations }: Parts,
): NonNullable<ResourceService['importRows']> {
  const { resource, binding, idColumn } = shape;
  const several = batchWrites(deps, shape, query, writes);
  const key =
    fieldsOf(resource).find(
      ([name, field]) => field.unique && !field.mask && shape.byName.get(name)?.column,
    )?.[0] ?? null;

  /** Files contain formatted values; rows are identified by stored ones. */
  function asStored({ locale }: CallContext, row: ImportRow): ImportRow {
    const shipped = key !== null && locale === 'en-US' ? binding.shipped?.[key] : undefined;
    const [stored] = shipped?.storedAs(String(row.values[key!])) ?? [];
    return stored === undefined ? row : { ...row, values: { ...row.values, [key!]: stored } };
  }

  return async (call, given, { dryRun, updateSupport, skipBad }, { after, keep, notify: meter }) => {
    const zone = await zoneFor(call);
    const rows = updateSupport ? given.map((row) => asStored(call, row)) : given;
    const repeated = repeatsIn(rows);
    const rest = rows.filter(({ row }) => row > after);
    const run: Run = {
      call,
      zone,
      repeated,
      byKey: updateSupport ? key : null,
      notify: (phase, done) => meter({ phase, done, total: rest.length }),
    };
    if (dryRun) return outcomeOf(await inParts(run, rest, null));
    if (skipBad) return outcomeOf(await inParts(run, rest, keep));
    // All or nothing takes one transaction, which blocks other writers. So it begins only after a check without errors.
    const checkedFile = await inParts(run, rest, null);
    if (checkedFile.errors.length > 0) return outcomeOf({ brought: [], errors: checkedFile.errors });
    return outcomeOf(
      await atOnce(run, rest, {
        keeps: 'all',
        keep: (transaction, done) => keep(transaction, outcomeOf(done), null),
      }),
    );
  };

  /**
   * One transaction per part, at least one, so that other writers are not blocked for long. `keep` null: nothing is
   * stored.
   */
  async function inParts(
    run: Run,
    rows: readonly ImportRow[],
    keep: ImportStore['keep'] | null,
  ): Promise<Done> {
    let sum: Done = { brought: [], errors: [] };
    for (let at = 0; at === 0 || at < rows.length; at += partRows) {
      const part = rows.slice(at, at + partRows);
      const upTo = at + partRows < rows.length ? part.at(-1)!.row : null;
      const until = sum;
      const done = await atOnce(run, part, {
        keeps: keep ? 'good' : 'none',
        keep: async (transaction, now) => keep?.(transaction, outcomeOf(joined(until, now)), upTo),
      });
      sum = joined(sum, done);
      run.notify(keep ? 'writing' : 'checking', at + part.length);
    }
    return sum;
  }

  /** One transaction. `all`: rolled back if there are errors. */
  async function atOnce(run: Run, rows: readonly ImportRow[], { keeps, keep }: Staying): Promise<Done> {
    const unrelated = await relations.missing(
      run.call,
      rows.map(({ values }) => values),
      { allowsDisabled: run.byKey !== null },
    );
    const faultsOf = (row: ImportRow, at: number): readonly RowError[] => [
      ...(row.faults ?? []).map((fault) => ({ row: row.row, ...fault })),
      ...(run.repeated.get(row) ?? []),
      ...(unrelated[at] ?? []).map(({ path, message }) => ({ row: row.row, field: path, message })),
    ];
    const faults = new Map(
      rows.flatMap((row, at) => {
        const errors = faultsOf(row, at);
        return errors.length > 0 ? [[row, errors] as const] : [];
      }),
    );
    const good = rows.filter((row) => !faults.has(row));
    const write = async (transaction: Transaction<Database>): Promise<Done> => {
      if (binding.isSerialized) await lockTenant(deps.database, transaction, run.call.actor.scope);
      const beganAt = deps.clock.monotonic();
      const brought: Brought[] = [];
      const errors: RowError[] = [];
      for (const [row, known] of faults) errors.push(...(await errorsBeside(run, transaction, row, known)));
      const entries: OperationEntry[] = [];
      for (let at = 0; at < good.length; at += partRows) {
        const part = await importPart(run, transaction, good.slice(at, at + partRows), entries);
        brought.push(...part.brought);
        errors.push(...part.errors);
        if (keeps === 'all') run.notify('writing', Math.min(at + partRows, rows.length));
        // The embedded database works synchronously: without a pause nothing else in this process would run.
        await new Promise((resolve) => setImmediate(resolve));
      }
      const done: Done = { brought, errors };
      if (keeps === 'none') throw new Undone(done);
      if (keeps === 'all' && errors.length > 0) throw new Undone({ brought: [], errors });
      await recordOperations(deps, partsOfImport(entries, deps.clock.monotonic() - beganAt), transaction);
      await notifyChange(deps, binding, run.call, transaction);
      await keep(transaction, done);
      return done;
    };
    try {
      return await transact(deps.database.db, write);
    } catch (error) {
      if (error instanceof Undone) return error.done;
      throw error;
    }
  }

  /** Together if possible, otherwise one by one. */
  async function importPart(
    run: Run,
    transaction: Transaction<Database>,
    rows: readonly ImportRow[],
    entries: OperationEntry[],
  ): Promise<Done> {
    const { call, zone, byKey } = run;
    const together = await inSavepoint(transaction, shape, async () => {
      const writing: Writing = { call, transaction, zone, entries: [] };
      const brought = await several.importRow(
        writing,
        rows.map(({ values }) => values),
        byKey,
      );
      return { brought, entries: writing.entries };
    });
    if (!(together instanceof AdminError)) {
      entries.push(...together.entries);
      return { brought: together.brought, errors: [] };
    }
    const brought: Brought[] = [];
    const errors: RowError[] = [];
    for (const row of rows) {
      const writing: Writing = { call, transaction, zone, entries: [] };
      const one = await inSavepoint(transaction, shape, () => importRow(writing, row, byKey));
      if (one instanceof AdminError)
        errors.push(...(await withTaken(run, transaction, row, errorsOf(row, one))));
      else {
        brought.push(one);
        entries.push(...writing.entries);
      }
    }
    return { brought, errors };
  }

  /** All errors of a row that cannot be written: those known, and those of its other cells. Writes nothing. */
  async function errorsBeside(
    run: Run,
    transaction: Transaction<Database>,
    row: ImportRow,
    known: readonly RowError[],
  ): Promise<readonly RowError[]> {
    const writing: Writing = { call: run.call, transaction, zone: run.zone, entries: [] };
    const refusal = await inSavepoint(transaction, shape, async (): Promise<never> => {
      await importRow(writing, row, run.byKey);
      throw rolledBack;
    });
    const isKnown = new Set(known.map(({ field }) => field));
    // Errors of no field may follow from those known.
    const others =
      refusal === rolledBack
        ? []
        : errorsOf(row, refusal).filter(({ field }) => field !== '' && !isKnown.has(field));
    return withTaken(run, transaction, row, [...known, ...others]);
  }

  /** Adds unique values that are taken: a row with other errors is rejected before they are checked. */
  async function withTaken(
    { call, zone, byKey }: Run,
    transaction: Transaction<Database>,
    row: ImportRow,
    known: readonly RowError[],
  ): Promise<readonly RowError[]> {
    const writing: Writing = { call, transaction, zone, entries: [] };
    const errors = [...known];
    const isKnown = new Set(known.map(({ field }) => field));
    const names = writes.parts.uniques.filter((name) => !isKnown.has(name) && !isNothing(row.values[name]));
    if (names.length === 0) return errors;
    const id = byKey === null ? null : await findByKey(writing, byKey, row.values[byKey]);
    for (const name of names) {
      try {
        await writes.parts.checkUnique(writing, name, row.values[name], id);
      } catch (error) {
        if (!(error instanceof AdminError)) throw error;
        errors.push(...errorsOf(row, error));
      }
    }
    return errors;
  }

  async function importRow(writing: Writing, { values }: ImportRow, byKey: string | null): Promise<Brought> {
    const id = byKey === null ? null : await findByKey(writing, byKey, values[byKey]);
    if (id === null) {
      const made = await writes.create(writing, values);
      return { kind: 'create', id: idOf(resource, made) };
    }
    await writes.update(writing, id, values, null);
    return { kind: 'update', id };
  }

  /** The row with this value of the unique field, if it is within the data scope. */
  async function findByKey(
    { call, transaction, zone }: Writing,
    name: string,
    value: unknown,
  ): Promise<RowId | null> {
    const place = shape.byName.get(name)!;
    if (isNothing(value)) return null;
    const [row, other] = await anyTables(transaction)
      .selectFrom(binding.table)
      .select(idColumn)
      .where(all(query.scopeConditions(call)))
      .where(place.column!, '=', place.write(value, zone))
      .limit(2)
      .execute();
    if (other) throw severalRows(resource, name);
    return row ? shape.idIn(row) : null;
  }

  /** The second and further rows of a file with the same value of the unique field. */
  function repeatsIn(rows: readonly ImportRow[]): ReadonlyMap<ImportRow, readonly RowError[]> {
    const repeated = new Map<ImportRow, readonly RowError[]>();
    if (key === null) return repeated;
    const label = resource.fields[key]!.label;
    const message = {
      'zh-CN': `${label['zh-CN']}在文件中重复`,
      'en-US': `${label['en-US']} appears twice in the file`,
    };
    const seen = new Set<unknown>();
    for (const row of rows) {
      const value = row.values[key];
      if (isNothing(value)) continue;
      if (seen.has(value)) repeated.set(row, [{ row: row.row, field: key, message }]);
      seen.add(value);
    }
    return repeated;
  }
}

interface Run {
  readonly call: CallContext;
  readonly zone: Zone;
  readonly repeated: ReadonlyMap<ImportRow, readonly RowError[]>;
  /** The field that identifies rows to update; null: all rows are new. */
  readonly byKey: string | null;
  /** `done`: number of rows processed. */
  readonly notify: (phase: ImportMeter['phase'], done: number) => void;
}

interface Staying {
  readonly keeps: 'all' | 'good' | 'none';
  /** Written in the transaction of rows that are kept. */
  readonly keep: (transaction: Transaction<Database>, done: Done) => Promise<void>;
}

const joined = (one: Done, other: Done): Done => ({
  brought: [...one.brought, ...other.brought],
  errors: [...one.errors, ...other.errors],
});

const idsOf = (brought: Done['brought'], kind: Brought['kind']) =>
  brought.filter((one) => one.kind === kind).map(({ id }) => id);

function outcomeOf({ brought, errors }: Done): ImportOutcome {
  const created = idsOf(brought, 'create');
  const updated = idsOf(brought, 'update').length;
  return { created: created.length, updated, createdIds: created, errors };
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

const errorsOf = ({ row }: ImportRow, { errors, text }: AdminError): readonly RowError[] =>
  errors.length === 0
    ? [{ row, field: '', message: text }]
    : errors.map(({ path, message }) => ({ row, field: path, message }));
