/**
 * An RTSP over TCP camera as a `MediaSource`. One connection, no retry. connecting → describing → waiting for
 * the first key frame → live; every state ends in `failed` or stop.
 */
import { FrameInterval, silenceLimit } from '../../../codec/frame-interval.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AddressPolicy } from '../../net/address-policy.ts';
import type { TlsTrust } from '../../net/safe-connect.ts';
import type { ConnectionInfo, ReplaySource, SourceFailure, SourceSink, SourceSpec } from '../../ports.ts';
import type { StartTimestamps } from './live-times.ts';
import { MediaReceiver } from './media-receiver.ts';
import { openRtsp } from './open-rtsp.ts';
import { livePlay, type PlayMode } from './play-mode.ts';
import type { RtspConnection } from './rtsp-connection.ts';
import { play, type RtspSession, setUpSession } from './rtsp-session.ts';
import { sourceFailure } from './source-failure.ts';
import type { StreamTimes } from './stream-times.ts';

export interface RtspTimings {
  readonly connectMs: Ms;
  readonly requestMs: Ms;
  /** From the connection to the PLAY response, all requests together. */
  readonly handshakeMs: Ms;
  /** From PLAY to the first complete key frame; later, from one frame to the next. */
  readonly firstFrameMs: Ms;
  /** A live source without media for this long, or three of its frame intervals, has failed. */
  readonly silenceMs: Ms;
}

export const defaultRtspTimings: RtspTimings = {
  connectMs: 4_000,
  // Recovery within five seconds must not be delayed by an unanswered request.
  requestMs: 4_000,
  handshakeMs: 10_000,
  firstFrameMs: 15_000,
  // Detected within five seconds, including the interval of the check.
  silenceMs: 4_000,
};

export interface RtspSourceOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly addressPolicy: AddressPolicy;
  readonly tls?: TlsTrust;
  readonly timings?: Partial<RtspTimings>;
}

const checkEveryMs: Ms = 500;
/** As many as can arrive in one chunk with the response. */
const maxEarlyPackets = 1_024;
/** A recording has ended if nothing follows the frame that the camera marked as its last. */
const endAfterMs: Ms = 1_500;

/** Live, or with `replayPlay` a recording, which can be paused. */
export class RtspSource implements ReplaySource {
  #spec: Extract<SourceSpec, { kind: 'rtsp' }>;
  #options: RtspSourceOptions;
  #timings: RtspTimings;
  #sink: SourceSink | null = null;
  #isOver = false;
  #abort = new AbortController();
  #connection: RtspConnection | null = null;
  #session: RtspSession | null = null;
  #receiver: MediaReceiver | null = null;
  #times: StreamTimes | null = null;
  readonly #mode: PlayMode;
  #isPaused = false;
  #cancels: Cancel[] = [];
  #isKeepAliveOpen = false;
  /** Packets received before the PLAY response was handled. */
  #early: [number, Uint8Array][] = [];
  /** Of video, where there is video. */
  readonly #interval = new FrameInterval();

  constructor(
    spec: Extract<SourceSpec, { kind: 'rtsp' }>,
    options: RtspSourceOptions,
    mode: PlayMode = livePlay,
  ) {
    this.#spec = spec;
    this.#mode = mode;
    this.#options = options;
    this.#timings = { ...defaultRtspTimings, ...options.timings };
  }

  get connection(): ConnectionInfo {
    return {
      skipped: this.#session?.plan.skipped ?? [],
      describedAudio: this.#session?.plan.audio?.track.codec ?? null,
      clockFromCamera: this.#receiver?.clockFromCamera ?? false,
      clockSkewMs: this.#receiver?.clockSkewMs ?? null,
      droppedFrames: this.#receiver?.video?.droppedFrames ?? 0,
    };
  }

  start(sink: SourceSink): void {
    if (this.#sink !== null || this.#isOver) return;
    this.#sink = sink;
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
    const session = await setUpSession(connection, url, this.#mode);
    if (this.#isOver) return;
    if (!session.ok) {
      this.#fail(session.error);
      return;
    }
    this.#session = session.value;
    // Media may arrive before the PLAY response.
    connection.startMedia();
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
      onPacket: (channel, payload) => this.#packet(channel, payload),
      onEnd: (failure) => this.#fail(failure),
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

  #goLive(session: RtspSession, connection: RtspConnection, startTimestamps: StartTimestamps): void {
    const { clock } = this.#options;
    const times = this.#mode.times(session.plan, clock, startTimestamps);
    this.#times = times;
    this.#receiver = new MediaReceiver({
      plan: session.plan,
      clock,
      sink: this.#guardedSink(),
      times,
      onGoodbye: () => this.#fail(sourceFailure('source.ended', 'the camera ended the stream')),
    });
    const early = this.#early;
    this.#early = [];
    for (const [channel, payload] of early) this.#packet(channel, payload);
    if (this.#isOver) return;
    const playedAt = clock.monotonic();
    this.#cancels.push(
      clock.every(checkEveryMs, () => this.#checkSilence(playedAt)),
      clock.every(session.keepAliveMs, () => void this.#keepAlive(session, connection)),
    );
  }

  #packet(channel: number, payload: Uint8Array): void {
    const receiver = this.#receiver;
    if (receiver === null) {
      if (this.#session !== null && this.#early.length < maxEarlyPackets)
        this.#early.push([channel, payload]);
      return;
    }
    const place = this.#session?.channels.get(channel);
    if (place === undefined || this.#isOver) return;
    if (place.isControl) receiver.rtcp(place.kind, payload);
    else receiver.rtp(place.kind, payload);
  }

  #guardedSink(): SourceSink {
    const sink = this.#sink!;
    return {
      tracks: (tracks) => {
        if (!this.#isOver) sink.tracks(tracks);
      },
      unit: (unit) => {
        if (this.#isOver) return;
        if (unit.kind === 'video' || this.#session?.plan.video == null) this.#interval.add(unit.dtsMs);
        sink.unit(unit);
      },
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
      } else if (withoutFrameMs >= this.#timings.firstFrameMs) {
        this.#fail(sourceFailure('source.silent', 'the camera sends data, but no complete frame'));
      }
    } else if (now - playedAt >= this.#timings.firstFrameMs) {
      this.#fail(this.#whyNothingCame(receiver, lastMediaAt > playedAt));
    }
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

  /** A camera that does not respond but keeps sending is tolerated; silence is detected elsewhere. */
  async #keepAlive(session: RtspSession, connection: RtspConnection): Promise<void> {
    if (this.#isKeepAliveOpen) return;
    this.#isKeepAliveOpen = true;
    const answer = await connection.request(session.keepAliveMethod, session.playUrl, [
      ['Session', session.sessionId],
    ]);
    this.#isKeepAliveOpen = false;
    if (this.#isOver || !answer.ok) return;
    if (answer.value.status === 454)
      this.#fail(sourceFailure('source.ended', 'the camera ended the session (454)'));
  }

  #fail(failure: SourceFailure): void {
    if (this.#isOver) return;
    const sink = this.#sink;
    this.#options.logger.debug({ code: failure.code }, failure.message);
    this.#finish();
    sink?.failed(failure);
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#abort.abort();
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#early = [];
    const session = this.#session;
    this.#connection?.close(
      session === null || session.sessionId === ''
        ? undefined
        : { method: 'TEARDOWN', url: session.playUrl, headers: [['Session', session.sessionId]] },
    );
  }
}
