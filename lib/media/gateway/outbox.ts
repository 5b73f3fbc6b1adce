import type { GatewayMessage } from './events.ts';

/** Where the events of a session go: a WebSocket, or one long poll. */
export interface Receiver {
  /** Most events per delivery. */
  readonly most: number;
  /** A long poll detaches itself here. */
  deliver(messages: readonly GatewayMessage[]): void;
  /** Another receiver has taken over. */
  replaced(): void;
}

/** Events of one session, in order, until a receiver takes them. */
export class Outbox {
  private readonly waiting: GatewayMessage[] = [];
  private receiver: Receiver | null = null;
  private isFlushDue = false;

  /** `most`: of waiting events; `onFull` is called with the next one. */
  constructor(
    private readonly most: number,
    private readonly onFull: () => void,
  ) {}

  get hasReceiver(): boolean {
    return this.receiver !== null;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  push(message: GatewayMessage): void {
    if (this.waiting.length >= this.most) {
      this.onFull();
      return;
    }
    this.waiting.push(message);
    this.flushSoon();
  }

  attach(receiver: Receiver): void {
    const before = this.receiver;
    this.receiver = receiver;
    if (before && before !== receiver) before.replaced();
    this.flushSoon();
  }

  /** False if another receiver has taken over. */
  detach(receiver: Receiver): boolean {
    if (this.receiver !== receiver) return false;
    this.receiver = null;
    return true;
  }

  flush(): void {
    while (this.receiver && this.waiting.length > 0) {
      this.receiver.deliver(this.waiting.splice(0, this.receiver.most));
    }
  }

  /** After the response to the current request, and with the other events that it causes. */
  private flushSoon(): void {
    if (this.isFlushDue) return;
    this.isFlushDue = true;
    queueMicrotask(() => {
      this.isFlushDue = false;
      this.flush();
    });
  }
}
