import { callTable } from './calls.generated.ts';
import { addFrame } from './embed/iframe.ts';
import { envelopeShape, failureShape, parseShape, shapes } from './guards.generated.ts';
import { type CallEnd, createPendingCalls, send, settle, sweep } from './pending-calls.ts';
import { listenForFrame } from './transport/handshake.ts';
import type {
  CallOptions,
  DestroyReceipt,
  Player,
  PlayerFailure,
  PlayerOptions,
  PlayerSnapshot,
  TokenReason,
  Welcome,
} from './types.ts';

/** The envelope of lib/protocol: id, name, and kind: 0 request, 1 result, 2 error, 3 event, 4 cancel. */
interface ReplyHeader {
  readonly k?: number;
  readonly i: number;
  readonly t: string;
}

/** What any message may carry that the handle itself looks at. */
interface Data {
  readonly reason: TokenReason;
  readonly active: boolean;
  themeData?: unknown;
}

/** A theme travels as JSON text. Throws where a theme cannot. */
const toWire = (data: Record<string, unknown>) =>
  typeof data.themeData === 'object' ? { ...data, themeData: JSON.stringify(data.themeData) } : data;

/**
 * Puts a player into the container, or adopts the container when it is a player's iframe already.
 * Throws a TypeError when `server` is not the URL of a server; everything else is told by `ready`, calls and events.
 */
export const createPlayer = (container: Element, options: PlayerOptions): Player => {
  const { server, getToken, autoplay = true, audio = false, ...start } = options;
  const { origin } = new URL(server);
  if (!/^http/.test(origin)) throw new TypeError(server);
  /** What was set since: a frame that is loaded anew starts with it. */
  const settings: Record<string, unknown> = start;
  const iframe = 'src' in container ? (container as HTMLIFrameElement) : addFrame(container, origin, options);
  const { cssText } = iframe.style;
  let listeners: [name: string, listener: (data: never) => void, isOnce: boolean | undefined][] = [];
  let port: MessagePort | undefined;
  let leaving: Promise<DestroyReceipt> | undefined;

  const post = (k: number, i: number, t: string, d?: unknown) => port?.postMessage({ k, i, t, d });
  const [calls, add, all, refuse] = createPendingCalls(post);
  /** One timer for all calls. */
  const timer = setInterval(() => all(sweep), 500);

  const isFullscreen = () => document.fullscreenElement === iframe;
  // Left by a key of the browser: the player cannot see that from inside.
  iframe.onfullscreenchange = () => isFullscreen() || player.fullScreen('none');

  /** The viewer wants the frame to fill the page, where the browser has no full screen for it; or no longer. */
  const fillPage = (isFilling?: boolean) => {
    iframe.style.cssText =
      cssText + (isFilling ? ';position:fixed;inset:0;width:100%;height:100%;z-index:99999' : '');
    if (!isFilling && isFullscreen()) document.exitFullscreen();
  };

  const emit = (name: string, data: unknown) => {
    if (name === 'state') player.state = data as PlayerSnapshot;
    if (name === 'iframeFullScreen') {
      fillPage((data as Data).active);
      // Perhaps it filled the page before: a size that stays says nothing.
      post(0, 0, 'autoResize', {});
    }
    listeners.forEach((entry) => {
      try {
        // It may have been taken off by the one before, which may even have destroyed the player.
        if (entry[0] === name && listeners.includes(entry)) {
          if (entry[2]) off(name, entry[1]);
          entry[1](data as never);
        }
      } catch (error) {
        reportError(error);
      }
    });
  };

  const finish = (failure: CallEnd) => {
    all(settle, failure);
    refuse(failure);
    clearInterval(timer);
    listening.abort();
    post(3, 0, 'bye', {});
    port?.close();
  };

  /** The handshake, then the start, then what was called meanwhile. Whatever fails of it is told by an event. */
  const begin = () => {
    const welcome: Promise<Welcome> = add('welcome', Object, {}, 15_000, 0);
    welcome.then(({ state }) => {
      all(send);
      emit('state', state);
    }, finish);
    // A page may have put options of its own beside ours, functions for instance: they stay here.
    add('start', () => JSON.parse(JSON.stringify(toWire({ autoplay, audio, ...settings })))).catch((error) =>
      emit('handleError', error),
    );
    return welcome;
  };

  const answerToken = async (i: number, t: string, data: Data) => {
    try {
      post(1, i, t, await getToken(data.reason));
    } catch {
      // Refused without a reason: what went wrong may hold a secret.
      post(2, i, t);
    }
  };

  const receive = ({ data: message }: MessageEvent) => {
    const { k, i, t } = (parseShape(envelopeShape, message) ?? {}) as ReplyHeader;
    const shape = k === 2 ? failureShape : shapes[t + k];
    const call = calls.get(i);
    // What has no shape carries nothing, and is nothing a host could be asked for.
    let data = (shape ? parseShape(shape, message.d) : k ? {} : null) as Data | undefined;
    if (data?.themeData)
      try {
        data.themeData = JSON.parse(data.themeData as string);
      } catch {
        data = undefined;
      }
    if (k === 0) answerToken(i, t, data!);
    else if (k === 3) data && emit(t, data);
    else if (k! < 3 && call?.[0] === t)
      call[settle](
        data === undefined ? 'bad-reply' : k === 1 ? 0 : (data as unknown as PlayerFailure),
        shape && data,
      );
  };

  const on = (name: string, listener: (data: never) => void, isOnce?: boolean) => {
    listeners.push([name, listener, isOnce]);
    return () => off(name, listener);
  };
  const off = (name: string, listener: (data: never) => void) => {
    listeners = listeners.filter((entry) => entry[0] !== name || entry[1] !== listener);
  };

  /** The frame is given 2 s to let go of what it holds. */
  const leave = async () => {
    const receipt: DestroyReceipt = { listeners: listeners.length, calls: calls.size };
    listeners = [];
    all(settle, 'destroyed');
    const last: Promise<unknown> = add('destroy', Object, {}, 2_000);
    refuse('destroyed');
    Object.assign(receipt, await last.catch(() => {}));
    finish('destroyed');
    fillPage();
    if (iframe !== container) iframe.remove();
    return receipt;
  };

  const player = {
    iframe,
    ready: begin(),
    on,
    off,
    once: (name: string, listener: (data: never) => void) => on(name, listener, true),
    destroy: () => (leaving ??= leave()),
  } as unknown as { -readonly [Key in keyof Player]: Player[Key] };

  callTable.replace(/([a-z]+)(\d*)(=?):?(\w*)/gi, (_, name, seconds, isRemembered, argument) => {
    player[name as never] = ((value: unknown, callOptions = value as CallOptions) => {
      if (isRemembered) settings[argument] = value ?? settings[argument];
      // The click was in this page, so only this page may ask the browser for the whole screen; not where the
      // player will refuse it: page-wide, and unless something plays (every phase of that ends so).
      const { phase = '', webFullScreen = false } = player.state ?? {};
      if (value === 'fullscreen' && /ing$/.test(phase) && !webFullScreen)
        iframe.requestFullscreen?.().catch(Object);
      return add(
        name,
        () => toWire(argument ? { [argument]: value } : value ? { ...value, signal: 0 } : {}),
        callOptions,
        (seconds || 10) * 1_000,
      );
    }) as never;
    return '';
  });

  const listening = listenForFrame(iframe, origin, (next, isVersionCommon) => {
    if (!isVersionCommon) return finish('version');
    if (!calls.has(0)) {
      all(settle, 'frame-reloaded');
      begin();
    }
    port?.close();
    port = next;
    port.onmessage = receive;
    port.onmessageerror = () => all(settle, 'bad-reply');
  });

  return player;
};
