/**
 * What all tickets have in common: `<prefix>.<kid>.<payload>.<mac>`, where payload is base64url of JSON and mac is
 * HMAC-SHA256 over everything before it. A ticket contains no secret. Its kind is in the prefix and in the payload, so
 * that a ticket of one kind is never valid as another.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { keyRing, type SecretKey } from '../crypto/secrets.ts';

/** Tolerance for the clocks of other server processes. A ticket issued further in the future is rejected. */
const clockSkewMs: Ms = 5_000;

/** `malformed` includes a wrong signature: a caller must not learn which part was wrong. */
export type TicketFault = 'malformed' | 'expired';

/** When a ticket was issued, and from when on it is rejected. Epoch ms. */
export interface TicketTimes {
  readonly iat: EpochMs;
  readonly exp: EpochMs;
}

export interface TicketKind<Payload extends TicketTimes> {
  /** Lower-case letters and digits. */
  readonly prefix: string;
  readonly payload: z.ZodType<Payload>;
  /** No ticket of this kind is issued for longer. */
  readonly maxLifeMs: Ms;
}

export class TicketSigner<Payload extends TicketTimes> {
  readonly #kind: TicketKind<Payload>;
  readonly #signer: SecretKey;
  readonly #ring: ReadonlyMap<string, Uint8Array>;
  readonly #pattern: RegExp;

  constructor(kind: TicketKind<Payload>, keys: readonly SecretKey[]) {
    this.#kind = kind;
    this.#ring = keyRing(keys);
    this.#signer = keys[0]!; // keyRing refuses an empty list
    // No padding, white space or other alphabet, so that a ticket has exactly one spelling.
    this.#pattern = new RegExp(
      `^${kind.prefix}\\.([A-Za-z0-9_-]{1,32})\\.([A-Za-z0-9_-]{1,1024})\\.([A-Za-z0-9_-]{43})$`,
    );
  }

  sign(payload: Payload): string {
    const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const signed = `${this.#kind.prefix}.${this.#signer.kid}.${encoded}`;
    return `${signed}.${mac(this.#signer.key, signed)}`;
  }

  /** Checks spelling, signature, kind and time, in this order. Says nothing about single use. */
  verify(text: string, now: EpochMs): Result<Payload, TicketFault> {
    const parts = text.length <= 2048 ? this.#pattern.exec(text) : null;
    if (!parts) return err('malformed');
    const [, kid = '', encoded = '', given = ''] = parts;
    const key = this.#ring.get(kid);
    if (!key) return err('malformed');
    // Compares the texts, not the bytes they decode to: a second spelling of one signature must fail.
    const expected = mac(key, `${this.#kind.prefix}.${kid}.${encoded}`);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return err('malformed');
    const ticket = this.#parse(encoded);
    if (!ticket || ticket.exp - ticket.iat > this.#kind.maxLifeMs) return err('malformed');
    if (now >= ticket.exp || ticket.iat > now + clockSkewMs) return err('expired');
    return ok(ticket);
  }

  /** Null for a payload of another kind: a key that is also used elsewhere must not open a camera. */
  #parse(encoded: string): Payload | null {
    try {
      const parsed = this.#kind.payload.safeParse(
        JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')),
      );
      return parsed.success ? parsed.data : null;
    } catch {
      return null; // signed with our key, but not JSON: another kind of token
    }
  }
}

function mac(key: Uint8Array, signed: string): string {
  return createHmac('sha256', key).update(signed, 'ascii').digest('base64url');
}
