/** Tickets for one camera that are valid for a minute and can be used once: of live streams and of talk. */
import { z } from 'zod';
import type { Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { type Entropy, newSecret } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { type TicketFault, TicketSigner, type TicketTimes } from './signed-ticket.ts';

/** How long after it was issued a ticket can be used. */
export const oneTimeLifeMs: Ms = 60_000;

const text = z.string().min(1).max(64);
const time = z.number().int().nonnegative();

/** Fields that all of them have. */
export const oneTimeFields = {
  jti: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  grantId: text,
  tenantId: text,
  deviceSerial: text,
  channelNo: z.number().int().min(1).max(256),
  iat: time,
  exp: time,
} as const;

interface OneTimeTicket extends TicketTimes {
  /** Distinguishes it from every other kind of token that this product signs. */
  readonly typ: string;
  /** The endpoint at which it is valid. */
  readonly aud: string;
  readonly jti: string;
}

export interface IssuedTicket {
  readonly ticket: string;
  readonly jti: string;
  readonly expiresAt: EpochMs;
}

export class OneTimeTickets<Ticket extends OneTimeTicket> {
  readonly #kind: Pick<Ticket, 'typ' | 'aud'>;
  readonly #signer: TicketSigner<Ticket>;
  readonly #entropy: Entropy;

  constructor(
    kind: { readonly prefix: string; readonly payload: z.ZodType<Ticket> } & Pick<Ticket, 'typ' | 'aud'>,
    keys: readonly SecretKey[],
    entropy: Entropy,
  ) {
    const { prefix, payload, typ, aud } = kind;
    this.#kind = { typ, aud };
    this.#signer = new TicketSigner({ prefix, payload, maxLifeMs: oneTimeLifeMs }, keys);
    this.#entropy = entropy;
  }

  /** `until`: when its grant expires. */
  issue(subject: Omit<Ticket, keyof OneTimeTicket>, now: EpochMs, until: EpochMs): IssuedTicket {
    const jti = newSecret(this.#entropy);
    const expiresAt = Math.min(until, now + oneTimeLifeMs);
    const given = { ...this.#kind, jti, ...subject, iat: now, exp: expiresAt };
    // TypeScript does not know that a generic type is made of these parts.
    return { ticket: this.#signer.sign(given as unknown as Ticket), jti, expiresAt };
  }

  verify(given: string, now: EpochMs): Result<Ticket, TicketFault> {
    return this.#signer.verify(given, now);
  }
}
