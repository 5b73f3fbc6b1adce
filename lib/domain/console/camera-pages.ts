/**
 * The camera pages of the console: companies, devices, channels with their sources, applications, tokens and the
 * dashboard. Start reading here. Writes use the services of the command line, or notify them.
 */
import { iotAlarm } from '../../contracts/admin/resources/iot-alarm.resource.ts';
import { iotAlarmToken } from '../../contracts/admin/resources/iot-alarm-token.resource.ts';
import { iotApplication } from '../../contracts/admin/resources/iot-application.resource.ts';
import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import { iotCompany } from '../../contracts/admin/resources/iot-company.resource.ts';
import { iotDevice } from '../../contracts/admin/resources/iot-device.resource.ts';
import { iotSavedWall } from '../../contracts/admin/resources/iot-saved-wall.resource.ts';
import { iotShare } from '../../contracts/admin/resources/iot-share.resource.ts';
import { iotTalkLog } from '../../contracts/admin/resources/iot-talk-log.resource.ts';
import { iotToken } from '../../contracts/admin/resources/iot-token.resource.ts';
import { iotVoice } from '../../contracts/admin/resources/iot-voice.resource.ts';
import { iotWebhook } from '../../contracts/admin/resources/iot-webhook.resource.ts';
import { iotWebhookDelivery } from '../../contracts/admin/resources/iot-webhook-delivery.resource.ts';
import type { StorageState } from '../../db/storage-fault.ts';
import type { Logger } from '../../kernel/logger.ts';
import type {
  CameraPictureTaker,
  DeviceRecordings,
  RecordDirectory,
  SegmentIndex,
  StreamStatus,
} from '../../media/ports.ts';
import type { DemoAudio } from '../../media/talk-ports.ts';
import type { ApplicationService } from '../access/application.service.ts';
import { type GalleryService, galleryService } from '../access/gallery.service.ts';
import type { GrantRepository } from '../access/grant.repository.ts';
import { previewService } from '../access/preview.service.ts';
import type { TokenService } from '../access/token.service.ts';
import type { AlarmPictures } from '../alarms/alarm-pictures.ts';
import { type AlarmPages, alarmResource } from '../alarms/alarm-resource.ts';
import { alarmTokenResource } from '../alarms/alarm-token-resource.ts';
import { type Webhooks, webhookDeliveryResource, webhookResource } from '../alarms/webhook-resource.ts';
import { applicationResource } from '../applications/application-resource.ts';
import { tokenResource } from '../applications/token-resource.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import { channelBinding } from '../devices/bindings/channel-binding.ts';
import { companyBinding } from '../devices/bindings/company-binding.ts';
import { deviceBinding } from '../devices/bindings/device-binding.ts';
import type { CameraService } from '../devices/camera.service.ts';
import { type CameraCalls, cameraCalls } from '../devices/camera-calls.ts';
import { type CameraChecks, cameraChecks } from '../devices/camera-checks.ts';
import { type CameraConnect, cameraConnect } from '../devices/camera-connect.ts';
import type { ForbiddenAddress } from '../devices/camera-input.ts';
import type { CheckDeps } from '../devices/check-camera.ts';
import { devicePoller, type ReachabilityCheck } from '../devices/device-poller.ts';
import { type DeviceStatus, deviceStatus } from '../devices/device-status.ts';
import { savedWalls } from '../devices/saved-walls.ts';
import { type WallCalls, wallCalls } from '../devices/wall-calls.ts';
import { type WatchCalls, type WatchCallsDeps, watchCalls } from '../devices/watch-calls.ts';
import type { ActorOfSession } from '../identity/actor-of-session.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import { liveLedger } from '../live/live-ledger.ts';
import { streamEvents } from '../live/stream-events.ts';
import type { SharedStream } from '../monitoring/figures.ts';
import { type DiskSpace, type RecordingCalls, recordingCalls } from '../recordings/recording-calls.ts';
import { type ShareService, shareService } from '../recordings/share.service.ts';
import { shareResource } from '../recordings/share-resource.ts';
import type { BoundResource } from '../resource/bound-resource.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import type { Brands } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';
import type { Talk, VoiceMedia } from '../talk/create-talk.ts';
import { playedAudio } from '../talk/played-audio.ts';
import { talkLogResource } from '../talk/talk-log-resource.ts';
import { type VoicePages, voicePages } from '../talk/voice-pages.ts';
import { cameraThumbnails } from './camera-thumbnails.ts';
import { createDashboard, type Dashboard, type StorageUsage } from './dashboard.ts';

/** Services shared with the command line, and functions of the media plane. */
export interface CameraServices
  extends Pick<CheckDeps, 'ptzDirectory' | 'openPtz' | 'probe' | 'talkDirectory' | 'inspectBackChannel'> {
  readonly cameras: CameraService;
  /** Recordings that cameras keep themselves. Absent: they cannot be read. */
  readonly deviceRecordings?: DeviceRecordings;
  readonly applications: ApplicationService;
  readonly tokens: TokenService;
  readonly grants: GrantRepository;
  readonly streams: () => readonly StreamStatus[];
  /** With those of other processes on the same database. */
  readonly allStreams: () => readonly SharedStream[];
  /** Calls the listener for each status change of a stream. */
  readonly onStream: (listener: (status: StreamStatus) => void) => () => void;
  readonly demoScenes: readonly string[];
  readonly forbiddenAddress: ForbiddenAddress;
  /** Checks whether a camera is online. */
  readonly checkReachable: ReachabilityCheck;
  readonly storage: () => Promise<StorageUsage>;
  readonly storageState: () => StorageState;
  /** Recordings cannot be stored. Absent: there are none. */
  readonly recordingFails?: () => boolean;
  /** Whether recordings cannot be moved to the object store; null or absent: there is none. */
  readonly objectStoreFails?: () => boolean | null;
  /** Space on the disk with the recordings. Absent: that of `storage`. */
  readonly recordingsDisk?: () => Promise<DiskSpace>;
  readonly segments: SegmentIndex;
  readonly alarmPictures: Pick<AlarmPictures, 'read'>;
  readonly directory: Pick<RecordDirectory, 'retention'>;
  readonly talk: Pick<Talk, 'voices' | 'savedVoices'>;
  readonly voiceMedia: Pick<VoiceMedia, 'audio'>;
  readonly demoAudio: DemoAudio;
  readonly watching: WatchCallsDeps['watching'];
  /** Absent: cameras have no pictures. */
  readonly takePicture?: CameraPictureTaker;
}

export interface CameraPagesDeps extends ResourceDeps {
  readonly entropy: Entropy;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly services: CameraServices;
  readonly settings: Settings;
  readonly brands: Pick<Brands, 'of'>;
  /** A single instance: it limits the work of all that is hashed. */
  readonly hasher: PasswordHasher;
  readonly actorOfSession: ActorOfSession;
  /** The bucket of uploaded files fails. */
  readonly filesFail: () => boolean;
}

export interface CameraPages {
  readonly resources: readonly BoundResource[];
  readonly alarms: Pick<AlarmPages, 'acknowledge' | 'summary' | 'picture' | 'news'>;
  readonly webhooks: Pick<Webhooks, 'test'>;
  readonly voices: Omit<VoicePages, 'service'>;
  readonly playedAudio: ReturnType<typeof playedAudio>;
  readonly calls: CameraCalls;
  readonly thumbnail: ReturnType<typeof cameraThumbnails>;
  readonly check: CameraChecks;
  readonly connect: CameraConnect;
  readonly rotate: ReturnType<typeof applicationResource>['rotate'];
  readonly wall: WallCalls;
  readonly watch: WatchCalls;
  readonly gallery: GalleryService;
  readonly dashboard: Dashboard;
  readonly recordings: RecordingCalls;
  readonly shares: ShareService;
  /** Receives device states; the command line's checks report here too. */
  readonly presence: Pick<DeviceStatus, 'found'>;
  /** Checks the devices that are due; runs every 5 s by itself. */
  pollDevices(): Promise<void>;
  /** Ends previews whose user has lost the permission; runs every 3 s by itself. */
  maintainPreviews(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

export function cameraPages(given: CameraPagesDeps): CameraPages {
  const { services, log, clock } = given;
  const { db, engine } = given.database;
  const { streams } = services;
  const deps = { ...given, ...services };
  const channels = tableService(deps, channelBinding(deps));
  const walls = savedWalls(deps);
  const alarms = alarmResource(deps);
  const webhooks = webhookResource(deps);
  const applications = applicationResource(deps);
  const previews = previewService({ ...services, db, clock, log, actorOf: given.actorOfSession });
  const { talk, voiceMedia } = services;
  const voices = voicePages({ ...deps, ...talk, audio: voiceMedia.audio, channels, previews });
  const events = streamEvents(deps, (event) => ledger.record(event));
  const ledger = liveLedger({ clock, streams: services.allStreams, onEvent: events.send });
  const presence = deviceStatus({ db, clock, streams, log });
  const rounds = devicePoller({ ...services, db, clock, log, settings: given.settings, presence });
  const stopListening = services.onStream((status) => {
    ledger.note(status);
    presence.note(status);
  });
  const stopRoleListener = services.cameras.onChanged((change) => void presence.changed(change));
  return {
    resources: [
      { definition: iotCompany, service: tableService(deps, companyBinding(deps)) },
      { definition: iotDevice, service: tableService(deps, deviceBinding(deps)) },
      { definition: iotCamera, service: channels },
      { definition: iotAlarm, service: alarms.service },
      { definition: iotAlarmToken, service: alarmTokenResource(deps) },
      { definition: iotApplication, service: applications.service },
      { definition: iotSavedWall, service: walls },
      { definition: iotShare, service: shareResource(deps) },
      { definition: iotTalkLog, service: talkLogResource(deps) },
      { definition: iotToken, service: tokenResource(deps) },
      { definition: iotVoice, service: voices.service },
      { definition: iotWebhook, service: webhooks.service },
      { definition: iotWebhookDelivery, service: webhookDeliveryResource(deps) },
    ],
    alarms,
    webhooks,
    voices,
    playedAudio: playedAudio({ ...deps, ...voiceMedia, channels }),
    calls: cameraCalls({ ...deps, channels, previews }),
    thumbnail: cameraThumbnails({
      ...deps,
      channels,
      takePicture: services.takePicture ?? (async () => null),
    }),
    check: cameraChecks({ ...deps, channels, presence }),
    connect: cameraConnect(deps),
    rotate: applications.rotate,
    wall: wallCalls({ ...deps, channels, previews, walls }),
    gallery: galleryService({ ...services, db, clock, settings: given.settings }),
    watch: watchCalls({ ...deps, channels, previews }),
    dashboard: createDashboard({
      db,
      engine,
      clock,
      streams: services.allStreams,
      ledger,
      storage: services.storage,
      storageState: services.storageState,
      recordingFails: services.recordingFails ?? (() => false),
      objectStoreFails: services.objectStoreFails ?? (() => null),
      filesFail: given.filesFail,
      zoneOf: tenantZone(deps),
    }),
    recordings: recordingCalls({
      ...deps,
      channels,
      previews,
      disk: services.recordingsDisk ?? services.storage,
      isMoved: () => (services.objectStoreFails?.() ?? null) !== null,
    }),
    shares: shareService({
      ...{ ...services, db, clock, zoneOf: tenantZone(deps), log },
      ...{ hasher: given.hasher, brands: given.brands, settings: given.settings },
    }),
    presence,
    pollDevices: () => rounds.tick(),
    maintainPreviews: () => previews.maintain(),
    stop() {
      stopListening();
      stopRoleListener();
      rounds.stop();
      previews.stop();
      ledger.stop();
      events.stop();
      presence.stop();
    },
  };
}
