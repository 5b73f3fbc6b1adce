/**
 * What pages and `proxy.ts` need from the server they run in. Next bundles them separately, so the two share no module:
 * the server stores this on the global object when it starts. Without a server (while Next builds) it is absent, and
 * nobody is signed in.
 */
import type { Brand } from '../contracts/brand.ts';
import type { SecretKey } from '../domain/crypto/secrets.ts';
import type { Locale } from '../i18n/translate.ts';

export interface SessionGate {
  /** Base of the API for pages: a path of ours, or the URL of another backend. */
  readonly apiBase: string;
  /** For next-auth; the first encrypts new cookies, all of them decrypt. */
  readonly cookieSecrets: readonly string[];
  /** True when the session with this cookie secret is open. */
  isOpen(sid: string): Promise<boolean>;
  /** Languages that the setting `site.locales` allows. */
  offeredLocales(): Promise<readonly Locale[]>;
  /** Of the organisation with this code; of the operator's for null, and for a code that no organisation has. */
  brand(organisation: string | null): Promise<Brand>;
  /** The setting `site.gallery`: whether the page of templates is for everybody. */
  isGalleryPublic(): Promise<boolean>;
  /** The setting `site.sharePictures`, if pictures can be made: whether pages of share links name one for previews. */
  hasSharePictures(): Promise<boolean>;
}

/** With the prefix, browsers accept it only from this host and only over https. */
export const cookieName = (isSecure: boolean) => (isSecure ? '__Host-oriel_sid' : 'oriel_sid');

/** next-auth requires text. */
export const cookieSecret = ({ key }: SecretKey) => Buffer.from(key).toString('base64url');

/** The session's secret in the cookie's token. */
export const sidPattern = /^[A-Za-z0-9_-]{43}$/;

const place = Symbol.for('oriel.sessionGate');
type Holder = { [place]?: SessionGate };

export function openSessionGate(gate: SessionGate): void {
  (globalThis as Holder)[place] = gate;
}

/** Null: no server runs in this process. */
export function sessionGate(): SessionGate | null {
  return (globalThis as Holder)[place] ?? null;
}
