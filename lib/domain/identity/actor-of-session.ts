import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasPassed } from '../../kernel/deadline.ts';
import type { Actor } from './actor.ts';
import { actorLoader } from './load-actor.ts';
import { sessionRepository } from './session.repository.ts';
import { sessionLifeMs } from './session.service.ts';

/** The user of a session with current permissions. Null: the session has ended. */
export type ActorOfSession = (sessionId: string) => Promise<Actor | null>;

/** For work that continues without further calls, such as open streams. Writes nothing. */
export function actorOfSession(db: Db, clock: Clock): ActorOfSession {
  const rows = sessionRepository(db);
  const loadActor = actorLoader(db);
  return async (sessionId) => {
    const row = await rows.find(sessionId);
    const isOpen =
      row &&
      row.revokedAt === null &&
      !hasPassed(row.expiresAt, clock.now(), sessionLifeMs) &&
      row.status === '0' &&
      row.tenantEnabled === 1;
    return isOpen ? loadActor(row) : null;
  };
}
