/** The gateway over WebSocket: one session for each connection. */
import type { WebSocket } from 'ws';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { AnswerRequest, Caller } from './commands.ts';
import { gatewayErrors } from './errors.ts';
import { failure, type GatewayMessage } from './events.ts';
import { createWithinMs, type GatewayLimits } from './limits.ts';
import { TokenBucket } from './rate.ts';
import { parseRequest } from './request.ts';
import type { Session, SessionReceiver, SocketClose } from './session.ts';

/** A client that does not read. */
const maxBufferedBytes = 1_048_576;
/** The client has not closed the connection properly: it may return and claim its session. */
const lostCode = 1006;

const noSessionClose: SocketClose = { code: 1008, reason: 'No session was created' };
const replacedClose: SocketClose = { code: 4409, reason: 'The session was claimed' };
const tooFastClose: SocketClose = { code: 1008, reason: 'Too many messages' };
const binaryClose: SocketClose = { code: 1003, reason: 'Only text is accepted' };

export interface SocketParts {
  readonly ws: WebSocket;
  readonly address: string;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
  readonly answer: AnswerRequest;
}

export class SocketTransport implements SessionReceiver, Caller {
  readonly most = 1;
  readonly address: string;
  readonly whenClosed: Promise<void>;
  private session: Session | null = null;
  private isCreating = false;
  private isClosed = false;
  private cancelWait: Cancel;
  private readonly bucket: TokenBucket;

  constructor(private readonly parts: SocketParts) {
    const { ws, address, clock, limits } = parts;
    this.address = address;
    this.bucket = new TokenBucket(clock, limits.messages);
    this.cancelWait = clock.after(createWithinMs, () => this.close(noSessionClose));
    ws.on('message', (data, isBinary) => {
      if (isBinary) this.close(binaryClose);
      else if (!this.bucket.take()) this.close(tooFastClose);
      else void this.receive(String(data));
    });
    // `autoPong` would queue unlimited pongs for a client that never reads.
    ws.on('ping', (data) => ws.bufferedAmount === 0 && ws.pong(data));
    this.whenClosed = new Promise((resolve) => {
      ws.once('close', (code) => {
        this.closed(code);
        resolve();
      });
    });
    // Malformed frames: `ws` closes with the right code itself, but would throw without a listener.
    ws.on('error', () => {});
  }

  get isTaken(): boolean {
    return this.session !== null || this.isCreating;
  }

  serves(session: Session): boolean {
    return this.session === session;
  }

  bind(session: Session): void {
    this.cancelWait();
    this.session = session;
    session.attachReceiver(this);
    // The client has gone while its ticket was checked.
    if (this.isClosed) session.detachReceiver(this, true);
  }

  /** The connection itself is counted. */
  enter(): () => void {
    return () => {};
  }

  deliver(messages: readonly GatewayMessage[]): void {
    for (const message of messages) this.send(message);
  }

  replaced(): void {
    this.session = null;
    this.close(replacedClose);
  }

  ended({ code, reason }: SocketClose): void {
    this.session?.detachReceiver(this);
    this.session = null;
    // The client closes after `destroy`, or creates another session.
    if (code === 1000)
      this.cancelWait = this.parts.clock.after(createWithinMs, () => this.close(noSessionClose));
    else this.close({ code, reason });
  }

  close({ code, reason }: SocketClose): void {
    const { ws } = this.parts;
    if (ws.readyState === ws.OPEN) ws.close(code, reason);
  }

  destroy(): void {
    this.parts.ws.terminate();
  }

  private async receive(text: string): Promise<void> {
    const request = parseRequest(text);
    if (!request.ok) {
      this.send(failure({ transaction: request.error.transaction }, request.error.error));
      return;
    }
    const answer = this.parts.answer(request.value, this);
    if (!(answer instanceof Promise)) {
      this.send(answer);
      return;
    }
    this.isCreating = true;
    try {
      this.send(await answer);
    } catch {
      this.send(failure(request.value, gatewayErrors.unknown));
    } finally {
      this.isCreating = false;
    }
  }

  private send(message: GatewayMessage): void {
    const { ws } = this.parts;
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > maxBufferedBytes) ws.terminate();
    else ws.send(JSON.stringify(message));
  }

  private closed(code: number): void {
    this.isClosed = true;
    this.cancelWait();
    this.session?.detachReceiver(this, code !== lostCode);
  }
}
