import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Admission, LiveGate, Refusal, StreamKey } from '../../lib/media/ports.ts';

type Wanted = Omit<StreamKey, 'tenantId'>;

/** A gate of single-use tickets, as the domain's is: each is made for one stream and one grant. */
export class FakeGate implements LiveGate {
  readonly revoked = new Set<string>();
  private readonly tickets = new Map<string, Admission>();
  private readonly listeners = new Set<(grantId: string) => void>();
  private readonly doubters = new Set<() => void>();
  /** Set to make the gate throw, as a database does that is gone. */
  failure: Error | null = null;
  requested = 0;

  issue(wanted: Partial<StreamKey> = {}, grantId = 'grant-1', expiresAt = Number.MAX_SAFE_INTEGER): string {
    const ticket = `ticket-${this.tickets.size + 1}-${Math.random().toString(36).slice(2)}`;
    this.tickets.set(ticket, { key: { ...streamKey, ...wanted }, grantId, expiresAt });
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
    this.doubters.add(listener);
    return () => this.doubters.delete(listener);
  }

  /** Something ended, and nobody can say what. */
  doubt(): void {
    for (const listener of this.doubters) listener();
  }

  /** As an operator does in this process; without `tell`, as one does in another. */
  revoke(grantId: string, tell = true): void {
    this.revoked.add(grantId);
    if (tell) for (const listener of this.listeners) listener(grantId);
  }
}

export const streamKey: StreamKey = {
  tenantId: 'tenant-1',
  deviceSerial: 'CAM1',
  channelNo: 1,
  profile: 'main',
  video: 'asSent',
};
