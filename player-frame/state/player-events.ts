import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { RecordedEnd } from '../engines/engine.ts';
import type { FeatureEffect, FeatureEvent, FeatureNotice, FeatureRequest } from './feature-events.ts';
import type { Rung } from './ladder.ts';
import type {
  EngineChoice,
  Expansion,
  PlaybackAbilities,
  PlaybackFailure,
  RequestId,
  TrackSummary,
  VideoStats,
} from './player-state.ts';
import type { RecordingStores } from './recorded-events.ts';

/** A request of the viewer, the keyboard or the host page. With an `id` it expects a response. */
export type PlayerRequest = { readonly id?: RequestId } & (
  | {
      readonly type: 'request.setUp';
      readonly address: string;
      /** If missing, the theme's audio button decides. */
      readonly audio?: boolean;
      readonly volume?: number;
      readonly language?: string;
      /** Other players of the page can be audible at the same time. */
      readonly isAudioShared?: boolean;
      readonly isControlsOnly?: boolean;
      /** Delay beyond which the newest frame is requested; 0: never. */
      readonly maxDelayMs?: Ms;
      /** As given by the page: the option of this name. */
      readonly playbackRange?: { readonly begin: string; readonly end: string };
      /** Takes the place of a player in another document. */
      readonly continues?: Continuation;
    }
  | { readonly type: 'request.play' }
  | { readonly type: 'request.stop' }
  | { readonly type: 'request.togglePlay' }
  | { readonly type: 'request.changeUrl'; readonly address: string }
  | { readonly type: 'request.retryNow' }
  | { readonly type: 'request.openSound' }
  | { readonly type: 'request.closeSound' }
  | { readonly type: 'request.toggleSound' }
  | { readonly type: 'request.setVolume'; readonly volume: number }
  | { readonly type: 'request.expand'; readonly to: Expansion }
  | FeatureRequest
);

/** Where and how a recording continues. */
export interface Continuation {
  readonly at?: EpochMs | undefined;
  readonly paused?: boolean | undefined;
  readonly rate?: number | undefined;
  /** The range of the address was chosen by the page. */
  readonly fixed?: boolean | undefined;
}

/** A failure. Kinds as in `EngineFailure`. */
export interface Failure extends PlaybackFailure {
  readonly kind: 'network' | 'media' | 'denied' | 'other';
}

/** Names of timers. For the last five, the number identifies toast, request, press, target or recording. */
export type TimerName =
  | 'retry'
  | 'loading'
  | 'stall'
  | 'audio'
  | 'handOver'
  | 'toast'
  | 'answer'
  | 'light'
  | 'seek'
  | 'voice';

/** Something that happened. Events of an attempt carry its number. */
export type PlayerEvent =
  /** The rules of the features are loaded: what waited for them follows. */
  | { readonly type: 'event.featuresLoaded' }
  | {
      readonly type: 'event.resolved';
      readonly attempt: number;
      readonly deviceName: string;
      /** Of a recorded address. */
      readonly range?: TimeRange | undefined;
      /** IANA name, or offset, of the zone of the camera's civil times. */
      readonly timeZone?: string | undefined;
      /** Of a recorded address; absent: the token permits live video too. */
      readonly hasLive?: boolean | undefined;
      readonly stores?: RecordingStores | undefined;
    }
  | {
      readonly type: 'event.engineChosen';
      readonly attempt: number;
      readonly engine: EngineChoice;
      readonly can: PlaybackAbilities;
    }
  | { readonly type: 'event.tracks'; readonly attempt: number; readonly tracks: TrackSummary }
  | { readonly type: 'event.firstFrame'; readonly attempt: number }
  | { readonly type: 'event.stalled'; readonly attempt: number; readonly forMs: Ms; readonly limitMs: Ms }
  | { readonly type: 'event.resumed'; readonly attempt: number }
  | {
      readonly type: 'event.source';
      readonly attempt: number;
      readonly state: 'live' | 'retrying';
      readonly code: string | null;
      readonly retryInMs: Ms | null;
    }
  /** The camera's next key frame is awaited, for this long now; null: it has arrived. */
  | { readonly type: 'event.awaitsKey'; readonly attempt: number; readonly waitedMs: Ms | null }
  | { readonly type: 'event.ended'; readonly attempt: number; readonly reason: RecordedEnd }
  | { readonly type: 'event.rate'; readonly attempt: number; readonly rate: number }
  | { readonly type: 'event.audioBlocked'; readonly attempt: number }
  | { readonly type: 'event.tokenRenewed'; readonly attempt: number }
  | { readonly type: 'event.stats'; readonly attempt: number; readonly stats: VideoStats }
  | { readonly type: 'event.failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly type: 'event.timerElapsed'; readonly attempt: number; readonly what: TimerName }
  | { readonly type: 'event.online'; readonly isOnline: boolean }
  | { readonly type: 'event.visible'; readonly isVisible: boolean }
  | { readonly type: 'event.expansion'; readonly expansion: Expansion }
  | { readonly type: 'event.expandRefused' }
  | FeatureEvent;

export type PlayerInput = PlayerRequest | PlayerEvent;

/** Time of an event, and a random number in [0, 1) to spread retries: passed in to keep `step` pure. */
export interface Moment {
  readonly now: EpochMs;
  readonly chance: number;
}

/** The token to use: the current one, or a new one with the reason. */
export type TokenRequest = 'current' | 'expired' | 'denied';

/** Effects executed by the session. */
export type Effect =
  | {
      readonly do: 'resolve';
      readonly attempt: number;
      readonly address: string;
      readonly rung: Rung;
      readonly token: TokenRequest;
      /** The first attempt has a longer timeout than retries. */
      readonly isRetry: boolean;
      /** Recorded only: continues at this time. */
      readonly startAt: EpochMs | null;
    }
  | { readonly do: 'loadEngine'; readonly attempt: number; readonly rung: Rung }
  | { readonly do: 'closeEngine'; readonly keepFrame: boolean }
  | { readonly do: 'startTimer'; readonly attempt: number; readonly what: TimerName; readonly afterMs: Ms }
  | { readonly do: 'setMuted'; readonly muted: boolean }
  | { readonly do: 'setVolume'; readonly volume: number }
  | { readonly do: 'setVisible'; readonly visible: boolean }
  | {
      readonly do: 'expand';
      readonly from: Expansion;
      readonly to: Expansion;
      /** The request to resolve when done. */
      readonly id?: RequestId;
    }
  | { readonly do: 'answer'; readonly id: RequestId }
  | { readonly do: 'refuse'; readonly id: RequestId; readonly playbackFailure: PlaybackFailure }
  | { readonly do: 'notify'; readonly notice: PlayerNotice }
  | FeatureEffect;

/** Events for the host page. */
export type PlayerNotice =
  | { readonly type: 'playing' }
  /** Playing again after an interruption that was not reported. */
  | { readonly type: 'handedOver' }
  | { readonly type: 'stopped' }
  | {
      readonly type: 'reconnecting';
      readonly playbackFailure: PlaybackFailure;
      readonly retryAt: EpochMs | null;
    }
  | { readonly type: 'failed'; readonly playbackFailure: PlaybackFailure }
  /** A recording is at its end. */
  | { readonly type: 'ended'; readonly reason: RecordedEnd }
  | { readonly type: 'audio'; readonly isOpen: boolean; readonly isBlocked: boolean }
  | { readonly type: 'expansion'; readonly expansion: Expansion }
  | { readonly type: 'addressChanged'; readonly address: string }
  | FeatureNotice;
