/**
 * Counts views, watch time, stream starts and failures in memory. Running views cost nothing between two looks at them:
 * only the times at which pictures began and ceased to flow are noted.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { CameraKey, ViewCounter, ViewedCamera } from '../../media/ports.ts';
import type { GrantViews } from '../devices/camera-viewers.ts';

/** Days of every time zone begin at one of these. */
export const quarterMs: Ms = 15 * 60_000;
/** Sums that are kept while the database does not respond; beyond, new ones are dropped. */
const maxSums = 50_000;

interface Subject extends Omit<CameraKey, 'profile'> {
  /** Empty: none. */
  readonly applicationId: string;
  readonly kind: 'live' | 'recorded' | 'camera';
  /** Of failures; empty: none. */
  readonly code: string;
  /** Quarter of an hour since 1970. */
  readonly quarter: number;
}

interface Amounts {
  readonly views: number;
  readonly watchedMs: Ms;
  readonly starts: number;
  readonly failures: number;
}
export type Counted = Subject & Amounts;

export interface CountedViews extends ViewCounter {
  /** Who receives pictures of this camera from this process. */
  watching(camera: Omit<CameraKey, 'profile'>): readonly GrantViews[];
  /** A stream of the camera began to deliver, or failed with this code. */
  camera(key: CameraKey, failure: string | null): void;
  /** What was counted since the last call, with the running views up to now. */
  take(): readonly Counted[];
  /** What could not be stored is counted again. */
  putBack(counted: readonly Counted[]): void;
}

interface Running {
  readonly camera: ViewedCamera;
  readonly kind: 'live' | 'recorded';
  /** Monotonic time up to which it was counted; null: nothing flows. */
  since: Ms | null;
  /** When pictures were received last, for views whose pictures are fetched in parts and do not flow. */
  seenAt: Ms;
}

/** Parts are fetched in shorter intervals while a recording plays. */
const maxPauseMs: Ms = 60_000;

export function viewCounter(clock: Clock): CountedViews {
  let sums = new Map<string, Counted>();
  const flowing = new Set<Running>();
  const opened = new Set<Running>();

  function add(subject: Subject, amounts: Partial<Amounts>): void {
    const { tenantId, deviceSerial, channelNo, applicationId, kind, code, quarter } = subject;
    const name = [tenantId, deviceSerial, channelNo, applicationId, kind, code, quarter].join('\n');
    const known = sums.get(name);
    if (!known && sums.size >= maxSums) return;
    const { views = 0, watchedMs = 0, starts = 0, failures = 0 } = amounts;
    sums.set(name, {
      ...{ tenantId, deviceSerial, channelNo, applicationId, kind, code, quarter },
      views: (known?.views ?? 0) + views,
      watchedMs: (known?.watchedMs ?? 0) + watchedMs,
      starts: (known?.starts ?? 0) + starts,
      failures: (known?.failures ?? 0) + failures,
    });
  }

  const subjectOf = (
    { tenantId, deviceSerial, channelNo, applicationId }: ViewedCamera,
    kind: Subject['kind'],
    code = '',
    at: EpochMs = clock.now(),
  ): Subject => ({
    ...{ tenantId, deviceSerial, channelNo, applicationId, kind, code },
    quarter: Math.floor(at / quarterMs),
  });

  /** The last `ms` until now, in the quarters to which they belong. */
  function watched({ camera, kind }: Running, ms: Ms): void {
    const end = clock.now();
    for (let at = end - ms; at < end; ) {
      const next = Math.min(end, (Math.floor(at / quarterMs) + 1) * quarterMs);
      add(subjectOf(camera, kind, '', at), { watchedMs: next - at });
      at = next;
    }
  }

  function settle(view: Running): void {
    if (view.since === null) return;
    const now = clock.monotonic();
    watched(view, now - view.since);
    view.since = now;
  }

  return {
    open(camera, kind) {
      const view: Running = { camera, kind, since: null, seenAt: clock.monotonic() };
      opened.add(view);
      add(subjectOf(camera, kind), { views: 1 });
      const stop = () => {
        settle(view);
        view.since = null;
        flowing.delete(view);
      };
      return {
        flows(isFlowing) {
          if (!isFlowing) return stop();
          view.since ??= clock.monotonic();
          flowing.add(view);
        },
        watched(ms) {
          view.seenAt = clock.monotonic();
          watched(view, ms);
        },
        close() {
          stop();
          opened.delete(view);
        },
      };
    },

    failed: (camera, kind, code) => add(subjectOf(camera, kind, code), { failures: 1 }),

    camera(key, failure) {
      const subject = subjectOf({ ...key, applicationId: '' }, 'camera', failure ?? '');
      add(subject, failure === null ? { starts: 1 } : { failures: 1 });
    },

    watching({ tenantId, deviceSerial, channelNo }) {
      const found = new Map<string, GrantViews>();
      const now = clock.monotonic();
      for (const view of opened) {
        const { camera, kind } = view;
        const { grantId } = camera;
        const isCamera =
          camera.tenantId === tenantId &&
          camera.deviceSerial === deviceSerial &&
          camera.channelNo === channelNo;
        if (!grantId || !isCamera || !(flowing.has(view) || now - view.seenAt < maxPauseMs)) continue;
        const name = `${grantId}/${kind}`;
        found.set(name, { grantId, kind, views: (found.get(name)?.views ?? 0) + 1 });
      }
      return [...found.values()];
    },

    take() {
      for (const view of flowing) settle(view);
      const taken = [...sums.values()];
      sums = new Map();
      return taken;
    },

    putBack(counted) {
      for (const each of counted) add(each, each);
    },
  };
}
