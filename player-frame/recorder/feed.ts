/** Input of a recording: the encoded stream, from any receiver. */

import type { AudioConfig, VideoConfig } from '../../lib/codec/decoder-config.ts';
import type { AudioUnit, VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

export interface RecordedVideo extends VideoConfig {
  /** Pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
}

export type FeedEvent =
  /** Start of a connection's stream, or of a stretch of a recording: first event, and again for each further one. */
  | {
      type: 'begin';
      hasVideo: boolean;
      hasAudio: boolean;
      /** Of a recording: time of the first frame that was shown. Earlier ones are needed to decode it. */
      fromMs?: Ms;
      /** Of a stretch of one frame: as long as it was shown. */
      frameMs?: Ms;
    }
  | { type: 'videoConfig'; config: RecordedVideo }
  | { type: 'video'; unit: VideoUnit }
  | { type: 'audioConfig'; config: AudioConfig }
  | { type: 'audio'; unit: AudioUnit }
  /** The frame at `mediaMs` was captured at `wallMs`. */
  | { type: 'clock'; mediaMs: Ms; wallMs: EpochMs }
  /** All samples so far were cached by the server; the live position is `mediaMs`. */
  | { type: 'live'; mediaMs: Ms }
  /** The last one: nothing follows from this source. */
  | { type: 'end' };
