/**
 * How many requests for recordings are worked on at the same time: of one grant on a camera, of one organisation, and in
 * all.
 */
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface RequestLimit {
  readonly ofGrant: number;
  /** Less than in all: one with many grants leaves places to others. */
  readonly ofOrganisation: number;
  readonly inAll: number;
}

interface RequestOwner {
  readonly grantId: string;
  readonly tenantId: string;
}

/** Gives a place back. Safe to call twice. */
export type Release = () => void;

export type LimitedRequest = 'playlist' | 'segment' | 'keyFrame' | 'export' | 'manifest';
export type RequestLimits = Readonly<Record<LimitedRequest, RequestLimit>>;

/**
 * Playlists and key frames take some milliseconds, segments as long as a viewer takes for a few seconds of video, exports
 * minutes. A manifest reads a whole export. A playlist that was found is sent in a place of a segment, since its viewer
 * may be slow.
 */
export const requestLimits: RequestLimits = {
  playlist: { ofGrant: 4, ofOrganisation: 6, inAll: 8 },
  segment: { ofGrant: 64, ofOrganisation: 192, inAll: 256 },
  keyFrame: { ofGrant: 8, ofOrganisation: 12, inAll: 16 },
  export: { ofGrant: 4, ofOrganisation: 12, inAll: 16 },
  manifest: { ofGrant: 1, ofOrganisation: 2, inAll: 3 },
};

/** After this, whoever was refused may ask again. */
export const retryAfterS = 3;

/** Longer than most requests take, and shorter than viewers wait without a word. */
const maxWaitMs: Ms = 2_000;
/** For each place, this many requests may wait. */
const waitingPerPlace = 4;

interface Waiting extends RequestOwner {
  readonly settle: (release: Release | null) => void;
}

/** Places that are taken, by grant or organisation. */
class Places {
  private readonly taken = new Map<string, number>();

  of(id: string): number {
    return this.taken.get(id) ?? 0;
  }

  add(id: string, places: 1 | -1): void {
    const left = this.of(id) + places;
    if (left > 0) this.taken.set(id, left);
    else this.taken.delete(id);
  }
}

/**
 * Places for one kind of request. Whoever finds none waits. The next one goes to the organisation with the fewest places,
 * there to the grant with the fewest.
 */
export class RequestLimiter {
  private readonly ofGrants = new Places();
  private readonly ofOrganisations = new Places();
  private inAll = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly limit: RequestLimit,
    private readonly clock: Clock,
  ) {}

  /** Null: it was refused, at once or after 2 s. Rejects with the reason of `signal`. */
  enter(owner: RequestOwner, signal: AbortSignal): Promise<Release | null> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.hasPlace(owner)) return Promise.resolve(this.take(owner));
    if (!this.mayWait(owner)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const end = () => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', onAbort);
        cancel();
      };
      const waiting: Waiting = {
        ...owner,
        settle(release) {
          end();
          resolve(release);
        },
      };
      const onAbort = () => {
        end();
        reject(signal.reason as Error);
      };
      const cancel: Cancel = this.clock.after(maxWaitMs, () => waiting.settle(null));
      signal.addEventListener('abort', onAbort);
      this.waiting.add(waiting);
    });
  }

  private hasPlace({ grantId, tenantId }: RequestOwner): boolean {
    const { ofGrant, ofOrganisation, inAll } = this.limit;
    const isLeft = this.inAll < inAll && this.ofOrganisations.of(tenantId) < ofOrganisation;
    return isLeft && this.ofGrants.of(grantId) < ofGrant;
  }

  private mayWait({ grantId, tenantId }: RequestOwner): boolean {
    const { ofGrant, ofOrganisation, inAll } = this.limit;
    let grant = 0;
    let organisation = 0;
    for (const waiting of this.waiting) {
      if (waiting.grantId === grantId) grant += 1;
      if (waiting.tenantId === tenantId) organisation += 1;
    }
    const isLeft = this.waiting.size < inAll * waitingPerPlace && grant < ofGrant * waitingPerPlace;
    return isLeft && organisation < ofOrganisation * waitingPerPlace;
  }

  private take(owner: RequestOwner): Release {
    this.count(owner, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.count(owner, -1);
      this.admitNext();
    };
  }

  private count({ grantId, tenantId }: RequestOwner, places: 1 | -1): void {
    this.inAll += places;
    this.ofOrganisations.add(tenantId, places);
    this.ofGrants.add(grantId, places);
  }

  /** The first of those that come next. */
  private admitNext(): void {
    let next: Waiting | null = null;
    for (const waiting of this.waiting) {
      if (this.hasPlace(waiting) && (!next || this.isBefore(waiting, next))) next = waiting;
    }
    next?.settle(this.take(next));
  }

  private isBefore(one: RequestOwner, other: RequestOwner): boolean {
    const fewer = this.ofOrganisations.of(one.tenantId) - this.ofOrganisations.of(other.tenantId);
    return fewer < 0 || (fewer === 0 && this.ofGrants.of(one.grantId) < this.ofGrants.of(other.grantId));
  }
}
