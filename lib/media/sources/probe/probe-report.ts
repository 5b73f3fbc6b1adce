/** Result of probing a camera. Plain JSON. */

import type { AudioTrack, VideoTrack } from '../../../codec/tracks.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { SourceFailure, TransportUse } from '../../ports.ts';
import type { SkippedMedia } from '../rtsp/pick-tracks.ts';

export interface ProbeReport {
  readonly ok: boolean;
  readonly failure: SourceFailure | null;
  /** From the start of the connection; null if no frame arrived. */
  readonly firstFrameMs: Ms | null;
  readonly watchedMs: Ms;
  readonly video: VideoReading | null;
  readonly audio: AudioReading | null;
  /** The camera sends, but had no key frame within the check, so nothing was measured. */
  readonly awaitsKey: boolean;
  readonly clock: {
    readonly from: 'camera' | 'arrival';
    readonly skewMs: Ms | null;
    /** Stamped time per elapsed time; null: not known. */
    readonly speed: number | null;
  };
  /** Null: of a demo camera, or without connection. */
  readonly transport: TransportUse | null;
  /** Media that the camera offers but that are not supported. */
  readonly notCarried: readonly SkippedMedia[];
  /** How often the codec, size or tracks changed during the measurement. */
  readonly trackChanges: number;
  /** Those of codec or tracks, for which viewers reconnect. */
  readonly formatChanges: number;
  readonly advice: readonly ProbeAdvice[];
}

export interface VideoReading {
  readonly codec: VideoTrack['codec'];
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  /** Frames per second; null with fewer than two frames. */
  readonly fps: number | null;
  readonly bitrateKbps: number;
  /** Longest interval; null with fewer than two key frames. */
  readonly keyFrameIntervalMs: Ms | null;
  readonly hasBFrames: boolean;
}

export interface AudioReading {
  readonly codec: AudioTrack['codec'];
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitrateKbps: number;
}

/** Each has a text in both languages, which names the cause and what to do. */
export const adviceCodes = [
  'video.none',
  'video.h265',
  'video.h265.noFfmpeg',
  'video.bFrames',
  'video.keyFrameInterval',
  'video.tenBit',
  'audio.none',
  'audio.notCarried',
  'audio.badDescription',
  'audio.refused',
  'audio.notSent',
  'clock.arrival',
  'clock.skew',
  'clock.speed',
  'tracks.size',
  'tracks.change',
  'transport.silent',
  'transport.lossy',
  'transport.refused',
  'transport.udpOnly',
  'transport.noPorts',
  'transport.groupInUse',
  'transport.forbidden',
  'transport.loss',
] as const;

export interface ProbeAdvice {
  readonly code: (typeof adviceCodes)[number];
  readonly severity: 'problem' | 'hint';
  readonly message: string;
  /** What the message is about in this camera, for translations. */
  readonly values?: Readonly<Record<string, string>>;
}
