/** The cameras whose alarms the media plane of this process watches. Start reading at `tasks`. */
import { alarmOptions } from '../../contracts/admin/alarm-options.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { AlarmDirectory, AlarmTask, OnvifCamera, RecordingKey } from '../../media/ports.ts';
import type { PtzDirectory } from '../devices/ptz-directory.ts';
import { type RecorderLeases, whileHeld } from '../recordings/recorder-leases.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { watchedProfile } from './watched-profile.ts';

/** How often leases are extended. */
const leaseEveryMs: Ms = 3_000;

/** `stop` ends the timer; the leases are released with those of the recorders. Safe to call twice. */
export interface OpenAlarmDirectory extends AlarmDirectory {
  stop(): void;
}

/**
 * `leases`: null where one process watches everything. A process that cannot extend its leases stops watching when they
 * expire, because another one then begins, and cameras have few subscriptions. Two processes that watch one camera for a
 * moment do no harm: their reports are one alarm.
 */
export function alarmDirectory(deps: {
  readonly database: Pick<OpenDatabase, 'db' | 'changes'>;
  readonly ptzDirectory: Pick<PtzDirectory, 'find'>;
  readonly leases: RecorderLeases | null;
  readonly clock: Clock;
  readonly log: Logger;
}): OpenAlarmDirectory {
  const { db, changes } = deps.database;
  const { leases, clock } = deps;
  const listeners = new Set<() => void>();
  /** Of the watched channels of all processes, when they were read last. */
  let keys: readonly RecordingKey[] = [];
  /** What this process was told to watch. */
  let told = '';

  const rows = () =>
    db
      .selectFrom('channel')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .innerJoin('tenant', 'tenant.id', 'channel.tenantId')
      .select(['channel.tenantId', 'channel.id', 'channel.number', 'device.serial', 'channel.alarmOptions'])
      .where('channel.alarmOptions', 'is not', null)
      .where('channel.enabled', '=', 1)
      .where('device.enabled', '=', 1)
      .where('tenant.enabled', '=', 1)
      .orderBy('channel.id')
      .execute();

  /** The ONVIF address of the channel is the one that PTZ uses. */
  async function onvifOf(tenantId: string, serial: string, channelNo: number): Promise<OnvifCamera | null> {
    try {
      const spec = await deps.ptzDirectory.find(tenantScope(tenantId), serial, channelNo);
      return spec.kind === 'onvif' ? spec : null;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ptz.unsupported')
        deps.log.warn({ err: error, serial, channelNo }, 'could not read the ONVIF address');
      return null;
    }
  }

  async function allTasks(): Promise<readonly AlarmTask[]> {
    const tasks: AlarmTask[] = [];
    for (const { tenantId, id, number, serial, alarmOptions: stored } of await rows()) {
      const options = alarmOptions.safeParse(JSON.parse(stored ?? '{}'));
      if (!options.success) continue;
      const { onvif, motion, sensitivity } = options.data;
      const profile = motion ? await watchedProfile(db, id) : null;
      const task: AlarmTask = {
        camera: { tenantId, deviceSerial: serial, channelNo: number },
        channelId: id,
        onvif: onvif ? await onvifOf(tenantId, serial, number) : null,
        motion: profile ? { profile, sensitivity } : null,
      };
      if (task.onvif || task.motion) tasks.push(task);
    }
    return tasks;
  }

  /** Ids of the channels that this process watches. */
  async function ownChannels(held: RecorderLeases): Promise<readonly string[]> {
    return (await held.take(keys)).map(({ channelId }) => channelId);
  }

  async function ownTasks(held: RecorderLeases): Promise<readonly AlarmTask[]> {
    const tasks = await allTasks();
    keys = tasks.map(({ camera: { tenantId }, channelId }) => ({ tenantId, channelId, store: 'cloud' }));
    const own = await ownChannels(held);
    return tasks.filter(({ channelId }) => own.includes(channelId));
  }

  const announce = () => {
    for (const listener of [...listeners]) listener();
  };

  function extendLeases(held: RecorderLeases): void {
    if (told !== '' && clock.monotonic() >= held.heldUntil) announce();
    ownChannels(held).then(
      (own) => {
        if (own.join() !== told) announce();
      },
      // Tried again.
      () => undefined,
    );
  }

  let cancel: Cancel = leases ? clock.every(leaseEveryMs, () => extendLeases(leases)) : () => {};

  return {
    async tasks() {
      if (!leases) return allTasks();
      const tasks = await whileHeld(leases, clock, 0, () => ownTasks(leases));
      told = tasks.map(({ channelId }) => channelId).join();
      return tasks;
    },

    onChanged(listener) {
      listeners.add(listener);
      const topics = ['alarmOptions', 'camera', 'ptz'] as const;
      // Lost notifications concern all topics; report them once.
      const stops = topics.map((topic, at) =>
        changes.listen(topic, { onReceived: () => listener(), missed: at === 0 ? listener : () => {} }),
      );
      return () => {
        listeners.delete(listener);
        for (const stop of stops) stop();
      };
    },

    stop() {
      cancel();
      cancel = () => {};
    },
  };
}
