/**
 * Reads bits, most significant first (ITU-T H.264, 7.2 and 9.1). Reading past the end never throws: it
 * returns zeros and sets `isOverrun`, which the caller checks at the end. Counts from the stream must be
 * range-checked before they bound a loop.
 */
export class BitReader {
  #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bits read or skipped so far. */
  get position(): number {
    return this.#position;
  }

  get isOverrun(): boolean {
    return this.#position > this.#bytes.length * 8;
  }

  /** Unsigned, `count` at most 32. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      value = value * 2 + (((this.#bytes[this.#position >> 3] ?? 0) >> (7 - (this.#position & 7))) & 1);
      this.#position += 1;
    }
    return value;
  }

  bit(): number {
    return this.bits(1);
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  skip(count: number): void {
    this.#position += count;
  }

  /**
   * Exp-Golomb, unsigned. More than 31 leading zeros return a number above 2^32 - 2, which no header
   * contains.
   */
  ue(): number {
    let zeros = 0;
    while (zeros < 32 && !this.flag()) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Exp-Golomb, signed. */
  se(): number {
    const code = this.ue();
    return code % 2 ? (code + 1) / 2 : -code / 2;
  }
}
