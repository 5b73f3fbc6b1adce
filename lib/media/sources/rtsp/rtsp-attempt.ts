/**
 * One RTSP connection to a camera. connecting → describing → waiting for the first key frame → live; every state ends
 * in `failed`, in `useless`, or in stop.
 */
import { FrameInterval, silenceLimit } from '../../../codec/frame-interval.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AddressPolicy } from '../../net/address-policy.ts';
import type { TlsTrust } from '../../net/safe-connect.ts';
import type {
  RtspTransport,
  SourceFailure,
  SourceSink,
  SourceSpec,
  TransportFault,
  TransportUse,
} from '../../ports.ts';
import { KeepAlive, type KeepAliveMemory, type KeepAliveMethod } from './keep-alive.ts';
import type { StartTimestamps } from './live-times.ts';
import { MediaReceiver } from './media-receiver.ts';
import { type MediaSink, type MediaTransport, TcpTransport } from './media-transport.ts';
import { openRtsp } from './open-rtsp.ts';
import type { PlayMode } from './play-mode.ts';
import type { RtspConnection } from './rtsp-connection.ts';
import { play, type RtspSession, setUpSession } from './rtsp-session.ts';
import { sourceFailure } from './source-failure.ts';
import type { StreamTimes, TrackKind } from './stream-times.ts';
import { defaultRtpPorts, type PortRange } from './udp/port-pair.ts';
import { UdpTransport } from './udp/udp-transport.ts';

export interface RtspTimings {
  readonly connectMs: Ms;
  readonly requestMs: Ms;
  /** From the connection to the PLAY response, all requests together. */
  readonly handshakeMs: Ms;
  /** From PLAY to the first complete frame; later, from one frame to the next. */
  readonly firstFrameMs: Ms;
  /** The same to the first key frame, while other frames of a live stream arrive. */
  readonly keyFrameMs: Ms;
  /** A live source without media for this long, or three of its frame intervals, has failed. */
  readonly silenceMs: Ms;
  /** From PLAY to the first packet, if there is another transport to try; by UDP, twice as long to the first frame. */
  readonly firstPacketMs: { readonly tcp: Ms; readonly udp: Ms };
}

export const defaultRtspTimings: RtspTimings = {
  connectMs: 4_000,
  // Recovery within five seconds must not be delayed by an unanswered request.
  requestMs: 4_000,
  handshakeMs: 10_000,
  firstFrameMs: 15_000,
  // Cameras have up to two minutes between key frames.
  keyFrameMs: 180_000,
  // Detected within five seconds, including the interval of the check.
  silenceMs: 4_000,
  firstPacketMs: { tcp: 6_000, udp: 3_000 },
};

export interface RtspAttemptOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly addressPolicy: AddressPolicy;
  readonly tls?: TlsTrust | undefined;
  readonly timings?: Partial<RtspTimings> | undefined;
  /** UDP ports for media. */
  readonly rtpPorts?: PortRange | undefined;
  /** Shared by the sources of a server. */
  readonly keepAliveMemory?: KeepAliveMemory | undefined;
}

export interface AttemptSink extends SourceSink {
  /** The camera does not offer this transport, and the next one is tried. */
  refused(transport: RtspTransport, fault: TransportFault): void;
  /** Nothing usable arrived, and the attempt has ended: another may try the other transports. */
  useless(transport: RtspTransport, fault: TransportFault): void;
}

const checkEveryMs: Ms = 500;
/** How often the sink is told that the camera's next key frame is awaited. */
const awaitsKeyEveryMs: Ms = 1_000;
/** As many as can arrive in one chunk with the response. */
const maxEarlyPackets = 1_024;
/** A recording has ended if nothing follows the frame that the camera marked as its last. */
const endAfterMs: Ms = 1_500;

export class RtspAttempt {
  readonly #spec: Extract<SourceSpec, { kind: 'rtsp' }>;
  readonly #options: RtspAttemptOptions;
  readonly #timings: RtspTimings;
  readonly #sink: AttemptSink;
  readonly #mode: PlayMode;
  readonly #transports: readonly RtspTransport[];
  #isOver = false;
  #abort = new AbortController();
  #connection: RtspConnection | null = null;
  #tcp: TcpTransport | null = null;
  #transport: MediaTransport | null = null;
  #session: RtspSession | null = null;
  #receiver: MediaReceiver | null = null;
  #times: StreamTimes | null = null;
  #isPaused = false;
  #cancels: Cancel[] = [];
  /** Packets received before the PLAY response was handled. */
  #early: { readonly kind: TrackKind; readonly isControl: boolean; readonly bytes: Uint8Array }[] = [];
  #hasPackets = false;
  /** Sent, and neither answered nor given up. */
  #asked: KeepAliveMethod | null = null;
  #saidAwaitsKeyAt: Ms = Number.NEGATIVE_INFINITY;
  /** Of video, where there is video. */
  readonly #interval = new FrameInterval();

  /** `transports`: in the order in which they are tried; at least one. */
  constructor(
    spec: Extract<SourceSpec, { kind: 'rtsp' }>,
    options: RtspAttemptOptions,
    mode: PlayMode,
    transports: readonly RtspTransport[],
    sink: AttemptSink,
  ) {
    this.#spec = spec;
    this.#mode = mode;
    this.#options = options;
    this.#timings = { ...defaultRtspTimings, ...options.timings };
    this.#transports = transports;
    this.#sink = sink;
  }

  get session(): RtspSession | null {
    return this.#session;
  }

  get receiver(): MediaReceiver | null {
    return this.#receiver;
  }

  get transport(): Pick<TransportUse, 'used' | 'lostShare'> | null {
    const transport = this.#transport;
    return transport && { used: transport.name, lostShare: transport.lostShare };
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    this.#finish();
  }

  /** Stops reading: the camera fills the buffers of the connection and waits. */
  pause(): void {
    this.#isPaused = true;
    this.#connection?.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#receiver?.excuse();
    this.#connection?.resume();
  }

  /** Never rejects: every step returns a result. */
  async #run(): Promise<void> {
    await Promise.resolve(); // the sink is never called from within `start`
    const opened = await this.#connect();
    if (opened === null) return;
    const { connection, url } = opened;
    const cancelDeadline = this.#options.clock.after(this.#timings.handshakeMs, () =>
      this.#fail(sourceFailure('source.silent', 'the camera took too long to start the stream')),
    );
    this.#cancels.push(cancelDeadline);
    const session = await setUpSession(connection, url, this.#mode, {
      names: this.#transports,
      make: (name) => this.#makeTransport(name, connection),
      refused: (name, fault) => this.#sink.refused(name, fault),
    });
    if (this.#isOver) return;
    if (!session.ok) {
      this.#fail(session.error);
      return;
    }
    this.#session = session.value;
    // Media may arrive before the PLAY response.
    session.value.transport.open();
    const started = await play(connection, session.value, this.#mode);
    cancelDeadline();
    if (this.#isOver) return;
    if (!started.ok) this.#fail(started.error);
    else this.#goLive(session.value, connection, started.value);
  }

  async #connect(): Promise<{ connection: RtspConnection; url: string } | null> {
    const { clock, addressPolicy, tls } = this.#options;
    const { connectMs, requestMs } = this.#timings;
    const opened = await openRtsp(this.#spec, {
      clock,
      addressPolicy,
      tls,
      connectMs,
      requestMs,
      signal: this.#abort.signal,
      onPacket: (channel, payload) => this.#tcp?.packet(channel, payload),
      onEnd: (failure) => {
        if (!this.#isOver && this.#asked !== null)
          this.#options.keepAliveMemory?.noteClosed(this.#spec.url, this.#asked);
        this.#fail(failure);
      },
    });
    if (!opened.ok) {
      this.#fail(opened.error);
      return null;
    }
    if (this.#isOver) {
      opened.value.connection.close();
      return null;
    }
    this.#connection = opened.value.connection;
    return opened.value;
  }

  /** Null: the connection has ended. */
  #makeTransport(name: RtspTransport, connection: RtspConnection): MediaTransport | null {
    const sink: MediaSink = {
      rtp: (kind, bytes) => this.#packet(kind, false, bytes),
      rtcp: (kind, bytes) => this.#packet(kind, true, bytes),
    };
    const { addresses } = connection;
    if (addresses === null || this.#isOver) return null;
    const { clock, addressPolicy, rtpPorts: ports = defaultRtpPorts } = this.#options;
    if (name === 'tcp') this.#tcp = new TcpTransport(connection, sink);
    this.#transport =
      name === 'tcp'
        ? this.#tcp!
        : new UdpTransport({ name, ...addresses, clock, ports, addressPolicy, sink });
    return this.#transport;
  }

  #goLive(session: RtspSession, connection: RtspConnection, startTimestamps: StartTimestamps): void {
    const { clock } = this.#options;
    const times = this.#mode.times(session.plan, clock, startTimestamps);
    this.#times = times;
    this.#receiver = new MediaReceiver({
      plan: session.plan,
      clock,
      sink: this.#guardedSink(),
      times,
      requestKeyFrame: () => session.transport.requestKeyFrame(),
      onGoodbye: () => this.#fail(sourceFailure('source.ended', 'the camera ended the stream')),
    });
    const early = this.#early;
    this.#early = [];
    for (const { kind, isControl, bytes } of early) this.#packet(kind, isControl, bytes);
    if (this.#isOver) return;
    const playedAt = clock.monotonic();
    const { requestMs } = this.#timings;
    const { methods } = session.keepAlive;
    const keepAlive = new KeepAlive({
      ...session.keepAlive,
      methods: this.#options.keepAliveMemory?.usable(this.#spec.url, methods) ?? methods,
      requestMs,
      send: (method, waitMs) => this.#keepAlive(method, waitMs, session, connection),
    });
    this.#cancels.push(
      clock.every(checkEveryMs, () => this.#checkSilence(playedAt)),
      clock.every(session.keepAlive.everyMs, () => void keepAlive.renew()),
    );
  }

  #packet(kind: TrackKind, isControl: boolean, bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (!isControl) this.#hasPackets = true;
    const receiver = this.#receiver;
    if (receiver === null) {
      if (this.#session !== null && this.#early.length < maxEarlyPackets)
        this.#early.push({ kind, isControl, bytes });
    } else if (isControl) receiver.rtcp(kind, bytes);
    else receiver.rtp(kind, bytes);
  }

  #guardedSink(): SourceSink {
    const sink = this.#sink;
    return {
      tracks: (tracks) => {
        if (!this.#isOver) sink.tracks(tracks);
      },
      unit: (unit) => {
        if (this.#isOver) return;
        if (unit.kind === 'video' || this.#session?.plan.video == null) this.#interval.add(unit.dtsMs);
        sink.unit(unit);
      },
      awaitsKey: (waitedMs) => sink.awaitsKey?.(waitedMs),
      failed: (failure) => this.#fail(failure),
    };
  }

  #checkSilence(playedAt: Ms): void {
    if (this.#isPaused) return;
    const receiver = this.#receiver!;
    const now = this.#options.clock.monotonic();
    const lastMediaAt = receiver.video === null ? receiver.lastAudioAt : receiver.lastVideoAt;
    if (this.#times?.isAtEnd && now - lastMediaAt >= endAfterMs) {
      this.#fail(sourceFailure('source.ended', 'the recording ends here'));
      return;
    }
    if (receiver.gate.isAnnounced) {
      const withoutFrameMs = receiver.video === null ? 0 : now - receiver.lastFrameAt;
      if (now - lastMediaAt >= this.#silenceLimitMs()) {
        this.#fail(sourceFailure('source.silent', 'the camera stopped sending'));
      } else if (this.#awaitsKey) {
        this.#waitForKey(withoutFrameMs);
      } else if (withoutFrameMs >= this.#timings.firstFrameMs) {
        this.#fail(sourceFailure('source.silent', 'the camera sends data, but no complete frame'));
      }
    } else if (this.#hasOtherTransport && now - playedAt >= this.#patienceMs) {
      const used = this.#transport!.name;
      this.#finish();
      this.#sink.useless(used, { code: this.#hasPackets ? 'lossy' : 'silent' });
    } else if (this.#awaitsKey && now - lastMediaAt < this.#timings.silenceMs) {
      this.#waitForKey(now - playedAt);
    } else if (now - playedAt >= this.#timings.firstFrameMs) {
      this.#fail(this.#whyNothingCame(receiver, lastMediaAt > playedAt));
    }
  }

  /** A replay begins with a key frame. */
  get #awaitsKey(): boolean {
    return this.#mode.isLive && this.#receiver?.video?.awaitsKey === true;
  }

  #waitForKey(waitedMs: Ms): void {
    const now = this.#options.clock.monotonic();
    if (waitedMs >= this.#timings.keyFrameMs) {
      const seconds = Math.round(waitedMs / 1_000);
      this.#fail(sourceFailure('source.keyFrame', `the camera sent no key frame for ${seconds} s`));
    } else if (now - this.#saidAwaitsKeyAt >= awaitsKeyEveryMs) {
      this.#saidAwaitsKeyAt = now;
      this.#receiver?.askForKeyFrame();
      this.#sink.awaitsKey?.(waitedMs);
    }
  }

  get #hasOtherTransport(): boolean {
    return this.#transport!.name !== this.#transports.at(-1);
  }

  /** With a transport by which no frame has arrived. */
  get #patienceMs(): Ms {
    const { tcp, udp } = this.#timings.firstPacketMs;
    // Over UDP, the key frame may have been among the packets that were lost.
    const isWhole = this.#awaitsKey && (this.#transport!.lostShare ?? 0) === 0;
    if (this.#transport!.name !== 'tcp' && !isWhole) return this.#hasPackets ? 2 * udp : udp;
    return this.#hasPackets ? Number.POSITIVE_INFINITY : tcp;
  }

  #silenceLimitMs(): Ms {
    const { silenceMs, firstFrameMs } = this.#timings;
    const { ms } = this.#interval;
    return ms === null ? Math.max(silenceMs, firstFrameMs) : silenceLimit(silenceMs, ms);
  }

  #whyNothingCame(receiver: MediaReceiver, hasMedia: boolean): SourceFailure {
    const damaged = receiver.video?.sets.fault;
    if (damaged !== null && damaged !== undefined) {
      return sourceFailure('source.unsupported', `the video cannot be described: ${damaged.message}`);
    }
    return sourceFailure(
      'source.silent',
      hasMedia ? 'the camera sends no key frame' : 'the camera sends no media',
    );
  }

  /** Whatever the camera answers, it is there as long as it sends media: silence is detected elsewhere. */
  async #keepAlive(
    method: KeepAliveMethod,
    waitMs: Ms,
    { playUrl, sessionId }: RtspSession,
    connection: RtspConnection,
  ): Promise<number | null> {
    this.#asked = method;
    const answer = await connection.request(method, playUrl, [['Session', sessionId]], waitMs);
    this.#asked = null;
    if (answer.ok) return answer.value.status;
    // While reading is paused, answers are not read: none is missing.
    return this.#isPaused || this.#isOver ? 200 : null;
  }

  #fail(failure: SourceFailure): void {
    if (this.#isOver) return;
    this.#options.logger.debug({ code: failure.code }, failure.message);
    this.#finish();
    this.#sink.failed(failure);
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#abort.abort();
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#early = [];
    this.#transport?.close();
    const session = this.#session;
    this.#connection?.close(
      session === null || session.sessionId === ''
        ? undefined
        : { method: 'TEARDOWN', url: session.playUrl, headers: [['Session', session.sessionId]] },
    );
  }
}
