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
  /** An unsupported codec or encryption. */
  | 'flv.codec'
  /** The codec's configuration record cannot be read. */
  | 'flv.config';

export type FlvSample = { type: 'video'; unit: VideoUnit } | { type: 'audio'; unit: AudioUnit };

/** Events contain views into the pushed bytes, which must not be modified. */
export type FlvEvent =
  | { type: 'header'; hasVideo: boolean; hasAudio: boolean }
  | { type: 'videoConfig'; config: VideoConfig }
  | Extract<FlvSample, { type: 'video' }>
  | { type: 'audioConfig'; config: AudioConfig }
  | Extract<FlvSample, { type: 'audio' }>
  /** The data of `content` are encrypted by AES-128-CTR. `iv`: 16 bytes, the first counter block. */
  | { type: 'encrypted'; iv: Uint8Array; content: FlvSample }
  | { type: 'script'; name: string; value: AmfValue }
  /** A tag was skipped; the stream continues. */
  | { type: 'skipped'; reason: string }
  /** The last event. */
  | { type: 'failed'; code: FlvFailure };
