import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { RecordedEnd } from '../engines/engine.ts';
import type { EngineKind, PlainEngineKind, RecordedEngineKind } from '../engines/engine-kinds.ts';
import {
  type Display,
  type Exporting,
  initialDisplay,
  initialPtz,
  initialTheming,
  type Ptz,
  type Recording,
  type Theming,
  type Zoom,
} from './feature-state.ts';
import { initialRecorded, type Recorded } from './recorded-events.ts';
import type { Preview, Recordings } from './recordings.ts';
import { initialTalk, type Talk } from './talk-state.ts';
import { initialVoice, type Voice } from './voice-events.ts';

/**
 * The complete state of a player, as plain data. The only secret is the verification code that an address may
 * contain, so addresses are never displayed or logged.
 */
export interface PlayerState {
  readonly playback: Playback;
  /** Address to play; empty until the host page sets it. */
  readonly address: string;
  /** Code of a problem of the page itself, which prevents playback. */
  readonly pageProblem: string | null;
  /** Incremented by each attempt and each stop. Events with another number are stale. */
  readonly attempt: number;
  /** Number of streams requested since the frame was opened. */
  readonly attempts: number;
  /** Consecutive attempts without lasting playback. */
  readonly failures: number;
  /** Consecutive rejections of the token. */
  readonly tokenRefusals: number;
  /** Consecutive decoding failures of this rung. */
  readonly mediaFailures: number;
  /** Current rung, an index into the ladder. */
  readonly rung: number;
  /** Why a lower rung is used; null on the first. */
  readonly fallbackReason: string | null;
  /** The rung last reported to the viewer. */
  readonly reportedRung: number;
  readonly engine: EngineChoice | null;
  /** Capabilities of the current stream: live streams have none. */
  readonly can: PlaybackAbilities;
  readonly tracks: TrackSummary | null;
  /** The stage shows a frame, possibly an old one. */
  readonly hasFrame: boolean;
  readonly isStalled: boolean;
  /** Why a recording is at its end, with its last frame on the screen; null while it plays, and for live streams. */
  readonly ended: RecordedEnd | null;
  readonly recorded: Recorded;
  /** Why the stream ended, while it is requested again behind its last frame without notice. */
  readonly handOver: PlaybackFailure | null;
  /** The host page has provided a new token since the stream was opened. */
  readonly hasFreshToken: boolean;
  /** Delay of the connection, and the reaction to it (slow-link.ts). */
  readonly link: Link;
  /** Null while the server is connected to the camera. */
  readonly sourceFailure: SourceFailureState | null;
  /** Since when the camera's next key frame is awaited, without which there is no picture. Nothing has failed. */
  readonly awaitsKeySince: EpochMs | null;
  readonly audio: AudioState;
  readonly expansion: Expansion;
  readonly isOnline: boolean;
  readonly isVisible: boolean;
  /** Picture-in-picture: the video is also in a window of its own. */
  readonly isInPicture: boolean;
  readonly device: Device | null;
  readonly stats: VideoStats | null;
  readonly toast: Toast | null;
  /** Play requests waiting for the first frame. */
  readonly waiting: readonly RequestId[];
  /** BCP 47 tag from the host page or the browser. */
  readonly language: string;
  /** Null while electronic zoom is off. */
  readonly zoom: Zoom | null;
  readonly ptz: Ptz;
  readonly recording: Recording;
  readonly talk: Talk;
  readonly voice: Voice;
  /** Null until a timeline or a calendar needs them. */
  readonly recordings: Recordings | null;
  /** The recorded picture beside the pointer. */
  readonly preview: Preview | null;
  /** Null: no export is running. */
  readonly exporting: Exporting | null;
  readonly theming: Theming;
  readonly display: Display;
  /** Attempt for which the viewer dismissed the verification code prompt. */
  readonly codeRefusedAt: number | null;
}

export type Playback =
  | { readonly phase: 'idle' }
  | { readonly phase: 'resolving'; readonly address: string }
  | { readonly phase: 'loading'; readonly address: string }
  | { readonly phase: 'playing'; readonly address: string; readonly since: EpochMs }
  | {
      readonly phase: 'reconnecting';
      readonly address: string;
      readonly playbackFailure: PlaybackFailure;
      /** Start of the next attempt; null while one is running. */
      readonly retryAt: EpochMs | null;
    }
  | { readonly phase: 'failed'; readonly address: string; readonly playbackFailure: PlaybackFailure };

/** A failure, to be explained with the error catalogue. */
export interface PlaybackFailure {
  /** `10002`, `media.unsupported`, `network.closed`, `ezopen.mode` … */
  readonly code: string;
  /** While resolving the address, or during the stream. */
  readonly stage: 'address' | 'stream';
  /** The server's message, shown if the catalogue has no text. */
  readonly message: string | null;
}

export interface EngineChoice {
  readonly kind: EngineKind | RecordedEngineKind | PlainEngineKind;
  /** Why this engine was selected, for diagnostics. */
  readonly why: string;
}

export interface PlaybackAbilities {
  readonly seek: boolean;
  readonly rate: boolean;
  readonly pause: boolean;
  /** Frame by frame. */
  readonly step: boolean;
  /** Playback rates, ascending; empty unless `rate`. */
  readonly rates: readonly number[];
  /** False: what is shown cannot be recorded. Absent while there is no engine. */
  readonly record?: boolean;
}

export const noAbilities: PlaybackAbilities = {
  seek: false,
  rate: false,
  pause: false,
  step: false,
  rates: [],
};

export interface TrackSummary {
  readonly video: { readonly codec: string; readonly width: number; readonly height: number } | null;
  readonly audio: { readonly codec: string; readonly sampleRate?: number | undefined } | null;
}

/** The server lost the camera; with the time of its next attempt. */
export interface SourceFailureState {
  readonly code: string;
  readonly retryAt: EpochMs | null;
}

export interface Link {
  /** Beyond this delay the stream is requested again; 0: never. */
  readonly maxDelayMs: Ms;
  /** The small stream replaces the main one, because the connection is too slow. */
  readonly usesSubStream: boolean;
  /** Rate of a connection that is too slow for the smallest stream; null if it is fast enough. */
  readonly tooSlowBitsPerSecond: number | null;
  /** Delay one second ago; null at the start of a connection. */
  readonly lastDelayMs: Ms | null;
  /** When the stream was last requested again. */
  readonly skippedAt: EpochMs | null;
  readonly onTimeSince: EpochMs | null;
  /** Time on the small stream after which the main one is tried again. */
  readonly trialAfterMs: Ms;
}

export interface AudioState {
  /** Unmuted by the user; audible only while playing. */
  readonly isOpen: boolean;
  /** 0 to 100. */
  readonly volume: number;
  /** Blocked by the browser until the viewer clicks. */
  readonly isBlocked: boolean;
}

/** A single field, because full screen and page-wide display exclude each other. */
export type Expansion = 'none' | 'fullscreen' | 'web';

export interface Device {
  readonly deviceSerial: string;
  readonly deviceName: string;
}

export interface VideoStats {
  readonly framesShown: number;
  readonly framesDropped: number;
  readonly bytes: number;
  readonly wallMs: EpochMs | null;
  readonly latencyMs: Ms | null;
  /** By how much the newest data took longer from the server than the fastest. */
  readonly networkDelayMs?: Ms | null;
  /** Frames shown in the last second. */
  readonly fps?: number | null;
  readonly bitsPerSecond?: number | null;
  readonly keyFrameIntervalMs?: Ms | null;
  readonly stalls?: number | null;
  /** From the request of the stream to its first frame. */
  readonly firstFrameMs?: Ms | null;
  readonly bufferedMs?: Ms | null;
}

/** `text` is a message key. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Values for the placeholders of the message. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Identifies a request that expects a response. */
export type RequestId = number;

/** Specification, section 9. */
export const defaultVolume = 80;
export const toastMs: Ms = 2_000;
/** Keeps the light visible after a tap that ended before the response. */
export const ptzLightMs: Ms = 600;
/** Specification, section 4. The reason is not given there: do not shorten it. */
export const audioOpensAfterMs: Ms = 500;
/** A stream without a frame after this time has failed. */
export const loadingLimitMs: Ms = 12_000;
/** Playback of this length ends an outage: the next one starts with short retry delays again. */
export const steadyMs: Ms = 5_000;
/** Playback of this length also resets decoding failures and token rejections, which may be further apart. */
export const lastingMs: Ms = 10_000;
/** If a stream requested again shows no frame within this time, the viewer is informed. */
export const handOverMs: Ms = 1_500;
/** A stream that ended sooner is not requested again silently, to avoid an endless loop. */
export const handOverAfterMs: Ms = 1_000;
/** Callers time out after 30 s; the failure is reported before. */
export const timeoutMs: Ms = 25_000;

/** Delay at which a stream no longer counts as live, unless the host page sets another limit. */
export const defaultMaxDelayMs: Ms = 1_500;

export const initialLink: Link = {
  maxDelayMs: defaultMaxDelayMs,
  usesSubStream: false,
  tooSlowBitsPerSecond: null,
  lastDelayMs: null,
  skippedAt: null,
  onTimeSince: null,
  trialAfterMs: 30_000,
};

export const initialPlayerState: PlayerState = {
  playback: { phase: 'idle' },
  address: '',
  pageProblem: null,
  attempt: 0,
  attempts: 0,
  failures: 0,
  tokenRefusals: 0,
  mediaFailures: 0,
  rung: 0,
  fallbackReason: null,
  reportedRung: 0,
  engine: null,
  can: noAbilities,
  tracks: null,
  hasFrame: false,
  isStalled: false,
  ended: null,
  recorded: initialRecorded,
  handOver: null,
  hasFreshToken: false,
  link: initialLink,
  sourceFailure: null,
  awaitsKeySince: null,
  audio: { isOpen: false, volume: defaultVolume, isBlocked: false },
  expansion: 'none',
  isOnline: true,
  isVisible: true,
  isInPicture: false,
  device: null,
  stats: null,
  toast: null,
  waiting: [],
  language: 'zh-CN',
  zoom: null,
  ptz: initialPtz,
  recording: { phase: 'off' },
  talk: initialTalk,
  voice: initialVoice,
  recordings: null,
  preview: null,
  exporting: null,
  theming: initialTheming,
  display: initialDisplay,
  codeRefusedAt: null,
};
