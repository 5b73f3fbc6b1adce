/** Gate, plane and peer of a talk, without media. */
import { AppError } from '../../lib/kernel/app-error.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Refusal } from '../../lib/media/ports.ts';
import type {
  AdmittedTarget,
  OpusPacket,
  TalkAdmission,
  TalkCall,
  TalkEnd,
  TalkGate,
  TalkKey,
  TalkPeer,
  TalkPlane,
  TalkRefusal,
  TalkTargetStatus,
  TrickledCandidate,
} from '../../lib/media/talk-ports.ts';

export const talkKey: TalkKey = { tenantId: 'tenant-1', deviceSerial: 'CAM1', channelNo: 1 };

export const targetOf = (key: Partial<TalkKey> = {}): AdmittedTarget => {
  const whole = { ...talkKey, ...key };
  const { deviceSerial, channelNo } = whole;
  const channelId = `${deviceSerial}-${channelNo}`;
  return { key: whole, channelId, useId: channelId, name: deviceSerial, duplex: 'full' };
};

/** Listeners of one event. */
class Listeners<T> {
  private readonly all = new Set<(value: T) => void>();
  readonly add = (listener: (value: T) => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };
  get size(): number {
    return this.all.size;
  }
  emit(value: T): void {
    for (const listener of [...this.all]) listener(value);
  }
}

/** Single-use tickets, as in the domain. */
export class FakeTalkGate implements TalkGate {
  readonly revoked = new Set<string>();
  /** If set, thrown by the gate, as when the database is unavailable. */
  failure: Error | null = null;
  /** `admit` waits for it. */
  delay: Promise<void> | null = null;
  private readonly tickets = new Map<string, TalkAdmission>();
  private readonly listeners = new Listeners<string>();
  readonly onRevoked = this.listeners.add;

  issue(admission: Partial<TalkAdmission> = {}): string {
    const ticket = `ticket-${this.tickets.size + 1}-${Math.random().toString(36).slice(2)}`;
    const standard = { grantId: 'grant-1', expiresAt: Number.MAX_SAFE_INTEGER, clientAddress: '127.0.0.1' };
    this.tickets.set(ticket, { targets: [targetOf()], ...standard, ...admission });
    return ticket;
  }

  async admit(
    ticket: string,
    wanted: { readonly deviceSerial: string; readonly channelNo: number },
  ): Promise<Result<TalkAdmission, Refusal>> {
    await this.delay;
    if (this.failure) throw this.failure;
    const admission = this.tickets.get(ticket);
    this.tickets.set(ticket, { targets: [], grantId: '', expiresAt: 0, clientAddress: '' });
    const key = admission?.targets[0]?.key;
    const fits = key?.deviceSerial === wanted.deviceSerial && key.channelNo === wanted.channelNo;
    return admission && fits ? ok(admission) : err({ status: 401, code: '10002', message: 'bad ticket' });
  }

  async ended(grantIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(grantIds.filter((grantId) => this.revoked.has(grantId)));
  }

  onDoubt(): () => void {
    return () => {};
  }

  /** `isNotified` false: as in another process. */
  revoke(grantId: string, isNotified = true): void {
    this.revoked.add(grantId);
    if (isNotified) this.listeners.emit(grantId);
  }
}

export class FakeCall implements TalkCall {
  readonly received: OpusPacket[] = [];
  isClosed = false;
  private readonly packets = new Listeners<OpusPacket>();
  private readonly changes = new Listeners<readonly TalkTargetStatus[]>();
  private readonly ends = new Listeners<TalkEnd>();
  readonly onPacket = this.packets.add;
  readonly onTargets = this.changes.add;
  readonly onEnd = this.ends.add;
  targets: readonly TalkTargetStatus[];

  constructor(admission: TalkAdmission) {
    this.targets = admission.targets.map((target) => ({
      target,
      state: 'receiving',
      failure: null,
      sentMs: 0,
    }));
  }

  receive(packet: OpusPacket): void {
    this.received.push(packet);
  }

  /** Audio of the camera. */
  play(packet: OpusPacket): void {
    this.packets.emit(packet);
  }

  change(targets: readonly TalkTargetStatus[]): void {
    this.targets = targets;
    this.changes.emit(targets);
  }

  end(end: TalkEnd): void {
    this.ends.emit(end);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

export class FakeTalkPlane implements Pick<TalkPlane, 'open'> {
  readonly calls: FakeCall[] = [];
  refusal: TalkRefusal | null = null;
  /** `open` waits for it. */
  delay: Promise<void> | null = null;

  async open(admission: TalkAdmission): Promise<Result<TalkCall, TalkRefusal>> {
    await this.delay;
    if (this.refusal) return err(this.refusal);
    const call = new FakeCall(admission);
    this.calls.push(call);
    return ok(call);
  }
}

export class FakePeer implements TalkPeer {
  readonly sent: OpusPacket[] = [];
  readonly candidates: TrickledCandidate[] = [];
  loss = 0;
  isClosed = false;
  private readonly packets = new Listeners<OpusPacket>();
  private readonly found = new Listeners<TrickledCandidate>();
  private readonly states = new Listeners<Parameters<Parameters<TalkPeer['onState']>[0]>[0]>();
  readonly onPacket = this.packets.add;
  readonly onCandidate = this.found.add;
  readonly onState = this.states.add;

  async answer(offer: string): Promise<string> {
    if (offer.includes('unusable')) throw new AppError('peer.offer', 'No common codec');
    return offer.replace('o=offer', 'o=answer');
  }

  addCandidate(candidate: TrickledCandidate): void {
    this.candidates.push(candidate);
  }

  find(candidate: TrickledCandidate): void {
    this.found.emit(candidate);
  }

  /** The viewer speaks. */
  speak(packet: OpusPacket): void {
    this.packets.emit(packet);
  }

  send(packet: OpusPacket): void {
    this.sent.push(packet);
  }

  up(): void {
    this.states.emit({ state: 'up' });
  }

  down(reason: string): void {
    this.states.emit({ state: 'down', reason });
  }

  lossSinceLastCall(): number {
    return this.loss;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

export const audioOffer =
  'v=0\r\no=offer 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';

export const opusPacket = (sequence: number): OpusPacket => ({
  data: new Uint8Array([0xf8, 0xff, 0xfe]),
  sequence,
  timestamp: sequence * 960,
});
