import type { Session } from '../../app/_console/session/session.ts';

/** A `Session` with the given members only. Needs a cast, since the class has private members. */
export function partialSession(members: { readonly [Name in keyof Session]?: unknown }): Session {
  return members as unknown as Session;
}
