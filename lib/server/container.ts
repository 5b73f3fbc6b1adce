import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { consoleApiBase } from '../contracts/admin/api-base.ts';
import { productBrand } from '../contracts/brand.ts';
import type { StorageState } from '../db/storage-fault.ts';
import { createDomain } from '../domain/create-domain.ts';
import { systemEntropy } from '../domain/crypto/entropy.ts';
import { findMissingKeys } from '../domain/operations/sealed-values.ts';
import type { ProcessIdentity } from '../domain/recordings/recorder-leases.ts';
import { tenantZone } from '../domain/resource/tenant-zone.ts';
import { operatorScope } from '../domain/tenancy/operator-scope.ts';
import { adminHandler } from '../http/admin/admin-handler.ts';
import { adminRoutes } from '../http/admin/admin-routes.ts';
import { alarmPictureHandler } from '../http/alarm-picture-handler.ts';
import { cookieSecret, openSessionGate } from '../http/current-session.ts';
import { lappHandler } from '../http/lapp-handler.ts';
import { metricsHandler } from '../http/metrics-handler.ts';
import { sharePictureHandler } from '../http/share-picture-handler.ts';
import { themeDetailHandler } from '../http/theme-detail-handler.ts';
import { voiceHandler } from '../http/voice-handler.ts';
import { availableLocales } from '../i18n/requested-locale.ts';
import { locales } from '../i18n/translate.ts';
import { type Cancel, systemClock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Result } from '../kernel/result.ts';
import { createAlarmPlane } from '../media/alarm-plane.ts';
import { parseOnvifUrl } from '../media/control/onvif-url.ts';
import { createWebhookPost } from '../media/control/webhook-post.ts';
import type { Gateway } from '../media/gateway/gateway.ts';
import { createLivePlane, type LivePlane } from '../media/live-plane.ts';
import { parseCameraUrl } from '../media/net/camera-url.ts';
import { createLiveOutput, type LiveOutput } from '../media/outputs/flv/delivery/live-output.ts';
import type { StreamOutput } from '../media/outputs/flv/delivery/stream-output.ts';
import { createAlarmPictureTaker } from '../media/outputs/pictures/alarm-pictures.ts';
import { createCameraPictureTaker } from '../media/outputs/pictures/camera-pictures.ts';
import { createSharePictureTaker } from '../media/outputs/pictures/share-pictures.ts';
import { stillPicture } from '../media/outputs/pictures/still-picture.ts';
import { createReplayOutput } from '../media/outputs/replay/replay-output.ts';
import type { Ffmpeg } from '../media/outputs/transcode/find-ffmpeg.ts';
import { createPlaybackOutput, type PlaybackOutput } from '../media/playback/playback-output.ts';
import type { CameraPictureTaker, StreamStatus } from '../media/ports.ts';
import { createRecordingPlane, type RecordingPlane } from '../media/recording-plane.ts';
import { recordedKeys } from '../media/recordings/segment-keys.ts';
import { createReplayPlane } from '../media/replay-plane.ts';
import { demoScenes } from '../media/sources/demo/demo-camera.ts';
import { createReplayOpener, createSourceFactory } from '../media/sources/open-source.ts';
import { createAudioFiles } from '../media/talk/audio/read-audio-file.ts';
import { createDemoLoudspeakers } from '../media/talk/back-channels/demo/demo-loudspeakers.ts';
import { createBackChannels } from '../media/talk/back-channels/open-back-channel.ts';
import { createSpeech } from '../media/talk/speech.ts';
import { recordedVoiceAudio } from '../media/talk/voice-audio.ts';
import type { TalkPlane } from '../media/talk-ports.ts';
import { databaseBackups } from './backups.ts';
import { createRunOperation, type RunOperation } from './cli/operations.ts';
import type { Config } from './config.ts';
import type { ContainerHandle } from './container-handle.ts';
import { checkDaily } from './daily-check.ts';
import { manifestReader } from './frame/asset-manifest.ts';
import { frameHandler } from './frame/frame-handler.ts';
import { configuredGeocoder } from './geocoder.ts';
import { callerAddresses, publicOriginOf } from './http/caller.ts';
import { everywhere } from './http/security-headers.ts';
import { databaseFile, openInstalledDatabase } from './installed-database.ts';
import { mailSender } from './mail-sender.ts';
import { databaseState } from './measures/database-state.ts';
import { maskedHostName } from './measures/host-name.ts';
import { machineMeter } from './measures/machine-meter.ts';
import {
  cameraChecks,
  deviceRecordings,
  forbiddenAddress,
  keyFrameAsker,
  networksOf,
  ptzOpener,
  sourceOptions,
} from './media-wiring.ts';
import { metricsToken } from './metrics-token.ts';
import { fileBucketOptions, objectStoreOptions } from './object-store-wiring.ts';
import { productRoot, productVersion } from './product.ts';
import { loadSecrets } from './secrets.ts';
import { setupCodesIn } from './setup-code.ts';
import { diskSpace, storageUsage } from './storage-usage.ts';
import { storageWatch } from './storage-watch.ts';
import { createTalkConnections } from './talk-network.ts';
import { createTalkParts } from './talk-wiring.ts';
import { watchedDatabase } from './watched-database.ts';

/** The components that live as long as the process. */
export interface Container {
  readonly handle: ContainerHandle;
  readonly live: LiveOutput;
  readonly recordings: Pick<RecordingPlane, 'statuses'>;
  readonly playback: PlaybackOutput;
  /** Replays of recordings that cameras keep themselves. */
  readonly replays: StreamOutput;
  /** Talk over WebRTC. */
  readonly gateway: Gateway;
  readonly operations: RunOperation;
  readonly streams: () => readonly StreamStatus[];
  /** Adds a port of this server, to which cameras must not point. */
  listensOn(port: number): void;
  /** Watches disk and database until `close`. Only the server does it: it creates a file of some megabytes. */
  watchStorage(): void;
  /**
   * Corrects what a crash left behind, then records by plan until `stopLive`. Only the server does it. Resolves when all
   * channels are recorded; never rejects.
   */
  startRecording(): Promise<void>;
  /** Runs the scheduled jobs until `close`. Only the server does it. */
  startJobs(): void;
  storageState(): StorageState;
  /** Rejects if the database does not respond. */
  pingDatabase(): Promise<void>;
  /** Writes what recorders have received, then ends all viewers and sources. Safe to call twice. */
  stopLive(): Promise<void>;
  /** After `stopLive`. */
  close(): Promise<void>;
}

/** Pixels. Previews of messengers are not wider; pictures in lists are 80 CSS pixels wide. */
const previewWidth = 1_200;
const listPictureWidth = 160;

export interface ContainerParts {
  readonly config: Config;
  readonly log: Logger;
  /** Result of `findFfmpeg`, or why ffmpeg is not available. */
  readonly ffmpeg: Result<Ffmpeg, string>;
  /** Create a database where another one has been used. */
  readonly isNewDatabase?: boolean;
  /** Absent: a new process, which replaces no other one. */
  readonly process?: ProcessIdentity;
}

/** Opens and migrates the database and creates the components. Starts no listener and no source. */
export async function openContainer({
  config,
  log,
  ffmpeg,
  isNewDatabase = false,
  process: identity,
}: ContainerParts): Promise<Container> {
  const clock = systemClock;
  const callers = callerAddresses(networksOf(config.trustedProxies));
  // 0: a port that the system has not chosen yet.
  const ownPorts = [config.port, config.samplePort].filter((port) => port !== 0);
  const storage = storageWatch({
    dataDir: config.dataDir,
    clock,
    log: log.child({ part: 'storage' }),
  });
  const database = await openInstalledDatabase(config, log, {
    onError: storage.note,
    isNew: isNewDatabase,
  });
  // The domain uses the live plane only in calls, which happen after it is created.
  let plane: LivePlane | null = null;
  let recordingPlane: RecordingPlane | null = null;
  let talkPlane: TalkPlane | null = null;
  let takePicture: CameraPictureTaker | null = null;
  const machine = machineMeter({ ...config, clock, version: productVersion });
  let cancelChecks: Cancel = () => {};
  const streamListeners = new Set<(status: StreamStatus) => void>();
  const recorderListeners = new Set<() => void>();
  try {
    const secrets = await loadSecrets(config, (keyIds) => findMissingKeys(database.db, keyIds));
    const opening = await sourceOptions(config, {
      clock,
      logger: log.child({ part: 'source' }),
      ownPorts,
      zoneOf: tenantZone({ database, clock }),
    });
    const inCameras = deviceRecordings(opening);
    const demo = createDemoLoudspeakers(clock);
    const backChannels = createBackChannels({ ...opening, demo });
    const talkLog = log.child({ part: 'talk' });
    const audioFiles = createAudioFiles({ ffmpeg, clock, logger: talkLog });
    const speech = config.ttsPath === null ? undefined : await createSpeech(config.ttsPath, talkLog);
    const connections = await createTalkConnections(config, clock, talkLog);
    const token = await metricsToken(config);
    const usage = storageUsage(config.dataDir, database, clock);
    const domain = await createDomain({
      database,
      version: productVersion,
      secrets: {
        masterKey: secrets.master[0],
        oldMasterKeys: secrets.master.slice(1),
        mediaKeys: secrets.media,
        sessionKeys: secrets.session,
      },
      setupCodes: setupCodesIn(config.dataDir, clock),
      clock,
      ...(identity ? { process: identity } : {}),
      nodeName: `${config.processName ?? maskedHostName(hostname())}/${process.pid}`,
      ...(config.databaseUrl === null
        ? { backups: databaseBackups({ dataDir: config.dataDir, clock }) }
        : {}),
      ...(await fileBucketOptions(config)),
      log: log.child({ part: 'domain' }),
      checkCameraUrl: parseCameraUrl,
      checkOnvifUrl: parseOnvifUrl,
      forbiddenAddress: forbiddenAddress(opening.addressPolicy),
      openPtz: ptzOpener(opening),
      deviceRecordings: inCameras,
      inspectBackChannel: backChannels.inspect,
      demoAudio: demo.played,
      talkNetwork: connections.network,
      voiceMedia: {
        audio: recordedVoiceAudio(audioFiles),
        speech,
        play: (...message) => (talkPlane ? talkPlane.play(...message) : Promise.reject(notReady())),
      },
      postWebhook: createWebhookPost(opening),
      sendMail: mailSender(opening),
      map: { tiles: config.map.tiles, geocoder: await configuredGeocoder(config, opening) },
      ...(config.publicUrl === null ? {} : { publicOrigin: config.publicUrl }),
      recordedKeys: recordedKeys(config.recordingsDir),
      ...cameraChecks(opening, () => plane, ffmpeg.ok),
      onStream: (listener) => {
        streamListeners.add(listener);
        return () => streamListeners.delete(listener);
      },
      meters: {
        machine: machine.read,
        database: databaseState(database, async () => (await usage()).databaseBytes),
        talks: () => talkPlane?.statuses().length ?? 0,
        processName: config.processName ?? `${maskedHostName(hostname())}:${config.port}`,
      },
      takePicture: async (camera) => takePicture?.(camera) ?? null,
      storage: usage,
      recordingsDisk: () => diskSpace(config.recordingsDir),
      storageState: storage.state,
      recorders: () => recordingPlane?.statuses() ?? [],
      onRecorder: (listener) => {
        recorderListeners.add(listener);
        return () => recorderListeners.delete(listener);
      },
      recordingFails: () => recordingPlane?.statuses().some(({ state }) => state === 'failing') ?? false,
      objectStoreFails: () => {
        const status = recordingPlane?.tierStatus() ?? null;
        return status && status.failure !== null;
      },
      withReserve: storage.withReserve,
      demoScenes: demoScenes.map(({ id }) => id),
      hasDemoRecordings: config.hasDemoRecordings,
      images: {
        imageOrigins: config.imageOrigins,
        ...(config.publicUrl === null ? {} : { selfOrigin: config.publicUrl }),
      },
    });
    const running = createLivePlane({
      sources: createSourceFactory(opening),
      ffmpeg,
      maxTranscodes: availableParallelism(),
      directory: domain.sources,
      askForKeyFrame: keyFrameAsker(opening, domain.recordings.cameras, log),
      clock,
      logger: log.child({ part: 'live' }),
      random: Math.random,
    });
    plane = running;
    const recordings = createRecordingPlane({
      ...(await objectStoreOptions(config)),
      root: config.recordingsDir,
      live: running,
      directory: domain.recordings.directory,
      index: domain.recordings.segments,
      clock,
      logger: log.child({ part: 'recordings' }),
    });
    recordingPlane = recordings;
    recordings.onStatus(() => {
      for (const listener of recorderListeners) listener();
    });
    const alarms = createAlarmPlane({
      directory: domain.alarms.directory,
      sink: domain.alarms.sink,
      live: running,
      network: opening,
      clock,
      logger: log.child({ part: 'alarms' }),
      random: Math.random,
    });
    domain.alarms.onTriggered(({ at, ...channel }) => {
      recordings.trigger(channel, at);
    });
    domain.alarms.pictures.takeWith(
      createAlarmPictureTaker({
        ...{ live: running, recordings: recordings.reader, clock },
        logger: log.child({ part: 'alarms' }),
      }),
    );
    running.onStatus((status) => {
      for (const listener of streamListeners) listener(status);
    });
    const delivery = {
      clock,
      logger: log.child({ part: 'output' }),
      // A reverse proxy may change the Host header.
      allowedOrigins: config.publicUrl === null ? [] : [config.publicUrl],
      addressOf: callers.ofMessage,
      refusalHeaders: everywhere,
      views: domain.statistics.views,
    };
    const talk = createTalkParts({
      ...{ talk: domain.talk, peers: connections.peers, backChannels, live: running, ffmpeg },
      ...{ clock, delivery, logger: talkLog },
    });
    talkPlane = talk.plane;
    const live = createLiveOutput({ plane: running, gate: domain.gate, ...delivery });
    const replayPlane = createReplayPlane({
      directory: { ...domain.sources, ...domain.recordings.cameras },
      recordings: inCameras,
      open: createReplayOpener(opening),
      clock,
      logger: log.child({ part: 'replay' }),
    });
    const playback = createPlaybackOutput({
      gate: domain.recordings.gate,
      reader: recordings.reader,
      logger: log.child({ part: 'playback' }),
      ...{ clock, views: domain.statistics.views },
    });
    const replays = createReplayOutput({ plane: replayPlane, gate: domain.recordings.gate, ...delivery });
    // Pages and frames are served without the settings if they cannot be read.
    const { brands } = domain.adminConsole;
    const orProduct = () => productBrand;
    openSessionGate({
      apiBase: config.consoleApi,
      cookieSecrets: secrets.session.map(cookieSecret),
      isOpen: (sid) => domain.adminConsole.sessions.isOpen(sid),
      // Pages are rendered without the setting if it cannot be read.
      offeredLocales: () =>
        domain.adminConsole.settings.get(operatorScope, 'site.locales').then(availableLocales, () => locales),
      brand: (organisation) =>
        (organisation === null ? brands.of(operatorScope) : brands.ofCode(organisation)).catch(orProduct),
      hasSharePictures: () =>
        ffmpeg.ok
          ? domain.adminConsole.settings.get(operatorScope, 'site.sharePictures').catch(() => false)
          : Promise.resolve(false),
      isGalleryPublic: () =>
        domain.adminConsole.settings.get(operatorScope, 'site.gallery').catch(() => false),
    });
    const pictureLog = log.child({ part: 'pictures' });
    const pictures = {
      ...{ live: running, recordings: recordings.reader, changes: domain.sources },
      ...{ clock, logger: pictureLog },
    };
    const decodeTo = (maxWidth: number) => async (keyFrame: Uint8Array) =>
      ffmpeg.ok
        ? stillPicture(keyFrame, { maxWidth, ffmpeg: ffmpeg.value, clock, logger: pictureLog })
        : null;
    takePicture = createCameraPictureTaker({ ...pictures, decode: decodeTo(listPictureWidth) });
    const handle: ContainerHandle = {
      lapp: lappHandler({
        services: domain.lapp,
        clock,
        log: log.child({ part: 'lapp' }),
        publicOrigin: publicOriginOf,
        clientAddress: callers.ofRequest,
      }),
      admin: adminHandler({
        routes: adminRoutes(domain.adminConsole),
        adminConsole: domain.adminConsole,
        clock,
        entropy: systemEntropy,
        log: log.child({ part: 'console' }),
        base: consoleApiBase,
        publicOrigin: publicOriginOf,
        clientAddress: callers.ofRequest,
      }),
      themeDetail: themeDetailHandler({
        services: domain.lapp,
        clock,
        log: log.child({ part: 'themes' }),
        clientAddress: callers.ofRequest,
      }),
      voice: voiceHandler({ voices: domain.lapp.voices, log: log.child({ part: 'talk' }) }),
      alarmPicture: alarmPictureHandler({
        pictures: domain.lapp.sentPictures,
        log: log.child({ part: 'alarms' }),
      }),
      sharePicture: sharePictureHandler({
        viewOf: domain.adminConsole.cameraPages.shares.viewOf,
        take: createSharePictureTaker({ ...pictures, decode: decodeTo(previewWidth) }),
        clientAddress: callers.ofRequest,
      }),
      metrics:
        token === null
          ? null
          : metricsHandler({
              token,
              processes: () => domain.monitoring.monitor.processes(),
              database: domain.monitoring.database,
            }),
      frame: frameHandler({
        brandOf: (appKey) => brands.ofApplication(appKey).catch(orProduct),
        originsOf: (appKey) => domain.applications.frameOrigins(appKey),
        manifest: manifestReader(join(productRoot, 'public/assets/manifest.json')),
        version: productVersion,
        imageOrigins: config.imageOrigins,
        streamOrigins: config.streamOrigins,
        log: log.child({ part: 'frame' }),
      }),
      log,
    };
    return {
      handle,
      live,
      recordings,
      startRecording() {
        domain.monitoring.monitor.start();
        alarms.start();
        domain.recordings.journal.start();
        domain.statistics.start();
        void domain.talk.start();
        return recordings.start();
      },
      playback,
      replays,
      gateway: talk.gateway,
      operations: createRunOperation({ config, operator: domain.operator, engine: database.engine, clock }),
      watchStorage() {
        void storage.start(watchedDatabase(database, config.dataDir, clock));
        if (config.databaseUrl !== null) return;
        const checkLog = log.child({ part: 'storage' });
        cancelChecks = checkDaily({
          file: databaseFile(config),
          clock,
          log: checkLog,
          onDamage: storage.note,
        });
      },
      startJobs: () => domain.jobs.start(),
      storageState: storage.state,
      streams: () => running.statuses(),
      listensOn: (port) => void ownPorts.push(port),
      async pingDatabase() {
        await sql`select 1`.execute(database.db);
      },
      async stopLive() {
        // First, so that nobody is heard any more. What follows does not wait for it.
        const talkStopped = talk.stop();
        // Moving cameras are stopped.
        await domain.ptz.close();
        alarms.close();
        await recordings.close();
        await domain.recordings.release();
        running.close();
        replayPlane.close();
        playback.stop();
        await Promise.all([live.stop(), replays.stop(), talkStopped, domain.monitoring.monitor.stop()]);
        await domain.statistics.stop();
      },
      async close() {
        await domain.jobs.stop();
        domain.stop();
        machine.stop();
        cancelChecks();
        await audioFiles.close();
        await storage.stop();
        await database.close();
      },
    };
  } catch (error) {
    machine.stop();
    await database.close();
    throw error;
  }
}

const notReady = () => new Error('the server is starting');
