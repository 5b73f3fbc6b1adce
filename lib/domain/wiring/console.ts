/** The console: sign-in, accounts and pages, which `lib/http/admin/admin-routes.ts` serves. */
import type { StorageState } from '../../db/storage-fault.ts';
import type { CameraPictureTaker } from '../../media/ports.ts';
import type { SetupCodes } from '../accounts/registration.service.ts';
import { type Console, type ConsoleDeps, createConsole } from '../console/create-console.ts';
import type { StorageUsage } from '../console/dashboard.ts';
import type { FreightUses } from '../freight/freight.service.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { DatabaseBackups } from '../jobs/backups.ts';
import type { Monitoring } from '../monitoring/create-monitoring.ts';
import type { MailSend } from '../monitoring/mail.ts';
import type { Statistics } from '../statistics/create-statistics.ts';
import type { AccessParts } from './access.ts';
import type { AlarmParts } from './alarms.ts';
import type { CameraDeps, CameraParts } from './cameras.ts';
import type { Core } from './core.ts';
import type { RecordingDeps, RecordingParts } from './recordings.ts';
import type { StreamDeps } from './streams.ts';
import type { TalkDeps, TalkParts } from './talk.ts';
import type { ThemeDeps, ThemeParts } from './themes.ts';

export interface ConsoleWiringDeps {
  /** For the first set-up of the console. */
  readonly setupCodes: SetupCodes;
  readonly hasher?: PasswordHasher;
  /** Storage of the machine, for users with the permission. */
  readonly storage: () => Promise<StorageUsage>;
  /** Space on the disk with the recordings. Absent: that of `storage`. */
  readonly recordingsDisk?: () => Promise<{ readonly freeBytes: number; readonly totalBytes: number }>;
  /** While it is `full`, only changes that withdraw access are accepted. */
  readonly storageState: () => StorageState;
  /** Recordings cannot be stored. Absent: there are none. */
  readonly recordingFails?: () => boolean;
  /** Whether recordings cannot be moved to the object store; null or absent: there is none. */
  readonly objectStoreFails?: () => boolean | null;
  /** Makes a change that withdraws access with the space held in reserve. Absent: nothing is held. */
  readonly withReserve?: <Result>(change: () => Promise<Result>) => Promise<Result>;
  /** What refers to shipping templates, besides the console. */
  readonly freightUses?: readonly FreightUses[];
  /** Absent: the map is drawn from the places of cities, and no addresses are found. */
  readonly map?: ConsoleDeps['map'];
  /** Copies of the embedded database. Absent: there is none. */
  readonly backups?: DatabaseBackups;
  /** Bucket of uploaded files. Absent: they are in the database. */
  readonly fileBucket?: ConsoleDeps['fileBucket'];
  /** Name of this process in the job log. */
  readonly nodeName?: string;
  /** Of the product, for feedback. Absent: unknown. */
  readonly version?: string;
  /** Absent: alerts and messages are not sent by e-mail. */
  readonly sendMail?: MailSend;
  /** The last picture of a camera. Absent: cameras have none. */
  readonly takePicture?: CameraPictureTaker;
}

interface Parts {
  readonly access: AccessParts;
  readonly cameras: CameraParts;
  readonly recordings: RecordingParts;
  readonly alarms: AlarmParts;
  readonly talk: TalkParts;
  readonly themes: ThemeParts;
  readonly monitoring: Monitoring;
  readonly statistics: Statistics;
}

export function wireConsole(
  core: Core,
  deps: ConsoleWiringDeps & CameraDeps & RecordingDeps & StreamDeps & TalkDeps & ThemeDeps,
  { access, cameras, recordings, alarms, talk, themes, monitoring, statistics }: Parts,
): Console {
  const { database, sealer, clock, entropy, process } = core;
  return createConsole({
    ...{ database, sealer, clock, entropy, monitoring, log: core.logOf('console') },
    sessionKeys: core.secrets.sessionKeys,
    setupCodes: deps.setupCodes,
    storageState: deps.storageState,
    ...(deps.withReserve ? { withReserve: deps.withReserve } : {}),
    ...(deps.freightUses ? { freightUses: deps.freightUses } : {}),
    ...(deps.hasher ? { hasher: deps.hasher } : {}),
    process: { ...process, node: deps.nodeName ?? 'oriel' },
    backups: deps.backups,
    fileBucket: deps.fileBucket,
    map: deps.map ?? { tiles: null, geocoder: null },
    sendMail: deps.sendMail,
    version: deps.version,
    themes: { images: deps.images ?? {}, uses: themes.themeUses },
    cameraServices: {
      ...deps,
      ...talk,
      allStreams: () => monitoring.monitor.streams(),
      cameras: cameras.cameras,
      ptzDirectory: cameras.ptzDirectory,
      applications: access.applications,
      tokens: access.tokens,
      grants: access.grants,
      segments: recordings.segments,
      directory: recordings.directory,
      alarmPictures: alarms.pictures,
      watching: (camera) => statistics.watching(camera),
    },
  });
}
