/** The talk ticket: what a viewer presents to talk to cameras. The other cameras of a broadcast are stored under its `jti`. */
import { z } from 'zod';
import type { Entropy } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { OneTimeTickets, oneTimeFields } from './one-time-tickets.ts';

const payload = z.strictObject({
  typ: z.literal('oriel.talk-ticket'),
  aud: z.literal('talk'),
  ...oneTimeFields,
  /** The ticket is for a broadcast. */
  hasOthers: z.boolean(),
  /** Of the viewer, for the log. */
  clientAddress: z.string().max(64),
});
export type TalkTicket = z.infer<typeof payload>;

export class TalkTickets extends OneTimeTickets<TalkTicket> {
  constructor(keys: readonly SecretKey[], entropy: Entropy) {
    super({ prefix: 'ott1', payload, typ: 'oriel.talk-ticket', aud: 'talk' }, keys, entropy);
  }
}
