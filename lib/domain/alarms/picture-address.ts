/**
 * The signature in the address of an alarm's picture, which webhooks receive. It permits one picture of one alarm, for an
 * hour, and as long as the webhook is enabled. Start reading at `PictureAddresses`.
 */
import { z } from 'zod';
import type { Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { type TicketFault, TicketSigner } from '../access/signed-ticket.ts';
import type { SecretKey } from '../crypto/secrets.ts';

/** Each attempt to send an alarm has a new address. */
export const pictureAddressLifeMs: Ms = 60 * 60_000;

const time = z.number().int().nonnegative();
const id = z.string().min(1).max(64);
const payloadSchema = z.strictObject({
  typ: z.literal('oriel.alarm-picture'),
  aud: z.literal('alarm-picture'),
  tenantId: id,
  webhookId: id,
  alarmId: id,
  iat: time,
  exp: time,
});
type PictureAddress = z.infer<typeof payloadSchema>;

/** Which picture, and for which webhook. */
export type PictureSubject = Pick<PictureAddress, 'tenantId' | 'webhookId' | 'alarmId'>;

export class PictureAddresses {
  readonly #signer: TicketSigner<PictureAddress>;

  constructor(keys: readonly SecretKey[]) {
    const kind = { prefix: 'oap1', payload: payloadSchema, maxLifeMs: pictureAddressLifeMs };
    this.#signer = new TicketSigner(kind, keys);
  }

  issue({ tenantId, webhookId, alarmId }: PictureSubject, now: EpochMs): string {
    return this.#signer.sign({
      ...({ typ: 'oriel.alarm-picture', aud: 'alarm-picture' } as const),
      ...{ tenantId, webhookId, alarmId, iat: now, exp: now + pictureAddressLifeMs },
    });
  }

  verify(text: string, now: EpochMs): Result<PictureSubject, TicketFault> {
    return this.#signer.verify(text, now);
  }
}
