import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Admission, LiveGate, Refusal, StreamKey } from '../../lib/media/ports.ts';

type Wanted = Omit<StreamKey, 'tenantId'>;

/** A gate with single-use tickets, as in the domain: each ticket is for one stream and one grant. */
export class FakeGate implements LiveGate {
  readonly revoked = new Set<string>();
  private readonly tickets = new Map<string, Admission>();
  private readonly listeners = new Set<(grantId: string) => void>();
  private readonly doubtListeners = new Set<() => void>();
  /** If set, thrown by the gate, as when the database is unavailable. */
  failure: Error | null = null;
  requested = 0;

  issue(wanted: Partial<StreamKey> = {}, grantId = 'grant-1', expiresAt = Number.MAX_SAFE_INTEGER): string {
    const ticket = `ticket-${this.tickets.size + 1}-${Math.random().toString(36).slice(2)}`;
    this.tickets.set(ticket, {
      key: { ...streamKey, ...wanted },
      grantId,
      applicationId: 'app-1',
      expiresAt,
    });
    return ticket;
  }

  async admit(ticket: string, wanted: Wanted): Promise<Result<Admission, Refusal>> {
    this.requested += 1;
    if (this.failure) throw this.failure;
    const admission = this.tickets.get(ticket);
    if (!admission) return err({ status: 401, code: '10002', message: 'bad ticket' });
    this.tickets.delete(ticket);
    const { key } = admission;
    const fits =
      key.deviceSerial === wanted.deviceSerial &&
      key.channelNo === wanted.channelNo &&
      key.profile === wanted.profile &&
      key.video === wanted.video;
    return fits ? ok(admission) : err({ status: 403, code: '20002', message: 'made for another stream' });
  }

  async ended(grantIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (this.failure) throw this.failure;
    return new Set(grantIds.filter((grantId) => this.revoked.has(grantId)));
  }

  onRevoked(listener: (grantId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onDoubt(listener: () => void): () => void {
    this.doubtListeners.add(listener);
    return () => this.doubtListeners.delete(listener);
  }

  /** Emits a change without saying which grant changed. */
  doubt(): void {
    for (const listener of this.doubtListeners) listener();
  }

  /** As the operator does in this process; with `isNotified` false, as in another process. */
  revoke(grantId: string, isNotified = true): void {
    this.revoked.add(grantId);
    if (isNotified) for (const listener of this.listeners) listener(grantId);
  }
}

export const streamKey: StreamKey = {
  tenantId: 'tenant-1',
  deviceSerial: 'CAM1',
  channelNo: 1,
  profile: 'main',
  video: 'asSent',
};
