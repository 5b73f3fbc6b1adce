/**
 * Why: where a sequence parameter set does not say how far frames may be reordered, hardware decoders hold
 * back as many as their buffer takes (16 at most), which is 1.7 s at 9 frames a second. When we know that
 * nothing is reordered we write that into the parameter set before the decoder gets it.
 * ITU-T H.264, 7.3.2.1.1 and annex E.1.1.
 */
import { parseAvcConfig } from './avc-config.ts';
import { BitReader } from './bit-reader.ts';
import { BitWriter } from './bit-writer.ts';
import { readH264Sps } from './h264-sps.ts';
import { escapeNal, unescapeNal } from './nal.ts';

/** The same SPS stating that nothing is reordered; null when it cannot be read to its end. */
export function withoutReordering(nal: Uint8Array): Uint8Array | null {
  const sps = readH264Sps(nal);
  if (typeof sps === 'string' || sps.rewriteBit === null) return null;
  const source = new BitReader(unescapeNal(nal));
  const target = new BitWriter();
  while (source.position < sps.rewriteBit) target.bits(source.bit(), 1);
  if (!sps.hasVui) {
    target.bits(1, 1);
    // aspect ratio, overscan, signal type, chroma location, timing, two HRDs, picture structure: all absent
    target.bits(0, 8);
  }
  target.bits(1, 1); // bitstream_restriction_flag
  target.bits(1, 1); // motion_vectors_over_pic_boundaries_flag, and then the values that are assumed without it
  target.ue(0); // max_bytes_per_pic_denom: no limit
  target.ue(0); // max_bits_per_mb_denom: no limit
  target.ue(16); // log2_max_mv_length_horizontal
  target.ue(16); // log2_max_mv_length_vertical
  target.ue(0); // max_num_reorder_frames
  target.ue(sps.maxRefFrames); // max_dec_frame_buffering
  target.trailing();
  return escapeNal(target.written());
}

/** The configuration with every SPS stating that nothing is reordered; null when it cannot be read. */
export function withLowDelay(record: Uint8Array): Uint8Array | null {
  const config = parseAvcConfig(record);
  if (config === null || config.sps.length === 0) return null;
  const bytes = [...record.subarray(0, 6)];
  for (const nal of config.sps) {
    const rewritten = withoutReordering(nal);
    if (rewritten === null) return null;
    bytes.push(rewritten.length >> 8, rewritten.length & 0xff, ...rewritten);
  }
  return Uint8Array.from([...bytes, ...record.subarray(config.ppsAt)]);
}
