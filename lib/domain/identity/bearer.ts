/**
 * The bearer token that console pages send with each call: `ocb1.<kid>.<payload>.<mac>`, where payload is base64url of
 * JSON and mac is HMAC-SHA256 over everything before it. It names a session and is valid for 15 minutes. Each call also
 * checks the session's row, so ending a session invalidates its bearers.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { hasPassed } from '../../kernel/deadline.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { keyRing, type SecretKey } from '../crypto/secrets.ts';

export const bearerLifeMs: Ms = 15 * 60_000;
/** Tolerance for the clocks of other server processes. Pages renew a bearer that is refused. */
const clockSkewMs: Ms = 5_000;

const payloadSchema = z.strictObject({
  /** Distinguishes it from every other kind of token that this product signs. */
  typ: z.literal('oriel.console-bearer'),
  sid: z.string().regex(/^[0-9a-f]{32}$/),
  /** Epoch ms. */
  exp: z.number().int().nonnegative(),
});

type Payload = z.infer<typeof payloadSchema>;

/** Bearers that are verified again when more pages than this are open. */
const maxVerified = 2_000;

/** No padding, white space or other alphabet, so that a bearer has exactly one spelling. */
const pattern = /^ocb1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,256})\.([A-Za-z0-9_-]{43})$/;

export class Bearers {
  readonly #signerKid: string;
  readonly #ring: ReadonlyMap<string, KeyObject>;
  /** What verified bearers contain. A page sends the same one for a quarter of an hour. */
  readonly #verified = new Map<string, Payload>();

  constructor(keys: readonly SecretKey[]) {
    this.#ring = new Map([...keyRing(keys)].map(([kid, key]) => [kid, ownKey(key)]));
    this.#signerKid = keys[0]!.kid; // keyRing refuses an empty list
  }

  /** Expires with its session if that is sooner. */
  issue(sessionId: string, now: EpochMs, sessionEndsAt: EpochMs): { token: string; expiresAt: EpochMs } {
    const expiresAt = Math.min(now + bearerLifeMs, sessionEndsAt);
    const payload = { typ: 'oriel.console-bearer', sid: sessionId, exp: expiresAt };
    const signed = `ocb1.${this.#signerKid}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
    return { token: `${signed}.${mac(this.#ring.get(this.#signerKid)!, signed)}`, expiresAt };
  }

  /** The session it names. Null for a token that is foreign, altered or expired. */
  sessionOf(text: string, now: EpochMs): string | null {
    const payload = this.#verified.get(text) ?? this.#verify(text);
    if (!payload) return null;
    if (!hasPassed(payload.exp, now, bearerLifeMs, clockSkewMs)) return payload.sid;
    this.#verified.delete(text);
    return null;
  }

  #verify(text: string): Payload | null {
    const parts = text.length <= 512 ? pattern.exec(text) : null;
    if (!parts) return null;
    const [, kid = '', encoded = '', given = ''] = parts;
    const key = this.#ring.get(kid);
    if (!key) return null;
    const expected = mac(key, `ocb1.${kid}.${encoded}`);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return null;
    const bytes = Buffer.from(encoded, 'base64url');
    // Unused bits at the end would allow several spellings of one bearer.
    if (bytes.toString('base64url') !== encoded) return null;
    const payload = payloadSchema.safeParse(JSON.parse(bytes.toString('utf8')));
    if (!payload.success) return null;
    // The first is the one that was verified first.
    if (this.#verified.size >= maxVerified) this.#verified.delete(this.#verified.keys().next().value!);
    this.#verified.set(text, payload.data);
    return payload.data;
  }
}

/** The configured key also encrypts cookies and authenticates submissions: derive a separate key per use. */
const ownKey = (key: Uint8Array): KeyObject =>
  createSecretKey(createHmac('sha256', key).update('oriel.console-bearer').digest());

const mac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('base64url');
