/** Small pictures of cameras for lists. Start reading at `createCameraPictureTaker`. */
import type { Ms } from '../../../kernel/units.ts';
import type { CameraPictureTaker, PicturedCamera } from '../../ports.ts';
import { keepPictures } from './kept-pictures.ts';
import { liveKeyFrame } from './live-key-frame.ts';
import { type PictureSources, takePicture } from './take-picture.ts';

const timeoutMs: Ms = 6_000;
/** The key frame that a running stream already has is recent enough. */
const recentMs: Ms = 60_000;

/** At most one stream is opened and one frame is decoded per camera in five minutes, for all users together. */
export function createCameraPictureTaker(sources: PictureSources): CameraPictureTaker {
  const { live, recordings, clock, changes } = sources;

  async function keyFrame({ camera, channelId, isOnline, recorded }: PicturedCamera) {
    const at = clock.now() - recentMs;
    const now = isOnline ? await liveKeyFrame(live, camera, { at, timeoutMs, clock }) : null;
    if (now || !recorded) return now;
    const { store, endMs } = recorded;
    const key = { tenantId: camera.tenantId, channelId, store };
    return recordings.keyFrame(key, endMs - 1, endMs - 1, endMs);
  }

  return keepPictures({
    keyOf: ({ channelId }) => channelId,
    take: (camera) => takePicture(sources, () => keyFrame(camera), { channel: camera.channelId }),
    ...{ maxKept: 500, maxTaken: 3, maxWaiting: 100, clock, changes },
  });
}
