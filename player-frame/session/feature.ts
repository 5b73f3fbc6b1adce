import type { Clock } from '../../lib/kernel/clock.ts';
import type { Result } from '../../lib/kernel/result.ts';
import type { HostCallData, HostCallHandlers, PlayerFailure } from '../../lib/protocol/index.ts';
import type { LiveTarget, MediaEngine } from '../engines/engine.ts';
import type { FeatureEffect } from '../state/feature-events.ts';
import type { Failure, PlayerEvent, PlayerNotice, PlayerRequest } from '../state/player-events.ts';
import type { PlaybackFailure, PlayerState } from '../state/player-state.ts';
import type { HostPort } from './host-port.ts';
import type { LappClient } from './lapp-client.ts';

/**
 * What the player can do beside playing: zoom, pan-tilt, capture, recording, themes. Each feature is a runner
 * that carries out its effects and serves its calls; what it knows is in the store. All of them are fetched after
 * the first picture, or with the first call that needs one (feature-host.ts).
 */
export interface Feature {
  readonly handlers?: Partial<HostCallHandlers>;
  /** What `start` asked for beside playing. */
  begin?(options: StartOptions): void | Promise<void>;
  /** Effects that are not its own it leaves alone. */
  run?(effect: FeatureEffect): void;
  /** After every change of the state. */
  stateChanged?(state: PlayerState): void;
  /** What the host page is to be told. */
  notify?(notice: PlayerNotice): void;
  /** The host page has gone; another may come. */
  reset?(): void | Promise<void>;
  /** Safe to call twice. */
  destroy?(): void | Promise<void>;
}

export interface FeatureContext {
  readonly clock: Clock;
  /** The element that engines draw into; zoom and scale modes turn it. */
  readonly view: HTMLElement;
  /** Carries what the style sheet needs to know, as data attributes. */
  readonly root: HTMLElement;
  readonly lapp: LappClient;
  readonly host: HostPort;
  readonly template: string;
  /** Further origins a poster may come from. */
  readonly imageOrigins: readonly string[];
  engine(): MediaEngine | null;
  /** The access token in use; asks the host page where there is none. */
  token(signal: AbortSignal): Promise<Result<string, Failure>>;
  /** Another address and ticket of the stream that plays, for a second connection. Rejects when refused. */
  freshTarget(): Promise<LiveTarget>;
  getState(): PlayerState;
  send(event: PlayerEvent): void;
  /** Sends a request that is answered; rejects with a `RequestError`. */
  request(request: PlayerRequest, signal?: AbortSignal): Promise<void>;
  explain(playbackFailure: PlaybackFailure): Promise<PlayerFailure>;
}

export type StartOptions = HostCallData<'start'>;

export type MakeFeature = (context: FeatureContext) => Feature;
