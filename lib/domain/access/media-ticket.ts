/** The media ticket: what a viewer presents to start one live stream. */
import { z } from 'zod';
import type { Entropy } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { OneTimeTickets, oneTimeFields } from './one-time-tickets.ts';

const payload = z.strictObject({
  typ: z.literal('oriel.media-ticket'),
  aud: z.literal('live'),
  ...oneTimeFields,
  profile: z.enum(['main', 'sub']),
});
export type MediaTicket = z.infer<typeof payload>;

export class MediaTickets extends OneTimeTickets<MediaTicket> {
  constructor(keys: readonly SecretKey[], entropy: Entropy) {
    super({ prefix: 'omt1', payload, typ: 'oriel.media-ticket', aud: 'live' }, keys, entropy);
  }
}
