/**
 * The operation log, written in the transaction of the operation itself. The rows of a tenant form a chain: each
 * contains the hash of the previous one, so that a changed or removed row is detected. Writers lock the row that holds
 * the end of the chain.
 */
import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { BusinessType } from '../../contracts/admin/call.ts';
import type { FieldChange } from '../../contracts/admin/field.ts';
import type { Db, OpenDatabase } from '../../db/client.ts';
import type { OperationLogTable } from '../../db/console-schema.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { logText, redactedJson } from './redaction.ts';

/** Who did it, and from where. Viewers on the page of an application have no user id. */
export interface OperationCall extends Pick<CallContext, 'address' | 'traceId' | 'request'> {
  readonly actor: Pick<Actor, 'scope' | 'username' | 'deptId' | 'deptName'> & {
    readonly userId: number | null;
  };
}

export interface OperationEntry {
  readonly call: OperationCall;
  readonly title: LocalText;
  readonly type: BusinessType;
  /** `<resource>:<id>`. */
  readonly bizKey?: string;
  /** The record's title; masked if the title field is masked. */
  readonly bizName?: string | null;
  /** Masked and redacted by the caller, which knows the fields. */
  readonly diff?: readonly FieldChange[];
  /** Body or query; secrets in it are redacted here. */
  readonly param?: unknown;
  readonly result?: unknown;
  /** Duration of one part of a batch call. Absent: the duration of the whole call. */
  readonly tookMs?: Ms;
  /** Message of a call that was denied or failed. */
  readonly error?: string;
}

export interface OperationLogDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
}

export const businessTypes: Readonly<Record<BusinessType, number>> = {
  other: 0,
  insert: 1,
  update: 2,
  delete: 3,
  grant: 4,
  export: 5,
  import: 6,
  forceOut: 7,
  clean: 9,
  reveal: 10,
};

/** The previous hash of the first row of a chain. */
const beginning = '0'.repeat(64);

/** With `transaction` the row is part of it; without one it gets its own. */
export async function recordOperation(
  deps: OperationLogDeps,
  entry: OperationEntry,
  transaction?: Transaction<Database>,
): Promise<void> {
  await recordOperations(deps, [entry], transaction);
}

/** All entries belong to one tenant. Call it late in a transaction: other writers wait from here until its end. */
export async function recordOperations(
  deps: OperationLogDeps,
  entries: readonly OperationEntry[],
  transaction?: Transaction<Database>,
): Promise<void> {
  const [firstEntry] = entries;
  if (!firstEntry) return;
  if (!transaction) {
    await transact(deps.database.db, (own) => recordOperations(deps, entries, own));
    return;
  }
  const { scope } = firstEntry.call.actor;
  const auditChain = await lockChain(deps, scope, transaction);
  let prevHash = auditChain.lastHash;
  const rows = entries.map((entry) => {
    const content = contentOf(entry, scope, deps.clock.now());
    const hash = hashOf(prevHash, content);
    const row = { ...content, prevHash, hash };
    prevHash = hash;
    return row;
  });
  // 23 columns per row: far below the parameter limit of one statement.
  for (let at = 0; at < rows.length; at += 200)
    await transaction
      .insertInto('operationLog')
      .values(rows.slice(at, at + 200))
      .execute();
  await transaction
    .updateTable('auditChain')
    .set({ lastHash: prevHash, entries: auditChain.entries + rows.length })
    .where('tenantId', '=', scope.tenantId)
    .execute();
}

type Content = Omit<Selectable<OperationLogTable>, 'id' | 'prevHash' | 'hash'>;

function contentOf(entry: OperationEntry, { tenantId }: TenantScope, now: EpochMs): Content {
  const { call } = entry;
  const { request, actor } = call;
  return {
    tenantId,
    title: logText(entry.title['zh-CN'], 200),
    businessType: businessTypes[entry.type],
    method: logText(request?.route ?? '', 300),
    requestMethod: logText(request?.method ?? '', 10),
    operName: logText(actor.username, 100),
    operUserId: actor.userId,
    deptId: actor.deptId,
    deptName: actor.deptName,
    operUrl: logText(request?.path ?? '', 500),
    operAddress: logText(call.address, 100),
    bizKey: entry.bizKey ?? null,
    bizName: entry.bizName == null ? null : logText(entry.bizName, 200),
    diff: entry.diff ? logText(JSON.stringify(entry.diff), 65_536) : null,
    operParam: entry.param === undefined ? null : redactedJson(entry.param),
    jsonResult: entry.result === undefined ? null : redactedJson(entry.result),
    status: entry.error === undefined ? '0' : '1',
    errorMsg: entry.error === undefined ? null : logText(entry.error, 2_000),
    operAt: now,
    // The clock can be set while the call runs; the column is a 32-bit integer.
    costMs: Math.min(
      Math.max(0, Math.round(entry.tookMs ?? (request ? now - request.startedAt : 0))),
      2_147_483_647,
    ),
    traceId: logText(call.traceId, 100),
  };
}

/** Hashes the values in the order of `contentOf`, which therefore must not change. */
function hashOf(prevHash: string, content: Content): string {
  return createHash('sha256')
    .update(prevHash)
    .update('\n')
    .update(JSON.stringify(Object.values(content)))
    .digest('hex');
}

async function lockChain(
  { database }: OperationLogDeps,
  { tenantId }: TenantScope,
  transaction: Transaction<Database>,
) {
  await transaction
    .insertInto('auditChain')
    .values({ tenantId, lastHash: beginning, entries: 0, purgedHash: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const auditChain = transaction.selectFrom('auditChain').selectAll().where('tenantId', '=', tenantId);
  // The embedded database has a single writer anyway.
  return (database.engine === 'postgres' ? auditChain.forUpdate() : auditChain).executeTakeFirstOrThrow();
}

export type AuditVerdict =
  | { readonly ok: true; readonly entries: number }
  | {
      readonly ok: false;
      /** First row whose hash does not match. Null: rows are missing at the end. */
      readonly operId: number | null;
      readonly because: 'content' | 'order' | 'end' | 'count';
    };

/** Reads the whole chain in batches. Operations may be recorded and removed meanwhile. */
export async function verifyAuditChain(
  { database: { db } }: OperationLogDeps,
  { tenantId }: TenantScope,
): Promise<AuditVerdict> {
  for (;;) {
    const { purgedHash } = await chainOf(db, tenantId);
    const verdict = await verifyFrom(db, tenantId, purgedHash);
    // Rows that were removed meanwhile are missing from what was read: it is read again.
    if (verdict.ok || (await chainOf(db, tenantId)).purgedHash === purgedHash) return verdict;
  }
}

async function chainOf(db: Db, tenantId: string) {
  const found = await db
    .selectFrom('auditChain')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return found ?? { lastHash: beginning, entries: 0, purgedHash: null };
}

async function verifyFrom(db: Db, tenantId: string, purgedHash: string | null): Promise<AuditVerdict> {
  let expected = purgedHash ?? beginning;
  let entries = 0;
  let lastId = 0;
  for (;;) {
    // Before the rows: what is recorded after it is among them, or among those that are read next.
    const end = await chainOf(db, tenantId);
    const rows = await db
      .selectFrom('operationLog')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(1_000)
      .execute();
    if (rows.length === 0) {
      if (expected !== end.lastHash) return { ok: false, operId: null, because: 'end' };
      if (entries !== end.entries) return { ok: false, operId: null, because: 'count' };
      return { ok: true, entries };
    }
    for (const { id, prevHash, hash, ...stored } of rows) {
      if (prevHash !== expected) return { ok: false, operId: id, because: 'order' };
      if (hashOf(prevHash, ordered(stored)) !== hash) return { ok: false, operId: id, because: 'content' };
      expected = hash;
      entries += 1;
      lastId = id;
    }
  }
}

/** The database returns columns in table order. */
const ordered = (row: Content): Content => ({
  tenantId: row.tenantId,
  title: row.title,
  businessType: row.businessType,
  method: row.method,
  requestMethod: row.requestMethod,
  operName: row.operName,
  operUserId: row.operUserId,
  deptId: row.deptId,
  deptName: row.deptName,
  operUrl: row.operUrl,
  operAddress: row.operAddress,
  bizKey: row.bizKey,
  bizName: row.bizName,
  diff: row.diff,
  operParam: row.operParam,
  jsonResult: row.jsonResult,
  status: row.status,
  errorMsg: row.errorMsg,
  operAt: row.operAt,
  costMs: row.costMs,
  traceId: row.traceId,
});

/**
 * Removes the rows before a moment, from the beginning of the chain only, and logs the removal. The remaining chain can
 * still be verified. Returns the number of removed rows.
 */
export async function cleanOperationLog(
  deps: OperationLogDeps,
  call: OperationCall,
  before: EpochMs,
  title: LocalText,
): Promise<number> {
  const { tenantId } = call.actor.scope;
  return transact(deps.database.db, async (transaction) => {
    const auditChain = await lockChain(deps, call.actor.scope, transaction);
    const own = () => transaction.selectFrom('operationLog').where('tenantId', '=', tenantId);
    // Times may not be in order when the clock was set back: stop at the first row that must be kept.
    const kept = await own()
      .select((build) => build.fn.min('id').as('id'))
      .where('operAt', '>=', before)
      .executeTakeFirst();
    const last = await own()
      .select(['id', 'hash'])
      .$if(Boolean(kept?.id), (query) => query.where('id', '<', kept!.id))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!last) return 0;
    const { numDeletedRows } = await transaction
      .deleteFrom('operationLog')
      .where('tenantId', '=', tenantId)
      .where('id', '<=', last.id)
      .executeTakeFirst();
    const removed = Number(numDeletedRows);
    await transaction
      .updateTable('auditChain')
      .set({ purgedHash: last.hash, entries: auditChain.entries - removed })
      .where('tenantId', '=', tenantId)
      .execute();
    await recordOperation(deps, { call, title, type: 'clean', result: { removed } }, transaction);
    return removed;
  });
}
