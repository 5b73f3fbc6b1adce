import { addFrame } from './embed/iframe.ts';
import { envelopeShape, failureShape, parseShape, shapes } from './guards.generated.ts';
import { type CallEnd, createPendingCalls } from './pending-calls.ts';
import { PlayerError } from './player-error.ts';
import { listenForFrame } from './transport/handshake.ts';
import type {
  CallOptions,
  Player,
  PlayerFailure,
  PlayerOptions,
  PlayerSnapshot,
  TokenReason,
  Welcome,
} from './types.ts';

/** The envelope of lib/protocol: id, name, and kind: 0 request, 1 result, 2 error, 3 event, 4 cancel. */
interface Head {
  readonly k?: number;
  readonly i: number;
  readonly t: string;
}

/**
 * Puts a player into the container, or adopts the container when it is a player's iframe already.
 * Throws a TypeError when `server` is not the URL of a server; everything else is told by `ready`, calls and events.
 */
export const createPlayer = (container: Element, options: PlayerOptions): Player => {
  let { url } = options;
  // Twice, because the origin of javascript: and data: is no URL.
  const { origin } = new URL(new URL(options.server).origin);
  const iframe = 'src' in container ? (container as HTMLIFrameElement) : addFrame(container, origin, options);
  let listeners: Record<string, Set<(data: never) => void>> = {};
  let port: MessagePort | undefined;

  const post = (k: number, i: number, t: string, d?: unknown) => port?.postMessage({ k, i, t, d });
  let [calls, add] = createPendingCalls(post);
  /** One timer for all calls. */
  const timer = setInterval(
    () =>
      calls.forEach((call) => {
        call.sweep();
      }),
    500,
  );
  const rejectAll = (failure: CallEnd) =>
    calls.forEach((call) => {
      call.settle(failure);
    });

  const emit = (name: string, data: unknown) => {
    if (name === 'state') player.state = data as PlayerSnapshot;
    listeners[name]?.forEach((listener) => {
      try {
        // None is left when another listener has just destroyed the player.
        if (listeners[name]) listener(data as never);
      } catch (error) {
        reportError(error);
      }
    });
  };

  const finish = (failure: CallEnd) => {
    rejectAll(failure);
    add = (name) => Promise.reject(new PlayerError(failure, name));
    clearInterval(timer);
    listening.abort();
    post(3, 0, 'bye', {});
    port?.close();
  };

  /** The handshake, then the start, then what was called meanwhile. Whatever fails of it is told by an event. */
  const begin = () => {
    const welcome: Promise<Welcome> = add('welcome', 0, {}, 15_000, 0);
    welcome.then(({ state }) => {
      calls.forEach((call) => {
        call.send();
      });
      emit('state', state);
    }, finish);
    add('start', {
      url,
      autoplay: options.autoplay ?? true,
      audio: !!options.audio,
      language: options.language,
    }).catch((error) => emit('handleError', error));
    return welcome;
  };

  const receive = async ({ data: message }: MessageEvent) => {
    const { k, i, t } = (parseShape(envelopeShape, message) ?? {}) as Head;
    const shape = k === 2 ? failureShape : shapes[t + k];
    const data = shape === undefined ? null : parseShape(shape, message.d);
    const call = calls.get(i);
    if (k === 0)
      try {
        post(1, i, t, await options.getToken((data as { reason: TokenReason }).reason));
      } catch {
        // Refused, without a word: what went wrong may hold a secret.
        post(2, i, t);
      }
    else if (k === 3) {
      if (data) emit(t, data);
    } else if (k! < 3 && call?.t === t)
      call.settle(data === undefined ? 'bad-reply' : k === 1 ? 0 : (data as PlayerFailure), data);
  };

  /** The first picture may have to wait for a camera that sleeps. */
  const playUrl = (name: string) => (to?: string, callOptions?: CallOptions) => {
    url = to ?? url;
    return add(name, { url: to }, callOptions, 30_000);
  };

  const player: { -readonly [Key in keyof Player]: Player[Key] } = {
    iframe,
    ready: begin(),
    play: playUrl('play'),
    stop: (callOptions) => add('stop', {}, callOptions),
    openSound: (callOptions) => add('openSound', {}, callOptions),
    closeSound: (callOptions) => add('closeSound', {}, callOptions),
    getOSDTime: (callOptions) => add('getOSDTime', {}, callOptions),
    changePlayUrl: playUrl('changePlayUrl'),
    autoResize: (callOptions) => add('autoResize', {}, callOptions),
    on: (name, listener) => {
      listeners[name] ??= new Set();
      listeners[name].add(listener);
      return () => player.off(name, listener);
    },
    off(name, listener) {
      listeners[name]?.delete(listener);
    },
    async destroy() {
      listeners = {};
      finish('destroyed');
      if (iframe !== container) iframe.remove();
    },
  };

  const listening = listenForFrame(iframe, origin, (next, isVersionCommon) => {
    if (!isVersionCommon) return finish('version');
    if (!calls.has(0)) {
      rejectAll('frame-reloaded');
      begin();
    }
    port?.close();
    port = next;
    port.onmessage = receive;
    port.onmessageerror = () => rejectAll('bad-reply');
  });

  return player;
};
