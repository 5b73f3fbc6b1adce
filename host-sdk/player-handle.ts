import { createFrame } from './embed/iframe.ts';
import { envelopeShape, failureShape, parseShape, shapes } from './guards.generated.ts';
import { createPendingCalls, type Envelope } from './pending-calls.ts';
import { PlayerError, sdkError, sdkFailure } from './player-error.ts';
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

const handshakeTimeoutMs = 15_000;
const callTimeoutMs = 10_000;
/** The first picture may have to wait for a camera that sleeps. */
const playTimeoutMs = 30_000;

/**
 * Puts a player into the container, or adopts the container when it is a player's iframe already.
 * Throws a TypeError when `server` is not a URL; everything else is told by `ready`, calls and events.
 */
export function createPlayer(container: Element, options: PlayerOptions): Player {
  const { server, getToken, autoplay = true, audio = false, language } = options;
  let { url } = options;
  const { origin } = new URL(server, location.href);
  const isAdopted = container instanceof HTMLIFrameElement;
  const iframe = isAdopted ? container : createFrame(container, origin, options);

  const listeners = new Set<readonly [name: string, listener: (data: never) => void]>();
  let port: MessagePort | undefined;
  let lastId = 0;
  /** Calls may be sent. */
  let isReady = false;
  let state: PlayerSnapshot | undefined;
  /** Once set, nothing works any more, and every call rejects with it. */
  let end: PlayerError | undefined;

  const [calls, add] = createPendingCalls((message) => port?.postMessage(message));

  const emit = (name: string, data: unknown) => {
    // In a task of its own, so that a listener that throws harms no other.
    for (const entry of listeners)
      if (entry[0] === name) queueMicrotask(() => listeners.has(entry) && entry[1](data as never));
  };

  const rejectAll = (error: PlayerError) => {
    for (const call of calls.values()) call.settle(error);
  };

  const finish = (error: PlayerError) => {
    if (end) return;
    end = error;
    emit('handleError', error);
    rejectAll(error);
    stopListening();
    port?.postMessage({ k: 3, i: 0, t: 'bye', d: {} });
    port?.close();
  };

  /** The handshake is a call too, number 0, answered by the welcome. */
  const awaitWelcome = () => {
    isReady = false;
    const answer = add(0, 'welcome', undefined, handshakeTimeoutMs);
    calls.get(0)!.deadline = performance.now() + handshakeTimeoutMs;
    answer.catch(finish);
    return answer as Promise<Welcome>;
  };

  const call = (
    name: string,
    data: unknown,
    callOptions?: CallOptions,
    timeoutMs = callTimeoutMs,
  ): Promise<never> => {
    if (end) return Promise.reject(end);
    const answer = add(++lastId, name, data, timeoutMs, callOptions?.signal);
    if (isReady) calls.get(lastId)?.send();
    return answer as Promise<never>;
  };

  const begin = (welcome: Welcome) => {
    isReady = true;
    state = welcome.state;
    calls.get(0)?.settle(undefined, welcome);
    call('start', { url, autoplay, audio, language }).catch((error) => emit('handleError', error));
    for (const waiting of calls.values()) if (!waiting.deadline) waiting.send();
  };

  const receive = (from: MessagePort, message: unknown) => {
    const head = parseShape(envelopeShape, message) as Envelope | undefined;
    if (!head) return;
    const { k, i, t } = head;
    const shape = k === 2 ? failureShape : shapes[t + k];
    const data = shape !== undefined ? parseShape(shape, (message as Envelope).d) : undefined;
    const pending = calls.get(i);
    if (!k) {
      const reply = (kind: number, d: unknown) => from.postMessage({ k: kind, i, t, d });
      new Promise((resolve) => resolve(getToken((data as { reason: TokenReason }).reason)))
        .then((token) => reply(1, token))
        // What went wrong may hold a secret: it stays here.
        .catch(() => reply(2, sdkFailure(shape ? 'token' : 'unsupported', t)));
    } else if (k === 3) {
      if (!data) return;
      if (t === 'welcome') begin(data as Welcome);
      if (t === 'state') state = data as PlayerSnapshot;
      emit(t, data);
    } else if (pending?.name === t) {
      if (k === 1 && (shape === undefined || data !== undefined)) pending.settle(undefined, data);
      else pending.settle(data ? new PlayerError(data as PlayerFailure) : sdkError('bad-reply', t));
    }
  };

  const stopListening = listenForFrame(iframe, origin, (next) => {
    if (!next) return finish(sdkError('version'));
    if (isReady) {
      rejectAll(sdkError('frame-reloaded'));
      awaitWelcome();
    }
    port?.close();
    port = next;
    port.onmessage = (event) => receive(next, event.data);
    port.onmessageerror = () => rejectAll(sdkError('bad-reply'));
  });

  return {
    iframe,
    ready: awaitWelcome(),
    get state() {
      return state;
    },
    play(to, callOptions) {
      url = to ?? url;
      return call('play', { url: to }, callOptions, playTimeoutMs);
    },
    stop: (callOptions) => call('stop', {}, callOptions),
    openSound: (callOptions) => call('openSound', {}, callOptions),
    closeSound: (callOptions) => call('closeSound', {}, callOptions),
    getOSDTime: (callOptions) => call('getOSDTime', {}, callOptions),
    changePlayUrl(to, callOptions) {
      url = to;
      return call('changePlayUrl', { url: to }, callOptions, playTimeoutMs);
    },
    autoResize: (callOptions) => call('autoResize', {}, callOptions),
    on(name, listener) {
      const entry = [name, listener] as const;
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    off(name, listener) {
      for (const entry of listeners) if (entry[0] === name && entry[1] === listener) listeners.delete(entry);
    },
    async destroy() {
      listeners.clear();
      finish(sdkError('destroyed'));
      if (!isAdopted) iframe.remove();
    },
  };
}
