import type { Kysely, Migration } from 'kysely';
import { up as firstPicture } from './0001-first-picture.ts';
import { up as themes } from './0002-themes.ts';
import { up as panTilt } from './0003-pan-tilt.ts';
import { up as consoleTables } from './0004-console.ts';
import { up as fieldNames } from './0005-field-names.ts';
import { up as visibleUniqueness } from './0006-visible-uniqueness.ts';
import { up as tokenNames } from './0007-token-names.ts';
import { up as oneTimePasswords } from './0008-one-time-passwords.ts';
import { up as serialsWithoutCase } from './0009-serials-without-case.ts';
import { up as recordings } from './0010-recordings.ts';
import { up as alarms } from './0011-alarms.ts';
import { up as recordingShares } from './0012-recording-shares.ts';
import { up as alarmPictures } from './0014-alarm-pictures.ts';
import { up as alarmNotices } from './0015-alarm-notices.ts';
import { up as recordingGaps } from './0016-recording-gaps.ts';
import { up as talk } from './0017-talk.ts';
import { up as openTalks } from './0018-open-talks.ts';
import { up as freight } from './0019-freight.ts';
import { up as jobs } from './0020-jobs.ts';
import { up as exports } from './0021-exports.ts';
import { up as processes } from './0022-processes.ts';
import { up as alerts } from './0023-alerts.ts';
import { up as content } from './0024-content.ts';
import { up as messages } from './0025-messages.ts';
import { up as statistics } from './0026-statistics.ts';
import { up as files } from './0027-files.ts';
import { up as themeVersions } from './0028-theme-versions.ts';
import { up as watching } from './0029-watching.ts';
import { up as shareCodes } from './0030-share-codes.ts';
import { up as themeDraftLinks } from './0031-theme-draft-links.ts';
import { up as cameraTransport } from './0033-camera-transport.ts';
import { up as cameraPlaces } from './0034-camera-places.ts';
import { up as composedNames, left as leftDecomposed } from './0035-composed-names.ts';

export interface OwnMigration extends Migration {
  /** What a person has to decide, for the log. */
  readonly left?: (db: Kysely<never>) => Promise<readonly string[]>;
}

/** In order of their names. A name that was released never changes and never goes away. */
export const migrations: Readonly<Record<string, OwnMigration>> = {
  '0001-first-picture': { up: firstPicture },
  '0002-themes': { up: themes },
  '0003-pan-tilt': { up: panTilt },
  '0004-console': { up: consoleTables },
  '0005-field-names': { up: fieldNames },
  '0006-visible-uniqueness': { up: visibleUniqueness },
  '0007-token-names': { up: tokenNames },
  '0008-one-time-passwords': { up: oneTimePasswords },
  '0009-serials-without-case': { up: serialsWithoutCase },
  '0010-recordings': { up: recordings },
  '0011-alarms': { up: alarms },
  '0012-recording-shares': { up: recordingShares },
  '0014-alarm-pictures': { up: alarmPictures },
  '0015-alarm-notices': { up: alarmNotices },
  '0016-recording-gaps': { up: recordingGaps },
  '0017-talk': { up: talk },
  '0018-open-talks': { up: openTalks },
  '0019-freight': { up: freight },
  '0020-jobs': { up: jobs },
  '0021-exports': { up: exports },
  '0022-processes': { up: processes },
  '0023-alerts': { up: alerts },
  '0024-content': { up: content },
  '0025-messages': { up: messages },
  '0026-statistics': { up: statistics },
  '0027-files': { up: files },
  '0028-theme-versions': { up: themeVersions },
  '0029-watching': { up: watching },
  '0030-share-codes': { up: shareCodes },
  '0031-theme-draft-links': { up: themeDraftLinks },
  '0033-camera-transport': { up: cameraTransport },
  '0034-camera-places': { up: cameraPlaces },
  '0035-composed-names': { up: composedNames, left: leftDecomposed },
};
