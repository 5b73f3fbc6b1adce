import Janus, { type JanusJS } from 'janus-gateway';
import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import { type TalkCameraState, type TalkStart, talkPlugin } from '../../lib/kernel/rtcgw.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { createGatewayWire, type GatewayWire, type WireDeps } from './gateway-wire.ts';
import { readPluginData } from './plugin-data.ts';
import { problem, type TalkProblem } from './talk-failure.ts';

/** From the first message until the first camera receives. The call of the host page times out after 30 s. */
const connectWithinMs: Ms = 20_000;
/** The gateway keeps the session of a lost connection for 5 s; it is claimed again until then. */
const claimWithinMs: Ms = 4_000;
const claimEveryMs: Ms = 400;
/** A browser may stay disconnected for minutes before it gives up; the server ends a silent talk after as long. */
const silentWithinMs: Ms = 15_000;
/** The gateway confirms the end of a session; after this time connections are closed anyway. */
const destroyWithinMs: Ms = 1_000;

export interface TalkClientOptions {
  readonly clock: Clock;
  readonly wire: WireDeps;
  /** In the order of attempts. */
  readonly servers: readonly string[];
  /** Ticket of the talk: the `token` of the session. */
  readonly ticket: string;
  /** The link for the talk plugin. */
  readonly link: string;
  readonly iceServers: readonly RTCIceServer[];
  readonly isRelayOnly: boolean;
  /** The microphone. */
  readonly track: MediaStreamTrack;
  /** Called once media flows, and when the state of a camera changes. */
  readonly onCameras: (cameras: readonly TalkCameraState[]) => void;
  /** Audio of the camera; null: it has ended. */
  readonly onPeer: (track: MediaStreamTrack | null) => void;
  /** Packets were lost, on the way to the camera or from it. */
  readonly onSlowLink: (lost: number) => void;
  /** Called at most once, not after `close`. */
  readonly onEnded: (problem: TalkProblem | null) => void;
}

/** One talk through the gateway. */
export interface TalkClient {
  /** Ends the session. Resolves when its connections are closed. Safe to call twice. */
  close(): Promise<void>;
}

/** Reasons of the library that mean the network, not the gateway. */
const networkReasons = /server down|network error|API call failed|Request timed out|Failed to parse/i;

/** The connections of the current talk: the client has one set of adapters per page. */
let current: GatewayWire;

/** The client constructs it. */
function SocketOfCurrentTalk(url: string) {
  return current.socket(url);
}

/** Names of the browser that the client distinguishes; none needs another treatment for audio. */
const adapter = { browserDetails: { browser: 'chrome', version: 0 } };
/** There is no screen sharing here. */
const extension = { init() {}, isInstalled: () => false };

function prepareLibrary(wire: GatewayWire): void {
  current = wire;
  Janus.init({
    dependencies: Janus.useDefaultDependencies({
      adapter,
      extension,
      WebSocket: SocketOfCurrentTalk,
      fetch: (url: string, init: RequestInit) => current.fetch(url, init),
    } as unknown as Partial<JanusJS.DefaultDependencies>), // its types require all of them
  });
}

export function openTalkClient(options: TalkClientOptions): TalkClient {
  const { clock } = options;
  const wire = createGatewayWire(options.wire);
  prepareLibrary(wire);
  let janus: Janus | null = null;
  let sessionId: number | null = null;
  let isEnded = false;
  let hasAnswer = false;
  let isMediaUp = false;
  let isReceived = false;
  let cameras: readonly TalkCameraState[] = [];
  let claimUntil: number | null = null;
  const timers = new Set<Cancel>();
  let cancelSilence: Cancel = () => {};
  const candidates = new Set<string>();

  const later = (afterMs: Ms, act: () => void): void => {
    const cancel = clock.after(afterMs, () => {
      timers.delete(cancel);
      act();
    });
    timers.add(cancel);
  };

  function end(why: TalkProblem | null): void {
    if (isEnded) return;
    void close();
    options.onEnded(why);
  }

  function report(): void {
    if (isEnded || !isMediaUp || cameras.length === 0) return;
    isReceived ||= cameras.some(({ state }) => state === 'receiving');
    options.onCameras(cameras);
  }

  /** Errors of the session: its creation, or the loss of the connection. */
  function sessionFailed(reason: unknown): void {
    if (isEnded) return;
    if (sessionId !== null) {
      claim(reason);
      return;
    }
    const isNetwork = networkReasons.test(String(reason));
    end(problem(isNetwork ? 'talk.connect' : 'talk.gateway', reason));
  }

  /** The connection was lost; media may still flow. */
  function claim(reason: unknown): void {
    const now = clock.monotonic();
    claimUntil ??= now + claimWithinMs;
    if (now >= claimUntil) {
      end(problem('talk.disconnected', reason));
      return;
    }
    later(claimEveryMs, () => {
      if (isEnded) return;
      janus?.reconnect({
        success: () => {
          claimUntil = null;
        },
        error: (text) => {
          const isNetwork = networkReasons.test(String(text));
          if (isNetwork) claim(reason);
          else end(problem('talk.disconnected', reason));
        },
      });
    });
  }

  /** The other end does not respond: a lost network, which may come back. */
  function watchSilence(isSilent: boolean): void {
    cancelSilence();
    cancelSilence = isSilent ? clock.after(silentWithinMs, () => end(problem('talk.lost'))) : () => {};
  }

  function attach(): void {
    if (isEnded || !janus) return;
    sessionId = janus.getSessionId();
    janus.attach({
      plugin: talkPlugin,
      opaqueId: Janus.randomString(12),
      success: offer,
      error: (reason) => end(problem('talk.attach', reason)),
      iceState: (state) => {
        watchSilence(state === 'disconnected');
        if (state !== 'failed') return;
        // One that was there has broken off: then no network blocks audio.
        end(isMediaUp ? problem('talk.lost') : problem('talk.ice', describeCandidates(candidates, options)));
      },
      webrtcState: (isUp, reason?: string) => {
        isMediaUp = isUp;
        if (isUp) report();
        else end(problem('talk.ended', reason ?? null));
      },
      slowLink: (_isUplink, lost) => options.onSlowLink(lost),
      onremotetrack: (track, _mid, isOn) => options.onPeer(isOn ? track : null),
      ondetached: () => end(problem('talk.ended')),
      onmessage: received,
    } as JanusJS.PluginOptions); // the reason of `webrtcState` is missing in its types
  }

  let handle: JanusJS.PluginHandle | null = null;

  function offer(attached: JanusJS.PluginHandle): void {
    if (isEnded) return;
    handle = attached;
    attached.createOffer({
      tracks: [{ type: 'audio', capture: options.track, recv: true, codec: 'opus' } as JanusJS.TrackOption],
      success: (jsep) => {
        if (isEnded) return;
        watchCandidates(attached.webrtcStuff.pc, candidates);
        const message: TalkStart = { request: 'start', url: options.link, codec: 'opus' };
        attached.send({
          message: { ...message },
          jsep,
          error: (reason) => end(problem('talk.gateway', reason)),
        });
      },
      error: (error) => end(problem('talk.failed', error)),
    });
  }

  function received(data: unknown, jsep?: JanusJS.JSEP): void {
    if (isEnded) return;
    hasAnswer ||= jsep !== undefined;
    if (jsep) handle?.handleRemoteJsep({ jsep, error: (reason) => end(problem('talk.failed', reason)) });
    const known = readPluginData(data);
    if (known === null) return;
    if ('error' in known) end(problem('talk.gateway', known.error));
    else if (known.result === 'done') {
      // The end of a talk that a camera received needs no reason; one that none did does.
      const isExpected = known.code === undefined && isReceived;
      end(isExpected ? null : problem(codeOf(known.code), known.message ?? null));
    } else {
      cameras = known.cameras;
      report();
    }
  }

  later(connectWithinMs, () => {
    if (isReceived) return;
    const isBlocked = hasAnswer && !isMediaUp;
    end(isBlocked ? problem('talk.ice', describeCandidates(candidates, options)) : problem('talk.timeout'));
  });
  janus = new Janus({
    server: [...options.servers],
    token: options.ticket,
    iceServers: [...options.iceServers],
    iceTransportPolicy: options.isRelayOnly ? 'relay' : 'all',
    // The player ends its talks itself when the page is closed, also over HTTP, which the library would do with the
    // names of another protocol.
    destroyOnUnload: false,
    success: attach,
    error: sessionFailed,
  });

  let closing: Promise<void> | null = null;

  function close(): Promise<void> {
    closing ??= shutDown();
    return closing;
  }

  async function shutDown(): Promise<void> {
    isEnded = true;
    cancelSilence();
    for (const cancel of timers) cancel();
    timers.clear();
    options.onPeer(null);
    await new Promise<void>((resolve) => {
      const cancel = clock.after(destroyWithinMs, resolve);
      const done = () => {
        cancel();
        resolve();
      };
      // Closes the peer connection at once, before the answer.
      janus?.destroy({ cleanupHandles: true, notifyDestroyed: false, success: done, error: done });
    });
    wire.close();
    // The library keeps every session of the page.
    if (sessionId !== null)
      (Janus as unknown as { sessions: Map<number, unknown> }).sessions.delete(sessionId);
  }

  return { close };
}

/** Codes of the open-platform API are numbers; the reasons of an end are words of the gateway. */
function codeOf(code = 'ended'): string {
  return /^-?\d+$/.test(code) || code.includes('.') ? code : `talk.${code}`;
}

/** Kinds of the candidates of this end, for the reason why no connection was possible. */
function watchCandidates(connection: RTCPeerConnection | null, kinds: Set<string>): void {
  connection?.addEventListener('icecandidate', ({ candidate }) => {
    const kind = candidate?.type;
    if (kind) kinds.add(kind);
  });
}

function describeCandidates(
  kinds: ReadonlySet<string>,
  { iceServers, isRelayOnly }: Pick<TalkClientOptions, 'iceServers' | 'isRelayOnly'>,
): string {
  const urls = iceServers.flatMap(({ urls }) => urls);
  const hasTurn = urls.some((url) => /^turns?:/.test(url));
  const found = [...kinds].sort().join(', ') || 'none';
  const relay = hasTurn
    ? `relay ${kinds.has('relay') ? 'available' : 'not reachable'}`
    : 'no relay configured';
  return `candidates: ${found}; ${relay}${isRelayOnly ? ', and no other way is permitted' : ''}`;
}
