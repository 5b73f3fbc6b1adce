import type { Clock } from '../../lib/kernel/clock.ts';
import type { Result } from '../../lib/kernel/result.ts';
import type { HostCallData, HostCallHandlers, PlayerFailure } from '../../lib/protocol/index.ts';
import type { MediaEngine, MediaTarget } from '../engines/engine.ts';
import type { FeatureEffect } from '../state/feature-events.ts';
import type { Failure, PlayerInput, PlayerNotice, PlayerRequest } from '../state/player-events.ts';
import type { PlaybackFailure, PlayerState } from '../state/player-state.ts';
import type { HostPort } from './host-port.ts';
import type { LappClient } from './lapp-client.ts';

/**
 * A capability besides playback: zoom, PTZ, capture, recording, themes. A feature executes its effects and serves its
 * calls; its state is in the store. All features are loaded after the first frame, or with the first call that needs
 * one (feature-host.ts).
 */
export interface Feature {
  readonly handlers?: Partial<HostCallHandlers>;
  /** Receives the options of `start`. */
  begin?(options: StartOptions): void | Promise<void>;
  /** Ignores effects of other features. */
  run?(effect: FeatureEffect): void;
  /** Called after every change of the state. */
  stateChanged?(state: PlayerState): void;
  /** Reports a notice to the host page. */
  notify?(notice: PlayerNotice): void;
  /** The host page has gone; another one may connect. */
  reset?(): void | Promise<void>;
  /** Safe to call twice. */
  destroy?(): void | Promise<void>;
}

/** What features use. */
export interface FeatureContext extends BootContext {
  readonly lapp: LappClient;
}

/** The part of it that the boot script has. */
export interface BootContext {
  readonly clock: Clock;
  /** Element of the engine, transformed by zoom and scale modes. */
  readonly view: HTMLElement;
  /** Carries data attributes for the style sheet. */
  readonly root: HTMLElement;
  readonly host: HostPort;
  /** Key of the application that embeds the player. */
  readonly app: string;
  readonly template: string;
  /** Additional origins allowed for posters. */
  readonly imageOrigins: readonly string[];
  /** Path of the worklet that records voice messages; absent in a build without it. */
  readonly voiceWorklet?: string | undefined;
  engine(): MediaEngine | null;
  /** The current access token; requests one from the host page if there is none. */
  token(signal: AbortSignal): Promise<Result<string, Failure>>;
  /** The stream or range that is playing, with its ticket. */
  target(): MediaTarget | null;
  getState(): PlayerState;
  send(event: PlayerInput): void;
  /** Sends a request and waits for its result; rejects with a `RequestError`. */
  request(request: PlayerRequest, signal?: AbortSignal): Promise<void>;
  explain(playbackFailure: PlaybackFailure): Promise<PlayerFailure>;
}

export type StartOptions = HostCallData<'start'>;

export type MakeFeature<Context extends BootContext = FeatureContext> = (context: Context) => Feature;
