/**
 * The media ticket: what a viewer presents to start one stream. `omt1.<kid>.<payload>.<mac>`, where payload is
 * base64url of JSON and mac is HMAC-SHA256 over everything before it. It contains no secret, is valid for a minute and
 * can be used once. Start reading at `MediaTickets`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { type Entropy, newSecret } from '../crypto/entropy.ts';
import { keyRing, type SecretKey } from '../crypto/secrets.ts';

/** How long after it was issued a ticket can start a stream. */
export const ticketLifeMs: Ms = 60_000;

/** Tolerance for the clocks of other server processes. A ticket issued further in the future is rejected. */
const clockSkewMs: Ms = 5_000;

const payloadSchema = z.strictObject({
  /** Distinguishes it from every other kind of token that this product signs. */
  typ: z.literal('oriel.media-ticket'),
  /** The endpoint at which it is valid. */
  aud: z.literal('live'),
  jti: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  grantId: z.string().min(1).max(64),
  tenantId: z.string().min(1).max(64),
  deviceSerial: z.string().min(1).max(64),
  channelNo: z.number().int().min(1).max(256),
  profile: z.enum(['main', 'sub']),
  /** Epoch ms. */
  iat: z.number().int().nonnegative(),
  exp: z.number().int().nonnegative(),
});
export type MediaTicket = z.infer<typeof payloadSchema>;

/** What a ticket is made for. */
export type TicketSubject = Pick<
  MediaTicket,
  'grantId' | 'tenantId' | 'deviceSerial' | 'channelNo' | 'profile'
>;

/** `malformed` includes a wrong signature: a caller must not learn which part was wrong. */
export type TicketFault = 'malformed' | 'expired';

/** No padding, white space or other alphabet, so that a ticket has exactly one spelling. */
const ticketPattern = /^omt1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,1024})\.([A-Za-z0-9_-]{43})$/;

export class MediaTickets {
  readonly #signer: SecretKey;
  readonly #ring: ReadonlyMap<string, Uint8Array>;
  readonly #entropy: Entropy;

  constructor(keys: readonly SecretKey[], entropy: Entropy) {
    this.#ring = keyRing(keys);
    this.#signer = keys[0]!; // keyRing refuses an empty list
    this.#entropy = entropy;
  }

  issue(subject: TicketSubject, now: EpochMs): string {
    const payload: MediaTicket = {
      typ: 'oriel.media-ticket',
      aud: 'live',
      jti: newSecret(this.#entropy),
      grantId: subject.grantId,
      tenantId: subject.tenantId,
      deviceSerial: subject.deviceSerial,
      channelNo: subject.channelNo,
      profile: subject.profile,
      iat: now,
      exp: now + ticketLifeMs,
    };
    const signed = `omt1.${this.#signer.kid}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
    return `${signed}.${mac(this.#signer.key, signed)}`;
  }

  /** Checks spelling, signature, kind and time, in this order. Says nothing about single use. */
  verify(text: string, now: EpochMs): Result<MediaTicket, TicketFault> {
    const parts = text.length <= 2048 ? ticketPattern.exec(text) : null;
    if (!parts) return err('malformed');
    const [, kid = '', encoded = '', given = ''] = parts;
    const key = this.#ring.get(kid);
    if (!key) return err('malformed');
    // Compares the texts, not the bytes they decode to: a second spelling of one signature must fail.
    const expected = mac(key, `omt1.${kid}.${encoded}`);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return err('malformed');
    const ticket = parsePayload(encoded);
    if (!ticket || ticket.exp - ticket.iat > ticketLifeMs) return err('malformed');
    if (now >= ticket.exp || ticket.iat > now + clockSkewMs) return err('expired');
    return ok(ticket);
  }
}

function mac(key: Uint8Array, signed: string): string {
  return createHmac('sha256', key).update(signed, 'ascii').digest('base64url');
}

/** Null for a payload that our signer did not write: a key that is also used elsewhere must not open a camera. */
function parsePayload(encoded: string): MediaTicket | null {
  try {
    const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // signed with our key, but not JSON: another kind of token
  }
}
