/**
 * Counts what is watched and stores it every minute. What was counted since is lost when the process is killed; a process
 * that stops stores it. Start reading here.
 */
import type { Db } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { StreamCondition, StreamStatus, ViewCounter } from '../../media/ports.ts';
import { streamChanges } from '../live/stream-changes.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { type CountedViews, viewCounter } from './view-counter.ts';
import { writeCounted } from './write-statistics.ts';

export const storeEveryMs: Ms = 60_000;

export interface Statistics {
  /** For the outputs of the media plane. */
  readonly views: ViewCounter;
  /** Who receives pictures of a camera from this process. */
  readonly watching: CountedViews['watching'];
  /** Counts streams, and stores what was counted every minute until `stop`. Only a server does it. */
  start(): void;
  /** Stores what was counted so far. Never rejects: what could not be stored is stored next time. */
  store(): Promise<void>;
  /** After the viewers have ended. Stores what is left. Never rejects. Safe to call twice. */
  stop(): Promise<void>;
}

export function createStatistics(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly zoneOf: TenantZone;
  /** Calls the listener for each status change of a stream. */
  readonly onStream: (listener: (status: StreamStatus) => void) => Cancel;
}): Statistics {
  const { db, clock, log, zoneOf, onStream } = deps;
  const counter = viewCounter(clock);
  const changeOf = streamChanges();
  const stops: Cancel[] = [];
  let storing: Promise<void> = Promise.resolve();
  let hasFailed = false;

  function note(key: StreamStatus['key'], part: string, condition: StreamCondition | null): void {
    const stream = [key.tenantId, key.deviceSerial, key.channelNo, key.profile, part].join('\n');
    const change = changeOf(stream, condition);
    if (change?.to === 'failed') counter.camera(key, change.failure.code);
    // A conversion is no connection to the camera.
    else if (change && part === '') counter.camera(key, null);
  }

  async function write(): Promise<void> {
    const failed = await writeCounted(db, zoneOf, counter.take());
    if (failed) {
      counter.putBack(failed.left);
      // Once, until it works again: the database may be away for long.
      if (!hasFailed) log.warn({ err: failed.error }, 'statistics are not stored at the moment');
    }
    hasFailed = failed !== null;
  }

  function store(): Promise<void> {
    storing = storing.then(write);
    return storing;
  }

  return {
    views: counter,
    watching: counter.watching,
    start() {
      stops.push(
        onStream((status) => {
          note(status.key, '', status);
          note(status.key, 'h264', status.conversion);
        }),
        clock.every(storeEveryMs, () => void store()),
      );
    },
    store,
    async stop() {
      for (const stop of stops.splice(0)) stop();
      await store();
    },
  };
}
