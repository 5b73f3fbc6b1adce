/** Reads parameter sets from a decoder configuration record, independently of the code under test. */
import type { VideoTrack } from '../../lib/codec/tracks.ts';

export function parameterSetsOf(track: VideoTrack): Uint8Array[] {
  const { config } = track;
  const view = new DataView(config.buffer, config.byteOffset, config.byteLength);
  const units: Uint8Array[] = [];
  const take = (at: number): number => {
    const length = view.getUint16(at);
    units.push(config.subarray(at + 2, at + 2 + length));
    return at + 2 + length;
  };
  if (track.codec === 'h264') {
    let at = 6;
    for (let i = 0; i < (config[5]! & 0x1f); i += 1) at = take(at);
    const count = config[at]!;
    at += 1;
    for (let i = 0; i < count; i += 1) at = take(at);
    return units;
  }
  let at = 23;
  for (let array = 0; array < config[22]!; array += 1) {
    const count = view.getUint16(at + 1);
    at += 3;
    for (let i = 0; i < count; i += 1) at = take(at);
  }
  return units;
}
