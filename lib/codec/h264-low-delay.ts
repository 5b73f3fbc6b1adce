/**
 * If a sequence parameter set does not state the reordering depth, hardware decoders delay as many frames as
 * their buffer holds (up to 16), which is 1.7 s at 9 frames per second. If no frames are reordered, this is
 * written into the parameter set before it is passed to the decoder. ITU-T H.264, 7.3.2.1.1 and annex E.1.1.
 */
import { parseAvcConfig } from './avc-config.ts';
import { BitReader } from './bit-reader.ts';
import { BitWriter } from './bit-writer.ts';
import { readH264Sps } from './h264-sps.ts';
import { escapeNal, unescapeNal } from './nal.ts';

/** The SPS with a reordering depth of 0; null if it cannot be parsed to its end. */
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
  target.bits(1, 1); // motion_vectors_over_pic_boundaries_flag, then the default values
  target.ue(0); // max_bytes_per_pic_denom: no limit
  target.ue(0); // max_bits_per_mb_denom: no limit
  target.ue(16); // log2_max_mv_length_horizontal
  target.ue(16); // log2_max_mv_length_vertical
  target.ue(0); // max_num_reorder_frames
  target.ue(sps.maxRefFrames); // max_dec_frame_buffering
  target.trailing();
  return escapeNal(target.written());
}

/** The configuration with a reordering depth of 0 in every SPS; null if it cannot be parsed. */
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
