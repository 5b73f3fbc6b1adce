import { PlayerError } from '../player-error.ts';
import { createPlayer } from '../player-handle.ts';
import type { Player, PlayerEvents, PlayerFailure } from '../types.ts';
import { Emitter } from './emitter.ts';
import { sizeFrame } from './frame-size.ts';
import { errorPayload, retcodeOf, wrongKeyPayload } from './payloads.ts';
import { readSettings, type Settings } from './settings.ts';
import { sourceScript } from './source-script.ts';
import { streamReport } from './stream-report.ts';
import type { EventPayload, EZUIKitPlayerOptions } from './types.ts';
import { unsupported } from './unsupported.ts';

type CallbackName = keyof {
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
  /** Null if it could not be created, and after `destroy`. */
  player: Player | null = null;
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
    try {
      this.player = this.openPlayer();
    } catch (error) {
      this.startFailure = asFailure(error);
      // Deferred: the constructor has not yet returned the player to the page.
      queueMicrotask(() => this.fail(this.startFailure as PlayerError));
    }
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

  /** Reports a failure that does not belong to a call. */
  fail(failure: PlayerFailure): void {
    this.callback('handleError', errorPayload(this.id, failure));
    if (failure.code === '400036') this.callback('handleError', wrongKeyPayload(this.id));
    this.emit('error', retcodeOf(failure), { code: failure.code }, failure.message);
  }

  /** Runs a call of the page, with its event and callback. The promise rejects with a PlayerError. */
  run<Value>(
    name: string,
    work: (player: Player) => Promise<Value>,
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
    // Pages often ignore the promise: event and callback have already reported the failure.
    promise.catch(() => {});
    return promise;
  }

  /** Reports an unsupported call by a rejected promise and `handleError`. */
  refuse(name: string, why?: string): Promise<never> {
    const failure = unsupported(name, why);
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

  private need(name: string): Player {
    if (this.player) return this.player;
    throw this.startFailure ?? new PlayerError('destroyed', name);
  }

  private openPlayer(): Player {
    const { container, options, id } = this.settings;
    if (!container) throw missing('container', 'no element of this id');
    if (!options.server) throw missing('server', 'load this script from your server, or set env.domain');
    if (!options.app) throw missing('app', `add ?app=KEY to the address of this script${hint()}`);
    // A page that creates a second player in a container, for instance in React's strict mode, means to replace it.
    players.get(container)?.destroy();
    players.set(container, this);
    const isOwnFrame = 'src' in container;
    if (!isOwnFrame) container.replaceChildren();
    const player = createPlayer(container, options);
    if (!isOwnFrame) {
      const { width, height } = this.settings.given;
      const stopSizing = sizeFrame(player.iframe, container, { width, height });
      this.removeFrame = () => {
        stopSizing();
        player.iframe.remove();
      };
    }
    player.iframe.id = `EZUIKitPlayer-${id}`;
    const listen = <Name extends keyof PlayerEvents>(
      name: Name,
      listener: (data: PlayerEvents[Name]) => void,
    ) => player.on(name, listener);
    player.ready.then(
      () => {
        this.callback('handleInitSuccess', { retcode: 0, id, type: 'handleInitSuccess' });
        this.emit('init');
      },
      () => {
        /* Reported by handleError. */
      },
    );
    listen('handleSuccess', () => {
      this.callback('handleSuccess', { retcode: 0, id, type: 'handleSuccess' });
      this.callback('handleFirstFrameDisplay', { retcode: 0, id, type: 'handleFirstFrameDisplay' });
      this.emit('firstFrameDisplay');
    });
    listen('handleError', (failure) => this.fail(failure));
    this.forward(listen);
    return player;
  }

  /** Forwards actions of the viewer. Actions of the page are reported by the call itself. */
  private forward(
    listen: <Name extends keyof PlayerEvents>(
      name: Name,
      listener: (data: PlayerEvents[Name]) => void,
    ) => void,
  ): void {
    const { id } = this.settings;
    const byViewer = (name: string, callback: CallbackName | null, data?: unknown, code = 0) => {
      if (this.running.get(name)) return;
      if (callback) this.callback(callback, { id, type: name, code });
      this.emit(name, code, data);
    };
    listen('openSound', () => byViewer('openSound', 'openSoundCallBack', undefined, 1));
    listen('closeSound', () => byViewer('closeSound', 'closeSoundCallBack', undefined, 1));
    listen('startSave', () => byViewer('startSave', 'startSaveCallBack'));
    listen('stopSave', ({ blob, fileName }) => {
      if (!this.running.get('stopSave'))
        byViewer('stopSave', 'stopSaveCallBack', { url: this.objectUrl(blob), file: blob, fileName });
    });
    listen('capturePicture', ({ fileName }) =>
      byViewer('capturePicture', 'capturePictureCallBack', { fileName }),
    );
    listen('enableZoom', ({ scale }) => {
      byViewer('startZoom', null, { zoom: scale });
      this.emit('onZoomChange', 0, { zoom: scale });
    });
    listen('closeZoom', () => byViewer('closeZoom', null));
    listen('ptz', ({ direction, code }) =>
      this.emit('ptzDirection', code === '200' ? 0 : Number(code) || -1, { direction }),
    );
    listen('changePlayUrl', ({ url }) => byViewer('changePlayUrl', null, url));
    let expansion = 'none';
    listen('fullScreen', ({ to }) => {
      const from = expansion;
      expansion = to;
      if (to === 'fullscreen') byViewer('fullScreen', 'fullScreenCallBack');
      if (from === 'fullscreen') byViewer('cancelFullScreen', 'cancelFullScreenCallBack');
      if (to === 'web') byViewer('browserFullscreen', null);
      if (from === 'web') byViewer('exitBrowserFullscreen', null);
      if (to === 'fullscreen' || from === 'fullscreen')
        this.callback('fullScreenChangeCallBack', { id, type: 'fullScreen', code: to === 'fullscreen' });
    });
    listen('setThemeData', ({ themeData }) => {
      this.callback('handleThemeChange', { id, type: 'handleThemeChange', code: 0, data: themeData });
      byViewer('changeTheme', null, themeData);
    });
    listen('clickEventHandle', ({ iconId }) => {
      this.callback('clickEventHandle', { id, type: 'clickEventHandle', code: 0, data: iconId });
      this.emit(`Control.${iconId}`, 0, { iconId });
    });
    listen('removeEventHandle', ({ iconId }) => {
      this.callback('removeEventHandle', { id, type: 'removeEventHandle', code: 0, data: iconId });
    });
    listen('click', () => this.emit('click'));
    listen('dblclick', () => this.emit('dblclick'));
    const report = streamReport(this.settings.given.streamInfoCBType, (name, payload) =>
      this.emitter.emit(name, payload),
    );
    listen('stats', report);
  }
}

const missing = (what: string, message: string) =>
  new PlayerError({ code: `${what}.missing`, message, source: 'player', retryable: false });

const hint = () => (sourceScript().server ? '' : ', or give the option app');

/** Wraps any thrown value in a PlayerError. */
function asFailure(error: unknown): PlayerError {
  if (error instanceof PlayerError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new PlayerError({ code: 'bad-args', message, source: 'player', retryable: false });
}
