/**
 * What pages and `proxy.ts` may know of the server they run in. Next bundles them apart from the server, so the two
 * share no module: the server puts this on the global object when it starts. Without a server (while Next builds)
 * there is none, and nobody is signed in.
 */
import type { SecretKey } from '../domain/crypto/secrets.ts';

export interface SessionGate {
  /** Where pages send their calls: a path of ours, or the address of another backend. */
  readonly apiBase: string;
  /** For next-auth; the first makes new cookies, all of them are read. */
  readonly cookieSecrets: readonly string[];
  /** Whether the session of a cookie's secret still opens anything. */
  isOpen(sid: string): Promise<boolean>;
}

/** The prefix makes browsers refuse it from anybody but this very host; they keep it to https. */
export const cookieName = (isSecure: boolean) => (isSecure ? '__Host-oriel_sid' : 'oriel_sid');

/** next-auth takes text. */
export const cookieSecret = ({ key }: SecretKey) => Buffer.from(key).toString('base64url');

/** What a cookie's token names the session by. */
export const sidPattern = /^[A-Za-z0-9_-]{43}$/;

const place = Symbol.for('oriel.sessionGate');
type Holder = { [place]?: SessionGate };

export function openSessionGate(gate: SessionGate): void {
  (globalThis as Holder)[place] = gate;
}

/** Null: no server runs here. */
export function sessionGate(): SessionGate | null {
  return (globalThis as Holder)[place] ?? null;
}
