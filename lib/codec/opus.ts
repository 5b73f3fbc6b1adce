/** Opus packets (RFC 6716) and their header (RFC 7845, 5.1). */

export const opusRate = 48_000;
const magic = [...'OpusHead'].map((letter) => letter.charCodeAt(0));

/** `OpusHead` of a live stream: nothing is skipped at its start, no gain, one or two channels. */
export function opusHead(channels: number): Uint8Array {
  const bytes = new Uint8Array(19);
  const view = new DataView(bytes.buffer);
  bytes.set(magic);
  bytes[8] = 1; // version
  bytes[9] = channels;
  view.setUint32(12, opusRate, true);
  return bytes;
}

/** Number of channels; null if this is no header, or one with a mapping of its own. */
export function readOpusHead(bytes: Uint8Array): number | null {
  const channels = bytes[9] ?? 0;
  const isHead = bytes.length >= 19 && magic.every((value, index) => bytes[index] === value);
  return isHead && bytes[18] === 0 && (channels === 1 || channels === 2) ? channels : null;
}

/** Frame durations in samples, by configuration: four of SILK, two of hybrid, four of CELT. */
const silkSamples = [480, 960, 1_920, 2_880];
const hybridSamples = [480, 960];
const celtSamples = [120, 240, 480, 960];

/** Samples in a packet; 0 if it is empty. */
export function opusSamples(packet: Uint8Array): number {
  const first = packet[0];
  if (first === undefined) return 0;
  const config = first >> 3;
  const samples =
    config < 12 ? silkSamples[config & 3] : config < 16 ? hybridSamples[config & 1] : celtSamples[config & 3];
  const frames = [1, 2, 2, (packet[1] ?? 0) & 0x3f][first & 3] ?? 0;
  return (samples ?? 0) * frames;
}

/** 20 ms of stereo silence. */
export const opusSilence: readonly number[] = [0xfc, 0xff, 0xfe];
