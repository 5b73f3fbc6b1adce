import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { EngineKind } from '../engines/engine-kinds.ts';
import {
  type Display,
  initialDisplay,
  initialPtz,
  initialTheming,
  type Ptz,
  type Recording,
  type Theming,
  type Zoom,
} from './feature-state.ts';

/**
 * Everything the frame knows about its one player, as plain data. Nothing in here is a secret except the
 * verification code that an address may carry, so an address is never shown or logged.
 */
export interface PlayerState {
  readonly playback: Playback;
  /** What play plays; empty until the host page has told. */
  readonly address: string;
  /** Code of what is wrong with the frame's own page: nothing plays in it. */
  readonly pageProblem: string | null;
  /** Grows with each try to play and each stop. Facts carry the number they belong to; others are stale. */
  readonly attempt: number;
  /** How often a stream was asked for since the frame was opened. */
  readonly attempts: number;
  /** Tries in a row that brought no lasting picture. */
  readonly failures: number;
  /** How often in a row the server refused our token. */
  readonly tokenRefusals: number;
  /** How often in a row this way of decoding broke. */
  readonly mediaFailures: number;
  /** Which way of playing is tried, an index into the ladder. */
  readonly rung: number;
  /** Why a lower rung is used, null on the first. */
  readonly fallbackReason: string | null;
  /** The rung whose picture the viewer was told about. */
  readonly reportedRung: number;
  readonly engine: EngineChoice | null;
  /** What can be done with the stream that plays: live ones can do none of it. */
  readonly can: PlaybackAbilities;
  readonly tracks: TrackSummary | null;
  /** A picture is on the stage, perhaps an old one. */
  readonly hasFrame: boolean;
  readonly isStalled: boolean;
  /** Why the stream ended that is being asked for anew behind its last picture; nobody was told so far. */
  readonly handOver: PlaybackFailure | null;
  /** The host page gave a fresh token while the stream plays that was opened with the one before. */
  readonly hasFreshToken: boolean;
  /** Null while the server has the camera. */
  readonly sourceFailure: SourceFailureState | null;
  readonly audio: AudioState;
  readonly expansion: Expansion;
  readonly isOnline: boolean;
  readonly isVisible: boolean;
  readonly device: Device | null;
  readonly stats: VideoStats | null;
  readonly toast: Toast | null;
  /** Play requests that wait for the first picture. */
  readonly waiting: readonly RequestId[];
  /** BCP 47, as the host page or the browser names it. */
  readonly language: string;
  /** Null while electronic zoom is off. */
  readonly zoom: Zoom | null;
  readonly ptz: Ptz;
  readonly recording: Recording;
  readonly theming: Theming;
  readonly display: Display;
  /** The attempt whose question for the verification code the viewer turned away from. */
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
      /** When the next try starts; null while it runs. */
      readonly retryAt: EpochMs | null;
    }
  | { readonly phase: 'failed'; readonly address: string; readonly playbackFailure: PlaybackFailure };

/** What is wrong, for the error catalogue to explain. */
export interface PlaybackFailure {
  /** `10002`, `media.unsupported`, `network.closed`, `ezopen.mode` … */
  readonly code: string;
  /** While the address of the stream was being asked for, or after. */
  readonly stage: 'address' | 'stream';
  /** The server's own words, shown where the catalogue has none. */
  readonly message: string | null;
}

export interface EngineChoice {
  readonly kind: EngineKind;
  /** Why this engine and not another, for diagnosis. */
  readonly why: string;
}

export interface PlaybackAbilities {
  readonly seek: boolean;
  readonly rate: boolean;
  readonly pause: boolean;
}

export const noAbilities: PlaybackAbilities = { seek: false, rate: false, pause: false };

export interface TrackSummary {
  readonly video: { readonly codec: string; readonly width: number; readonly height: number } | null;
  readonly audio: { readonly codec: string } | null;
}

/** The server told that it lost the camera and when it tries again. */
export interface SourceFailureState {
  readonly code: string;
  readonly retryAt: EpochMs | null;
}

export interface AudioState {
  /** Wanted; it is heard only while something plays. */
  readonly isOpen: boolean;
  /** 0 to 100. */
  readonly volume: number;
  /** The browser keeps it silent until the viewer clicks. */
  readonly isBlocked: boolean;
}

/** One field, because full-screen and page-wide exclude each other. */
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
  /** Pictures shown in the last second. */
  readonly fps?: number | null;
  readonly bitsPerSecond?: number | null;
  readonly keyFrameIntervalMs?: Ms | null;
  readonly stalls?: number | null;
  /** From asking for the stream to its first picture. */
  readonly firstFrameMs?: Ms | null;
  readonly bufferedMs?: Ms | null;
}

/** `text` is a key of the message table. */
export interface Toast {
  readonly id: number;
  readonly text: string;
}

/** Names a request that wants an answer. */
export type RequestId = number;

/** Specification, section 9. */
export const defaultVolume = 80;
export const toastMs: Ms = 2_000;
/** A tap on the pad is over before it is answered: its light is still seen. */
export const ptzLightMs: Ms = 600;
/** Specification, section 4. The reason is not given there: do not shorten it. */
export const audioOpensAfterMs: Ms = 500;
/** A picture that was due this long is not coming: connect again, and have said so 3 s after the network went. */
export const stallLimitMs: Ms = 2_500;
/** A stream that shows nothing for this long after it was asked for has failed. */
export const loadingLimitMs: Ms = 12_000;
/** A picture that lasted this long ends an outage: the next one is met with quick tries again. */
export const steadyMs: Ms = 5_000;
/** One that lasted this long also ends a row of broken decodes and refused tokens, which need not come at once. */
export const lastingMs: Ms = 10_000;
/** A stream that was asked for anew shows its picture within this, or the viewer is told. */
export const handOverMs: Ms = 1_500;
/** A stream that ends sooner than this is not asked for anew in silence: that could go on for ever. */
export const handOverAfterMs: Ms = 1_000;
/** Callers give up after 30 s; what is known about the delay is told before. */
export const timeoutMs: Ms = 25_000;

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
  handOver: null,
  hasFreshToken: false,
  sourceFailure: null,
  audio: { isOpen: false, volume: defaultVolume, isBlocked: false },
  expansion: 'none',
  isOnline: true,
  isVisible: true,
  device: null,
  stats: null,
  toast: null,
  waiting: [],
  language: 'zh-CN',
  zoom: null,
  ptz: initialPtz,
  recording: { phase: 'off' },
  theming: initialTheming,
  display: initialDisplay,
  codeRefusedAt: null,
};
