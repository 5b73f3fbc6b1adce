/** Devices with their cameras, stream sources and motors. */
import type { PtzOpener } from '../../media/ports.ts';
import { cameraService } from '../devices/camera.service.ts';
import type { CameraUrlCheck, ForbiddenAddress } from '../devices/camera-input.ts';
import type { CameraProbe } from '../devices/check-camera.ts';
import { deviceRepository } from '../devices/device.repository.ts';
import type { ReachabilityCheck } from '../devices/device-poller.ts';
import { cameraUses } from '../devices/grant-watch.ts';
import { mediaKeys } from '../devices/media-keys.ts';
import { ptzDirectory } from '../devices/ptz-directory.ts';
import { ptzSealing } from '../devices/ptz-sealing.ts';
import { ptzService } from '../ptz/ptz.service.ts';
import type { AccessParts } from './access.ts';
import type { Core } from './core.ts';

export interface CameraDeps {
  readonly checkCameraUrl: CameraUrlCheck;
  /** The same for ONVIF addresses, used for PTZ. */
  readonly checkOnvifUrl: CameraUrlCheck;
  readonly forbiddenAddress: ForbiddenAddress;
  readonly openPtz: PtzOpener;
  readonly probe: CameraProbe;
  readonly checkReachable: ReachabilityCheck;
  /** Scenes of the demo camera; the first start gives one to each demo device. */
  readonly demoScenes: readonly string[];
}

export type CameraParts = ReturnType<typeof wireCameras>;

export function wireCameras(core: Core, deps: CameraDeps, { grants, tokens }: AccessParts) {
  const { db, changes, sealer, clock, entropy } = core;
  const { checkOnvifUrl, demoScenes } = deps;
  const devices = deviceRepository(db);
  const ptzLinks = ptzSealing({ sealer, checkOnvifUrl });
  const keys = mediaKeys(sealer);
  const cameras = cameraService({
    ...{ db, changes, sealer, clock, entropy, ptzLinks, checkOnvifUrl, demoScenes },
    mediaKeys: keys,
    checkUrl: deps.checkCameraUrl,
  });
  const directory = ptzDirectory({ db, ptzLinks });
  return {
    devices,
    cameras,
    mediaKeys: keys,
    /** What is being watched, and whether it may be. */
    uses: cameraUses({ grants, devices, tokens, changes, clock }),
    ptzDirectory: directory,
    ptz: ptzService({
      ...{ cameras, tokens, clock, openPtz: deps.openPtz, ptzLinks: directory },
      log: core.logOf('ptz'),
    }),
  };
}
