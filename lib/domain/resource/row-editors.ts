/**
 * Windows that have the form of a row open, in the database: several processes know of the same ones. A window shows
 * one form of a row at a time, so of both there is one entry.
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

/** Which row, by its definition's key and its id, and where: one of the session's windows. */
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
  /** In other windows, of sessions that still are, who began first; a person once. */
  others(actor: Actor, row: RowWindow): Promise<readonly OtherEditor[]>;
  /** Throws 429. */
  enter(actor: Actor, row: RowWindow): Promise<void>;
  /** Throws 429. */
  leave(actor: Actor, row: RowWindow): Promise<void>;
  forgetEnded(): Promise<void>;
}

/** Said again sooner than this, it is not written down again. */
const seenEveryMs: Ms = 10_000;
/** Forms that a session has open; then the one that was not heard of for longest gives way. */
const maxRows = 30;
/** Each write counts. A person opens and closes forms by hand. */
const writes: FailureLimit = { kind: 'write', maxFailures: 120, windowMs: 60_000 };
/** People that are named. */
const maxNamed = 20;

const tooOften: LocalText = {
  'zh-CN': '操作过于频繁，请稍后再试',
  'en-US': 'Too many requests. Try again later.',
};

const known = new WeakMap<object, RowEditors>();

/** One for all resources of a database: a session is held back as a whole. */
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

  /** Whether the row is among them and fresh; makes room for it if it is not. */
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
          // Whoever signed out, or was kicked, has no form any more.
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
      // Whoever comes back after a while begins anew.
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
