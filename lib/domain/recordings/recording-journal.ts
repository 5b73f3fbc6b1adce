/**
 * Stores why recordings have gaps: when cameras and disks failed, when plans were off, and when this process was running.
 * Only a server that records writes it. While the database does not respond, what is found waits in memory.
 */
import type { Db } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { CameraKey, RecorderStatus, RecordingKey, StreamStatus } from '../../media/ports.ts';
import { parsePlan } from './record-schedule.ts';

/** How often ongoing troubles, and that this process is running, are stored. */
const writeEveryMs: Ms = 10_000;
/** After a change of a stream or recorder: many change at the same time. */
const lookAfterMs: Ms = 200;
/** The same trouble after a shorter break is the same row: a camera that fails again and again has one. */
const sameWithinMs: Ms = 60_000;

export interface RecordingJournalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly processId: string;
  readonly streams: () => readonly StreamStatus[];
  readonly onStream: (listener: (status: StreamStatus) => void) => Cancel;
  readonly recorders: () => readonly RecorderStatus[];
  readonly onRecorder: (listener: () => void) => Cancel;
}

export interface RecordingJournal {
  start(): void;
  /** Stores that this process stops now. Never rejects. Safe to call twice. */
  stop(): Promise<void>;
  /** Stores nothing any more. */
  end(): void;
}

/** Of one recording and code: those before it are stored. */
interface Noted {
  readonly key: RecordingKey;
  readonly code: string;
  readonly fromMs: EpochMs;
  toMs: EpochMs;
  isOngoing: boolean;
  /** Null: not stored yet. */
  id: number | null;
  /** `toMs` of the row. */
  storedMs: EpochMs | null;
}

type Found = Pick<Noted, 'key' | 'code'>;

/** A failure of a camera, which may be over before anybody looks. */
interface Failed {
  readonly code: string;
  readonly at: EpochMs;
}

export function recordingJournal(deps: RecordingJournalDeps): RecordingJournal {
  const { db, clock, log, processId, streams, recorders } = deps;
  const noted = new Map<string, Noted>();
  const stops: Cancel[] = [];
  /** By camera, since the last look. */
  const failed = new Map<string, Failed>();
  let cancelLook: Cancel | null = null;
  let startedAt: EpochMs = 0;
  let off: readonly Found[] = [];
  let writing: Promise<void> | null = null;
  let isStale = false;
  let hasFailed = false;

  function look(): void {
    const now = clock.now();
    const found = [...failures(recorders(), streams()), ...off];
    for (const { at, ...each } of briefFailures(recorders(), failed)) note(each, at, now);
    failed.clear();
    for (const each of found) note(each, now, now);
    const names = new Set(found.map(nameOf));
    for (const [name, each] of noted) {
      if (names.has(name) || !each.isOngoing) continue;
      each.isOngoing = false;
      each.toMs = now;
    }
  }

  function note({ key, code }: Found, fromMs: EpochMs, toMs: EpochMs): void {
    const name = nameOf({ key, code });
    const known = noted.get(name);
    if (known && (known.isOngoing || fromMs - known.toMs < sameWithinMs)) {
      known.isOngoing = true;
      known.toMs = toMs;
    } else noted.set(name, { key, code, fromMs, toMs, isOngoing: true, id: null, storedMs: null });
  }

  function noteFailure({ key, state, lastFailure }: StreamStatus): void {
    const camera = cameraName(key);
    if (state === 'retrying' && lastFailure && !failed.has(camera))
      failed.set(camera, { code: lastFailure.code, at: clock.now() });
    lookSoon();
  }

  function lookSoon(): void {
    cancelLook ??= clock.after(lookAfterMs, () => {
      cancelLook = null;
      look();
    });
  }

  async function store(each: Noted): Promise<void> {
    const { key, code, fromMs, toMs } = each;
    if (each.storedMs === toMs) return;
    if (each.id === null) {
      const before = await db
        .selectFrom('recordingTrouble')
        .select('id')
        .where('channelId', '=', key.channelId)
        .where('store', '=', key.store)
        .where('tenantId', '=', key.tenantId)
        .where('code', '=', code)
        .where('toMs', '>=', fromMs - sameWithinMs)
        .where('fromMs', '<=', fromMs)
        .orderBy('toMs', 'desc')
        .executeTakeFirst();
      const row = before ?? (await insert(each));
      each.id = row.id;
    }
    await db.updateTable('recordingTrouble').set({ toMs }).where('id', '=', each.id).execute();
    each.storedMs = toMs;
  }

  const insert = ({ key: { tenantId, channelId, store: into }, code, fromMs, toMs }: Noted) =>
    db
      .insertInto('recordingTrouble')
      .values({ tenantId, channelId, store: into, code, fromMs, toMs })
      .returning('id')
      .executeTakeFirstOrThrow();

  async function storeAll(stoppedAt: EpochMs | null): Promise<void> {
    off = await switchedOff(db);
    look();
    const aliveAt = clock.now();
    for (const [name, each] of noted) {
      const isOver = !each.isOngoing;
      await store(each);
      if (isOver && clock.now() - each.toMs >= sameWithinMs) noted.delete(name);
    }
    await db
      .insertInto('serverRun')
      .values({ id: processId, startedAt, aliveAt, stoppedAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ aliveAt, stoppedAt }))
      .execute();
  }

  async function write(stoppedAt: EpochMs | null = null): Promise<void> {
    try {
      await storeAll(stoppedAt);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'the reasons of gaps in recordings could not be stored');
      hasFailed = true;
    }
  }

  /** Once more if it is called meanwhile, however often. */
  function writeNext(): void {
    isStale = true;
    writing ??= writeStale().finally(() => {
      writing = null;
    });
  }

  async function writeStale(): Promise<void> {
    while (isStale) {
      isStale = false;
      await write();
    }
  }

  function end(): void {
    for (const stop of stops.splice(0)) stop();
    cancelLook?.();
    isStale = false;
  }

  return {
    end,

    start() {
      startedAt = clock.now();
      stops.push(deps.onStream(noteFailure), deps.onRecorder(lookSoon), clock.every(writeEveryMs, writeNext));
      writeNext();
    },

    async stop() {
      if (stops.length === 0) return;
      end();
      await writing;
      await write(clock.now());
    },
  };
}

/** What keeps recorders from storing something at the moment. */
function failures(recorders: readonly RecorderStatus[], streams: readonly StreamStatus[]): readonly Found[] {
  const failing = new Map<string, string>();
  for (const { key, state, lastFailure } of streams) {
    if (state === 'retrying' && lastFailure) failing.set(cameraName(key), lastFailure.code);
  }
  return recorders.flatMap(({ key, camera, failure }) => {
    const code = failing.get(cameraName(camera));
    const codes = [...(failure ? [`disk.${failure.code}`] : []), ...(code === undefined ? [] : [code])];
    return codes.map((each) => ({ key, code: each }));
  });
}

/** The same of what has failed since the last look. */
function briefFailures(
  recorders: readonly RecorderStatus[],
  failed: ReadonlyMap<string, Failed>,
): readonly (Found & Failed)[] {
  return recorders.flatMap(({ key, camera }) => {
    const failure = failed.get(cameraName(camera));
    return failure ? [{ key, ...failure }] : [];
  });
}

/** Recordings whose channel is not to be recorded any more. */
async function switchedOff(db: Db): Promise<readonly Found[]> {
  const rows = await db
    .selectFrom('recording')
    .innerJoin('channel', 'channel.id', 'recording.channelId')
    .innerJoin('device', 'device.id', 'channel.deviceId')
    .select([
      'recording.tenantId',
      'recording.channelId',
      'recording.store',
      'channel.recordPlan',
      'channel.enabled',
      'device.enabled as isDeviceOn',
    ])
    .whereRef('channel.tenantId', '=', 'recording.tenantId')
    .execute();
  return rows.flatMap(({ recordPlan, enabled, isDeviceOn, ...key }) => {
    const plan = parsePlan(recordPlan);
    const isPlanned = key.store === 'cloud' ? plan?.enabled : plan?.card;
    if (!enabled || !isDeviceOn) return [{ key, code: 'camera.off' }];
    return isPlanned ? [] : [{ key, code: 'plan.off' }];
  });
}

export const recordingName = ({ tenantId, channelId, store }: RecordingKey): string =>
  `${tenantId}/${channelId}/${store}`;
const nameOf = ({ key, code }: Found): string => `${recordingName(key)}/${code}`;
const cameraName = ({ tenantId, deviceSerial, channelNo, profile }: CameraKey): string =>
  JSON.stringify([tenantId, deviceSerial, channelNo, profile]);
