/** Writes numbers bit by bit, most significant first, into memory that grows. */
export class BitWriter {
  private bytes: Uint8Array;
  private length = 0;
  private current = 0;
  private used = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** `width` is 1 to 32. Bits of `value` above it are ignored, so two's complement works as it is. */
  bits(value: number, width: number): void {
    for (let left = width; left > 0; ) {
      const take = Math.min(left, 8 - this.used);
      const piece = (value >>> (left - take)) & ((1 << take) - 1);
      this.current = (this.current << take) | piece;
      this.used += take;
      left -= take;
      if (this.used === 8) this.flushByte();
    }
  }

  /** `count` zeros and a one. */
  unary(count: number): void {
    for (let left = count; left > 0; left -= 24) this.bits(0, Math.min(left, 24));
    this.bits(1, 1);
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.used > 0) this.bits(0, 8 - this.used);
  }

  /** What is written so far; whole bytes only. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private flushByte(): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length] = this.current;
    this.length += 1;
    this.current = 0;
    this.used = 0;
  }
}
