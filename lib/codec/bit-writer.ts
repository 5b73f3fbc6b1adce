/** Writes bits, most significant first, to a growing buffer. */
export class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  /** `capacity`: expected size in bytes. */
  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Clears the content and keeps the buffer. */
  reset(): void {
    this.#length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  /** `width` is 0 to 32. Bits of `value` above it are ignored, so two's complement works as it is. */
  bits(value: number, width: number): void {
    if (width > 24) {
      this.bits(value >>> 24, width - 24);
      this.bits(value, 24);
      return;
    }
    this.#pending = (this.#pending << width) | (value & ((1 << width) - 1));
    this.#pendingBits += width;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      if (this.#length === this.#bytes.length) {
        const larger = new Uint8Array(this.#length * 2);
        larger.set(this.#bytes);
        this.#bytes = larger;
      }
      this.#bytes[this.#length] = this.#pending >>> this.#pendingBits;
      this.#length += 1;
    }
    this.#pending &= (1 << this.#pendingBits) - 1;
  }

  /** Exp-Golomb, unsigned (ITU-T H.264, 9.1), for values below 2^32 - 1. */
  ue(value: number): void {
    const width = 31 - Math.clz32(value + 1);
    this.bits(0, width);
    this.bits(value + 1, width + 1);
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#pendingBits > 0) this.bits(0, 8 - this.#pendingBits);
  }

  /** `rbsp_trailing_bits()`: a one, then zeros to the end of the byte. */
  trailing(): void {
    this.bits(1, 1);
    this.align();
  }

  /** The written bytes (complete bytes only). A view, valid until the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Exp-Golomb, signed. */
export function writeSe(writer: BitWriter, value: number): void {
  writer.ue(value > 0 ? value * 2 - 1 : -value * 2);
}
