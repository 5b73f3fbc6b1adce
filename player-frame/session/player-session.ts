import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { HostCallHandlers, PlayerFailure } from '../../lib/protocol/index.ts';
import { RequestError } from '../../lib/protocol/index.ts';
import type { Stage } from '../engines/engine.ts';
import { recordTypeOf } from '../state/address-parts.ts';
import type { Effect, PlayerInput, PlayerNotice, PlayerRequest } from '../state/player-events.ts';
import {
  initialPlayerState,
  type PlaybackFailure,
  type PlayerState,
  type RequestId,
} from '../state/player-state.ts';
import { createPlayerStore, type PlayerStore } from '../state/player-store.ts';
import { failureOf } from '../state/steps.ts';
import { type AddressResolver, createAddressResolver } from './address-resolver.ts';
import { type AudioFocus, createAudioFocus } from './audio-focus.ts';
import { makeClockEngine } from './clock-engine-maker.ts';
import type { Expander } from './expander.ts';
import type { BootContext, StartOptions } from './feature.ts';
import { createFeatureHost, type FeatureHost } from './feature-host.ts';
import type { HostPort } from './host-port.ts';
import type { LappLink } from './lapp-link.ts';
import { createLastFrame } from './last-frame.ts';
import { LatencyReporter } from './latency-reporter.ts';
import { checkOptions, type InvalidOption } from './option-check.ts';
import { type EngineMaker, PlaybackAttempt } from './playback-attempt.ts';
import { publicAddress, snapshotOf } from './snapshot.ts';
import { choosesTheme, fittingAddress, needsFeatures, startsByItself } from './start-rules.ts';
import { createTokenHolder } from './token-holder.ts';

export interface SessionDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly lapp: LappLink;
  readonly host: HostPort;
  readonly stage: Stage;
  /** Carries data attributes for the style sheet. */
  readonly root: HTMLElement;
  /** Template name, or id of a theme. */
  readonly template: string;
  readonly theme: Theme | null;
  /** Key of the application that embeds the player. */
  readonly app: string;
  readonly imageOrigins: readonly string[];
  readonly voiceWorklet?: string | undefined;
  /** Code of a problem of the page itself. */
  readonly problem?: string | null;
  readonly makeEngine: EngineMaker;
  /** Loads the texts on demand; playback does not need them. */
  readonly loadTexts: () => Promise<typeof import('./explain.ts')>;
  /** Loads the features on demand. */
  readonly loadFeatures: () => Promise<typeof import('./features/index.ts')>;
  /** Initial language, until the host page sets one. */
  readonly language: string;
  /** Initial value, until the host page sets one. */
  readonly isMobile: boolean;
}

/** Set from the start, before a host page connects. */
const withPageProblem = (pageProblem: string): Partial<PlayerState> => ({
  pageProblem,
  playback: { phase: 'failed', address: '', playbackFailure: failureOf(pageProblem) },
});

/** Start reading here: owns the store and the current attempt, and executes effects. */
export class PlayerSession {
  readonly store: PlayerStore;
  readonly #deps: SessionDeps;
  readonly #tokens: ReturnType<typeof createTokenHolder>;
  readonly #addresses: AddressResolver;
  readonly #lastFrame: ReturnType<typeof createLastFrame>;
  /** Null until something is expanded. */
  #expander: Expander | null = null;
  readonly #timers = new Map<string, Cancel>();
  readonly #waiting = new Map<
    RequestId,
    { resolve(): void; reject(playbackFailure: PlaybackFailure): void }
  >();
  readonly #features: FeatureHost;
  readonly #audioFocus: AudioFocus;
  #attempt: PlaybackAttempt | null = null;
  #closing: Promise<void> = Promise.resolve();
  #lastId = 0;
  readonly #latencyReporter = new LatencyReporter();
  #lastSnapshot = '';

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#tokens = createTokenHolder((reason, signal) => deps.host.requestToken(reason, signal));
    this.#addresses = createAddressResolver(deps.lapp);
    this.#lastFrame = createLastFrame(deps.stage.element);
    this.store = createPlayerStore(
      (effect) => this.#run(effect),
      () => ({ now: deps.clock.now(), chance: deps.random() }),
      {
        ...initialPlayerState,
        language: deps.language,
        ...(deps.problem ? withPageProblem(deps.problem) : {}),
        display: { ...initialPlayerState.display, isMobile: deps.isMobile },
        theming: { ...initialPlayerState.theming, theme: deps.theme },
      },
      () => {
        // Callers learn it; a press cannot be waiting, because there are no controls yet. The page sends its options once,
        // so they wait until the features are loaded, which the frame tries again.
        this.loadFeatures().catch(() => this.store.dropWaiting('network.unreachable', 'request.setUp'));
      },
    );
    this.#features = createFeatureHost(this.#featureContext(), async () => {
      const { createLappClient, features, featureRules } = await deps.loadFeatures();
      this.store.adopt(featureRules);
      const lapp = createLappClient(deps.lapp);
      return features.map((make) => (context: BootContext) => make({ ...context, lapp }));
    });
    this.handlers = { ...this.#features.handlers, ...this.#ownHandlers };
    this.#audioFocus = createAudioFocus(this.store);
    this.store.subscribe(() => {
      this.#audioFocus.stateChanged(this.state);
      this.#features.stateChanged(this.state);
      this.#emitState();
    });
  }

  /** Loads the features. Rejects if they cannot be loaded. */
  async loadFeatures(): Promise<void> {
    await this.#features.load();
  }

  #featureContext(): BootContext {
    const { clock, host, stage, root, app, template, imageOrigins, voiceWorklet } = this.#deps;
    return {
      ...{ clock, host, root, app, template, imageOrigins, voiceWorklet },
      view: stage.element,
      engine: () => this.#attempt?.engine ?? null,
      target: () => this.#attempt?.target ?? null,
      token: (signal) => this.#tokens.get('current', signal),
      getState: () => this.state,
      send: (event) => this.store.send(event),
      request: (request, signal) => this.request(request, signal),
      explain: (playbackFailure) => this.#explain(playbackFailure),
    };
  }

  get state(): PlayerState {
    return this.store.getState();
  }

  snapshot(): ReturnType<typeof snapshotOf> {
    return snapshotOf(this.state, this.#deps.clock.now());
  }

  /** Sends a request and waits for its result. Rejects with the explained failure. */
  request(request: PlayerRequest, signal?: AbortSignal): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<void>((resolve, reject) => {
      this.#waiting.set(id, {
        resolve,
        reject: (playbackFailure) => {
          this.#explain(playbackFailure).then((failure) => reject(new RequestError(failure)), reject);
        },
      });
      signal?.addEventListener('abort', () => this.#waiting.delete(id));
      this.store.send({ ...request, id });
    });
  }

  /** Handlers for calls of the host page. */
  readonly handlers: HostCallHandlers;

  /** Also for the developer who has no listener yet. */
  async #invalidOptions(invalid: readonly InvalidOption[]): Promise<RequestError> {
    const texts = await import('./option-texts.ts');
    const failure = texts.invalidOptions(invalid, this.state.language);
    console.warn(`Oriel: ${failure.message}`);
    return new RequestError(failure);
  }

  readonly #ownHandlers = {
    start: async (data: StartOptions, _signal?: AbortSignal, given: unknown = data) => {
      const { options, invalid } = checkOptions(given as object);
      const {
        url,
        autoplay = true,
        autoplayByTheme = true,
        audio = false,
        sharedSound,
        language,
        volume,
        maxDelay,
        playbackRange,
      } = options;
      await this.request({
        type: 'request.setUp',
        address: fittingAddress(options, window.innerWidth * window.devicePixelRatio),
        audio: audio,
        ...(language ? { language } : {}),
        ...(volume === undefined ? {} : { volume }),
        isAudioShared: sharedSound ?? false,
        isControlsOnly: options.controlsOnly ?? false,
        ...(maxDelay === undefined ? {} : { maxDelayMs: maxDelay }),
        ...(playbackRange ? { playbackRange } : {}),
        ...(options.continues ? { continues: options.continues } : {}),
      });
      if (playbackRange && !this.state.recorded.pageRange)
        invalid.push({ name: 'playbackRange', value: playbackRange });
      // Waits only for features that may prevent the start, and loads only those that are needed: the first frame has
      // priority.
      const { template } = this.#deps;
      const begun = this.#features.begin(options, needsFeatures(options, template)).catch(() => {
        /* The chunk cannot be loaded now; it is retried when playback starts. */
      });
      if (choosesTheme(options, template)) await begun;
      const isAllowed = !autoplayByTheme || startsByItself(this.state.theming.theme);
      const isStarting = url && autoplay && isAllowed;
      // A problem of the page is reported for every start, even without autoplay.
      if (isStarting || this.state.pageProblem) {
        this.store.send({ type: 'request.play' });
      }
      if (invalid.length > 0) throw await this.#invalidOptions(invalid);
    },
    play: async ({ url }, signal) => {
      const isOther = url !== undefined && url !== this.state.address;
      await this.request(
        isOther ? { type: 'request.changeUrl', address: url } : { type: 'request.play' },
        signal,
      );
    },
    stop: (_data, signal) => this.request({ type: 'request.stop' }, signal),
    openSound: (_data, signal) => this.request({ type: 'request.openSound' }, signal),
    closeSound: (_data, signal) => this.request({ type: 'request.closeSound' }, signal),
    getOSDTime: async () => {
      const time = this.#attempt?.engine?.currentTime() ?? null;
      if (time === null) throw new RequestError(await this.#explain(failureOf('player.notPlaying')));
      return Math.round(time);
    },
    changePlayUrl: ({ url }, signal) => this.request({ type: 'request.changeUrl', address: url }, signal),
    // The layout follows its container anyway; this confirms a resize immediately.
    autoResize: () => {
      window.dispatchEvent(new Event('resize'));
    },
    destroy: async () => {
      const before = this.#resources();
      await this.destroy();
      const left = this.#resources();
      return { ...before, left: left.engines + left.recordings + left.timers };
    },
  } satisfies Partial<HostCallHandlers>;

  #run(effect: Effect): void {
    switch (effect.do) {
      case 'resolve':
        this.#begin(effect);
        break;
      case 'loadEngine':
        void this.#attempt?.load();
        break;
      case 'closeEngine':
        this.#close(effect.keepFrame);
        break;
      case 'startTimer':
        this.#startTimer(effect);
        break;
      case 'setMuted':
        this.#attempt?.engine?.setMuted(effect.muted);
        break;
      case 'setVolume':
        this.#attempt?.engine?.setVolume(effect.volume / 100);
        break;
      case 'setVisible':
        this.#attempt?.engine?.setVisible(effect.visible);
        break;
      case 'expand':
        void this.#expand(effect);
        break;
      case 'answer':
        this.#take(effect.id)?.resolve();
        break;
      case 'refuse':
        this.#take(effect.id)?.reject(effect.playbackFailure);
        break;
      case 'notify':
        this.#notify(effect.notice);
        this.#features.notify(effect.notice);
        break;
      default:
        this.#features.run(effect);
    }
  }

  #begin(effect: Extract<Effect, { do: 'resolve' }>): void {
    void this.#attempt?.close();
    const { clock, random, stage } = this.#deps;
    const makeEngine = this.state.display.isControlsOnly ? makeClockEngine : this.#deps.makeEngine;
    const send = (event: PlayerInput) => this.store.send(event);
    if (recordTypeOf(effect.address)) {
      this.loadFeatures().catch(() => {
        /* The first frame waits for their rules, and loads them again. */
      });
    }
    this.#attempt = new PlaybackAttempt(
      { clock, random, addresses: this.#addresses, tokens: this.#tokens, makeEngine, stage, send },
      effect,
    );
  }

  #close(keepFrame: boolean): void {
    const ended = this.#attempt;
    if (!keepFrame) this.#lastFrame.clear();
    else if (ended?.hasShown) this.#lastFrame.keep(ended.engine);
    this.#attempt = null;
    if (ended) this.#closing = Promise.all([this.#closing, ended.close()]).then(() => undefined);
  }

  #startTimer({ attempt, what, afterMs }: Extract<Effect, { do: 'startTimer' }>): void {
    // One timer per name, except that each request has its own.
    const name = what === 'answer' ? `answer ${attempt}` : what;
    this.#timers.get(name)?.();
    const cancel = this.#deps.clock.after(afterMs, () => {
      this.#timers.delete(name);
      this.store.send({ type: 'event.timerElapsed', attempt, what });
    });
    this.#timers.set(name, cancel);
  }

  async #expand({ from, to, id }: Extract<Effect, { do: 'expand' }>): Promise<void> {
    const isDone = await this.#loadExpander().then(
      (expander) => expander.expand(from, to),
      () => false,
    );
    if (!isDone) this.store.send({ type: 'event.expandRefused' });
    if (id === undefined) return;
    if (isDone) this.#take(id)?.resolve();
    else this.#take(id)?.reject(failureOf('player.expandFailed'));
  }

  async #loadExpander(): Promise<Expander> {
    const { createExpander } = await import('./expander.ts');
    const { clock, host } = this.#deps;
    this.#expander ??= createExpander({
      clock,
      requestHost: (active) => host.notify('iframeFullScreen', { active }),
      report: (expansion) => this.store.send({ type: 'event.expansion', expansion }),
    });
    return this.#expander;
  }

  #take(id: RequestId) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #notify(notice: PlayerNotice): void {
    const { host } = this.#deps;
    // The new frame covers the old one, whose memory can be freed.
    if (notice.type === 'playing' || notice.type === 'handedOver') this.#lastFrame.clear();
    if (notice.type === 'playing') host.notify('handleSuccess', {});
    if (notice.type === 'failed') void this.#emitError(notice.playbackFailure, null);
    if (notice.type === 'reconnecting') void this.#emitError(notice.playbackFailure, notice.retryAt);
    if (notice.type === 'addressChanged') {
      const url = publicAddress(notice.address);
      if (url !== null) host.notify('changePlayUrl', { url });
    }
  }

  async #emitError(playbackFailure: PlaybackFailure, retryAt: number | null): Promise<void> {
    const retryInMs = retryAt === null ? null : Math.max(0, Math.round(retryAt - this.#deps.clock.now()));
    const failure = await this.#explain(playbackFailure);
    const detail = retryInMs === null ? failure.detail : { ...failure.detail, retryInMs };
    this.#deps.host.notify('handleError', { ...failure, ...(detail ? { detail } : {}) });
  }

  /** The texts are loaded over the network; without them the code is reported. */
  async #explain(playbackFailure: PlaybackFailure): Promise<PlayerFailure> {
    const texts = await this.#deps.loadTexts().catch(() => null);
    if (texts) return texts.explainFailure(playbackFailure, this.state.language);
    return {
      code: playbackFailure.code,
      message: playbackFailure.message ?? playbackFailure.code,
      source: 'player',
      retryable: true,
    };
  }

  /** Reports each change once. Latency changes constantly, so only significant changes count. */
  #emitState(): void {
    const { latencyMs, ...rest } = this.snapshot();
    const print = JSON.stringify(rest);
    const now = this.#deps.clock.monotonic();
    if (print === this.#lastSnapshot && !this.#latencyReporter.isWorthReporting(latencyMs, now)) return;
    this.#lastSnapshot = print;
    this.#latencyReporter.reported(latencyMs, now);
    this.#deps.host.notify('state', latencyMs === undefined ? rest : { ...rest, latencyMs });
  }

  #resources() {
    const isRecording = this.state.recording.phase !== 'off';
    return { engines: this.#attempt ? 1 : 0, recordings: isRecording ? 1 : 0, timers: this.#timers.size };
  }

  setVisible(isVisible: boolean): void {
    this.store.send({ type: 'event.visible', isVisible });
  }

  setOnline(isOnline: boolean): void {
    this.store.send({ type: 'event.online', isOnline });
  }

  /** Stops playback and drops the token when the host page has gone. A new host can start again. */
  async reset(): Promise<void> {
    this.store.dropWaiting('aborted');
    // A frame also leaves its document on the way between a page and a window, where another one continues: not stopped.
    if (this.state.display.pictureWindow !== 'none')
      this.store.send({ type: 'request.display', change: { pictureWindow: 'none' } });
    if (this.state.playback.phase !== 'idle' && this.state.playback.phase !== 'failed') {
      this.store.send({ type: 'request.stop' });
    }
    this.#close(false);
    await this.#features.reset();
    this.#tokens.forget();
    await this.#closing;
  }

  /** Resolves when sockets, workers and timers are released. Safe to call twice. */
  async destroy(): Promise<void> {
    await this.reset();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#expander?.destroy();
    this.#audioFocus.destroy();
    await this.#features.destroy();
  }
}
