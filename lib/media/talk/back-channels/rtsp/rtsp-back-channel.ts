/** The back channel of an RTSP camera: one connection of its own, on which only audio to the camera passes. */
import { randomBytes } from 'node:crypto';
import { AppError } from '../../../../kernel/app-error.ts';
import type { Cancel, Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';
import type { AddressPolicy } from '../../../net/address-policy.ts';
import type { TlsTrust } from '../../../net/safe-connect.ts';
import type { SourceFailure, SourceSpec } from '../../../ports.ts';
import { KeepAlive, type KeepAliveMethod } from '../../../sources/rtsp/keep-alive.ts';
import { openRtsp } from '../../../sources/rtsp/open-rtsp.ts';
import { parseRtcp } from '../../../sources/rtsp/rtp-packet.ts';
import type { RtspConnection } from '../../../sources/rtsp/rtsp-connection.ts';
import type { BackChannel, BackChannelFormat, TalkFailure } from '../../../talk-ports.ts';
import { aacFrameEncoder } from '../../audio/aac-encoder.ts';
import {
  type CodedFrame,
  type FrameEncoder,
  g711Encoder,
  opusFrameEncoder,
} from '../../audio/frame-encoder.ts';
import {
  type BackChannelSession,
  describeBackChannel,
  openBackChannelSession,
} from './back-channel-session.ts';
import { packAac } from './pack-aac.ts';
import type { BackChannelPlan } from './pick-back-channel.ts';
import { RtpWriter } from './rtp-writer.ts';
import { openingError, talkFailure } from './talk-failure.ts';

export interface RtspBackChannelOptions {
  readonly clock: Clock;
  readonly addressPolicy: AddressPolicy;
  readonly tls?: TlsTrust | undefined;
}

type RtspSpec = Extract<SourceSpec, { kind: 'rtsp' }>;

const connectMs: Ms = 4_000;
const requestMs: Ms = 4_000;
const reportEveryMs: Ms = 5_000;
/**
 * A camera sends next to nothing here, so only a request shows whether it is still there: at most twice this long after
 * it is gone.
 */
const maxKeepAliveMs: Ms = 4_500;
/** Beyond this, audio is dropped: 1 s of G.711. */
const maxWaitingBytes = 10_000;
/** Nothing was accepted for this long. */
const maxBlockedMs: Ms = 5_000;

const silent: TalkFailure = { code: 'talk.unreachable', message: 'the camera does not respond any more' };
const blocked: TalkFailure = {
  code: 'talk.unreachable',
  message: 'the camera does not accept audio any more',
};
const bye: TalkFailure = { code: 'talk.ended', message: 'the camera ended the talk' };
const notEncoded: TalkFailure = { code: 'talk.unsupported', message: 'the audio could not be encoded' };
const sessionGone: TalkFailure = { code: 'talk.ended', message: 'the camera ended the session (454)' };

/** Rejects with `AppError` of a `TalkFailureCode`. */
export async function openRtspBackChannel(
  spec: RtspSpec,
  options: RtspBackChannelOptions,
  signal: AbortSignal,
): Promise<BackChannel> {
  let channel: RtspBackChannel | null = null;
  let closeEncoder = () => {};
  const connected = await connect(spec, options, signal, {
    onPacket: (number, payload) => channel?.receive(number, payload),
    onEnd: (failure) => channel?.fail(talkFailure(failure)),
  });
  try {
    const { connection, url } = connected;
    const described = await describeBackChannel(connection, url);
    if (described === null) throw new AppError('talk.unsupported', 'the camera has no back channel');
    // The encoder first: the camera is not asked for what cannot be produced.
    const { plan } = described;
    const encoder = await encoderOf(
      plan,
      (frame) => channel?.send(frame),
      () => channel?.fail(notEncoded),
    );
    closeEncoder = () => encoder.close();
    const session = await openBackChannelSession(connection, described);
    connection.startMedia();
    channel = new RtspBackChannel({ connection, session, encoder, clock: options.clock });
    return channel;
  } catch (error) {
    closeEncoder();
    connected.connection.close();
    throw error;
  } finally {
    connected.release();
  }
}

/** Null: the camera has no back channel. Rejects with `AppError` of a `TalkFailureCode`. */
export async function inspectRtspBackChannel(
  spec: RtspSpec,
  options: RtspBackChannelOptions,
  signal: AbortSignal,
): Promise<BackChannelFormat | null> {
  const { connection, url, release } = await connect(spec, options, signal, { onPacket() {}, onEnd() {} });
  try {
    const described = await describeBackChannel(connection, url);
    return described === null ? null : formatOf(described.plan);
  } finally {
    release();
    connection.close();
  }
}

/** Aborting closes the connection until `release` is called. */
async function connect(
  spec: RtspSpec,
  { clock, addressPolicy, tls }: RtspBackChannelOptions,
  signal: AbortSignal,
  handlers: { onPacket(number: number, payload: Uint8Array): void; onEnd(failure: SourceFailure): void },
): Promise<{ connection: RtspConnection; url: string; release: () => void }> {
  const opened = await openRtsp(spec, {
    clock,
    addressPolicy,
    tls,
    connectMs,
    requestMs,
    signal,
    ...handlers,
  });
  if (!opened.ok) throw openingError(opened.error);
  const { connection, url } = opened.value;
  const abort = () => connection.close();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return { connection, url, release: () => signal.removeEventListener('abort', abort) };
}

const formatOf = ({ codec, rate }: BackChannelPlan): BackChannelFormat => ({ codec, rate });

interface ChannelParts {
  readonly connection: RtspConnection;
  readonly session: BackChannelSession;
  readonly encoder: FrameEncoder;
  readonly clock: Clock;
}

class RtspBackChannel implements BackChannel {
  readonly format: BackChannelFormat;
  readonly rate;
  readonly #connection: RtspConnection;
  readonly #session: BackChannelSession;
  readonly #clock: Clock;
  readonly #writer: RtpWriter;
  readonly #encoder: FrameEncoder;
  readonly #cancels: readonly Cancel[];
  #failedListener: ((failure: TalkFailure) => void) | null = null;
  #isOver = false;
  /** A failure before somebody listened. */
  #early: TalkFailure | null = null;
  #blockedSince: Ms | null = null;

  constructor({ connection, session, encoder, clock }: ChannelParts) {
    const { plan } = session;
    this.format = formatOf(plan);
    this.rate = plan.rate;
    this.#connection = connection;
    this.#session = session;
    this.#clock = clock;
    const marks = plan.codec === 'aac' ? 'each' : 'start';
    this.#writer = new RtpWriter({ ...plan, marks, clock, random32: () => randomBytes(4).readUInt32BE() });
    this.#encoder = encoder;
    const { methods, everyMs: longest } = session.keepAlive;
    const everyMs = Math.min(longest, maxKeepAliveMs);
    const send = (method: KeepAliveMethod, waitMs: Ms) => this.#request(method, waitMs);
    const keepAlive = new KeepAlive({ methods, everyMs, requestMs, send });
    this.#cancels = [
      clock.every(reportEveryMs, () => this.#report()),
      clock.every(everyMs, () => void this.#keepAlive(keepAlive)),
    ];
  }

  write(samples: Int16Array): void {
    if (!this.#isOver) this.#encoder.write(samples);
  }

  /** The live stream has the audio of the camera. */
  onAudio(): () => void {
    return () => {};
  }

  onFailed(listener: (failure: TalkFailure) => void): () => void {
    this.#failedListener = listener;
    if (this.#early) listener(this.#early);
    this.#early = null;
    return () => {
      this.#failedListener = null;
    };
  }

  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#encoder.flush();
    this.#finish();
  }

  /** A packet of the camera. */
  receive(number: number, payload: Uint8Array): void {
    if (number === this.#session.rtcpChannel && parseRtcp(payload).isGoodbye) this.fail(bye);
  }

  fail(failure: TalkFailure): void {
    if (this.#isOver) return;
    this.#finish();
    if (this.#failedListener) this.#failedListener(failure);
    else this.#early = failure;
  }

  send({ data, ticks }: CodedFrame): void {
    if (this.#isOver) return;
    const { rtpChannel } = this.#session;
    const packet = this.#writer.packet(data, ticks);
    const now = this.#clock.monotonic();
    if (this.#connection.waitingBytes < maxWaitingBytes) {
      this.#blockedSince = null;
      this.#connection.sendPacket(rtpChannel, packet);
      return;
    }
    this.#blockedSince ??= now;
    if (now - this.#blockedSince >= maxBlockedMs) this.fail(blocked);
  }

  #report(): void {
    const report = this.#writer.report();
    if (report && this.#connection.waitingBytes < maxWaitingBytes)
      this.#connection.sendPacket(this.#session.rtcpChannel, report);
  }

  async #keepAlive(keepAlive: KeepAlive): Promise<void> {
    const before = this.#connection.receivedBytes;
    const outcome = await keepAlive.renew();
    if (outcome === 'gone') this.fail(sessionGone);
    // A camera that answers none of the methods may still send receiver reports.
    if (outcome === 'silent' && this.#connection.receivedBytes === before) this.fail(silent);
  }

  async #request(method: KeepAliveMethod, waitMs: Ms): Promise<number | null> {
    const { playUrl, sessionId } = this.#session;
    const answer = await this.#connection.request(method, playUrl, [['Session', sessionId]], waitMs);
    return answer.ok ? answer.value.status : null;
  }

  #finish(): void {
    this.#isOver = true;
    for (const cancel of this.#cancels) cancel();
    this.#encoder.close();
    const { playUrl, sessionId } = this.#session;
    this.#connection.close({ method: 'TEARDOWN', url: playUrl, headers: [['Session', sessionId]] });
  }
}

/** Rejects with `talk.unsupported`. */
async function encoderOf(
  plan: BackChannelPlan,
  onFrame: (frame: CodedFrame) => void,
  onFailed: () => void,
): Promise<FrameEncoder> {
  if (plan.codec === 'opus') return opusFrameEncoder(plan.rate, onFrame);
  if (plan.codec !== 'aac') return g711Encoder(plan.codec, plan.rate, onFrame);
  const { rate, sampleRate, channels, sizeBits, indexBits } = plan;
  const pack = ({ data, ticks }: CodedFrame) => onFrame({ data: packAac(data, sizeBits, indexBits), ticks });
  try {
    return await aacFrameEncoder({ rate, sampleRate, channels, onFrame: pack, onFailed });
  } catch (cause) {
    const message = 'the camera accepts AAC, and the AAC encoder could not be started here';
    throw new AppError('talk.unsupported', message, {}, { cause });
  }
}
