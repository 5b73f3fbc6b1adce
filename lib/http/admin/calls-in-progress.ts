/**
 * Who has changes that are still running. A long transaction of the embedded database keeps all other statements waiting,
 * also those that check the caller who asks how far it is.
 */
import type { Actor } from '../../domain/identity/actor.ts';
import type { SessionService } from '../../domain/identity/session.service.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

/** A database that is not kept waiting responds sooner. */
const patienceMs: Ms = 200;

export function callsInProgress(
  sessions: Pick<SessionService, 'authenticate' | 'sessionOf'>,
  clock: Pick<Clock, 'after'>,
) {
  /** By session; the newest is the last. */
  const actors = new Map<string, Actor[]>();

  return {
    async during<T>(actor: Actor | undefined, run: () => Promise<T>): Promise<T> {
      if (!actor) return run();
      const { sessionId } = actor;
      actors.set(sessionId, [...(actors.get(sessionId) ?? []), actor]);
      try {
        return await run();
      } finally {
        const left = actors.get(sessionId)!.filter((each) => each !== actor);
        if (left.length > 0) actors.set(sessionId, left);
        else actors.delete(sessionId);
      }
    },

    /** As `authenticate`, or from a running change of the same session while the database does not respond. */
    async callerOf(bearer: string): Promise<Actor> {
      const asked = sessions.authenticate(bearer);
      const sessionId = sessions.sessionOf(bearer);
      if (sessionId === null || !actors.has(sessionId)) return asked;
      let cancel = () => {};
      const late = new Promise<null>((resolve) => {
        cancel = clock.after(patienceMs, () => resolve(null));
      });
      try {
        // The change may have ended meanwhile: then the database responds.
        return (await Promise.race([asked, late])) ?? actors.get(sessionId)?.at(-1) ?? (await asked);
      } finally {
        cancel();
        asked.catch(() => {}); // Not waited for.
      }
    },
  };
}
