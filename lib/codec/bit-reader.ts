/**
 * Reads bits, most significant first. Reading past the end never throws: it yields zeros and sets
 * `overrun`, which the caller checks once when it is done. Every count read from the stream must
 * still be range-checked before it bounds a loop.
 */
export class BitReader {
  overrun = false;
  #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bits not read yet. */
  get bitsLeft(): number {
    return Math.max(0, this.#bytes.length * 8 - this.#position);
  }

  bit(): number {
    const byte = this.#bytes[this.#position >> 3];
    if (byte === undefined) {
      this.overrun = true;
      return 0;
    }
    const bit = (byte >> (7 - (this.#position & 7))) & 1;
    this.#position += 1;
    return bit;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  /** Unsigned, `count` at most 32. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    if (count > this.bitsLeft) this.overrun = true;
    this.#position += Math.min(count, this.bitsLeft);
  }

  /** Exp-Golomb, unsigned. More than 31 leading zeros is no number any header holds. */
  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (this.overrun || zeros > 31) {
        this.overrun = true;
        return 0;
      }
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Exp-Golomb, signed. */
  se(): number {
    const code = this.ue();
    return code % 2 === 1 ? (code + 1) / 2 : -(code / 2);
  }
}
