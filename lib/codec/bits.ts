/** Bit access for H.264 parameter sets (ITU-T H.264, 7.2 and 9.1). */

/** Reading past the end gives zeros and sets `isOverrun`, so that parsers need no check at each step. */
export class BitReader {
  private bit = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get position(): number {
    return this.bit;
  }

  get isOverrun(): boolean {
    return this.bit > this.bytes.length * 8;
  }

  u(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      value = value * 2 + (((this.bytes[this.bit >> 3] ?? 0) >> (7 - (this.bit & 7))) & 1);
      this.bit += 1;
    }
    return value;
  }

  flag(): boolean {
    return this.u(1) === 1;
  }

  /** Exp-Golomb, unsigned. */
  ue(): number {
    let zeros = 0;
    while (zeros < 32 && !this.isOverrun && this.u(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** Exp-Golomb, signed. */
  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}

export class BitWriter {
  private readonly bits: number[] = [];

  u(value: number, count: number): void {
    for (let index = count - 1; index >= 0; index -= 1) this.bits.push(Math.floor(value / 2 ** index) % 2);
  }

  ue(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.u(0, length);
    this.u(value + 1, length + 1);
  }

  /** The stop bit, then zeros up to a whole byte. */
  finish(): Uint8Array {
    this.bits.push(1);
    while (this.bits.length % 8 !== 0) this.bits.push(0);
    const bytes = new Uint8Array(this.bits.length / 8);
    for (const [index, bit] of this.bits.entries()) bytes[index >> 3]! |= bit << (7 - (index & 7));
    return bytes;
  }
}

/** Takes out the 3 of every `00 00 03`. */
export function unescapeNal(nal: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const value of nal) {
    if (zeros >= 2 && value === 3) {
      zeros = 0;
      continue;
    }
    zeros = value === 0 ? zeros + 1 : 0;
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}

/** Puts the 3 back wherever three bytes would look like a start code. */
export function escapeNal(rbsp: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const value of rbsp) {
    if (zeros >= 2 && value <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    zeros = value === 0 ? zeros + 1 : 0;
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}
