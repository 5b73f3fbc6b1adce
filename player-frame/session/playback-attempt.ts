import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Result } from '../../lib/kernel/result.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineEvent, MediaEngine, MediaTarget, Stage } from '../engines/engine.ts';
import type { AddressKind } from '../engines/engine-kinds.ts';
import { recordTypeOf } from '../state/address-parts.ts';
import { addressKindOf, type Rung } from '../state/ladder.ts';
import type { Effect, Failure, PlayerInput } from '../state/player-events.ts';
import type { EngineChoice, TrackSummary } from '../state/player-state.ts';
import type { AddressResolver, ResolvedAddress } from './address-resolver.ts';
import type { TokenHolder } from './token-holder.ts';
import { scheduleRenewal } from './token-renewal.ts';

/**
 * Creates the engine of a rung of the ladder for an address of this kind. Null: this browser has fewer engines. Rejects if the engine's chunk
 * cannot be loaded.
 */
export type EngineMaker = (
  position: Rung['engine'],
  stage: Stage,
  kind: AddressKind,
) => Promise<{ readonly engine: MediaEngine; readonly choice: EngineChoice } | null>;

export interface AttemptDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly addresses: AddressResolver;
  readonly tokens: TokenHolder;
  readonly makeEngine: EngineMaker;
  readonly stage: Stage;
  readonly send: (event: PlayerInput) => void;
}

type ResolveEffect = Extract<Effect, { do: 'resolve' }>;

/** The first request may reach a cold server; retries have shorter timeouts. */
const firstCallMs = 10_000;
const retryCallMs = 2_500;

/**
 * One playback attempt: token, address, engine. It reports events with its number and never retries by itself. It
 * renews its token while it lasts.
 */
export class PlaybackAttempt {
  readonly attempt: number;
  readonly #abort = new AbortController();
  #deps: AttemptDeps;
  /** Null until it is known which kind of engine the address needs. */
  #making: ReturnType<EngineMaker> | null = null;
  #engine: MediaEngine | null = null;
  #target: MediaTarget | null = null;
  #hasShown = false;
  #stopRenewing: Cancel = () => {};

  readonly #effect: ResolveEffect;

  constructor(deps: AttemptDeps, effect: ResolveEffect) {
    this.#deps = deps;
    this.#effect = effect;
    this.attempt = effect.attempt;
    const kind = addressKindOf(effect.address);
    if (kind === 'plain') {
      this.#resolvePlain(effect).catch(() => this.#fail(engineUnreachable));
      return;
    }
    // Created while the address is being resolved, where its kind is known.
    if (recordTypeOf(effect.address) !== 'rec') this.#make(kind);
    void this.#resolve(effect);
  }

  /** True if there is a frame to keep when it ends. */
  get hasShown(): boolean {
    return this.#hasShown;
  }

  get engine(): MediaEngine | null {
    return this.#engine;
  }

  /** What is played, with the newest ticket; null until the address is resolved. */
  get target(): MediaTarget | null {
    return this.#target;
  }

  #make(kind: AddressKind): ReturnType<EngineMaker> {
    const { makeEngine, stage } = this.#deps;
    const making = makeEngine(this.#effect.rung.engine, stage, kind);
    making.catch(() => null); // awaited in `load`, unless the attempt ends before
    this.#making = making;
    return making;
  }

  /** A stream of another server needs neither token nor server of ours. */
  async #resolvePlain(effect: ResolveEffect): Promise<void> {
    const { plainDeps } = await import('./plain-playback.ts');
    this.#deps = plainDeps(this.#deps);
    await this.#resolve(effect);
  }

  async #resolve(effect: ResolveEffect): Promise<void> {
    const { signal } = this.#abort;
    const { token, isRetry } = effect;
    const accessToken = await this.#deps.tokens.get(token, signal);
    if (signal.aborted) return;
    if (!accessToken.ok) {
      this.#fail(accessToken.error);
      return;
    }
    const answer = await this.#requestAddress(effect, accessToken.value, isRetry ? retryCallMs : firstCallMs);
    if (signal.aborted) return;
    if (!answer.ok) {
      this.#fail(answer.error);
      return;
    }
    const { target, deviceName, expireInMs, timeZone, stores, hasLive } = answer.value;
    this.#target = target;
    if (!this.#making) this.#make(isReplay(target) ? 'replay' : 'recorded');
    const { clock, random } = this.#deps;
    this.#stopRenewing = scheduleRenewal({ clock, random, renew: () => this.#renew(effect) }, expireInMs);
    const range = 'range' in target ? target.range : undefined;
    this.#deps.send({
      type: 'event.resolved',
      attempt: this.attempt,
      deviceName,
      range,
      timeZone,
      stores,
      hasLive,
    });
  }

  #requestAddress(
    { address, rung, startAt }: ResolveEffect,
    accessToken: string,
    timeoutMs: Ms,
  ): Promise<Result<ResolvedAddress, Failure>> {
    const { signal } = this.#abort;
    return this.#deps.addresses.resolve({ address, rung, startAt, accessToken }, { signal, timeoutMs });
  }

  /**
   * Renews the token while the stream plays. Failures are not reported: the stream continues until the old token
   * expires, and then reports its end.
   */
  async #renew(effect: ResolveEffect): Promise<Ms | null> {
    const { signal } = this.#abort;
    const fresh = await this.#deps.tokens.renew(signal);
    if (signal.aborted || !fresh.ok) return null;
    const answer = await this.#requestAddress(effect, fresh.value, firstCallMs);
    if (signal.aborted || !answer.ok) return null;
    this.#target = answer.value.target;
    this.#engine?.renew(answer.value.target.ticket);
    this.#deps.send({ type: 'event.tokenRenewed', attempt: this.attempt });
    return answer.value.expireInMs;
  }

  /** Starts muted, so that pages with many players are silent. */
  async load(): Promise<void> {
    const { signal } = this.#abort;
    const made = await this.#making?.catch(() => 'unreachable' as const);
    if (signal.aborted) return;
    const target = this.#target;
    if (made === 'unreachable' || !made || !target) {
      this.#fail(made === null ? engineMissing : engineUnreachable);
      return;
    }
    const { engine, choice } = made;
    this.#engine = engine;
    this.#deps.send({
      type: 'event.engineChosen',
      attempt: this.attempt,
      engine: choice,
      can: {
        seek: engine.seekable !== undefined,
        rate: engine.rateable !== undefined,
        pause: engine.pausable !== undefined,
        step: engine.steppable !== undefined,
        rates: engine.rateable?.rates ?? [],
        record: engine.can.record,
      },
    });
    engine.onEvent((event) => {
      if (!signal.aborted) this.#report(event);
    });
    engine.setMuted(true);
    await engine.load(target, signal).catch(() => {
      /* aborted; stream failures are events */
    });
  }

  #report(event: EngineEvent): void {
    const { attempt } = this;
    if (event.type === 'firstFrame') this.#hasShown = true;
    switch (event.type) {
      case 'tracks':
        this.#deps.send({
          type: 'event.tracks',
          attempt,
          tracks: { video: event.video, audio: sentAudio(event.audio) },
        });
        break;
      case 'source':
        this.#deps.send({ ...event, type: 'event.source', attempt });
        break;
      case 'awaitsKey':
        this.#deps.send({ ...event, type: 'event.awaitsKey', attempt });
        break;
      case 'stalled':
        this.#deps.send({ ...event, type: 'event.stalled', attempt });
        break;
      case 'ended':
        this.#deps.send({ ...event, type: 'event.ended', attempt });
        break;
      case 'rate':
        this.#deps.send({ ...event, type: 'event.rate', attempt });
        break;
      case 'gap':
        this.#deps.send({ ...event, type: 'event.gap', attempt });
        break;
      case 'stats':
        this.#deps.send({ type: 'event.stats', attempt, stats: event.stats });
        break;
      case 'failed':
        this.#fail({
          kind: event.failure.kind,
          code: event.failure.code,
          stage: 'stream',
          message: null,
        });
        break;
      default:
        this.#deps.send({ type: `event.${event.type}`, attempt });
        break;
    }
  }

  #fail(failure: Failure): void {
    this.#deps.send({ type: 'event.failed', attempt: this.attempt, failure });
  }

  /** Resolves when everything is released. Safe to call twice. */
  async close(): Promise<void> {
    this.#stopRenewing();
    this.#abort.abort();
    const made = await this.#making?.catch(() => null);
    await made?.engine.destroy();
  }
}

/** The device's recordings are in a store of ours, or replayed by the camera itself. */
const isReplay = ({ url }: MediaTarget): boolean => new URL(url).pathname.startsWith('/rec/');

/** The server sends G.711 as FLAC, which is lossless, and nothing else as FLAC. */
function sentAudio(audio: TrackSummary['audio']): TrackSummary['audio'] {
  return audio && /^flac$/i.test(audio.codec) ? { ...audio, codec: 'G.711' } : audio;
}

const engineMissing: Failure = { kind: 'media', code: 'media.unsupported', stage: 'stream', message: null };
/** The engine's chunk could not be loaded, which is a network problem. */
const engineUnreachable: Failure = {
  kind: 'network',
  code: 'network.unreachable',
  stage: 'stream',
  message: null,
};
