/** The head of a fragmented MP4 file: `ftyp` and `moov`, with as few boxes as browsers require. */
import type { MediaKeyTerms } from '../../kernel/media-key.ts';
import type { AudioConfig, VideoConfig } from '../decoder-config.ts';
import { ascii, type BoxPart, box, fullBox, join, u16, u32, zeros } from './boxes.ts';
import { keyTermsBox, protection } from './encryption.ts';

export type SizedVideoConfig = VideoConfig & { readonly width: number; readonly height: number };

export type Mp4Track = { readonly id: number } & (
  | { readonly kind: 'video'; readonly timeScale: number; readonly config: SizedVideoConfig }
  /** The time scale is the sample rate. */
  | { readonly kind: 'audio'; readonly config: AudioConfig }
);

/**
 * Without a duration, so that browsers treat the stream as live and do not buffer frames before the decoder.
 * `encryption`: of the samples.
 */
export function initSegment(
  tracks: readonly Mp4Track[],
  encryption: MediaKeyTerms | null = null,
): Uint8Array {
  const nextTrackId = Math.max(...tracks.map(({ id }) => id)) + 1;
  const movieHeader = fullBox(
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
    u32(nextTrackId),
  );
  const sampleDefaults = tracks.map(({ id }) => fullBox('trex', 0, u32(id), u32(1), zeros(12)));
  return join([
    box('ftyp', ascii('isom'), u32(0), ascii('isomiso5')),
    box(
      'moov',
      movieHeader,
      ...tracks.map((track) => trackBox(track, encryption)),
      box('mvex', ...sampleDefaults),
      ...(encryption ? [keyTermsBox(encryption)] : []),
    ),
  ]);
}

/** No rotation, no scaling. */
const matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].map(u32);

function trackBox(track: Mp4Track, encryption: MediaKeyTerms | null): Uint8Array {
  const isVideo = track.kind === 'video';
  const { width, height } = isVideo ? track.config : { width: 0, height: 0 };
  const timeScale = isVideo ? track.timeScale : track.config.sampleRate;
  const mediaHeader = isVideo ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4));
  const table = box(
    'stbl',
    fullBox(
      'stsd',
      0,
      u32(1),
      isVideo ? videoEntry(track.config, encryption) : audioEntry(track.config, encryption),
    ),
    fullBox('stts', 0, u32(0)),
    fullBox('stsc', 0, u32(0)),
    fullBox('stsz', 0, zeros(8)),
    fullBox('stco', 0, u32(0)),
  );
  const dataReference = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
  return box(
    'trak',
    fullBox(
      'tkhd',
      3, // enabled, in the presentation
      zeros(8),
      u32(track.id),
      zeros(20),
      u16(isVideo ? 0 : 0x100), // volume
      zeros(2),
      ...matrix,
      u32(width * 0x1_0000),
      u32(height * 0x1_0000),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, zeros(8), u32(timeScale), u32(0), u16(0x55c4), u16(0)), // language: undetermined
      fullBox('hdlr', 0, u32(0), ascii(isVideo ? 'vide' : 'soun'), zeros(13)),
      box('minf', mediaHeader, dataReference, table),
    ),
  );
}

function videoEntry(
  { codec, config, width, height }: SizedVideoConfig,
  encryption: MediaKeyTerms | null,
): Uint8Array {
  const [entry, configBox] = codec === 'h264' ? ['avc1', 'avcC'] : ['hvc1', 'hvcC'];
  return box(
    encryption ? 'encv' : entry,
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
    box(configBox, config),
    ...protection(entry, encryption),
  );
}

function audioEntry(config: AudioConfig, encryption: MediaKeyTerms | null): Uint8Array {
  const { sampleRate, channels, codec } = config;
  const entry = { aac: 'mp4a', flac: 'fLaC', opus: 'Opus' }[codec];
  return box(
    encryption ? 'enca' : entry,
    [0, 0, 0, 0, 0, 0, 0, 1],
    zeros(8),
    u16(channels),
    u16(16),
    zeros(4),
    u16(sampleRate < 65_536 ? sampleRate : 0),
    u16(0),
    audioConfigBox(config),
    ...protection(entry, encryption),
  );
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

function descriptor(tag: number, ...parts: readonly BoxPart[]): Uint8Array {
  const body = join(parts);
  return join([[tag, body.length], body]); // shorter than 128 bytes
}
