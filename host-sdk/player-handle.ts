import { methods } from './calls.generated.ts';
import { addFrame } from './embed/iframe.ts';
import { findTarget } from './embed/target.ts';
import { envelopeShape, failureShape, parseShape, shapes } from './guards.generated.ts';
import { type CallEnd, createPendingCalls, send, settle } from './pending-calls.ts';
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

/** Fields of messages that the handle reads itself. */
interface Data {
  readonly reason: TokenReason;
  readonly active: boolean;
  readonly code: string;
  themeData?: unknown;
  cause?: unknown;
}

/**
 * Creates a player in the container, an element or its selector, or uses the container itself if it is a player's
 * iframe. Throws `option.invalid` if there is no such element or `server` is not an http or https URL; later failures
 * are reported by `ready`, calls and `handleError`.
 */
export const createPlayer = (target: Element | string, options: PlayerOptions): Player => {
  const {
    server,
    getToken,
    /** Options, updated by calls: a reloaded frame starts with them. */
    ...settings
    // The player knows whether the browser has such windows.
  } = { ...options, pictureWindow: 'can' } as PlayerOptions & Record<string, unknown>;
  const [container, origin] = findTarget(target, server, getToken);
  const iframe = 'src' in container ? (container as HTMLIFrameElement) : addFrame(container, origin, options);
  /** Styles before the frame filled the page. */
  let styles: string | undefined;
  let listeners: [name: string, listener: (data: never) => void, isOnce: boolean | undefined][] = [];
  let port: MessagePort | undefined;
  let leaving: Promise<DestroyReceipt> | undefined;
  /** By `getToken`. */
  let thrown: unknown;

  /** Sends a theme as JSON text, also in `data`. Throws if it cannot be serialized. */
  const post = (k: number, i: number, t: string, d?: unknown) => {
    const data = d as Data | undefined;
    if (typeof data?.themeData === 'object') data.themeData = JSON.stringify(data.themeData);
    port?.postMessage({ k, i, t, d });
  };
  const [calls, add, all, refuse] = createPendingCalls(post);
  const isFullscreen = () => document.fullscreenElement === iframe;
  // The viewer pressed Esc in the browser's fullscreen; the frame cannot detect that itself.
  iframe.onfullscreenchange = () => isFullscreen() || player.fullScreen('none').catch(Object);

  /** Makes the frame fill the page, for browsers without element fullscreen, or restores it. */
  const fillPage = (isFilling?: boolean) => {
    styles ??= iframe.style.cssText;
    iframe.style.cssText =
      styles + (isFilling ? ';position:fixed;inset:0;width:100%;height:100%;z-index:99999' : '');
    if (!isFilling) {
      styles = undefined;
      if (isFullscreen()) document.exitFullscreen();
    }
  };

  const emit = (name: string, data: unknown) => {
    if (name === 'state') player.state = data as PlayerSnapshot;
    if (name === 'iframeFullScreen') {
      fillPage((data as Data).active);
      // If the frame already filled the page, its size has not changed and no resize event follows.
      post(0, 0, 'autoResize', {});
    }
    if (name === 'pictureWindow') {
      import(/* webpackIgnore: true */ /* @vite-ignore */ `${origin}/sdk/v1/picture.js`)
        .then(({ movePlayer }) => movePlayer(iframe, settings, data))
        .catch(() => post(0, 0, 'pictureInPicture', { active: true, inBrowser: true }));
    }
    listeners.forEach((entry) => {
      try {
        // An earlier listener may have removed this one, or destroyed the player.
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
    listening.abort();
    post(3, 0, 'bye', {});
    port?.close();
  };

  /** Handshake, start, then the calls made meanwhile. Failures are emitted as `handleError`. */
  const begin = () => {
    const welcome: Promise<Welcome> = add('welcome', Object, undefined, 15, 0);
    welcome.then(({ state }) => {
      all(send);
      emit('state', state);
    }, finish);
    // Drops what cannot be cloned: a page may pass additional options, such as functions.
    add('start', () => JSON.parse(JSON.stringify(settings))).catch((error) => emit('handleError', error));
    return welcome;
  };

  const answerToken = async (i: number, t: string, data: Data) => {
    try {
      const token = await getToken(data.reason);
      // A response or another object cannot be sent; the player then says that it is no text.
      post(1, i, t, typeof token === 'string' ? token : 0);
    } catch (error) {
      // Without the error itself, which may contain a secret.
      post(2, i, t);
      thrown = error;
    }
  };

  const receive = ({ data: message }: MessageEvent) => {
    const { k, i, t } = (parseShape(envelopeShape, message) ?? {}) as ReplyHeader;
    const shape = k === 2 ? failureShape : shapes[t + k];
    const call = calls.get(i);
    // A message without a shape has no data; requests must have a shape.
    let data = (shape ? parseShape(shape, message.d) : k ? {} : null) as Data | undefined;
    try {
      // Throws without data.
      if (data!.code === 'token.threw') data!.cause = thrown;
      if (data!.themeData) data!.themeData = JSON.parse(data!.themeData as string);
    } catch {
      data = undefined;
    }
    if (k === 0) answerToken(i, t, data!);
    else if (k === 3) data && emit(t, data);
    // `parseShape` has checked the shape of a failure; its result has no type of its own.
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

  /** Gives the frame 2 s to release its resources. */
  const leave = async () => {
    const receipt: DestroyReceipt = { listeners: listeners.length, calls: calls.size };
    listeners = [];
    all(settle, 'destroyed');
    const last: Promise<unknown> = add('destroy', Object, undefined, 2);
    refuse('destroyed');
    Object.assign(receipt, await last.catch(() => {}));
    finish('destroyed');
    fillPage();
    if (iframe !== container) iframe.remove();
    return receipt;
  };

  // An instance of a class, and skipped by Vue: frameworks copy or wrap plain objects, and their copy would keep an old
  // state.
  const player = new (class Player {
    __v_skip = true;
    iframe = iframe;
    ready = begin();
    on = on;
    off = off;
    once = (name: string, listener: (data: never) => void) => on(name, listener, true);
    destroy = () => (leaving ??= leave());
  })() as unknown as { -readonly [Key in keyof Player]: Player[Key] };

  for (const [name, argument, seconds] of methods as [keyof Player, string, number][]) {
    player[name] = ((value: unknown, callOptions = value as CallOptions) => {
      // An option of this name is given to a frame that reloads; the frame ignores other names.
      if (argument) settings[argument] = value ?? settings[argument];
      // The click was in this page, so only this page can request fullscreen. Skipped if the player would refuse:
      // page-wide display, or not playing (all active phases end in "ing").
      // Without a state, the phase is tested as the text "undefined".
      if (
        value === 'fullscreen' &&
        /ing$/.test(player.state?.phase as string) &&
        !player.state!.webFullScreen
      )
        iframe.requestFullscreen?.().catch(Object);
      return add(
        name,
        () => (argument ? { [argument]: value } : { ...(value as CallOptions), signal: 0 }),
        callOptions?.signal,
        seconds,
      );
    }) as never;
  }

  const listening = listenForFrame(
    iframe,
    origin,
    (next, isVersionCommon) => {
      if (!isVersionCommon) return finish('version');
      if (!calls.has(0)) {
        all(settle, 'frame-reloaded');
        begin();
      }
      port?.close();
      port = next;
      port.onmessage = receive;
      port.onmessageerror = () => all(settle, 'bad-reply');
    },
    () => {
      // Not if the player was destroyed meanwhile.
      if (calls.has(0)) {
        finish('handshake-timeout');
        // Instead of the page with which browsers replace a frame that they block.
        iframe.src += `?!${settings.language}`;
      }
    },
  );

  return player;
};
