/**
 * The policy of a signed upload, in the form of Alibaba's PostObject: JSON with an expiry and conditions, in base64, signed
 * with HMAC-SHA1. It permits one user to store one key. Uploads of one key are refused once there is a file with it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SecretKey } from '../crypto/secrets.ts';

export const policyLifeMs: Ms = 5 * 60_000;

const policySchema = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.tuple([
    z.tuple([z.literal('eq'), z.literal('$key'), z.string()]),
    z.tuple([z.literal('content-length-range'), z.int(), z.int()]),
    z.tuple([z.literal('eq'), z.literal('$success_action_status'), z.literal('200')]),
    z.tuple([z.literal('in'), z.literal('$content-type'), z.array(z.string())]),
  ]),
  /** What the store of this server has to know besides. */
  oriel: z.strictObject({
    tenantId: z.string(),
    userId: z.int(),
    /** As on the computer of the user. */
    name: z.string(),
    extension: z.string(),
    isKept: z.boolean(),
  }),
});

export interface PermittedUpload {
  readonly key: string;
  /** Largest permitted size in bytes. */
  readonly maxBytes: number;
  readonly contentTypes: readonly string[];
  readonly tenantId: string;
  readonly userId: number;
  readonly name: string;
  readonly extension: string;
  /** The file stays without being used. */
  readonly isKept: boolean;
}

export interface SignedForm {
  readonly key: string;
  readonly policy: string;
  readonly OSSAccessKeyId: string;
  readonly signature: string;
}

export class UploadPolicies {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #signer: string;

  /** The first key signs, all of them are accepted. */
  constructor(keys: readonly SecretKey[]) {
    this.#keys = new Map(keys.map(({ kid, key }) => [`oriel-${kid}`, ownKey(key)]));
    this.#signer = `oriel-${keys[0]!.kid}`;
  }

  sign(
    permitted: PermittedUpload,
    now: EpochMs,
  ): Pick<SignedForm, 'policy' | 'signature'> & { accessid: string } {
    const { key, maxBytes, contentTypes, tenantId, userId, name, extension, isKept } = permitted;
    const json: z.input<typeof policySchema> = {
      expiration: new Date(now + policyLifeMs).toISOString(),
      conditions: [
        ['eq', '$key', key],
        ['content-length-range', 1, maxBytes],
        ['eq', '$success_action_status', '200'],
        ['in', '$content-type', [...contentTypes]],
      ],
      oriel: { tenantId, userId, name, extension, isKept },
    };
    const policy = Buffer.from(JSON.stringify(json)).toString('base64');
    return { policy, accessid: this.#signer, signature: mac(this.#keys.get(this.#signer)!, policy) };
  }

  /** Null: not signed by us, expired, or of another key. */
  verify(form: SignedForm, now: EpochMs): PermittedUpload | null {
    const key = this.#keys.get(form.OSSAccessKeyId);
    if (!key) return null;
    const [expected, given] = [Buffer.from(mac(key, form.policy)), Buffer.from(form.signature)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    const { expiration, conditions, oriel } = policySchema.parse(
      JSON.parse(Buffer.from(form.policy, 'base64').toString('utf8')),
    );
    const expiresAt = Date.parse(expiration);
    // Later than possible: the clock was set back since.
    if (expiresAt <= now || expiresAt > now + policyLifeMs) return null;
    const [[, , permitted], [, , maxBytes], , [, , contentTypes]] = conditions;
    if (permitted !== form.key) return null;
    return { key: permitted, maxBytes, contentTypes, ...oriel };
  }
}

/** The configured key also signs bearer tokens: derive a separate key per use. */
const ownKey = (key: Uint8Array): Buffer => createHmac('sha256', key).update('oriel.upload-policy').digest();

const mac = (key: Buffer, text: string): string =>
  createHmac('sha1', key).update(text, 'utf8').digest('base64');
