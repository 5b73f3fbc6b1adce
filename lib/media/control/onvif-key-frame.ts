/** Asks cameras over ONVIF for a key frame: SetSynchronizationPoint of the media service, the one with `Media2` first. */
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { CameraKey, KeyFrameAsker, OnvifCamera, RecordedCameraDirectory } from '../ports.ts';
import { logIn, onvifCam, readProfiles } from './onvif-cam.ts';
import { profilesOf } from './onvif-capabilities.ts';
import type { SoapNetwork } from './soap-post.ts';

/** Timeout for all requests together. */
const askMs: Ms = 8_000;
/** Of one channel: a camera that can do it has answered until then, and one that cannot is not asked more often. */
const againAfterMs: Ms = 15_000;
/** After a rejected login, because cameras lock accounts. */
const refusedForMs: Ms = 600_000;
/** Streams of a channel that are asked for one. */
const maxProfiles = 4;

export interface KeyFrameAskerOptions extends SoapNetwork {
  readonly logger: Logger;
  /** Null: the camera is not reached over ONVIF. */
  readonly cameras: RecordedCameraDirectory;
}

/** Most cameras without an answer to RTCP requests have this one. A failure is only logged. */
export function onvifKeyFrames(options: KeyFrameAskerOptions): KeyFrameAsker {
  const { clock, cameras, logger } = options;
  /** Until when a channel is not asked. */
  const restingUntil = new Map<string, Ms>();

  return (key) => {
    const now = clock.monotonic();
    for (const [name, until] of restingUntil) if (now >= until) restingUntil.delete(name);
    const name = nameOf(key);
    if (restingUntil.has(name)) return;
    restingUntil.set(name, now + againAfterMs);
    cameras
      .find(key)
      .then((camera) => camera && askForKeyFrame(camera, options))
      .catch((error: { readonly code?: unknown }) => {
        if (error.code === 'ptz.auth') restingUntil.set(name, clock.monotonic() + refusedForMs);
        logger.debug({ error }, 'the camera cannot be asked for a key frame');
      });
  };
}

const nameOf = ({ tenantId, deviceSerial, channelNo }: CameraKey): string =>
  [tenantId, deviceSerial, channelNo].map(encodeURIComponent).join('/');

/** Asks for one in each stream of the channel. Rejects with `AppError` `ptz.…`. */
export async function askForKeyFrame(camera: OnvifCamera, network: SoapNetwork): Promise<void> {
  const cam = onvifCam(camera, network);
  const late = new AbortController();
  const cancel = network.clock.after(askMs, () => late.abort());
  cam.signal = late.signal;
  try {
    await logIn(cam);
    const profiles = profilesOf(await readProfiles(cam), camera.channelNo).slice(0, maxProfiles);
    for (const token of profiles) {
      const profileToken = escapeMarkup(token);
      await cam.request((done) => cam.setSynchronizationPoint({ profileToken }, done));
    }
  } finally {
    cancel();
  }
}
