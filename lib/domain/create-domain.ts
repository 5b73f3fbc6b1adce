/**
 * Wires the domain once. `lib/server` calls it with what it needs from outside: database, keys, clock, and the media
 * plane's functions. Start reading here.
 */
import type { Capability } from '../contracts/lapp/capabilities.ts';
import type { ImageSources } from '../contracts/theme/image.ts';
import type { OpenDatabase } from '../db/client.ts';
import type { StorageState } from '../db/storage-fault.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type {
  AlarmDirectory,
  AlarmSink,
  CameraPictureTaker,
  DeviceRecordings,
  LiveGate,
  PlaylistGate,
  PtzOpener,
  RecordDirectory,
  RecordedCameraDirectory,
  RecordedKeys,
  RecorderStatus,
  SegmentIndex,
  SourceDirectory,
  StreamStatus,
  WebhookPost,
} from '../media/ports.ts';
import type { BackChannelInspector, DemoAudio } from '../media/talk-ports.ts';
import { applicationRepository } from './access/application.repository.ts';
import { type ApplicationService, applicationService } from './access/application.service.ts';
import { grantRepository } from './access/grant.repository.ts';
import { MediaTickets } from './access/media-ticket.ts';
import { PlaybackTickets } from './access/playback-ticket.ts';
import { PlaylistAddresses } from './access/playlist-address.ts';
import { databaseTicketLedger, memoryTicketLedger } from './access/ticket-ledger.ts';
import { type TokenService, tokenService, type Viewer } from './access/token.service.ts';
import { verificationCodeLimiter } from './access/verification-code-limiter.ts';
import type { SetupCodes } from './accounts/registration.service.ts';
import { type AlarmService, alarmService } from './alarms/alarm.service.ts';
import { alarmDirectory } from './alarms/alarm-directory.ts';
import { alarmList } from './alarms/alarm-list.ts';
import { type AlarmPictures, alarmPictures } from './alarms/alarm-pictures.ts';
import { alarmRecording, alarmTimes } from './alarms/alarm-recording.ts';
import { type AlarmReports, alarmReports } from './alarms/alarm-reports.ts';
import { alarmTokens } from './alarms/alarm-token.service.ts';
import { alarmTriggers } from './alarms/alarm-triggers.ts';
import { PictureAddresses } from './alarms/picture-address.ts';
import { type SentPictures, sentPictures } from './alarms/sent-pictures.ts';
import { webhookSender } from './alarms/webhook-sender.ts';
import { type Console, type ConsoleDeps, createConsole } from './console/create-console.ts';
import type { StorageUsage } from './console/dashboard.ts';
import { seedFirstStart } from './console/first-start.ts';
import { type Entropy, newId, systemEntropy } from './crypto/entropy.ts';
import { Sealer } from './crypto/seal.ts';
import type { Secrets } from './crypto/secrets.ts';
import { type CameraService, cameraService } from './devices/camera.service.ts';
import type { CameraUrlCheck, ForbiddenAddress } from './devices/camera-input.ts';
import type { CameraProbe } from './devices/check-camera.ts';
import { deviceRepository } from './devices/device.repository.ts';
import {
  type ChannelAccess,
  coveredChannels,
  type DeviceAccess,
  openChannel,
  openDevice,
} from './devices/device-access.ts';
import type { PresenceOf } from './devices/device-info.ts';
import type { ReachabilityCheck } from './devices/device-poller.ts';
import { cameraUses } from './devices/grant-watch.ts';
import { mediaKeys } from './devices/media-keys.ts';
import { presenceFrom } from './devices/presence.ts';
import { ptzDirectory } from './devices/ptz-directory.ts';
import { ptzSealing } from './devices/ptz-sealing.ts';
import { sourceDirectory } from './devices/source-directory.ts';
import { talkDirectory } from './devices/talk-directory.ts';
import type { FreightUses } from './freight/freight.service.ts';
import type { PasswordHasher } from './identity/password-hasher.ts';
import type { DatabaseBackups } from './jobs/backups.ts';
import type { Scheduler } from './jobs/scheduler.ts';
import { databaseFailureLimiter } from './limits/database-failure-limiter.ts';
import { MemoryFailureLimiter } from './limits/memory-failure-limiter.ts';
import { liveGate } from './live/live-gate.ts';
import { type LiveUrlService, liveUrlService } from './live/live-url.service.ts';
import { type AlertRunner, alertRunner } from './monitoring/alert-runner.ts';
import { createMonitoring, type Monitoring, type ServerMeters } from './monitoring/create-monitoring.ts';
import type { MailSend } from './monitoring/mail.ts';
import { createOperator, type Operator } from './operations/operator.ts';
import { type PtzService, ptzService } from './ptz/ptz.service.ts';
import { deviceStores, recordedCameras } from './recordings/device-store.ts';
import { playbackGate } from './recordings/playback-gate.ts';
import { recordDirectory } from './recordings/record-directory.ts';
import { recordedStores } from './recordings/recorded-stores.ts';
import { type ProcessIdentity, recorderLeases } from './recordings/recorder-leases.ts';
import { type RecordingJournal, recordingJournal } from './recordings/recording-journal.ts';
import { segmentIndex } from './recordings/segment-index.ts';
import { type VideoService, videoService } from './recordings/video.service.ts';
import { tenantZone } from './resource/tenant-zone.ts';
import { seedConsole } from './seed/seed-console.ts';
import { createStatistics, type Statistics } from './statistics/create-statistics.ts';
import { withCountedRefusals } from './statistics/refused-addresses.ts';
import {
  createTalk,
  directNetwork,
  type Talk,
  type TalkNetwork,
  type VoiceMedia,
} from './talk/create-talk.ts';
import { operatorScope } from './tenancy/operator-scope.ts';
import { tenantScope } from './tenancy/tenant-scope.ts';
import { type ThemeService, themeService } from './themes/theme.service.ts';
import { ThemeUses } from './themes/theme-uses.ts';

export interface DomainDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly checkCameraUrl: CameraUrlCheck;
  /** The same for ONVIF addresses, used for PTZ. */
  readonly checkOnvifUrl: CameraUrlCheck;
  readonly forbiddenAddress: ForbiddenAddress;
  readonly openPtz: PtzOpener;
  /** Recordings that cameras keep themselves. Absent: they cannot be read. */
  readonly deviceRecordings?: DeviceRecordings;
  /** Absent: RTSP cameras cannot be asked whether they can be talked to. */
  readonly inspectBackChannel?: BackChannelInspector;
  readonly voiceMedia: VoiceMedia;
  readonly demoAudio: DemoAudio;
  /** Absent: viewers and gateway reach each other directly. */
  readonly talkNetwork?: TalkNetwork;
  /** Absent: alarms wait for a process that sends them to webhooks. */
  readonly postWebhook?: WebhookPost;
  /** Origin as other systems see this server. Absent: webhooks receive paths. */
  readonly publicOrigin?: string;
  /** Keys of recordings in stores of ours. Absent: only the current code of a device is accepted. */
  readonly recordedKeys?: RecordedKeys;
  readonly probe: CameraProbe;
  readonly checkReachable: ReachabilityCheck;
  /** The running streams. Called on demand, so the media plane may be created after the domain. */
  readonly streams: () => readonly StreamStatus[];
  /** Calls the listener for each status change of a stream. */
  readonly onStream: (listener: (status: StreamStatus) => void) => () => void;
  /** The running recorders, and their changes. Absent: this process records nothing. */
  readonly recorders?: () => readonly RecorderStatus[];
  readonly onRecorder?: (listener: () => void) => () => void;
  readonly meters: ServerMeters;
  /** Of the product, for feedback. Absent: unknown. */
  readonly version?: string;
  /** Absent: alerts and messages are not sent by e-mail. */
  readonly sendMail?: MailSend;
  /** The last picture of a camera. Absent: cameras have none. */
  readonly takePicture?: CameraPictureTaker;
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
  /** Scenes of the demo camera; the first start gives one to each demo device. */
  readonly demoScenes: readonly string[];
  /** The demo devices of a first start record. Absent: they do not. */
  readonly hasDemoRecordings?: boolean;
  /** Allowed origins of theme images. Absent: this server only. */
  readonly images?: ImageSources;
  readonly entropy?: Entropy;
  /** Copies of the embedded database. Absent: there is none. */
  readonly backups?: DatabaseBackups;
  /** Bucket of uploaded files. Absent: they are in the database. */
  readonly fileBucket?: ConsoleDeps['fileBucket'];
  /** Name of this process in the job log. */
  readonly nodeName?: string;
  /** Absent: a new process, which replaces no other one. */
  readonly process?: ProcessIdentity;
  /** For the first set-up of the console. */
  readonly setupCodes: SetupCodes;
  readonly hasher?: PasswordHasher;
}

/** Services of the open-platform calls. */
export interface LappServices {
  readonly tokens: Pick<TokenService, 'get'>;
  readonly liveUrls: LiveUrlService;
  readonly videos: VideoService;
  readonly presenceOf: PresenceOf;
  readonly ptz: PtzService;
  readonly talk: Pick<Talk, 'urls' | 'loudspeakers'> & { readonly network: TalkNetwork };
  readonly voices: Talk['voices'];
  readonly alarmReports: AlarmReports;
  readonly listAlarms: ReturnType<typeof alarmList>;
  readonly recordingOfAlarm: ReturnType<typeof alarmRecording>;
  readonly sentPictures: SentPictures;
  readonly themes: Pick<ThemeService, 'published'>;
  readonly themeUses: Pick<ThemeUses, 'count'>;
  authenticate(accessToken: string): Promise<Viewer>;
  /** The numbers of the device's channels that the token covers. */
  coveredChannels(access: DeviceAccess): Promise<readonly number[]>;
  openDevice(viewer: Viewer, capability: Capability | null, serial: string): Promise<DeviceAccess>;
  openChannel(
    viewer: Viewer,
    capability: Capability | null,
    serial: string,
    channelNo: number,
  ): Promise<ChannelAccess>;
}

/** For the media plane, which watches for alarms and acts on them. */
export interface DomainAlarms extends Pick<AlarmService, 'onRaised'> {
  /** Of alarms of all processes. */
  readonly onTriggered: ReturnType<typeof alarmTriggers>;
  readonly pictures: Pick<AlarmPictures, 'takeWith'>;
  readonly directory: AlarmDirectory;
  readonly sink: AlarmSink;
}

/** What recorders, retention and playback need. */
export interface Recordings {
  readonly segments: SegmentIndex;
  readonly directory: RecordDirectory;
  /** Stores why there are gaps, until `release`. Only the process that records starts it. */
  readonly journal: Pick<RecordingJournal, 'start'>;
  readonly gate: PlaylistGate;
  /** Cameras whose own recordings are read over ONVIF. */
  readonly cameras: RecordedCameraDirectory;
  /** After the recorders have stopped: another process may record at once. Safe to call twice. */
  release(): Promise<void>;
}

export interface Domain {
  readonly gate: LiveGate;
  readonly sources: SourceDirectory;
  readonly recordings: Recordings;
  readonly lapp: LappServices;
  readonly operator: Operator;
  readonly applications: Pick<ApplicationService, 'frameOrigins'>;
  readonly cameras: CameraService;
  readonly alarms: DomainAlarms;
  readonly themes: ThemeService;
  readonly adminConsole: Console;
  /** Only the server starts it. Stop it after the viewers have ended, before the database closes. */
  readonly statistics: Statistics;
  /** Start its monitor in a server, and stop it before the database is closed. */
  readonly monitoring: Monitoring & { readonly alerts: Pick<AlertRunner, 'check'> };
  /** Close it before `stop`, so that moving cameras are stopped. */
  readonly ptz: Pick<PtzService, 'close'>;
  /** For gateway and talk plane. Close it after them. */
  readonly talk: Pick<Talk, 'gate' | 'leases' | 'sources' | 'log' | 'close' | 'start'>;
  /** Only the server starts it. Stop it before the database closes. */
  readonly jobs: Pick<Scheduler, 'start' | 'look' | 'stop'>;
  /** Stops background work. Safe to call twice. The database stays open; its owner closes it. */
  stop(): void;
}

/** Seeds the database at its first start. Throws when seeding fails or a key is unusable. */
export async function createDomain(deps: DomainDeps): Promise<Domain> {
  const { clock, secrets, entropy = systemEntropy } = deps;
  const { db, engine, changes } = deps.database;
  const sealer = new Sealer(secrets, entropy);
  const tickets = new MediaTickets(secrets.mediaKeys, entropy);
  const devices = deviceRepository(db);
  const grants = grantRepository(db);
  const applicationRows = applicationRepository(db);
  const tokens = tokenService({ db, changes, applications: applicationRows, grants, clock, entropy });
  const applications = applicationService({
    db,
    changes,
    applications: applicationRows,
    clock,
    entropy,
  });
  const ptzLinks = ptzSealing({ sealer, checkOnvifUrl: deps.checkOnvifUrl });
  const keys = mediaKeys(sealer);
  const cameras = cameraService({
    db,
    changes,
    sealer,
    mediaKeys: keys,
    ptzLinks,
    checkUrl: deps.checkCameraUrl,
    checkOnvifUrl: deps.checkOnvifUrl,
    demoScenes: deps.demoScenes,
    clock,
    entropy,
  });
  const images = deps.images ?? {};
  const themes = themeService({ db, images, clock, entropy });
  const themeUses = new ThemeUses({ db, clock, log: deps.log.child({ part: 'themes' }) });
  const isShared = engine === 'postgres';
  const ledger = isShared ? databaseTicketLedger(db, clock) : memoryTicketLedger(clock);
  const codes = verificationCodeLimiter(
    isShared ? databaseFailureLimiter(db, clock) : new MemoryFailureLimiter(clock),
  );

  if (await seedFirstStart(db, { ...deps, entropy })) {
    deps.log.info({}, 'first start: created the default organisation and its demo cameras');
  }
  await seedConsole(db, clock, undefined, { isEmbedded: deps.backups !== undefined });
  const ptzPool = ptzDirectory({ db, ptzLinks });
  const ptz = ptzService({
    openPtz: deps.openPtz,
    ptzLinks: ptzPool,
    cameras,
    tokens,
    clock,
    log: deps.log.child({ part: 'ptz' }),
  });
  const alarms = alarmService({ ...deps, entropy, log: deps.log.child({ part: 'alarms' }) });
  const pictures = alarmPictures({ ...deps, alarms, log: deps.log.child({ part: 'alarms' }) });
  const uses = cameraUses({ grants, devices, tokens, changes, clock });
  const playbackTickets = new PlaybackTickets(secrets.mediaKeys);
  const playlistAddresses = new PlaylistAddresses(secrets.mediaKeys);
  const segments = segmentIndex(db);
  const zoneOf = tenantZone({ database: deps.database, clock });
  const deviceStoreOf = deviceStores(ptzPool);
  const thisProcess = deps.process ?? { processId: newId(entropy, clock.now()), killedProcessId: null };
  const talkDevices = talkDirectory({ db, cameras });
  const talk = createTalk({
    ...{ database: deps.database, keys: secrets.mediaKeys, ledger, devices, uses, clock, entropy },
    ...{ directory: talkDevices, inspect: deps.inspectBackChannel, process: thisProcess, grants },
    media: deps.voiceMedia,
    log: deps.log.child({ part: 'talk' }),
  });
  const monitoring = createMonitoring({
    ...{ database: deps.database, clock, streams: deps.streams, recorders: deps.recorders ?? (() => []) },
    ...{ process: thisProcess, meters: deps.meters, log: deps.log.child({ part: 'monitoring' }) },
  });
  const leases = () => (isShared ? recorderLeases(db, clock, thisProcess) : null);
  const directory = recordDirectory({
    db,
    changes,
    clock,
    zoneOf,
    segments,
    leases: leases(),
  });
  const journal = recordingJournal({
    db,
    clock,
    log: deps.log.child({ part: 'recordings' }),
    processId: thisProcess.processId,
    streams: deps.streams,
    onStream: deps.onStream,
    recorders: deps.recorders ?? (() => []),
    onRecorder: deps.onRecorder ?? (() => () => {}),
  });
  const watched = alarmDirectory({
    ...deps,
    ptzDirectory: ptzPool,
    leases: leases(),
    log: deps.log.child({ part: 'alarms' }),
  });
  const adminConsole = createConsole({
    database: deps.database,
    sealer,
    clock,
    entropy,
    log: deps.log.child({ part: 'console' }),
    sessionKeys: secrets.sessionKeys,
    setupCodes: deps.setupCodes,
    storageState: deps.storageState,
    ...(deps.withReserve ? { withReserve: deps.withReserve } : {}),
    ...(deps.freightUses ? { freightUses: deps.freightUses } : {}),
    ...(deps.hasher ? { hasher: deps.hasher } : {}),
    process: { ...thisProcess, node: deps.nodeName ?? 'oriel' },
    backups: deps.backups,
    fileBucket: deps.fileBucket,
    monitoring,
    map: deps.map ?? { tiles: null, geocoder: null },
    sendMail: deps.sendMail,
    version: deps.version,
    themes: { images, uses: themeUses },
    cameraServices: {
      ...deps,
      allStreams: () => monitoring.monitor.streams(),
      cameras,
      applications,
      tokens,
      grants,
      ptzDirectory: ptzPool,
      segments,
      directory,
      talk,
      talkDirectory: talkDevices,
      alarmPictures: pictures,
      watching: (camera) => statistics.watching(camera),
    },
  });
  const alerts = alertRunner({
    ...{ db, clock, entropy, zoneOf, monitor: monitoring.monitor, databaseState: monitoring.database },
    ...{ settings: adminConsole.settings, sendMail: deps.sendMail },
    log: deps.log.child({ part: 'monitoring' }),
  });
  const pictureAddresses = new PictureAddresses(secrets.mediaKeys);
  const { postWebhook, publicOrigin = '' } = deps;
  const webhooks =
    postWebhook &&
    webhookSender({
      ...{ db, clock, sealer, post: postWebhook },
      pictureUrl: (subject) =>
        `${publicOrigin}/alarm-picture/${pictureAddresses.issue(subject, clock.now())}.mp4`,
      log: deps.log.child({ part: 'webhooks' }),
    });
  const stop = () => {
    webhooks?.stop();
    alerts.stop();
    journal.end();
    adminConsole.stop();
  };

  const statistics = createStatistics({
    ...{ db, clock, zoneOf, onStream: deps.onStream },
    log: deps.log.child({ part: 'statistics' }),
  });

  const timesOfAlarm = alarmTimes({ db });
  const videos = videoService({ segments, deviceRecordings: deps.deviceRecordings, deviceStoreOf, zoneOf });
  return {
    gate: liveGate({ tickets, ledger, uses, clock }),
    sources: sourceDirectory(cameras),
    recordings: {
      segments,
      directory,
      journal,
      gate: playbackGate({ tickets: playbackTickets, addresses: playlistAddresses, uses, clock }),
      cameras: recordedCameras(deviceStoreOf),
      async release() {
        watched.stop();
        await journal.stop();
        await directory.stop();
      },
    },
    lapp: {
      tokens,
      liveUrls: withCountedRefusals(
        liveUrlService({
          devices,
          sealer,
          mediaKeys: keys,
          tickets,
          playbackTickets,
          playlistAddresses,
          deviceStoreOf,
          recordedKeys: deps.recordedKeys ?? { has: async () => false },
          recordedStores: recordedStores(db),
          timesOfAlarm,
          zoneOf,
          codes,
          clock,
        }),
        statistics.views,
      ),
      videos,
      presenceOf: presenceFrom(deps.streams),
      ptz,
      voices: talk.voices,
      talk: { ...talk, network: deps.talkNetwork ?? directNetwork },
      alarmReports: alarmReports({ db, clock, tokens: alarmTokens({ db, clock }), alarms }),
      listAlarms: alarmList({ db, clock }),
      recordingOfAlarm: alarmRecording({ timesOf: timesOfAlarm, videos }),
      sentPictures: sentPictures({ db, clock, addresses: pictureAddresses, pictures }),
      themes,
      themeUses,
      authenticate: (accessToken) => tokens.authenticate(accessToken),
      coveredChannels: (access) => coveredChannels(devices, access),
      openDevice: (viewer, capability, serial) => openDevice(devices, viewer, capability, serial),
      openChannel: (viewer, capability, serial, channelNo) =>
        openChannel(devices, viewer, capability, serial, channelNo),
    },
    operator: createOperator({
      scope: operatorScope,
      users: adminConsole.userAdministration,
      cameras,
      applications,
      tokens,
      themes,
      grants,
      clock,
      probe: deps.probe,
      ptzDirectory: ptzPool,
      openPtz: deps.openPtz,
      talkDirectory: talkDevices,
      inspectBackChannel: deps.inspectBackChannel,
      streams: deps.streams,
      presence: adminConsole.cameraPages.presence,
    }),
    applications,
    cameras,
    alarms: {
      ...alarms,
      onTriggered: alarmTriggers(deps),
      pictures,
      directory: watched,
      async sink({ tenantId, ...sighting }) {
        await alarms.raise(tenantScope(tenantId), sighting);
      },
    },
    themes,
    adminConsole,
    statistics,
    monitoring: { ...monitoring, alerts },
    ptz,
    talk,
    jobs: adminConsole.jobPages.scheduler,
    stop,
  };
}
