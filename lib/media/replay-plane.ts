/**
 * Replays of recordings that cameras keep themselves: finds the camera, asks it for the address of its recordings, and
 * connects a source with an FLV output of its own for each viewer.
 */
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';
import { FlvOutput } from './outputs/flv/flv-output.ts';
import { defaultFlvLimits, type FlvLimits } from './outputs/flv/limits.ts';
import type { ViewerSubscription } from './outputs/flv/live-viewer.ts';
import type { ReplayableCameras, ReplayedCamera } from './outputs/replay/replay-output.ts';
import { endOfRecordings, ReplayStream } from './outputs/replay/replay-stream.ts';
import type {
  DeviceRecordings,
  MediaKey,
  OnvifCamera,
  RecordedCameraDirectory,
  ReplayAddress,
  ReplayOpener,
  SourceDirectory,
  SourceFailure,
} from './ports.ts';
import { endServerStopping, type StreamEnd } from './stream/reader.ts';

export interface ReplayPlaneOptions {
  readonly directory: RecordedCameraDirectory & Pick<SourceDirectory, 'encryption'>;
  readonly recordings: DeviceRecordings;
  readonly open: ReplayOpener;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ReplayPlane extends ReplayableCameras {
  /** Number of running replays. */
  readonly running: number;
  /** Ends all replays with `server.stopping`. Safe to call twice. */
  close(): void;
}

/** How long a replay address is used again: a seek must not ask the camera for it each time. */
const addressMs: Ms = 60_000;
const maxAddresses = 1_000;

/** Of all cameras: each keeps up to 8 MB for a viewer who reads slowly. */
const maxRunning = 256;
/** So that one organisation leaves replays to others. */
const maxOfOrganisation = 192;

/** The pacer waits for the viewer, so that frames are never skipped. */
const limits: FlvLimits = {
  ...defaultFlvLimits,
  viewer: { ...defaultFlvLimits.viewer, maxLagMs: 60_000, stalledMs: 60_000 },
};

const endBusy: StreamEnd = {
  code: '395546',
  message: 'The camera replays no more recordings at the same time.',
};
const endTooMany: StreamEnd = { code: 'viewer.tooMany', message: 'Too many recordings are replayed.' };
const endNotFound: StreamEnd = { code: '395402', message: 'The camera has no recording from this time on.' };
const endUnsupported: StreamEnd = {
  code: 'recordings.unsupported',
  message: 'The camera offers no search or replay of its recordings.',
};

export function createReplayPlane(options: ReplayPlaneOptions): ReplayPlane {
  const { directory, recordings, clock, logger } = options;
  /** With their organisation. */
  const running = new Map<ViewerSubscription, string>();
  /** The last search that waits or runs, by camera: a camera has one at a time, however many viewers ask. */
  const searches = new Map<string, Promise<unknown>>();
  const addresses = new Map<string, { readonly until: Ms; readonly address: ReplayAddress }>();
  let isClosed = false;

  /** Null: nobody wants it any more. */
  async function addressOf(
    camera: OnvifCamera,
    atMs: EpochMs,
    isWanted: () => boolean,
  ): Promise<ReplayAddress | null> {
    const name = JSON.stringify(camera);
    const search = async (): Promise<ReplayAddress | null> => {
      const known = addresses.get(name);
      if (known && known.until > clock.monotonic()) return known.address;
      if (!isWanted()) return null;
      const address = await recordings.replay(camera, atMs);
      if (addresses.size >= maxAddresses) addresses.clear();
      if (address.isForAll) addresses.set(name, { until: clock.monotonic() + addressMs, address });
      return address;
    };
    const before = searches.get(name);
    const found = before ? before.then(search, search) : search();
    searches.set(name, found);
    try {
      return await found;
    } finally {
      if (searches.get(name) === found) searches.delete(name);
    }
  }

  function mayRun(tenantId: string): boolean {
    if (running.size >= maxRunning) return false;
    return [...running.values()].filter((own) => own === tenantId).length < maxOfOrganisation;
  }

  async function find(
    key: ReplayedCamera,
    atMs: EpochMs,
    isWanted: () => boolean,
  ): Promise<Result<{ address: ReplayAddress; encryption: MediaKey | null }, StreamEnd>> {
    try {
      const [camera, encryption = null] = await Promise.all([
        directory.find(key),
        directory.encryption?.(key),
      ]);
      const address = camera && (await addressOf(camera, atMs, isWanted));
      return address ? ok({ address, encryption }) : err(endUnsupported);
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('recordings.')) return err(endForSearch(error));
      logger.error({ error }, 'the address of a replay could not be read');
      return err({ code: 'source.unreadable', message: 'The stored camera cannot be read.' });
    }
  }

  function endFor(failure: SourceFailure, hasPlayed: boolean): StreamEnd {
    if (failure.code === 'source.ended' && hasPlayed) return endOfRecordings;
    if (failure.code === 'source.busy') return endBusy;
    // The camera may have other recordings now.
    addresses.clear();
    return failure.code === 'source.notFound' ? endNotFound : failure;
  }

  return {
    get running() {
      return running.size;
    },

    replay(key, range, viewer) {
      if (isClosed || !mayRun(key.tenantId)) {
        viewer.end(isClosed ? endServerStopping : endTooMany, null);
        return { resume() {}, close() {}, finish() {} };
      }
      let hasPlayed = false;
      const stream = new ReplayStream({
        clock,
        range,
        hasCapacity: () => !hasPlayed || viewer.hasCapacity(),
        async open(isWanted) {
          const found = await find(key, range.fromMs, isWanted);
          if (!found.ok) return found;
          const { address, encryption } = found.value;
          return ok({ source: options.open(address.source, range), encryption });
        },
        endFor: (failure) => endFor(failure, hasPlayed),
      });
      const output = new FlvOutput(stream, clock, limits);
      const subscription = output.join({
        open(tracks) {
          hasPlayed = true;
          viewer.open(tracks);
        },
        hasCapacity: () => viewer.hasCapacity(),
        write: (bytes) => viewer.write(bytes),
        cork: () => viewer.cork(),
        uncork: () => viewer.uncork(),
        end(end, lastTag) {
          running.delete(own);
          logger.debug({ ...key, code: end.code }, 'replay ended');
          viewer.end(end, lastTag);
        },
      });
      const own: ViewerSubscription = {
        resume() {
          subscription.resume();
          stream.resume();
        },
        close() {
          running.delete(own);
          subscription.close();
        },
        finish: (end) => subscription.finish(end),
      };
      running.set(own, key.tenantId);
      return own;
    },

    close() {
      isClosed = true;
      for (const replay of [...running.keys()]) replay.finish(endServerStopping);
    },
  };
}

/** Failures of the search have the codes of sources where they mean the same. */
function endForSearch({ code, message }: AppError): StreamEnd {
  if (code === 'recordings.unsupported') return endUnsupported;
  if (code === 'recordings.notFound') return endNotFound;
  return { code: code.replace('recordings.', 'source.'), message };
}
