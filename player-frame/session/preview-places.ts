import type { Result } from '../../lib/kernel/result.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { RecordedTarget } from '../engines/engine.ts';
import type { Failure } from '../state/player-events.ts';

export interface PreviewPlaceDeps {
  /** The recordings of the day of this time, with a new ticket. Fails with the server's code. */
  readonly resolve: (at: EpochMs, signal: AbortSignal) => Promise<Result<RecordedTarget, Failure>>;
  readonly monotonic: () => Ms;
}

/** Tickets for pictures of moments that are not in the range that is playing. */
export interface PreviewPlaces {
  /** Null: the server offers none. Rejects with the failure of the connection. */
  at(at: EpochMs, signal: AbortSignal): Promise<RecordedTarget | null>;
  /** The ticket was refused: the next picture gets a new one. */
  refused(target: RecordedTarget): void;
}

/** Days; the pointer rarely returns to older ones. */
const maxPlaces = 8;
/** A refused call is not repeated before. */
const refusedMs: Ms = 60_000;

export function createPreviewPlaces({ resolve, monotonic }: PreviewPlaceDeps): PreviewPlaces {
  /** The newest first. */
  let places: readonly RecordedTarget[] = [];
  let refusedUntil: Ms = 0;

  return {
    async at(at, signal) {
      const known = places.find(({ range }) => at >= range.begin && at < range.end);
      if (known) return isStored(known) ? known : null;
      if (monotonic() < refusedUntil) return null;
      const answer = await resolve(at, signal);
      if (!answer.ok) {
        if (answer.error.kind === 'network') throw new Error(answer.error.code);
        refusedUntil = monotonic() + refusedMs;
        return null;
      }
      places = [answer.value, ...places].slice(0, maxPlaces);
      return isStored(answer.value) ? answer.value : null;
    },
    refused(target) {
      places = places.filter((place) => place !== target);
    },
  };
}

/** Recordings on our disks or of a demo card, and not the replay of a camera, which has no single pictures. */
export const isStored = ({ url }: Pick<RecordedTarget, 'url'>): boolean =>
  new URL(url).pathname.startsWith('/vod/');
