import type { RecordedFile } from '../../contracts/lapp/video.call.ts';
import type { Db } from '../../db/client.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { VideoService } from '../recordings/video.service.ts';

/** The recording that belongs to an alarm. Throws 120301, 20007. */
export function alarmRecording(deps: { readonly db: Db; readonly videos: Pick<VideoService, 'all'> }) {
  return async (access: ChannelAccess, alarmId: string): Promise<RecordedFile> => {
    const alarm = await deps.db
      .selectFrom('alarm')
      .select(['startAt', 'recordFrom', 'recordTo'])
      .where('tenantId', '=', access.viewer.scope.tenantId)
      .where('channelId', '=', access.channel.id)
      .where('id', '=', alarmId)
      .executeTakeFirst();
    if (!alarm) throw lappError('120301', { alarmId });
    const { startAt, recordFrom, recordTo } = alarm;
    const files = await deps.videos.all(access, '1', recordFrom, recordTo);
    // Of several with gaps between them, the one that shows the beginning.
    const file =
      files.find(({ startTime, endTime }) => startTime <= startAt && startAt < endTime) ?? files[0];
    if (!file) throw lappError('20007', { alarmId });
    return {
      ...file,
      startTime: Math.max(file.startTime, recordFrom),
      endTime: Math.min(file.endTime, recordTo),
    };
  };
}
