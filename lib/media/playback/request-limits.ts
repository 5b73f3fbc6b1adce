/** How many requests for recordings are worked on at the same time: of one grant on a camera, and in all. */
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface RequestLimit {
  readonly ofGrant: number;
  readonly inAll: number;
}

/** Gives a place back. Safe to call twice. */
export type Release = () => void;

export type LimitedRequest = 'playlist' | 'segment' | 'keyFrame' | 'export' | 'manifest';
export type RequestLimits = Readonly<Record<LimitedRequest, RequestLimit>>;

/**
 * Playlists and key frames take some milliseconds, segments as long as a viewer takes for a few seconds of video, exports
 * minutes. A manifest reads a whole export.
 */
export const requestLimits: RequestLimits = {
  playlist: { ofGrant: 4, inAll: 8 },
  segment: { ofGrant: 64, inAll: 256 },
  keyFrame: { ofGrant: 8, inAll: 16 },
  export: { ofGrant: 4, inAll: 16 },
  manifest: { ofGrant: 1, inAll: 2 },
};

/** After this, whoever was refused may ask again. */
export const retryAfterS = 3;

/** Longer than most requests take, and shorter than viewers wait without a word. */
const maxWaitMs: Ms = 2_000;
/** For each place, this many requests may wait. */
const waitingPerPlace = 4;

interface Waiting {
  readonly grantId: string;
  readonly settle: (release: Release | null) => void;
}

/** Places for one kind of request. Whoever finds none waits, and the grant with the fewest places has the next one. */
export class RequestLimiter {
  private readonly running = new Map<string, number>();
  private runningInAll = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly limit: RequestLimit,
    private readonly clock: Clock,
  ) {}

  /** Null: it was refused, at once or after 2 s. Rejects with the reason of `signal`. */
  enter(grantId: string, signal: AbortSignal): Promise<Release | null> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.hasPlace(grantId)) return Promise.resolve(this.take(grantId));
    if (!this.mayWait(grantId)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const end = () => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', onAbort);
        cancel();
      };
      const waiting: Waiting = {
        grantId,
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

  private hasPlace(grantId: string): boolean {
    return this.runningInAll < this.limit.inAll && this.runningOf(grantId) < this.limit.ofGrant;
  }

  private runningOf(grantId: string): number {
    return this.running.get(grantId) ?? 0;
  }

  private mayWait(grantId: string): boolean {
    const { ofGrant, inAll } = this.limit;
    if (this.waiting.size >= inAll * waitingPerPlace) return false;
    const own = [...this.waiting].filter((waiting) => waiting.grantId === grantId).length;
    return own < ofGrant * waitingPerPlace;
  }

  private take(grantId: string): Release {
    this.runningInAll += 1;
    this.running.set(grantId, this.runningOf(grantId) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.runningInAll -= 1;
      const left = this.runningOf(grantId) - 1;
      if (left > 0) this.running.set(grantId, left);
      else this.running.delete(grantId);
      this.admitNext();
    };
  }

  /** Of those that wait, the first of the grant with the fewest places. */
  private admitNext(): void {
    let next: Waiting | null = null;
    for (const waiting of this.waiting) {
      if (!this.hasPlace(waiting.grantId)) continue;
      if (!next || this.runningOf(waiting.grantId) < this.runningOf(next.grantId)) next = waiting;
    }
    next?.settle(this.take(next.grantId));
  }
}
