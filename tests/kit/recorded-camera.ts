/** A camera that keeps recordings itself: ONVIF services and RTSP replay on two ports, as real cameras have them. */
import type { OnvifCamera } from '../../lib/media/ports.ts';
import { type OnvifDevice, type OnvifDeviceOptions, startOnvifDevice } from './onvif-device.ts';
import { type RecordingServicesOptions, recordingServices } from './onvif-recordings.ts';
import { type ReplayCamera, type ReplayCameraOptions, startReplayCamera } from './replay-camera.ts';

export interface RecordedCamera {
  readonly onvif: OnvifDevice;
  readonly replay: ReplayCamera;
  readonly address: OnvifCamera;
  stop(): Promise<void>;
}

const login = { username: 'admin', password: 'kept on the card' };

export async function startRecordedCamera(
  options: ReplayCameraOptions & {
    readonly services?: Partial<RecordingServicesOptions>;
    readonly device?: OnvifDeviceOptions;
  },
): Promise<RecordedCamera> {
  const replay = await startReplayCamera(options);
  const stretches = options.clips.map(({ units }) => ({
    fromMs: Math.floor(units[0]!.wallMs),
    toMs: Math.ceil(units.at(-1)!.wallMs) + 60,
  }));
  const recordings = recordingServices({
    sources: [{ token: 'REC1', stretches }],
    replayUrl: replay.url,
    ...options.services,
  });
  const onvif = await startOnvifDevice({ ...login, recordings, ...options.device });
  return {
    onvif,
    replay,
    address: { kind: 'onvif', url: onvif.url, ...login, channelNo: 1 },
    async stop() {
      await Promise.all([replay.stop(), onvif.stop()]);
    },
  };
}
