import type { Migration } from 'kysely';
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

/** In order of their names. A name that was released never changes and never goes away. */
export const migrations: Readonly<Record<string, Migration>> = {
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
};
