/** What a recording is made of: the stream as it was encoded, from whoever receives it. */

import type { AudioConfig, VideoConfig } from '../../lib/codec/decoder-config.ts';
import type { AudioUnit, VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

export interface RecordedVideo extends VideoConfig {
  /** Pixels; 0 where nobody has said. */
  readonly width: number;
  readonly height: number;
}

export type FeedEvent =
  /** A connection's stream starts here: first of all, and again with each further connection. */
  | { type: 'begin'; hasVideo: boolean; hasAudio: boolean }
  | { type: 'videoConfig'; config: RecordedVideo }
  | { type: 'video'; unit: VideoUnit }
  | { type: 'audioConfig'; config: AudioConfig }
  | { type: 'audio'; unit: AudioUnit }
  /** The camera took the picture at `mediaMs` at `wallMs`. */
  | { type: 'clock'; mediaMs: Ms; wallMs: EpochMs }
  /** Everything so far had been received before; the stream's time stands at `mediaMs` now. */
  | { type: 'live'; mediaMs: Ms };
