/**
 * One RTSP/TCP connection: sends requests, matches responses, signs requests on a challenge, and delivers
 * interleaved packets. It ends once, with a failure.
 */
import type { Socket } from 'node:net';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { SourceFailure } from '../../ports.ts';
import type { Authenticator, ChallengeOutcome } from './authenticator.ts';
import {
  firstHeader,
  formatRequest,
  type RtspMessage,
  type RtspRequest,
  type RtspResponse,
} from './rtsp-message.ts';
import { RtspReader } from './rtsp-reader.ts';
import { sourceFailure } from './source-failure.ts';

export interface RtspConnectionOptions {
  readonly socket: Socket;
  readonly clock: Clock;
  readonly authenticator: Authenticator;
  readonly userAgent: string;
  readonly requestTimeoutMs: Ms;
  readonly onPacket: (channel: number, payload: Uint8Array) => void;
  /** Called once when the connection ends, but not after `close`. */
  readonly onEnd: (failure: SourceFailure) => void;
}

type Answer = Result<RtspResponse, SourceFailure>;
type Headers = readonly (readonly [string, string])[];

const authFailures: Readonly<Record<Exclude<ChallengeOutcome, 'retry'>, string>> = {
  noCredentials: 'the camera asks for a user name and password',
  wrongCredentials: 'the camera refused the user name or password',
  unsupported: 'the camera asks for a kind of login that is not supported',
};

/** Remembered at most. */
const maxUnanswered = 64;

export class RtspConnection {
  /** Bytes received, to detect a half-open connection. */
  receivedBytes = 0;
  #options: RtspConnectionOptions;
  #reader: RtspReader;
  #nextSequence = 1;
  #waiting = new Map<number, (answer: Answer) => void>();
  /** Requests that timed out; a late answer belongs to them and to no other. */
  #unanswered = new Set<number>();
  #end: SourceFailure | null = null;
  #isClosed = false;

  constructor(options: RtspConnectionOptions) {
    this.#options = options;
    this.#reader = new RtspReader({
      message: (message) => this.#message(message),
      packet: options.onPacket,
    });
    const { socket } = options;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.receivedBytes += chunk.length;
      const broken = this.#reader.push(chunk);
      if (broken !== null)
        this.#fail(sourceFailure('source.protocol', `the camera broke the protocol: ${broken}`));
    });
    socket.on('error', () => {
      /* 'close' follows and ends the connection */
    });
    socket.on('close', () => this.#fail(sourceFailure('source.ended', 'the camera closed the connection')));
  }

  /** Of this machine and of the camera; null: the connection is closed. */
  get addresses(): { readonly local: string; readonly remote: string } | null {
    const { localAddress: local, remoteAddress: remote } = this.#options.socket;
    return local === undefined || remote === undefined ? null : { local, remote };
  }

  /** Stops reading, also responses. */
  pause(): void {
    this.#options.socket.pause();
  }

  resume(): void {
    this.#options.socket.resume();
  }

  /** From now on, stray bytes between packets are tolerated. */
  startMedia(): void {
    this.#reader.toleratesStrayBytes = true;
  }

  /** Bytes written that the socket has not accepted yet. */
  get waitingBytes(): number {
    return this.#options.socket.writableLength;
  }

  /** Sends an interleaved packet of at most 64 KB. Ignored after the end. */
  sendPacket(channel: number, payload: Uint8Array): void {
    if (this.#end !== null || this.#isClosed) return;
    const packet = Buffer.allocUnsafe(4 + payload.length);
    packet[0] = 0x24;
    packet[1] = channel;
    packet.writeUInt16BE(payload.length, 2);
    packet.set(payload, 4);
    this.#options.socket.write(packet);
  }

  /** Any status except 401 is returned as a success for the caller to evaluate. Never rejects. */
  async request(
    method: string,
    url: string,
    headers: Headers = [],
    waitMs: Ms = this.#options.requestTimeoutMs,
  ): Promise<Answer> {
    // Two rounds to authenticate, one more if the nonce has become stale.
    for (let round = 0; ; round += 1) {
      const { authenticator } = this.#options;
      const signature = authenticator.header(method, url);
      const answer = await this.#exchange(method, url, signature, headers, waitMs);
      if (!answer.ok) return answer;
      if (answer.value.status !== 401) {
        authenticator.accepted();
        return answer;
      }
      const challenges = answer.value.headers.get('www-authenticate') ?? [];
      const outcome = authenticator.challenged(challenges, signature !== null);
      if (outcome !== 'retry') return err(sourceFailure('source.auth', authFailures[outcome]));
      if (round >= 2) return err(sourceFailure('source.auth', authFailures.wrongCredentials));
    }
  }

  /** Sends `farewell` without waiting for a response, then closes. Safe to call twice. */
  close(farewell?: { method: string; url: string; headers: Headers }): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reader.stop();
    const { socket, clock, authenticator } = this.#options;
    const isOpen = this.#end === null && !socket.destroyed;
    this.#end ??= sourceFailure('source.ended', 'stopped');
    this.#settleAll(this.#end);
    if (!isOpen || farewell === undefined) {
      socket.destroy();
      return;
    }
    const signature = authenticator.header(farewell.method, farewell.url);
    this.#write(farewell.method, farewell.url, signature, farewell.headers);
    socket.end();
    clock.after(500, () => socket.destroy());
  }

  #exchange(
    method: string,
    url: string,
    signature: string | null,
    headers: Headers,
    waitMs: Ms,
  ): Promise<Answer> {
    if (this.#end !== null) return Promise.resolve(err(this.#end));
    const sequence = this.#write(method, url, signature, headers);
    return new Promise((resolve) => {
      let cancelTimer: Cancel = () => {};
      const settle = (answer: Answer) => {
        cancelTimer();
        this.#waiting.delete(sequence);
        resolve(answer);
      };
      cancelTimer = this.#options.clock.after(waitMs, () => {
        this.#forget(sequence);
        settle(err(sourceFailure('source.silent', `the camera did not answer ${method}`)));
      });
      this.#waiting.set(sequence, settle);
    });
  }

  #forget(sequence: number): void {
    this.#unanswered.add(sequence);
    for (const oldest of this.#unanswered) {
      if (this.#unanswered.size <= maxUnanswered) break;
      this.#unanswered.delete(oldest);
    }
  }

  #write(method: string, url: string, signature: string | null, headers: Headers): number {
    const sequence = this.#nextSequence;
    this.#nextSequence += 1;
    const all: [string, string][] = [
      ['CSeq', String(sequence)],
      ['User-Agent', this.#options.userAgent],
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ];
    if (signature !== null) all.push(['Authorization', signature]);
    this.#options.socket.write(formatRequest(method, url, all), 'latin1');
    return sequence;
  }

  #message(message: RtspMessage): void {
    if (message.kind === 'request') {
      this.#serverRequest(message);
      return;
    }
    const sequence = Number(firstHeader(message.headers, 'cseq') ?? Number.NaN);
    if (this.#unanswered.delete(sequence)) return;
    const only = this.#waiting.size === 1 ? [...this.#waiting.values()][0] : undefined;
    // Some cameras omit CSeq or send a wrong one; with one pending request the match is unambiguous.
    const settle = this.#waiting.get(sequence) ?? only;
    settle?.(ok(message));
  }

  #serverRequest(request: RtspRequest): void {
    if (request.method === 'REDIRECT') {
      this.#fail(sourceFailure('source.ended', 'the camera asked to connect elsewhere'));
      return;
    }
    const sequence = firstHeader(request.headers, 'cseq') ?? '0';
    if (!/^\d{1,10}$/.test(sequence) || this.#options.socket.writableLength > 65_536) return;
    this.#options.socket.write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${sequence}\r\n\r\n`);
  }

  #fail(failure: SourceFailure): void {
    if (this.#end !== null) return;
    this.#end = failure;
    this.#reader.stop();
    this.#options.socket.destroy();
    this.#settleAll(failure);
    this.#options.onEnd(failure);
  }

  #settleAll(failure: SourceFailure): void {
    for (const settle of [...this.#waiting.values()]) settle(err(failure));
  }
}
