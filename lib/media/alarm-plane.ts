/**
 * The alarms part of the media plane: watches events of cameras and motion in their streams, for the channels whose
 * options are on. Start reading at `createAlarmPlane`.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AlarmKind } from '../kernel/alarm-kind.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';
import { watchOnvifEvents } from './control/onvif-events.ts';
import type { SoapNetwork } from './control/soap-post.ts';
import type { LivePlane } from './live-plane.ts';
import { MotionReader, motionReaderPolicy } from './motion/motion-reader.ts';
import type { AlarmDirectory, AlarmSink, AlarmTask } from './ports.ts';

export interface AlarmPlaneOptions {
  readonly directory: AlarmDirectory;
  readonly sink: AlarmSink;
  readonly live: Pick<LivePlane, 'read'>;
  readonly network: SoapNetwork;
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random: () => number;
}

export interface AlarmPlane {
  /** Watches until `close`. */
  start(): void;
  /** Safe to call twice. */
  close(): void;
}

/** Compared this often besides changes, and after failures to read the options. */
const compareEveryMs: Ms = 30_000;

interface Watched {
  readonly task: AlarmTask;
  stop(): void;
}

export function createAlarmPlane(options: AlarmPlaneOptions): AlarmPlane {
  const { directory, sink, live, network, clock, logger, random } = options;
  const watched = new Map<string, Watched>();
  let stops: (() => void)[] = [];
  let isClosed = false;
  let isComparing = false;
  let isStale = false;

  function report(task: AlarmTask, source: 'onvif' | 'stream', kind: AlarmKind, at: EpochMs): void {
    const { camera, channelId } = task;
    sink({ tenantId: camera.tenantId, channelId, kind, source, at }).catch((error: unknown) => {
      logger.error({ err: error, serial: camera.deviceSerial }, 'could not store an alarm');
    });
  }

  function watch(name: string, task: AlarmTask): Watched {
    const { camera, onvif, motion } = task;
    const log = logger.child({ camera: `${camera.deviceSerial}/${camera.channelNo}` });
    const ends: (() => void)[] = [];
    const entry: Watched = {
      task,
      stop() {
        for (const end of ends.splice(0)) end();
      },
    };
    if (onvif) {
      const events = watchOnvifEvents(onvif, {
        ...{ network, logger: log, random },
        onAlarm: (kind, at) => report(task, 'onvif', kind, at),
      });
      ends.push(() => events.close());
    }
    if (motion) {
      const reader = new MotionReader({
        sensitivity: motion.sensitivity,
        onMotion: (receivedAt) =>
          report(task, 'stream', 'motion', Math.round(clock.now() - (clock.monotonic() - receivedAt))),
        // Read again at the next comparison.
        onEnd: () => {
          if (watched.get(name) === entry) stop(name, entry);
        },
      });
      const subscription = live.read({ ...camera, profile: motion.profile }, reader, motionReaderPolicy);
      ends.push(() => subscription.close());
    }
    return entry;
  }

  function stop(name: string, entry: Watched): void {
    watched.delete(name);
    entry.stop();
  }

  async function compare(): Promise<void> {
    const tasks = new Map((await directory.tasks()).map((task) => [task.channelId, task]));
    if (isClosed) return;
    for (const [name, entry] of [...watched]) {
      if (!isDeepStrictEqual(tasks.get(name), entry.task)) stop(name, entry);
    }
    for (const [name, task] of tasks) {
      if (!watched.has(name)) watched.set(name, watch(name, task));
    }
  }

  /** Never rejects. A change during a comparison causes another one. */
  async function follow(): Promise<void> {
    isStale = true;
    if (isComparing) return;
    isComparing = true;
    try {
      while (isStale && !isClosed) {
        isStale = false;
        await compare();
      }
    } catch (error) {
      logger.error({ err: error }, 'could not read the alarm options');
    }
    isComparing = false;
  }

  return {
    start() {
      stops = [directory.onChanged(() => void follow()), clock.every(compareEveryMs, () => void follow())];
      void follow();
    },
    close() {
      isClosed = true;
      for (const end of stops.splice(0)) end();
      for (const [name, entry] of [...watched]) stop(name, entry);
    },
  };
}
