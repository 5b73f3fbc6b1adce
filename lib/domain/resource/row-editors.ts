/**
 * Windows that have the form of a row open, stored in the database for all processes. A window shows one form of a row
 * at a time, so there is one entry per window and row.
 */
import { sql } from 'kysely';
import { adminCodes } from '../../contracts/admin/admin-codes.ts';
import { editingEndsMs } from '../../contracts/admin/editing.ts';
import type { RowId } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { AdminError } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { ResourceDeps } from './resource-deps.ts';

/** The row, by definition key and id, and the window within the session. */
export interface RowWindow {
  readonly resource: string;
  readonly id: RowId;
  readonly windowId: string;
}

export interface OtherEditor {
  readonly userId: number;
  readonly displayName: string;
  readonly since: EpochMs;
}

export interface RowEditors {
  /** Users in other windows of open sessions, in order of start; each user once. */
  others(actor: Actor, row: RowWindow): Promise<readonly OtherEditor[]>;
  /** Throws 429. */
  enter(actor: Actor, row: RowWindow): Promise<void>;
  /** Throws 429. */
  leave(actor: Actor, row: RowWindow): Promise<void>;
  forgetEnded(): Promise<void>;
}

/** Repeated calls within this time are not written. */
const seenEveryMs: Ms = 10_000;
/** Maximum number of entries per session; then the one that was refreshed longest ago is removed. */
const maxRows = 30;
/** Each write counts. A user opens and closes forms by hand. */
const writes: FailureLimit = { kind: 'write', maxFailures: 120, windowMs: 60_000 };
/** Maximum number of users listed. */
const maxNamed = 20;

const tooOften: LocalText = {
  'zh-CN': '操作过于频繁，请稍后再试',
  'en-US': 'Too many requests. Try again later.',
};

const known = new WeakMap<object, RowEditors>();

/** A single instance for all resources of a database: the rate limit applies to the whole session. */
export function rowEditors(deps: Pick<ResourceDeps, 'database' | 'clock'>): RowEditors {
  const editors = known.get(deps.database) ?? createRowEditors(deps);
  known.set(deps.database, editors);
  return editors;
}

function createRowEditors({ database: { db }, clock }: Pick<ResourceDeps, 'database' | 'clock'>): RowEditors {
  const limiter = new MemoryFailureLimiter(clock);

  function countWrite({ sessionId }: Actor): void {
    if (limiter.count([[writes, sessionId]]) > 0) throw new AdminError(adminCodes.tooMany, tooOften);
  }

  /** The caller's own entry. */
  const keyOf = ({ sessionId }: Actor, { resource, id, windowId }: RowWindow) => ({
    sessionId,
    resource,
    rowId: String(id),
    windowId,
  });

  /** True when the row has a fresh entry; otherwise makes room for one. */
  async function isFreshAmong(actor: Actor, row: RowWindow, now: EpochMs): Promise<boolean> {
    const own = await db
      .selectFrom('rowEditor')
      .select(['sessionId', 'resource', 'rowId', 'windowId', 'lastSeenAt'])
      .where('sessionId', '=', actor.sessionId)
      .orderBy('lastSeenAt')
      .execute();
    const { resource, rowId, windowId } = keyOf(actor, row);
    const entry = own.find(
      (each) => each.resource === resource && each.rowId === rowId && each.windowId === windowId,
    );
    if (entry) return now - entry.lastSeenAt < seenEveryMs;
    const [oldest] = own;
    if (oldest && own.length >= maxRows) {
      const { lastSeenAt: _seen, ...key } = oldest;
      await remove(key);
    }
    return false;
  }

  const remove = (key: ReturnType<typeof keyOf>) =>
    db
      .deleteFrom('rowEditor')
      .where((build) => build.and(key))
      .execute();

  return {
    async others(actor, row) {
      const now = clock.now();
      const { sessionId, resource, rowId, windowId } = keyOf(actor, row);
      return (
        db
          .selectFrom('rowEditor')
          .innerJoin('session', 'session.id', 'rowEditor.sessionId')
          .innerJoin('user', 'user.id', 'session.userId')
          .select(({ fn }) => [
            'session.userId',
            'user.displayName',
            fn.min<EpochMs>('rowEditor.since').as('since'),
          ])
          .where('rowEditor.tenantId', '=', actor.scope.tenantId)
          .where('rowEditor.resource', '=', resource)
          .where('rowEditor.rowId', '=', rowId)
          .where('rowEditor.lastSeenAt', '>', now - editingEndsMs)
          .where(({ not, and, eb }) =>
            not(and([eb('rowEditor.sessionId', '=', sessionId), eb('rowEditor.windowId', '=', windowId)])),
          )
          // Excludes sessions that were signed out or ended.
          .where('session.revokedAt', 'is', null)
          .where('session.expiresAt', '>', now)
          .where('user.status', '=', '0')
          .groupBy(['session.userId', 'user.displayName'])
          .orderBy('since')
          .orderBy('session.userId')
          .limit(maxNamed)
          .execute()
      );
    },

    async enter(actor, row) {
      const now = clock.now();
      if (await isFreshAmong(actor, row, now)) return;
      countWrite(actor);
      // After an interruption the start time is set again.
      const kept = sql<EpochMs>`case when ${sql.ref('rowEditor.lastSeenAt')} > ${now - editingEndsMs}
        then ${sql.ref('rowEditor.since')} else ${sql.ref('excluded.since')} end`;
      await db
        .insertInto('rowEditor')
        .values({ tenantId: actor.scope.tenantId, ...keyOf(actor, row), since: now, lastSeenAt: now })
        .onConflict((found) =>
          found
            .columns(['sessionId', 'resource', 'rowId', 'windowId'])
            .doUpdateSet({ since: kept, lastSeenAt: now }),
        )
        .execute();
    },

    async leave(actor, row) {
      countWrite(actor);
      await remove(keyOf(actor, row));
    },

    async forgetEnded() {
      await db
        .deleteFrom('rowEditor')
        .where('lastSeenAt', '<=', clock.now() - editingEndsMs)
        .execute();
    },
  };
}
