import type { Ms } from '../../kernel/units.ts';
import type { AudioConfig, VideoConfig } from '../decoder-config.ts';
import type { AmfValue } from './amf0.ts';

/** One coded picture: NAL units with their lengths before them. */
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

/** Why the bytes cannot be followed any further. */
export type FlvFailure =
  /** The file header is not there. */
  | 'flv.signature'
  /** A tag announces more than `maxTagBytes`. */
  | 'flv.tagSize'
  /** Tag after tag of no known type: this is not FLV, or bytes were lost. */
  | 'flv.tagType'
  /** Encrypted tags, or a codec this player does not know. */
  | 'flv.codec'
  /** The codec's configuration record cannot be read. */
  | 'flv.config';

/** Views in events point into the bytes that were pushed; nobody may write to them. */
export type FlvEvent =
  | { type: 'header'; hasVideo: boolean; hasAudio: boolean }
  | { type: 'videoConfig'; config: VideoConfig }
  | { type: 'video'; unit: VideoUnit }
  | { type: 'audioConfig'; config: AudioConfig }
  | { type: 'audio'; unit: AudioUnit }
  | { type: 'script'; name: string; value: AmfValue }
  /** A tag that was passed over: the stream goes on. */
  | { type: 'skipped'; reason: string }
  /** Nothing comes after this. */
  | { type: 'failed'; code: FlvFailure };
