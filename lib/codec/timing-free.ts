/** Compares parameter sets by what they say to a decoder: timing and bit rates may differ. */
import { type BitRange, readH264Sps } from './h264-sps.ts';
import { h265TimingBits } from './h265-timing.ts';
import { sameBytes, unescapeNal } from './nal.ts';

export function isSameForDecoder(codec: 'h264' | 'h265', a: Uint8Array, b: Uint8Array): boolean {
  return sameBytes(a, b) || timingFree(codec, a) === timingFree(codec, b);
}

/** The bits of a set without its timing, as text. */
function timingFree(codec: 'h264' | 'h265', nal: Uint8Array): string {
  let bits = '';
  for (const byte of unescapeNal(nal)) bits += byte.toString(2).padStart(8, '0');
  let out = '';
  let at = 0;
  for (const [from, to] of timingBits(codec, nal)) {
    out += `${bits.slice(at, from)}|`;
    at = to;
  }
  // Behind the last bit, zeros fill the byte.
  return (out + bits.slice(at)).replace(/0*$/, '');
}

function timingBits(codec: 'h264' | 'h265', nal: Uint8Array): readonly BitRange[] {
  if (codec === 'h265') {
    const range = h265TimingBits(nal);
    return range === null ? [] : [range];
  }
  const sps = readH264Sps(nal);
  return typeof sps === 'string' ? [] : sps.timingBits;
}
