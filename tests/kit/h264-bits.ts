/** Small H.264 pieces made to measure. Parameter sets are true ones; slices have a header and noise behind it. */
class Bits {
  #text = '';

  put(value: number, count: number): this {
    this.#text += value.toString(2).padStart(count, '0');
    return this;
  }

  ue(value: number): this {
    const code = (value + 1).toString(2);
    this.#text += '0'.repeat(code.length - 1) + code;
    return this;
  }

  bytes(): number[] {
    const padded = `${this.#text}1`.padEnd(Math.ceil((this.#text.length + 1) / 8) * 8, '0');
    return padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  }
}

/** Baseline, level 3.0, order count type 2. Sides in pixels, multiples of 16. */
export function makeSps(width: number, height: number): Uint8Array {
  const bits = new Bits().put(66, 8).put(0xc0, 8).put(30, 8).ue(0).ue(0).ue(2).ue(1).put(0, 1);
  bits
    .ue(width / 16 - 1)
    .ue(height / 16 - 1)
    .put(1, 1)
    .put(1, 1)
    .put(0, 1)
    .put(0, 1);
  return Uint8Array.from([0x67, ...bits.bytes()]);
}

export function makePps(): Uint8Array {
  const bits = new Bits().ue(0).ue(0).put(0, 2).ue(0).ue(0).ue(0).put(0, 3).ue(0).ue(0).ue(0).put(0, 3);
  return Uint8Array.from([0x68, ...bits.bytes()]);
}

/** `size` bytes in all, none of them a start code. */
export function makeSlice(isKey: boolean, size: number): Uint8Array {
  const head = new Bits()
    .ue(0)
    .ue(isKey ? 7 : 5)
    .ue(0)
    .put(0, 4)
    .bytes();
  const slice = new Uint8Array(size).fill(0x5a);
  slice.set([isKey ? 0x65 : 0x41, ...head]);
  return slice;
}
