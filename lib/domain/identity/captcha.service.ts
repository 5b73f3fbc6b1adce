/**
 * Captchas that are required before another attempt: an image, or a computation for people who cannot see it. Each
 * works once, for two minutes, for the address it was issued to. Its row is deleted before the answer is checked, so
 * only one of several concurrent answers counts.
 */
import { createHmac } from 'node:crypto';
import type { CaptchaChallenge } from '../../contracts/admin/calls/session.calls.ts';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { isSameText } from '../crypto/digest.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { createCaptchaChallenge } from './captcha-challenge.ts';
import { captchaImage } from './captcha-image.ts';

const lifeMs: Ms = 120_000;
const symbols = 5;
/** Without characters that are easily confused. */
export const captchaAlphabet = '23456789ABCDEFGHJKMNPRTUVWXY';

export type CaptchaPurpose = 'login' | 'register';

export interface ImageCaptcha {
  readonly uuid: string;
  /** A data URL. */
  readonly img: string;
}

export interface ChallengeCaptcha {
  readonly uuid: string;
  readonly challenge: CaptchaChallenge;
}

export type CaptchaService = ReturnType<typeof captchaService>;

export function captchaService(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly keys: readonly SecretKey[];
}) {
  const { db, clock, entropy, keys } = deps;
  // Five symbols are easily guessed from a plain hash.
  const secret = createHmac('sha256', keys[0]?.key ?? new Uint8Array())
    .update('oriel.captcha')
    .digest();
  const hashOf = (id: string, answer: string) =>
    createHmac('sha256', secret).update(`${id} ${answer.trim().toUpperCase()}`).digest('hex');

  async function store(purpose: CaptchaPurpose, address: string, answer: string): Promise<string> {
    const id = newId(entropy, clock.now());
    await db
      .insertInto('captcha')
      .values({ id, answerHash: hashOf(id, answer), purpose, address, expiresAt: clock.now() + lifeMs })
      .execute();
    return id;
  }

  return {
    async makeImage(purpose: CaptchaPurpose, address: string): Promise<ImageCaptcha> {
      const answer = Array.from(
        entropy.bytes(symbols),
        (byte) => captchaAlphabet[byte % captchaAlphabet.length],
      ).join('');
      return { uuid: await store(purpose, address, answer), img: captchaImage(answer, entropy) };
    },

    /** A computation instead of an image. */
    async makeChallenge(purpose: CaptchaPurpose, address: string): Promise<ChallengeCaptcha> {
      const { challenge, answer } = await createCaptchaChallenge(entropy);
      return { uuid: await store(purpose, address, answer), challenge };
    },

    /** Consumes the captcha. True when the answer is right, in time and from the same address. */
    async take(
      purposes: readonly CaptchaPurpose[],
      address: string,
      uuid: string,
      answer: string,
    ): Promise<boolean> {
      const row = await db.deleteFrom('captcha').where('id', '=', uuid).returningAll().executeTakeFirst();
      if (!row) return false;
      const isUsable =
        purposes.some((purpose) => purpose === row.purpose) &&
        row.address === address &&
        clock.now() < row.expiresAt;
      return isSameText(row.answerHash, hashOf(uuid, answer)) && isUsable;
    },

    async forgetEnded(): Promise<void> {
      await db.deleteFrom('captcha').where('expiresAt', '<', clock.now()).execute();
    },
  };
}
