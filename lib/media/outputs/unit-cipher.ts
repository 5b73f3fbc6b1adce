import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';

/**
 * AES-128-CTR for the units of one output, each with an IV of its own. An IV is the first counter block: 8 random bytes
 * of this object, the number of the unit in 4 bytes, and 4 bytes that count blocks within it. So no counter block is
 * used twice with a key, as long as no two objects have the same random bytes: after 10,000 a day for ten years, the
 * probability of that is 4 in 100,000.
 */
export class UnitCipher {
  private readonly iv = Buffer.concat([randomBytes(8), Buffer.alloc(8)]);
  private units = 0;

  constructor(private readonly secret: KeyObject) {}

  /** Copies. Throws `RangeError` after 2^32 units, which are years. */
  encrypt(data: Uint8Array): { readonly iv: Uint8Array; readonly data: Uint8Array } {
    const iv = Buffer.from(this.iv);
    iv.writeUInt32BE(this.units, 8);
    this.units += 1;
    return { iv, data: createCipheriv('aes-128-ctr', this.secret, iv).update(data) };
  }
}
