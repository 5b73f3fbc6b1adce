/** A user's own open sessions: list and end them. */
import { transact } from '../../db/transact.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type OperationLogDeps, recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { notFound } from '../errors/admin-error.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import { endSessions, sessionRepository } from '../identity/session.repository.ts';
import { isIdle } from '../identity/session.service.ts';
import { describeBrowser } from '../identity/user-agent.ts';

export interface OwnSession {
  readonly id: string;
  readonly address: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  readonly isRemembered: boolean;
  readonly isCurrent: boolean;
  readonly createdAt: EpochMs;
  readonly lastSeenAt: EpochMs;
  readonly expiresAt: EpochMs;
}

export interface OwnSessions {
  list(actor: Actor): Promise<readonly OwnSession[]>;
  /** Throws 404 when it has ended or belongs to another user. */
  end(call: CallContext, sessionId: string): Promise<void>;
}

export function ownSessions({ database, clock }: OperationLogDeps): OwnSessions {
  const { db, changes } = database;
  const rows = sessionRepository(db);
  return {
    async list(actor) {
      const now = clock.now();
      const open = await rows.openOf(actor.scope, actor.userId, now);
      return open
        .filter((row) => !isIdle(row, now))
        .map(({ userAgent, isRemembered, ...row }) => ({
          ...row,
          ...describeBrowser(userAgent),
          isRemembered: isRemembered === 1,
          isCurrent: row.id === actor.sessionId,
        }));
    },

    async end(call, sessionId) {
      const { actor } = call;
      const open = await rows.openOf(actor.scope, actor.userId, clock.now());
      if (!open.some(({ id }) => id === sessionId)) throw notFound();
      await transact(db, async (transaction) => {
        const within = { transaction, changes };
        await endSessions(within, actor.scope, { ids: [sessionId] }, 'kicked', clock.now());
        await recordOperation(
          { database, clock },
          {
            call,
            title: operationTitles.ownSession,
            type: 'forceOut',
            bizKey: `monitor.online:${sessionId}`,
            bizName: actor.username,
          },
          transaction,
        );
      });
    },
  };
}
