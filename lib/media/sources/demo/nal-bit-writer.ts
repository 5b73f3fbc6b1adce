/** Writes the bit strings of H.264 (ITU-T H.264 section 7.2 and 9.1): fixed-length, Exp-Golomb, trailing bits. */
export class NalBitWriter {
  private bytes = new Uint8Array(4096);
  private length = 0;
  private held = 0;
  private heldBits = 0;

  /** Forgets everything written, keeps the memory. */
  reset(): void {
    this.length = 0;
    this.held = 0;
    this.heldBits = 0;
  }

  /** Bits written so far. */
  get bitLength(): number {
    return this.length * 8 + this.heldBits;
  }

  /** The low `count` bits of `value`, highest first. `count` is 0 to 24. */
  bits(value: number, count: number): void {
    this.held = (this.held << count) | (value & ((1 << count) - 1));
    this.heldBits += count;
    while (this.heldBits >= 8) {
      this.heldBits -= 8;
      this.push((this.held >>> this.heldBits) & 0xff);
    }
    this.held &= (1 << this.heldBits) - 1;
  }

  /** `ue(v)`, for values below 2^24 - 1. */
  unsigned(value: number): void {
    const code = value + 1;
    const width = 31 - Math.clz32(code);
    this.bits(0, width);
    // Two steps, because `bits` takes 24 at most and the code has `width` + 1.
    this.bits(1, 1);
    this.bits(code, width);
  }

  /** `se(v)`. */
  signed(value: number): void {
    this.unsigned(value > 0 ? value * 2 - 1 : -value * 2);
  }

  /** `rbsp_trailing_bits()`: a one, then zeros to the end of the byte. */
  trailing(): void {
    this.bits(1, 1);
    if (this.heldBits > 0) this.bits(0, 8 - this.heldBits);
  }

  /** What was written; whole bytes only. A view, valid until the next write. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private push(byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }
}

/**
 * Copies `payload` to `target` from `offset` with the emulation prevention bytes of section 7.4.1.1:
 * no two zero bytes followed by a byte below 4. Returns the offset behind the last byte written.
 * `target` must have room for one and a half times the payload.
 */
export function escapeInto(target: Uint8Array, offset: number, payload: Uint8Array): number {
  let at = offset;
  let zeros = 0;
  for (let index = 0; index < payload.length; index += 1) {
    const byte = payload[index]!;
    if (zeros >= 2 && byte <= 3) {
      target[at++] = 3;
      zeros = 0;
    }
    target[at++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return at;
}
