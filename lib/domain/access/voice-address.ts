/**
 * The signature in the address of a voice message, under which viewers listen to it. It permits one message, for some
 * hours, as long as the grant of the viewer is valid. Start reading at `VoiceAddresses`.
 */
import { z } from 'zod';
import type { Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { type TicketFault, TicketSigner } from './signed-ticket.ts';

/** A page shows its list for a while before the viewer sends a message of it. */
const voiceAddressLifeMs: Ms = 12 * 60 * 60_000;

const time = z.number().int().nonnegative();
const id = z.string().min(1).max(64);
const payloadSchema = z.strictObject({
  typ: z.literal('oriel.voice-address'),
  aud: z.literal('voice'),
  tenantId: id,
  grantId: id,
  voiceId: id,
  iat: time,
  exp: time,
});

/** Which message, and for whom. */
export type VoiceSubject = Pick<z.infer<typeof payloadSchema>, 'tenantId' | 'grantId' | 'voiceId'>;

export class VoiceAddresses {
  readonly #signer: TicketSigner<z.infer<typeof payloadSchema>>;

  constructor(keys: readonly SecretKey[]) {
    const kind = { prefix: 'ova1', payload: payloadSchema, maxLifeMs: voiceAddressLifeMs };
    this.#signer = new TicketSigner(kind, keys);
  }

  issue({ tenantId, grantId, voiceId }: VoiceSubject, now: EpochMs): string {
    return this.#signer.sign({
      ...({ typ: 'oriel.voice-address', aud: 'voice' } as const),
      ...{ tenantId, grantId, voiceId, iat: now, exp: now + voiceAddressLifeMs },
    });
  }

  verify(text: string, now: EpochMs): Result<VoiceSubject, TicketFault> {
    return this.#signer.verify(text, now);
  }
}
