import type { Session } from '../../app/_console/session/session.ts';

/** A session with the members that a test uses. No other object is a `Session`, since the class has private members. */
export function partialSession(members: { readonly [Name in keyof Session]?: unknown }): Session {
  return members as unknown as Session;
}
