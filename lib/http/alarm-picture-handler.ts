import type { LappServices } from '../domain/wiring/lapp.ts';
import type { Logger } from '../kernel/logger.ts';
import { signedFileHandler } from './signed-file-handler.ts';

export const alarmPicturePath = '/alarm-picture/';

/** Pictures of alarms by their signed addresses, as MP4 files of one key frame. */
export const alarmPictureHandler = ({
  pictures,
  log,
}: {
  readonly pictures: LappServices['sentPictures'];
  readonly log: Logger;
}): ((request: Request) => Promise<Response>) =>
  signedFileHandler(
    {
      ...{ path: alarmPicturePath, extension: 'mp4', contentType: 'video/mp4' },
      read: (signature) => pictures.read(signature),
      none: { code: 'alarm.noPicture', msg: 'This alarm has no picture, or not yet.' },
      unreadable: { code: 'alarm.unreadable', msg: 'The picture could not be read.' },
    },
    log,
  );
