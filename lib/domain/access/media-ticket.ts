/**
 * The media ticket: what a viewer presents to start one live stream. It is valid for a minute and can be used once.
 * Start reading at `MediaTickets`.
 */
import { z } from 'zod';
import type { Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { type Entropy, newSecret } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { type TicketFault, TicketSigner } from './signed-ticket.ts';

/** How long after it was issued a ticket can start a stream. */
export const ticketLifeMs: Ms = 60_000;

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

export class MediaTickets {
  readonly #signer: TicketSigner<MediaTicket>;
  readonly #entropy: Entropy;

  constructor(keys: readonly SecretKey[], entropy: Entropy) {
    this.#signer = new TicketSigner(
      { prefix: 'omt1', payload: payloadSchema, maxLifeMs: ticketLifeMs },
      keys,
    );
    this.#entropy = entropy;
  }

  issue(subject: TicketSubject, now: EpochMs): string {
    return this.#signer.sign({
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
    });
  }

  verify(text: string, now: EpochMs): Result<MediaTicket, TicketFault> {
    return this.#signer.verify(text, now);
  }
}
