/** What looking at a camera yields. Plain JSON. */

import type { AudioTrack, VideoTrack } from '../../../codec/tracks.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { SourceFailure } from '../../ports.ts';
import type { SkippedMedia } from '../rtsp/pick-tracks.ts';

export interface ProbeReport {
  readonly ok: boolean;
  readonly failure: SourceFailure | null;
  /** From the start of the connection; null when no picture came. */
  readonly firstFrameMs: Ms | null;
  readonly watchedMs: Ms;
  readonly video: VideoReading | null;
  readonly audio: AudioReading | null;
  readonly clock: { readonly from: 'camera' | 'arrival'; readonly skewMs: Ms | null };
  /** Media the camera offers and we leave out. */
  readonly notCarried: readonly SkippedMedia[];
  /** How often codec, size or tracks changed while watching. */
  readonly trackChanges: number;
  readonly advice: readonly ProbeAdvice[];
}

export interface VideoReading {
  readonly codec: VideoTrack['codec'];
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  /** Pictures a second by the camera's own timestamps; null with fewer than two. */
  readonly fps: number | null;
  readonly bitrateKbps: number;
  /** Longest distance seen; null with fewer than two key frames. */
  readonly keyFrameIntervalMs: Ms | null;
  readonly hasBFrames: boolean;
}

export interface AudioReading {
  readonly codec: AudioTrack['codec'];
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitrateKbps: number;
}

export interface ProbeAdvice {
  readonly code:
    | 'video.none'
    | 'video.h265'
    | 'video.h265.noFfmpeg'
    | 'video.bFrames'
    | 'video.keyFrameInterval'
    | 'video.tenBit'
    | 'audio.none'
    | 'audio.notCarried'
    | 'clock.arrival'
    | 'clock.skew'
    | 'tracks.change';
  readonly severity: 'problem' | 'hint';
  readonly message: string;
}
