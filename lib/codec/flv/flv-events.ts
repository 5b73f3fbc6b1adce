import type { Ms } from '../../kernel/units.ts';
import type { AudioConfig, VideoConfig } from '../decoder-config.ts';
import type { AmfValue } from './amf0.ts';

/** One coded frame: NAL units with length prefixes. */
export interface VideoUnit {
  readonly dtsMs: Ms;
  readonly ptsMs: Ms;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

export interface AudioUnit {
  readonly ptsMs: Ms;
  readonly data: Uint8Array;
}

/** Why the stream cannot be parsed further. */
export type FlvFailure =
  /** The file header is missing. */
  | 'flv.signature'
  /** A tag announces more than `maxTagBytes`. */
  | 'flv.tagSize'
  /** Consecutive tags of unknown type: not FLV, or bytes were lost. */
  | 'flv.tagType'
  /** Encrypted tags, or an unsupported codec. */
  | 'flv.codec'
  /** The codec's configuration record cannot be read. */
  | 'flv.config';

/** Events contain views into the pushed bytes, which must not be modified. */
export type FlvEvent =
  | { type: 'header'; hasVideo: boolean; hasAudio: boolean }
  | { type: 'videoConfig'; config: VideoConfig }
  | { type: 'video'; unit: VideoUnit }
  | { type: 'audioConfig'; config: AudioConfig }
  | { type: 'audio'; unit: AudioUnit }
  | { type: 'script'; name: string; value: AmfValue }
  /** A tag was skipped; the stream continues. */
  | { type: 'skipped'; reason: string }
  /** The last event. */
  | { type: 'failed'; code: FlvFailure };
