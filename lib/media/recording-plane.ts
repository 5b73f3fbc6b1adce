/**
 * The recordings part of the media plane: starts and stops recorders by plan, keeps both indexes equal to the files, and
 * removes what is kept no longer. Start reading here. A frame passes through `CameraStream` → `ChannelRecorder` →
 * segment files → `RecordingReader` → playback.
 */
import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';
import type { LivePlane } from './live-plane.ts';
import { ChannelRecorder, recorderPolicy } from './outputs/recorder/channel-recorder.ts';
import type {
  ObjectStore,
  RecordDirectory,
  RecorderStatus,
  RecordingKey,
  RecordTask,
  SegmentIndex,
} from './ports.ts';
import { MountedFiles } from './recordings/mounted-disk.ts';
import { reconcileDays, reconcileKey, storedKeys } from './recordings/reconcile.ts';
import { createRecordingReader, type RecordingReader } from './recordings/recording-reader.ts';
import { Retention, type RetentionOptions } from './recordings/retention.ts';
import { type RecordFiles, recordFiles } from './recordings/segment-file.ts';
import { dayOf } from './recordings/segment-path.ts';
import { SegmentRows } from './recordings/segment-rows.ts';
import { SegmentTier, type TierStatus } from './recordings/segment-tier.ts';
import type { ReaderSubscription } from './stream/reader.ts';

export interface RecordingPlaneOptions {
  /** Folder of all recordings; it is created. */
  readonly root: string;
  readonly live: Pick<LivePlane, 'read'>;
  readonly directory: RecordDirectory;
  readonly index: SegmentIndex;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly files?: RecordFiles;
  readonly measure?: RetentionOptions['measure'];
  /** Where sealed segments of the store `cloud` are moved. Absent: they stay in the folder. */
  readonly objectStore?: { readonly objects: ObjectStore; readonly maxCopyBytes: number };
}

export interface RecordingPlane {
  readonly reader: RecordingReader;
  /** Null without an object store. */
  readonly tierStatus: () => TierStatus | null;
  /**
   * Corrects what a crash left behind, then records. Resolves when recording has begun; older days are compared
   * afterwards. Never rejects: what fails is logged and tried again.
   */
  start(): Promise<void>;
  /** One for each channel and store that is to be recorded. */
  statuses(): readonly RecorderStatus[];
  /** Called on each change of state or failure. */
  onStatus(listener: (status: RecorderStatus) => void): () => void;
  /** An alarm of a channel, in all of its stores. False if the channel is not recorded. */
  trigger(channel: Pick<RecordingKey, 'tenantId' | 'channelId'>, at: EpochMs): boolean;
  /** Writes what was received. Safe to call twice. */
  close(): Promise<void>;
}

/** One channel that is recorded into one store. */
interface Recording {
  readonly task: RecordTask;
  readonly recorder: ChannelRecorder;
  /** Null: the stream has ended, and is read again at the next comparison with the plans. */
  subscription: ReaderSubscription | null;
}

/** Channels whose files are compared at the same time. */
const comparedAtOnce = 4;
const followEveryMs: Ms = 10_000;
const watchDiskEveryMs: Ms = 2_000;
const freeSpaceEveryMs: Ms = 5_000;
const retainEveryMs: Ms = 60_000;
/** Of an alarm in a channel that is recorded always: how long what follows is marked. */
const markedAfterAlarmMs: Ms = 30_000;

export function createRecordingPlane(options: RecordingPlaneOptions): RecordingPlane {
  const { root, live, directory, index, clock, logger } = options;
  const recordings = new Map<string, Recording>();
  const closing = new Set<Promise<void>>();
  const listeners = new Set<(status: RecorderStatus) => void>();
  const files = new MountedFiles(root, options.files ?? recordFiles);
  const isMounted = () => files.isMounted();
  const rows = new SegmentRows(index, clock, logger);
  const openSegments = (key: RecordingKey): readonly EpochMs[] => {
    const open = recordings.get(nameOf(key))?.recorder.openSegmentMs ?? null;
    return open === null ? [] : [open];
  };
  const isBusyOf = (key: RecordingKey) => (day: string) =>
    openSegments(key).some((open) => dayOf(open) === day);
  const tier = options.objectStore
    ? new SegmentTier({
        ...options.objectStore,
        root,
        makeFolder: files.makeFolder,
        keys: () => storedKeys(root),
        openSegments: (key) => (recordings.has(nameOf(key)) ? openSegments(key) : null),
        onChanged: ({ key, day }) => correctDay(key, day),
        clock,
        logger,
      })
    : null;
  const retention = new Retention({
    ...(tier ? { tier } : {}),
    root,
    index,
    retention: () => directory.retention(),
    openSegments,
    clock,
    logger,
    ...(options.measure ? { measure: options.measure } : {}),
  });
  const follow = oneAtATime(compareWithPlans, (error) => {
    // What is recorded already goes on: otherwise the directory answers with no tasks.
    logger.warn({ err: error }, 'record plans could not be read');
  });
  const retain = oneAtATime(
    async () => (await isMounted()) && retention.removeOld(),
    (error) => logger.warn({ err: error }, 'old recordings could not be removed'),
  );
  const freeSpace = oneAtATime(
    async () => (await isMounted()) && retention.freeSpace(),
    (error) => logger.warn({ err: error }, 'space for recordings could not be freed'),
  );
  const watchDisk = oneAtATime(
    async () => {
      if (await isMounted()) return;
      for (const { recorder } of recordings.values()) recorder.loseFile();
    },
    (error) => logger.warn({ err: error }, 'the disk of the recordings could not be examined'),
  );
  /** Their files were not yet compared with their indexes: a recorder would write the same ones. */
  const uncompared = new Set<string>();
  let stops: (() => void)[] = [];
  let comparing: Promise<void> = Promise.resolve();
  let isClosed = false;
  const closed = new AbortController();

  async function compareWithPlans(): Promise<void> {
    const tasks = await directory.tasks(clock.now());
    if (isClosed) return;
    const wanted = new Map(tasks.map((task) => [nameOf(task.key), task]));
    for (const [name, recording] of recordings) {
      if (!isDeepStrictEqual(wanted.get(name), recording.task)) stopRecording(name, recording);
    }
    // Two recorders must not write the index of the same day.
    while (closing.size > 0) await Promise.all(closing);
    if (isClosed) return;
    for (const [name, task] of wanted) {
      if (uncompared.has(name)) continue;
      const recording = recordings.get(name) ?? add(name, task);
      recording.subscription ??= live.read(task.camera, recording.recorder, recorderPolicy);
    }
  }

  function add(name: string, task: RecordTask): Recording {
    const { key, when, camera } = task;
    const recorder = new ChannelRecorder({
      files,
      root,
      key,
      when,
      clock,
      logger: logger.child({ channel: key.channelId, store: key.store }),
      onSegment: (segment) => rows.add(segment),
      onCondition: (condition) => {
        for (const listener of listeners) listener({ key, camera, ...condition });
      },
      onEnd: () => {
        recording.subscription = null;
      },
    });
    const recording: Recording = { task, recorder, subscription: null };
    recordings.set(name, recording);
    return recording;
  }

  function stopRecording(name: string, { subscription, recorder }: Recording): void {
    recordings.delete(name);
    subscription?.close();
    const ended = recorder.close().finally(() => closing.delete(ended));
    closing.add(ended);
  }

  /**
   * Writes the indexes of a day whose files have changed. A channel that is recorded on this day is interrupted for it, up
   * to the next key frame: its recorder adds to the same index, and nothing else finds these files before the next start.
   */
  async function correctDay(key: RecordingKey, day: string): Promise<void> {
    const name = nameOf(key);
    const recording = recordings.get(name);
    if (recording && isBusyOf(key)(day)) stopRecording(name, recording);
    const corrected: Promise<void> = Promise.all(closing)
      .then(() => reconcileDays({ root, index, isMounted, isBusy: isBusyOf(key) }, key, [day]))
      .then(
        () => {},
        (error: unknown) => {
          logger.error({ err: error, channel: key.channelId }, 'recordings could not be compared');
        },
      )
      .finally(() => closing.delete(corrected));
    closing.add(corrected);
    await corrected;
    await follow();
  }

  /** Of channels with files, and of those with rows. */
  async function knownKeys(): Promise<RecordingKey[]> {
    const found = new Map<string, RecordingKey>();
    for (const { key } of await index.usage()) found.set(nameOf(key), key);
    for (const key of await storedKeys(root)) found.set(nameOf(key), key);
    return [...found.values()];
  }

  async function reconcile(key: RecordingKey, part: 'recent' | 'older'): Promise<void> {
    const isBusy = isBusyOf(key);
    try {
      const corrected = await reconcileKey(
        { root, index, isMounted, isBusy, signal: closed.signal },
        key,
        part,
      );
      const { cut, rows: changed, gopIndexes } = corrected;
      if (cut + changed + gopIndexes === 0) return;
      logger.info({ channel: key.channelId, store: key.store, ...corrected }, 'recordings were corrected');
    } catch (error) {
      logger.error({ err: error, channel: key.channelId }, 'recordings could not be compared');
    }
  }

  /** Each channel is recorded as soon as its newest days are compared, so none waits for the files of others. */
  async function recordAfterComparing(keys: readonly RecordingKey[]): Promise<void> {
    for (const key of keys) uncompared.add(nameOf(key));
    const left = keys.values();
    const next = async () => {
      for (const key of left) {
        if (isClosed) return;
        await reconcile(key, 'recent');
        uncompared.delete(nameOf(key));
        void follow();
      }
    };
    await Promise.all([follow(), ...Array.from({ length: comparedAtOnce }, next)]);
    await follow();
  }

  async function compareOlder(keys: readonly RecordingKey[]): Promise<void> {
    for (const key of keys) {
      if (isClosed) return;
      await reconcile(key, 'older');
    }
  }

  return {
    reader: createRecordingReader(root, tier ?? undefined),

    tierStatus: () => tier?.status ?? null,

    async start() {
      await mkdir(root, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return;
        logger.error({ err: error }, 'the folder of recordings could not be created');
      });
      // From now on it may not disappear.
      await isMounted();
      const keys = await knownKeys().catch((error: unknown) => {
        logger.error({ err: error }, 'recordings could not be compared');
        return [];
      });
      if (isClosed) return;
      stops = [
        directory.onChanged(follow),
        clock.every(followEveryMs, follow),
        clock.every(watchDiskEveryMs, watchDisk),
      ];
      comparing = recordAfterComparing(keys);
      await comparing;
      if (isClosed) return;
      stops.push(clock.every(freeSpaceEveryMs, freeSpace), clock.every(retainEveryMs, retain));
      tier?.start();
      comparing = compareOlder(keys);
    },

    statuses: () =>
      [...recordings.values()].map(({ task: { key, camera }, recorder }) => ({
        key,
        camera,
        ...recorder.currentCondition,
      })),

    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    trigger(channel, at) {
      let isRecorded = false;
      for (const { task, recorder } of recordings.values()) {
        const { tenantId, channelId } = task.key;
        if (tenantId !== channel.tenantId || channelId !== channel.channelId) continue;
        recorder.trigger(at, task.when === 'always' ? markedAfterAlarmMs : task.when.afterMs);
        isRecorded = true;
      }
      return isRecorded;
    },

    async close() {
      isClosed = true;
      closed.abort();
      for (const stop of stops.splice(0)) stop();
      for (const [name, recording] of [...recordings]) stopRecording(name, recording);
      await Promise.all([...closing, comparing, tier?.close()]);
      await rows.close();
    },
  };
}

/** Runs `work` again if it is called during a run, and never twice at once. */
function oneAtATime(work: () => Promise<unknown>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAgain = false;
  async function run(): Promise<void> {
    do {
      isAgain = false;
      try {
        await work();
      } catch (error) {
        onError(error);
      }
    } while (isAgain);
  }
  return () => {
    if (running) isAgain = true;
    else {
      running = run().finally(() => {
        running = null;
      });
    }
    return running;
  };
}

const nameOf = ({ tenantId, channelId, store }: RecordingKey): string =>
  JSON.stringify([tenantId, channelId, store]);
