/** Small pictures of cameras for lists. Start reading at `createCameraPictureTaker`. */
import { readKeyTerms } from '../../../codec/mp4/encryption.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { CameraPicture, CameraPictureTaker, PicturedCamera } from '../../ports.ts';
import type { RecordingReader } from '../../recordings/recording-reader.ts';
import { keepPictures } from './kept-pictures.ts';
import { type LiveStreams, liveKeyFrame } from './live-key-frame.ts';

const timeoutMs: Ms = 6_000;
/** The key frame that a running stream already has is recent enough. */
const recentMs: Ms = 60_000;

/** At most one stream is opened and one frame is decoded per camera in five minutes, for all users together. */
export function createCameraPictureTaker({
  live,
  recordings,
  decode,
  clock,
  logger,
}: {
  readonly live: LiveStreams;
  readonly recordings: Pick<RecordingReader, 'keyFrame'>;
  /** A key frame as a small JPEG; null if it cannot be decoded. */
  readonly decode: (keyFrame: Uint8Array) => Promise<Uint8Array | null>;
  readonly clock: Clock;
  readonly logger: Logger;
}): CameraPictureTaker {
  async function keyFrame({ camera, channelId, isOnline, recorded }: PicturedCamera) {
    const at = clock.now() - recentMs;
    const now = isOnline ? await liveKeyFrame(live, camera, { at, timeoutMs, clock }) : null;
    if (now || !recorded) return now;
    const { store, endMs } = recorded;
    const key = { tenantId: camera.tenantId, channelId, store };
    return recordings.keyFrame(key, endMs - 1, endMs - 1, endMs);
  }

  async function take(camera: PicturedCamera): Promise<CameraPicture | null> {
    try {
      const bytes = await keyFrame(camera);
      if (!bytes) return null;
      return readKeyTerms(bytes) === null ? await decode(bytes) : 'encrypted';
    } catch (error) {
      logger.error({ err: error, channel: camera.channelId }, 'no picture of a camera');
      return null;
    }
  }

  return keepPictures({
    ...{ keyOf: ({ channelId }) => channelId, take, clock },
    ...{ maxKept: 500, maxTaken: 3, maxWaiting: 100 },
  });
}
