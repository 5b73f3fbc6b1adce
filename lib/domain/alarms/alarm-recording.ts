import type { RecordedFile } from '../../contracts/lapp/video.call.ts';
import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { VideoService } from '../recordings/video.service.ts';

export interface AlarmTimes {
  readonly startAt: EpochMs;
  /** With what precedes the alarm. */
  readonly recordFrom: EpochMs;
  /** Exclusive, with what follows the alarm. Grows while the alarm lasts. */
  readonly recordTo: EpochMs;
}

export type AlarmTimesOf = (access: ChannelAccess, alarmId: string) => Promise<AlarmTimes>;

/** The times of an alarm of this channel. Throws 120301. */
export function alarmTimes({ db }: { readonly db: Db }): AlarmTimesOf {
  return async ({ viewer, channel }, alarmId) => {
    const alarm = await db
      .selectFrom('alarm')
      .select(['startAt', 'recordFrom', 'recordTo'])
      .where('tenantId', '=', viewer.scope.tenantId)
      .where('channelId', '=', channel.id)
      .where('id', '=', alarmId)
      .executeTakeFirst();
    if (!alarm) throw lappError('120301', { alarmId });
    return alarm;
  };
}

/** The recording that belongs to an alarm. Throws 120301, 395402. */
export function alarmRecording(deps: {
  readonly timesOf: AlarmTimesOf;
  readonly videos: Pick<VideoService, 'all'>;
}) {
  return async (access: ChannelAccess, alarmId: string): Promise<RecordedFile> => {
    const { startAt, recordFrom, recordTo } = await deps.timesOf(access, alarmId);
    const files = await deps.videos.all(access, '1', recordFrom, recordTo);
    // Of several with gaps between them, the one that shows the beginning.
    const file =
      files.find(({ startTime, endTime }) => startTime <= startAt && startAt < endTime) ?? files[0];
    if (!file) throw lappError('395402', { alarmId });
    return {
      ...file,
      startTime: Math.max(file.startTime, recordFrom),
      endTime: Math.min(file.endTime, recordTo),
    };
  };
}
