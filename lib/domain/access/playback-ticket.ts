/**
 * The playback ticket: what a viewer presents with each request for recorded media. It permits one channel, one store
 * and one range of time, and can be used until it expires, because a playback makes many requests. Start reading at
 * `PlaybackTickets`.
 */
import { z } from 'zod';
import type { Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { type TicketFault, TicketSigner } from './signed-ticket.ts';

/** A day of playback at most; its grant may end earlier, which is checked with each request. */
const playbackTicketLifeMs: Ms = 24 * 60 * 60_000;

const time = z.number().int().nonnegative();

/** What may be played, and by whose grant. */
export const playbackSubject = {
  grantId: z.string().min(1).max(64),
  tenantId: z.string().min(1).max(64),
  deviceSerial: z.string().min(1).max(64),
  channelNo: z.number().int().min(1).max(256),
  /** A channel that is removed and added again is another one. */
  channelId: z.string().min(1).max(64),
  store: z.enum(['cloud', 'device']),
  /** Epoch ms; `toMs` is exclusive. */
  fromMs: time,
  toMs: time,
} as const;

const payloadSchema = z.strictObject({
  typ: z.literal('oriel.playback-ticket'),
  aud: z.literal('vod'),
  ...playbackSubject,
  iat: time,
  exp: time,
});
export type PlaybackTicket = z.infer<typeof payloadSchema>;

/** What a ticket is made for. */
export type PlaybackSubject = Omit<PlaybackTicket, 'typ' | 'aud' | 'iat' | 'exp'>;

export class PlaybackTickets {
  readonly #signer: TicketSigner<PlaybackTicket>;

  constructor(keys: readonly SecretKey[]) {
    this.#signer = new TicketSigner(
      { prefix: 'opt1', payload: payloadSchema, maxLifeMs: playbackTicketLifeMs },
      keys,
    );
  }

  /** `until`: when its grant expires. */
  issue(subject: PlaybackSubject, now: EpochMs, until: EpochMs): string {
    return this.#signer.sign({
      typ: 'oriel.playback-ticket',
      aud: 'vod',
      ...subject,
      iat: now,
      exp: Math.min(until, now + playbackTicketLifeMs),
    });
  }

  verify(text: string, now: EpochMs): Result<PlaybackTicket, TicketFault> {
    return this.#signer.verify(text, now);
  }
}
