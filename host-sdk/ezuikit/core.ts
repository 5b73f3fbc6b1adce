import { PlayerError } from '../player-error.ts';
import { createPlayer } from '../player-handle.ts';
import type { PlayerFailure, PlayerOptions } from '../types.ts';
import { CallPromise } from './call-promise.ts';
import { Emitter } from './emitter.ts';
import { forwardEvents, reportSizes } from './forward-events.ts';
import { sizeFrame } from './frame-size.ts';
import { logError, setLoggerOptions } from './logger.ts';
import { startText, unreachableText } from './messages.ts';
import { errorPayload, retcodeOf, wrongKeyPayload } from './payloads.ts';
import { isPlainAddress, PlainAddressPlayer, type ShownPlayer } from './plain-address-player.ts';
import { readSettings, type Settings } from './settings.ts';
import type { EventPayload, EZUIKitPlayerOptions } from './types.ts';
import { unsupported } from './unsupported.ts';
import { VideoLevels } from './video-levels.ts';

export type CallbackName = keyof {
  [Name in keyof EZUIKitPlayerOptions as Name extends
    | `${string}CallBack`
    | `handle${string}`
    | `${string}EventHandle`
    ? Name
    : never]: unknown;
};

export interface RunOptions<Value> {
  readonly callback?: CallbackName;
  /** `code` of the event and callback on success. */
  readonly doneCode?: number;
  /** `data` of the event and callback. */
  readonly data?: (value: Value) => unknown;
}

/** The latest player of each container. */
const players = new WeakMap<Element, PlayerCore>();

/**
 * One SDK player behind the facade: options, events and callbacks. Failures are reported asynchronously, never
 * thrown.
 */
export class PlayerCore {
  readonly settings: Settings;
  readonly emitter = new Emitter();
  readonly levels: VideoLevels;
  /** Payload of the last `videoInfo`. */
  videoInfo: object | null = null;
  /** Of a recording: when the frame on the screen was captured, epoch ms, at most a second ago. */
  recordedAt: number | null = null;
  /** The latest, of the microphone. */
  talkGain = 1;
  /** The quality depends on the size of the player. */
  isLevelAuto = false;
  /** Null if it could not be created, and after `destroy`. */
  player: ShownPlayer | null = null;
  private readonly target: unknown;
  private startFailure: PlayerError | null = null;
  /** Calls in progress, by name. Their events are emitted once, with the result. */
  private readonly running = new Map<string, number>();
  private readonly objectUrls: string[] = [];
  private removeFrame = () => {};

  /** `target` is part of every event: the facade object that the page created. */
  constructor(raw: unknown, target: unknown) {
    this.target = target;
    this.settings = readSettings(raw);
    setLoggerOptions(this.settings.given.loggerOptions);
    this.levels = new VideoLevels(this.settings.given, this.settings.options.language);
    try {
      this.player = this.openPlayer();
    } catch (error) {
      this.startFailure = asFailure(error);
      this.showStartFailure(this.startFailure);
      // Deferred: the constructor has not yet returned the player to the page.
      queueMicrotask(() => this.fail(this.startFailure as PlayerError));
    }
  }

  /** Where the developer looks: on the console, and in the place of the player. */
  private showStartFailure({ message }: PlayerError): void {
    // A component that is rendered on a server creates its player again in the browser.
    if (typeof document === 'undefined') return;
    logError(message);
    const { container } = this.settings;
    if (!container || 'src' in container) return;
    const note = document.createElement('p');
    note.setAttribute('role', 'alert');
    note.textContent = message;
    note.style.cssText = 'margin:0;padding:16px;font:14px/1.6 sans-serif;color:#fff;background:#1f1f1f';
    container.replaceChildren(note);
  }

  get id(): string {
    return this.settings.id;
  }

  callback(name: CallbackName, payload: unknown): void {
    const listener = this.settings.given[name] as ((payload: unknown) => void) | undefined;
    if (typeof listener !== 'function') return;
    try {
      listener(payload);
    } catch (error) {
      reportError(error);
    }
  }

  emit(eventType: string, code = 0, data?: unknown, msg = code === 0 ? 'success' : ''): void {
    const payload: EventPayload = { eventType, code, target: this.target, data, msg };
    this.emitter.emit(eventType, payload);
  }

  /** For events whose fields EZUIKit passes as the payload in one version and in `data` in another. */
  emitFields(eventType: string, fields: object): void {
    const payload = { ...fields, eventType, code: 0, target: this.target, data: fields, msg: 'success' };
    this.emitter.emit(eventType, payload);
  }

  /** A call of the page with this name has not ended yet. */
  isRunning(name: string): boolean {
    return Boolean(this.running.get(name));
  }

  /** Reports a failure that does not belong to a call. */
  fail(reported: PlayerFailure): void {
    const failure = explained(reported, this.settings.options);
    this.callback('handleError', errorPayload(this.id, failure));
    if (failure.code === '400036') this.callback('handleError', wrongKeyPayload(this.id));
    this.emit('error', retcodeOf(failure), { code: failure.code }, failure.message);
  }

  /** Runs a call of the page, with its event and callback. The promise rejects with a PlayerError. */
  run<Value>(
    name: string,
    work: (player: ShownPlayer) => Promise<Value>,
    { callback, doneCode = 0, data }: RunOptions<Value> = {},
  ): Promise<Value> {
    const report = (code: number, value?: unknown, msg?: string) => {
      if (callback) this.callback(callback, { id: this.id, type: name, code });
      this.emit(name, code, value, msg);
    };
    const promise = (async () => {
      this.running.set(name, (this.running.get(name) ?? 0) + 1);
      try {
        const value = await work(this.need(name));
        report(doneCode, data?.(value));
        return value;
      } catch (error) {
        const failure = asFailure(error);
        const code = retcodeOf(failure);
        report(code === 0 ? -1 : code, { code: failure.code }, failure.message);
        throw failure;
      } finally {
        this.running.set(name, (this.running.get(name) ?? 1) - 1);
      }
    })();
    return CallPromise.of(promise);
  }

  /** Reports an unsupported call by a rejected promise and `handleError`. */
  refuse(name: string): Promise<never> {
    const failure = unsupported(name, this.settings.options.language);
    this.fail(failure);
    return this.run(name, () => Promise.reject(failure));
  }

  /** Object URL of a file, valid until the player is destroyed. */
  objectUrl(blob: Blob): string {
    const url = URL.createObjectURL(blob);
    this.objectUrls.push(url);
    return url;
  }

  /**
   * Removes the iframe at once, or hides it until a recording is saved; the browser releases what it used. Safe to call
   * twice.
   */
  destroy(): void {
    const { player } = this;
    this.player = null;
    const leaving = player?.destroy();
    if (leaving && player?.state?.recording) {
      // The frame needs a moment to hand the recording over.
      player.iframe.style.display = 'none';
      void leaving.then(this.removeFrame);
    } else this.removeFrame();
    for (const url of this.objectUrls.splice(0)) URL.revokeObjectURL(url);
  }

  private need(name: string): ShownPlayer {
    if (this.player) return this.player;
    throw this.startFailure ?? new PlayerError('destroyed', name);
  }

  private openPlayer(): ShownPlayer {
    const { container, options, id } = this.settings;
    if (!container) throw missing('container', options.language);
    const isPlain = isPlainAddress(options.url);
    if (!options.server && !isPlain) throw missing('server', options.language);
    if (!options.app && !isPlain) throw missing('app', options.language);
    // A page that creates a second player in a container, for instance in React's strict mode, means to replace it.
    players.get(container)?.destroy();
    players.set(container, this);
    const isOwnFrame = 'src' in container;
    if (!isOwnFrame) container.replaceChildren();
    const player = isPlain ? new PlainAddressPlayer(container, options) : createPlayer(container, options);
    if (!isOwnFrame) {
      const { width, height } = this.settings.given;
      const stopSizing = sizeFrame(player.iframe, container, { width, height });
      const stopReports = reportSizes(this, player);
      this.removeFrame = () => {
        stopSizing();
        stopReports();
        player.iframe.remove();
      };
    }
    player.iframe.id = `EZUIKitPlayer-${id}`;
    // Deferred: the page adds its listeners after the constructor.
    queueMicrotask(() => this.emit('decoderLoad'));
    player.ready.then(
      ({ state }) => {
        // The page in place of a player that may not be shown: `handleError` gets the reason.
        if (state.phase === 'failed') return;
        this.emit('decoderLoaded');
        this.callback('handleInitSuccess', { retcode: 0, id, type: 'handleInitSuccess' });
        this.emit('init');
        this.emit('setVideoLevelList', 0, this.levels.list);
      },
      () => {
        /* Reported by handleError. */
      },
    );
    forwardEvents(this, player);
    return player;
  }
}

const missing = (what: 'container' | 'server' | 'app', language: string | undefined) =>
  new PlayerError({
    code: `${what}.missing`,
    message: startText(what, language),
    source: 'player',
    retryable: false,
  });

/** The SDK has no texts: its time-out becomes a message that names the likely causes. */
function explained(failure: PlayerFailure, { server, language }: PlayerOptions): PlayerFailure {
  if (failure.code !== 'handshake-timeout') return failure;
  const message = unreachableText(location.origin, server, language);
  logError(message);
  return new PlayerError({ ...failure, message });
}

/** Wraps any thrown value in a PlayerError. */
function asFailure(error: unknown): PlayerError {
  if (error instanceof PlayerError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new PlayerError({ code: 'bad-args', message, source: 'player', retryable: false });
}
