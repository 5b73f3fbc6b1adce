/** The cameras whose alarms the media plane watches. */
import { alarmOptions } from '../../contracts/admin/alarm-options.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AlarmDirectory, AlarmTask, OnvifCamera } from '../../media/ports.ts';
import type { PtzDirectory } from '../devices/ptz-directory.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { watchedProfile } from './watched-profile.ts';

export function alarmDirectory(deps: {
  readonly database: Pick<OpenDatabase, 'db' | 'changes'>;
  readonly ptzDirectory: Pick<PtzDirectory, 'find'>;
  readonly log: Logger;
}): AlarmDirectory {
  const { db, changes } = deps.database;

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

  return {
    async tasks() {
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
    },

    onChanged(listener) {
      const topics = ['alarmOptions', 'camera', 'ptz'] as const;
      // Lost notifications concern all topics; report them once.
      const stops = topics.map((topic, at) =>
        changes.listen(topic, { onReceived: () => listener(), missed: at === 0 ? listener : () => {} }),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
