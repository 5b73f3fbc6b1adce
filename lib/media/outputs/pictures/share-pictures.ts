/** Pictures for previews of share links. Start reading at `createSharePictureTaker`. */
import type { Ms } from '../../../kernel/units.ts';
import type { SharedView, SharePictureTaker } from '../../ports.ts';
import { keepPictures } from './kept-pictures.ts';
import { liveKeyFrame } from './live-key-frame.ts';
import { type PictureSources, takePicture } from './take-picture.ts';

/** Messengers wait about as long. */
const timeoutMs: Ms = 8_000;

/** Pictures of encrypted cameras are not given to messengers. */
export function createSharePictureTaker(sources: PictureSources): SharePictureTaker {
  const { live, recordings, clock, changes } = sources;

  async function keyFrame({ camera, channelId, recorded }: SharedView): Promise<Uint8Array | null> {
    if (!recorded) return liveKeyFrame(live, camera, { at: clock.now(), timeoutMs, clock });
    const { store, from, to } = recorded;
    return recordings.keyFrame({ tenantId: camera.tenantId, channelId, store }, from, from, to);
  }

  async function take(shared: SharedView): Promise<Uint8Array | null> {
    const picture = await takePicture(sources, () => keyFrame(shared), { shareId: shared.shareId });
    return picture === 'encrypted' ? null : picture;
  }

  return keepPictures({
    ...{ keyOf: ({ shareId }) => shareId, take, clock, changes },
    // Messengers do not wait for their turn.
    ...{ maxKept: 64, maxTaken: 2, maxWaiting: 0 },
  });
}
