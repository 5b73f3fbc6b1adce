/** Fragmented MP4 for Media Source (ISO/IEC 14496-12): one track per file, with as few boxes as browsers require. */
import type { AudioConfig, VideoConfig } from '../../../lib/codec/decoder-config.ts';

export type SizedVideoConfig = VideoConfig & { readonly width: number; readonly height: number };

export interface Mp4Sample {
  readonly data: Uint8Array;
  readonly isKey: boolean;
  /** These are in units of the track's time scale. */
  readonly duration: number;
  /** Presentation time minus decoding time. */
  readonly composition: number;
}

/** FLV counts milliseconds. */
export const videoTimeScale = 1_000;

/** Without a duration, so that browsers treat the stream as live and do not buffer frames before the decoder. */
export function videoInit(config: SizedVideoConfig): Uint8Array {
  const { codec, config: record, width, height } = config;
  const [entry, configBox] = codec === 'h264' ? ['avc1', 'avcC'] : ['hvc1', 'hvcC'];
  const sampleEntry = box(
    entry,
    [0, 0, 0, 0, 0, 0, 0, 1],
    zeros(16),
    u16(width),
    u16(height),
    u32(0x48_0000), // 72 dpi
    u32(0x48_0000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    box(configBox, record),
  );
  const header = fullBox('vmhd', 1, zeros(8));
  return init('vide', videoTimeScale, width, height, header, sampleEntry);
}

export function audioInit(config: AudioConfig): Uint8Array {
  const { sampleRate, channels, codec } = config;
  const entry = { aac: 'mp4a', flac: 'fLaC', opus: 'Opus' }[codec];
  const sampleEntry = box(
    entry,
    [0, 0, 0, 0, 0, 0, 0, 1],
    zeros(8),
    u16(channels),
    u16(16),
    zeros(4),
    u16(sampleRate < 65_536 ? sampleRate : 0),
    u16(0),
    audioConfigBox(config),
  );
  return init('soun', sampleRate, 0, 0, fullBox('smhd', 0, zeros(4)), sampleEntry);
}

/** Consecutive samples of a track, from decoding time `time`. */
export function fragment(sequence: number, time: number, samples: readonly Mp4Sample[]): Uint8Array {
  const dataBytes = samples.reduce((sum, { data }) => sum + data.length, 0);
  const entries = new Uint8Array(samples.length * 16);
  const view = new DataView(entries.buffer);
  for (const [index, { data, isKey, duration, composition }] of samples.entries()) {
    view.setUint32(index * 16, duration);
    view.setUint32(index * 16 + 4, data.length);
    view.setUint32(index * 16 + 8, isKey ? 0x0200_0000 : 0x0101_0000); // depends on others or not, sync sample or not
    view.setInt32(index * 16 + 12, composition);
  }
  const moofWith = (dataOffset: number): Uint8Array =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(sequence)),
      box(
        'traf',
        fullBox('tfhd', 0x02_0000, u32(trackId)), // offsets count from the start of this box
        fullBox('tfdt', 0x0100_0000, u32(Math.floor(time / 2 ** 32)), u32(time)),
        fullBox('trun', 0x0100_0f01, u32(samples.length), u32(dataOffset), entries),
      ),
    );
  const headerBytes = 8;
  const moof = moofWith(moofWith(0).length + headerBytes);
  return join([moof, u32(headerBytes + dataBytes), ascii('mdat'), ...samples.map(({ data }) => data)]);
}

const trackId = 1;
/** No rotation, no scaling. */
const matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].map(u32);

function init(
  handler: 'vide' | 'soun',
  timeScale: number,
  width: number,
  height: number,
  mediaHeader: Uint8Array,
  sampleEntry: Uint8Array,
): Uint8Array {
  const table = box(
    'stbl',
    fullBox('stsd', 0, u32(1), sampleEntry),
    fullBox('stts', 0, u32(0)),
    fullBox('stsc', 0, u32(0)),
    fullBox('stsz', 0, zeros(8)),
    fullBox('stco', 0, u32(0)),
  );
  const dataReference = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
  const track = box(
    'trak',
    fullBox(
      'tkhd',
      3, // enabled, in the presentation
      zeros(8),
      u32(trackId),
      zeros(20),
      u16(handler === 'soun' ? 0x100 : 0), // volume
      zeros(2),
      ...matrix,
      u32(width * 0x1_0000),
      u32(height * 0x1_0000),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, zeros(8), u32(timeScale), u32(0), u16(0x55c4), u16(0)), // language: undetermined
      fullBox('hdlr', 0, u32(0), ascii(handler), zeros(13)),
      box('minf', mediaHeader, dataReference, table),
    ),
  );
  return join([
    box('ftyp', ascii('isom'), u32(0), ascii('isomiso5')),
    box(
      'moov',
      fullBox(
        'mvhd',
        0,
        zeros(8),
        u32(1_000),
        u32(0),
        u32(0x1_0000),
        u16(0x100),
        zeros(10),
        ...matrix,
        zeros(24),
        u32(2),
      ),
      track,
      box('mvex', fullBox('trex', 0, u32(trackId), u32(1), zeros(12))),
    ),
  ]);
}

function audioConfigBox({ codec, description, channels, sampleRate }: AudioConfig): Uint8Array {
  // No samples to skip, no gain, no channel mapping.
  if (codec === 'opus') return box('dOps', [0, channels], u16(0), u32(sampleRate), zeros(3));
  // Without the marker `fLaC`: only the metadata blocks.
  if (codec === 'flac') return fullBox('dfLa', 0, description.subarray(4));
  // Descriptors of ISO/IEC 14496-1: stream, decoder (AAC, audio stream), its configuration, and the sync layer of MP4.
  const decoder = descriptor(4, [0x40, 0x15], zeros(11), descriptor(5, description));
  return fullBox('esds', 0, descriptor(3, zeros(3), decoder, descriptor(6, [2])));
}

type Part = Uint8Array | readonly number[];

function descriptor(tag: number, ...parts: readonly Part[]): Uint8Array {
  const body = join(parts);
  return join([[tag, body.length], body]); // shorter than 128 bytes
}

function box(type: string, ...parts: readonly Part[]): Uint8Array {
  const body = join(parts);
  return join([u32(8 + body.length), ascii(type), body]);
}

/** `versionAndFlags`: 8 and 24 bits. */
function fullBox(type: string, versionAndFlags: number, ...parts: readonly Part[]): Uint8Array {
  return box(type, u32(versionAndFlags), ...parts);
}

function join(parts: readonly Part[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const zeros = (count: number): Uint8Array => new Uint8Array(count);
const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

function u16(value: number): readonly number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

function u32(value: number): readonly number[] {
  return [...u16(value >>> 16), ...u16(value)];
}
