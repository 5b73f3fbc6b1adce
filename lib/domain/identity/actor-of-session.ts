import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Actor } from './actor.ts';
import { actorLoader } from './load-actor.ts';
import { sessionRepository } from './session.repository.ts';

/** Whose session it is, with the rights of now. Null: it is over. */
export type ActorOfSession = (sessionId: string) => Promise<Actor | null>;

/** For what goes on without being asked for again: the rights of now, of whoever began it. Nothing is written. */
export function actorOfSession(db: Db, clock: Clock): ActorOfSession {
  const rows = sessionRepository(db);
  const loadActor = actorLoader(db);
  return async (sessionId) => {
    const row = await rows.find(sessionId);
    const isOpen =
      row &&
      row.revokedAt === null &&
      clock.now() < row.expiresAt &&
      row.status === '0' &&
      row.tenantEnabled === 1;
    return isOpen ? loadActor(row) : null;
  };
}
