import type { Clock } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/logger.ts';
import type { Ms } from '../../../../kernel/units.ts';
import type { Admission, GrantWatch } from '../../../ports.ts';
import type { StreamEnd } from '../../../stream/reader.ts';

/** The grant of a viewer and its expiry. */
export type ViewerGrant = Pick<Admission, 'grantId' | 'expiresAt'>;

/** Handle of an admitted viewer. */
export interface Membership {
  /** Replaces the grant of the viewer; false if the grant has too many viewers, and the old grant is kept. */
  renew(grant: ViewerGrant): boolean;
  /** Call when the viewer has disconnected. */
  leave(): void;
}

interface Member {
  grant: ViewerGrant;
  /** Ends the stream; may be called twice. */
  readonly finish: (end: StreamEnd) => void;
}

export interface ConnectionLimits {
  /** Connections per address, including those not yet admitted. */
  readonly perAddress: number;
  /** Viewers per grant; one grant may serve all viewers of an integrator's page. */
  readonly perGrant: number;
}

const CHECK_EVERY_MS: Ms = 2_000;
const EXPIRE_EVERY_MS: Ms = 500;
/** Timeout of a check. */
const MAX_CHECK_MS: Ms = 5_000;
/** Without a successful check for this long, all viewers are disconnected. */
const MAX_UNCHECKED_MS: Ms = 30_000;

const endGrant: StreamEnd = { code: 'grant.ended', message: 'The permission to watch was withdrawn.' };
const endExpired: StreamEnd = { code: 'grant.expired', message: 'The permission to watch has run out.' };
const endUnchecked: StreamEnd = { code: 'gate.unavailable', message: 'The permission could not be checked.' };

/** Counts connections by address and grant, and disconnects viewers whose grant has ended. */
export class Connections {
  private readonly byGrant = new Map<string, Set<Member>>();
  private readonly byAddress = new Map<string, number>();
  private readonly stops: (() => void)[];
  private checkedAt: Ms;
  private isChecking = false;
  /** Grants may have changed during a check: check again. */
  private isInDoubt = false;

  constructor(
    private readonly gate: GrantWatch,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly limits: ConnectionLimits,
  ) {
    this.checkedAt = clock.monotonic();
    this.stops = [
      gate.onRevoked((grantId) => this.cut(grantId, endGrant)),
      gate.onDoubt(() => this.doubt()),
      clock.every(EXPIRE_EVERY_MS, () => this.cutExpired()),
      clock.every(CHECK_EVERY_MS, () => void this.check()),
    ];
  }

  /** Number of admitted viewers. */
  get size(): number {
    let count = 0;
    for (const members of this.byGrant.values()) count += members.size;
    return count;
  }

  /** Counts a connection from this address; null if there are too many. Call the result when it closes. */
  enter(address: string): (() => void) | null {
    const count = this.byAddress.get(address) ?? 0;
    if (count >= this.limits.perAddress) return null;
    this.byAddress.set(address, count + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = (this.byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.byAddress.set(address, left);
      else this.byAddress.delete(address);
    };
  }

  /** Registers a viewer; null if its grant has too many. `finish` ends its stream and may be called twice. */
  add(grant: ViewerGrant, finish: (end: StreamEnd) => void): Membership | null {
    const member: Member = { grant, finish };
    if (this.byGrant.size === 0) this.checkedAt = this.clock.monotonic();
    if (!this.enrol(member)) return null;
    return {
      renew: (next) => {
        const { grant: last } = member;
        if (!this.byGrant.get(last.grantId)?.has(member)) return false;
        member.grant = next;
        if (next.grantId === last.grantId) return true;
        const isEnrolled = this.enrol(member);
        if (isEnrolled) this.strike(member, last.grantId);
        else member.grant = last;
        return isEnrolled;
      },
      leave: () => this.strike(member, member.grant.grantId),
    };
  }

  finishAll(end: StreamEnd): void {
    for (const grantId of [...this.byGrant.keys()]) this.cut(grantId, end);
  }

  /** Safe to call twice. */
  close(): void {
    for (const stop of this.stops.splice(0)) stop();
  }

  private cut(grantId: string, end: StreamEnd): void {
    for (const member of [...(this.byGrant.get(grantId) ?? [])]) member.finish(end);
  }

  private enrol(member: Member): boolean {
    const { grantId } = member.grant;
    const siblings = this.byGrant.get(grantId) ?? new Set();
    if (siblings.size >= this.limits.perGrant) return false;
    this.byGrant.set(grantId, siblings.add(member));
    return true;
  }

  private strike(member: Member, grantId: string): void {
    const siblings = this.byGrant.get(grantId);
    siblings?.delete(member);
    if (siblings?.size === 0) this.byGrant.delete(grantId);
  }

  private doubt(): void {
    this.isInDoubt = this.isChecking;
    void this.check();
  }

  private async check(): Promise<void> {
    if (this.byGrant.size === 0) return;
    if (this.clock.monotonic() - this.checkedAt >= MAX_UNCHECKED_MS) this.finishAll(endUnchecked);
    if (this.isChecking) return;
    this.isChecking = true;
    const checkedAt = this.clock.monotonic();
    try {
      const ended = await this.withinTime(this.gate.ended([...this.byGrant.keys()]));
      for (const grantId of ended) this.cut(grantId, endGrant);
      this.checkedAt = checkedAt;
    } catch (error) {
      this.logger.error({ error }, 'grants could not be checked');
    } finally {
      this.isChecking = false;
    }
    if (!this.isInDoubt) return;
    this.isInDoubt = false;
    await this.check();
  }

  private cutExpired(): void {
    const now = this.clock.now();
    for (const members of [...this.byGrant.values()]) {
      for (const { grant, finish } of [...members]) if (grant.expiresAt <= now) finish(endExpired);
    }
  }

  private withinTime<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.clock.after(MAX_CHECK_MS, () =>
        reject(new Error('the gate did not respond in time')),
      );
      answer.then(resolve, reject).finally(cancel);
    });
  }
}
