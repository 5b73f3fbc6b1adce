/** Addresses of exported files: the id of the export and a MAC of id and expiry. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EpochMs } from '../../kernel/units.ts';
import type { SecretKey } from '../crypto/secrets.ts';

export class ExportLinks {
  readonly #keys: readonly Buffer[];

  /** The first key signs, all of them are accepted. */
  constructor(keys: readonly SecretKey[]) {
    this.#keys = keys.map(({ key }) => createHmac('sha256', key).update('oriel.export-link').digest());
  }

  sign(id: string, expiresAt: EpochMs): string {
    return `${id}.${mac(this.#keys[0]!, id, expiresAt)}`;
  }

  /** Whether `link` is that of this export. */
  isOf(link: string, id: string, expiresAt: EpochMs): boolean {
    return this.#keys.some((key) => {
      const [expected, given] = [Buffer.from(`${id}.${mac(key, id, expiresAt)}`), Buffer.from(link)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
}

const mac = (key: Buffer, id: string, expiresAt: EpochMs): string =>
  createHmac('sha256', key).update(`${id}.${expiresAt}`).digest('base64url');
