import { createHash, timingSafeEqual } from 'node:crypto';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { gatewaySessionTimeoutMs, gatewayTimeoutClose } from '../../kernel/rtcgw.ts';
import type { TalkAdmission } from '../talk-ports.ts';
import { type GatewayError, gatewayErrors } from './errors.ts';
import type { GatewayMessage } from './events.ts';
import { absenceMs, type GatewayLimits } from './limits.ts';
import { Outbox, type Receiver } from './outbox.ts';
import type { HandleEnd, HandleEvents, Plugin, PluginHandle } from './plugin.ts';
import { randomGatewayId } from './random-gateway-id.ts';

/** Code and reason with which a WebSocket is closed. */
export interface SocketClose {
  readonly code: number;
  readonly reason: string;
}

/** The receiver of a session also receives its end. */
export interface SessionReceiver extends Receiver {
  /** After the last event. */
  ended(close: SocketClose): void;
}

export interface SessionEnd {
  /** Null: the client has asked for it or has gone, and is not told. */
  readonly handles: HandleEnd | null;
  readonly isTimeout?: boolean;
  readonly close: SocketClose;
}

const goneEnd: SessionEnd = { handles: null, close: { code: 1000, reason: 'Session ended' } };
const overflowEnd: SessionEnd = { handles: null, close: { code: 1008, reason: 'Events are not taken' } };
const timeoutEnd: SessionEnd = {
  handles: { code: 'lost', message: gatewayTimeoutClose.reason },
  isTimeout: true,
  close: gatewayTimeoutClose,
};

export interface SessionParts {
  readonly id: number;
  readonly token: string;
  readonly admission: TalkAdmission;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
  /** Called once, at the end. `closed` resolves when the handles have closed. */
  readonly onEnded: (session: Session, closed: Promise<void>) => void;
}

/** One client: its handles, and the events that it has not received yet. */
export class Session {
  readonly id: number;
  private readonly handles = new Map<number, PluginHandle>();
  private readonly outbox: Outbox;
  private readonly tokenHash: Buffer;
  private receiver: SessionReceiver | null = null;
  private cancelIdle: Cancel = () => {};
  private cancelAbsence: Cancel = () => {};
  private isOver = false;

  constructor(private readonly parts: SessionParts) {
    this.id = parts.id;
    this.tokenHash = hashOf(parts.token);
    this.outbox = new Outbox(parts.limits.waitingEvents, () => this.end(overflowEnd));
    this.touch();
  }

  /** Takes the same time for every token. */
  holds(token: string): boolean {
    return timingSafeEqual(hashOf(token), this.tokenHash);
  }

  /** A message of the client has arrived. */
  touch(): void {
    if (this.isOver) return;
    this.cancelIdle();
    this.cancelIdle = this.parts.clock.after(gatewaySessionTimeoutMs, () => this.end(timeoutEnd));
    if (!this.receiver) this.awaitReceiver();
  }

  get hasUnread(): boolean {
    return !this.outbox.isEmpty;
  }

  get handleCount(): number {
    return this.handles.size;
  }

  /** Sends events to this receiver, in place of the one before. */
  attachReceiver(receiver: SessionReceiver): void {
    this.cancelAbsence();
    this.receiver = receiver;
    this.outbox.attach(receiver);
  }

  /** The client continues over HTTP: the receiver is notified, and the next long poll takes its place. */
  releaseReceiver(): void {
    const { receiver } = this;
    if (!receiver) return;
    this.detachReceiver(receiver);
    receiver.replaced();
  }

  /** `isFinal`: the client has closed the connection properly and will not return. */
  detachReceiver(receiver: SessionReceiver, isFinal = false): void {
    if (!this.outbox.detach(receiver)) return;
    this.receiver = null;
    if (isFinal) this.end(goneEnd);
    else if (!this.isOver) this.awaitReceiver();
  }

  attachPlugin(plugin: Plugin): Result<number, GatewayError> {
    if (this.handles.size >= this.parts.limits.handlesPerSession) return err(gatewayErrors.tooManyHandles);
    let id = randomGatewayId();
    while (this.handles.has(id)) id = randomGatewayId();
    this.handles.set(id, plugin.attach(this.parts.admission, this.eventsOf(id, plugin.name)));
    return ok(id);
  }

  handle(id: number | null): PluginHandle | null {
    return (id !== null && this.handles.get(id)) || null;
  }

  /** The handle exists. */
  detachHandle(id: number): void {
    const handle = this.handles.get(id);
    this.handles.delete(id);
    this.send({ rtcgw: 'detached', sender: id });
    void handle?.close();
  }

  /** Ends the connections of the handles, then the session. */
  end(end: SessionEnd = goneEnd): void {
    if (this.isOver) return;
    const handles = [...this.handles.values()];
    if (end.handles) for (const handle of handles) handle.hangup(end.handles);
    if (end.isTimeout) this.send({ rtcgw: 'timeout' });
    this.isOver = true;
    this.handles.clear();
    this.cancelIdle();
    this.cancelAbsence();
    const closed = Promise.all(handles.map((handle) => handle.close())).then(() => {});
    this.parts.onEnded(this, closed);
    this.outbox.flush();
    this.receiver?.ended(end.close);
  }

  private awaitReceiver(): void {
    this.cancelAbsence();
    this.cancelAbsence = this.parts.clock.after(absenceMs, () => this.end(goneEnd));
  }

  private send(message: GatewayMessage): void {
    if (!this.isOver) this.outbox.push({ ...message, session_id: this.id });
  }

  private eventsOf(sender: number, plugin: string): HandleEvents {
    const send = (rtcgw: string, fields: Readonly<Record<string, unknown>>) => {
      if (this.handles.has(sender)) this.send({ rtcgw, sender, ...fields });
    };
    return {
      event: (data, answering) => send('event', { ...answering, plugindata: { plugin, data } }),
      webrtcUp: () => send('webrtcup', {}),
      media: (receiving) => send('media', { mid: '0', type: 'audio', receiving }),
      slowLink: (lost) => send('slowlink', { mid: '0', media: 'audio', uplink: false, lost }),
      trickle: (candidate) => send('trickle', { candidate }),
      hangup: (reason) => send('hangup', { reason }),
    };
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
