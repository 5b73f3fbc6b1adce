import type { ServerResponse } from 'node:http';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import { gatewayLongPollMs } from '../../kernel/rtcgw.ts';
import { type GatewayMessage, keepalive } from './events.ts';
import type { Session, SessionReceiver } from './session.ts';

/** Before the client gives up, which it does after `gatewayLongPollMs`. */
const answerWithinMs = gatewayLongPollMs / 2;

/** One GET that waits for events. */
export class LongPoll implements SessionReceiver {
  readonly most: number;
  private readonly cancel: Cancel;
  private isAnswered = false;

  /** `maxEvents`: an array with up to as many events; null: one event. */
  constructor(
    private readonly session: Session,
    private readonly response: ServerResponse,
    private readonly maxEvents: number | null,
    clock: Clock,
  ) {
    this.most = maxEvents ?? 1;
    this.cancel = clock.after(answerWithinMs, () => this.answer([]));
    response.once('close', () => {
      this.isAnswered = true;
      this.cancel();
      session.detachReceiver(this);
    });
    session.attachReceiver(this);
  }

  deliver(messages: readonly GatewayMessage[]): void {
    this.answer(messages);
  }

  replaced(): void {
    this.answer([]);
  }

  ended(): void {
    this.answer([]);
  }

  private answer(messages: readonly GatewayMessage[]): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.cancel();
    this.session.detachReceiver(this);
    const events = messages.length > 0 ? messages : [keepalive];
    sendJson(this.response, 200, this.maxEvents === null ? events[0] : events);
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    ...headers,
  });
  response.end(JSON.stringify(body));
}
