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
import { IndexComparison } from './recordings/index-comparison.ts';
import { MountedFiles } from './recordings/mounted-disk.ts';
import { storedKeys } from './recordings/reconcile.ts';
import { createRecordingReader, type RecordingReader } from './recordings/recording-reader.ts';
import { Retention, type RetentionOptions } from './recordings/retention.ts';
import { type RecordFiles, recordFiles } from './recordings/segment-file.ts';
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
   * Each channel is recorded as soon as the index of its day is right; everything else is compared afterwards. Resolves
   * when all of them have begun. Never rejects: what fails is logged and tried again.
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

const followEveryMs: Ms = 10_000;
const watchDiskEveryMs: Ms = 2_000;
const compareAgainEveryMs: Ms = 2_000;
const freeSpaceEveryMs: Ms = 5_000;
const retainEveryMs: Ms = 60_000;
/** Of an alarm in a channel that is recorded always: how long what follows is marked. */
const markedAfterAlarmMs: Ms = 30_000;

export function createRecordingPlane(options: RecordingPlaneOptions): RecordingPlane {
  const { root, live, directory, index, clock, logger } = options;
  const recordings = new Map<string, Recording>();
  /** Two recorders must not write the index of the same day. */
  const closing = new Map<string, Promise<void>>();
  /** The index of their day is right, so that they can be recorded. */
  const prepared = new Set<string>();
  const preparing = new Map<string, Promise<void>>();
  const listeners = new Set<(status: RecorderStatus) => void>();
  const files = new MountedFiles(root, options.files ?? recordFiles);
  const isMounted = () => files.isMounted();
  const rows = new SegmentRows(index, clock, logger);
  const openSegments = (key: RecordingKey): readonly EpochMs[] => {
    const open = recordings.get(nameOf(key))?.recorder.openSegmentMs ?? null;
    return open === null ? [] : [open];
  };
  const ending = new AbortController();
  const comparison = new IndexComparison({
    root,
    index,
    isMounted,
    recorderOf(key) {
      const recording = recordings.get(nameOf(key));
      if (!recording) return null;
      const isFailing = recording.recorder.currentCondition.state === 'failing';
      return { open: openSegments(key), isFailing };
    },
    betweenFiles: (key, work) => recordings.get(nameOf(key))?.recorder.betweenFiles(work) ?? work(),
    storeRows: () => rows.store(),
    signal: ending.signal,
    clock,
    logger,
  });
  const tier = options.objectStore
    ? new SegmentTier({
        ...options.objectStore,
        root,
        makeFolder: files.makeFolder,
        keys: () => storedKeys(root),
        openSegments: (key) => (recordings.has(nameOf(key)) ? openSegments(key) : null),
        onChanged: ({ key, day }) => comparison.correctDay(key, day),
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
  let wasAbsent = false;
  const watchDisk = oneAtATime(
    async () => {
      const absence = await files.absence();
      for (const { recorder, task } of recordings.values()) {
        if (await recorder.checkFile(absence)) comparison.mark(task.key);
      }
      if (wasAbsent && absence === null) comparison.markAll();
      wasAbsent = absence !== null;
    },
    (error) => logger.warn({ err: error }, 'the disk of the recordings could not be examined'),
  );
  const compareAgain = oneAtATime(
    () => comparison.compareAgain(),
    (error) => logger.warn({ err: error }, 'recordings could not be compared'),
  );
  let stops: (() => void)[] = [];
  let comparing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function compareWithPlans(): Promise<void> {
    if (isClosed) return;
    const tasks = await directory.tasks(clock.now());
    if (isClosed) return;
    const wanted = new Map(tasks.map((task) => [nameOf(task.key), task]));
    for (const [name, recording] of recordings) {
      if (isDeepStrictEqual(wanted.get(name), recording.task)) continue;
      stopRecording(name, recording);
      prepared.delete(name);
    }
    // Another process may record it meanwhile.
    for (const name of prepared) if (!wanted.has(name)) prepared.delete(name);
    for (const [name, task] of wanted) {
      if (closing.has(name)) continue;
      if (!prepared.has(name)) {
        prepare(name, task.key);
        continue;
      }
      const recording = recordings.get(name) ?? add(name, task);
      recording.subscription ??= live.read(task.camera, recording.recorder, recorderPolicy);
    }
  }

  /** Each channel by itself, so that none waits for the files of another one. */
  function prepare(name: string, key: RecordingKey): void {
    if (isClosed || preparing.has(name)) return;
    const done = comparison.prepare(key).then(() => {
      preparing.delete(name);
      prepared.add(name);
      return follow();
    });
    preparing.set(name, done);
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
      requestKeyFrame: () => recording.subscription?.requestKeyFrame?.(),
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
    const closed = recorder.close().then(() => {
      closing.delete(name);
      void follow();
    });
    closing.set(name, closed);
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
      if (isClosed) return;
      stops = [
        directory.onChanged(follow),
        clock.every(followEveryMs, follow),
        clock.every(watchDiskEveryMs, watchDisk),
        clock.every(compareAgainEveryMs, compareAgain),
      ];
      await follow();
      await Promise.all(preparing.values());
      if (isClosed) return;
      stops.push(clock.every(freeSpaceEveryMs, freeSpace), clock.every(retainEveryMs, retain));
      tier?.start();
      comparing = comparison.compareAll();
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
      ending.abort();
      for (const stop of stops.splice(0)) stop();
      for (const [name, recording] of [...recordings]) stopRecording(name, recording);
      await Promise.all([...closing.values(), ...preparing.values(), comparing, tier?.close()]);
      await comparison.ended();
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
