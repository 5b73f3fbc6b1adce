/** Pictures for previews of share links. Start reading at `createSharePictureTaker`. */
import { readKeyTerms } from '../../../codec/mp4/encryption.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { SharedView, SharePictureTaker } from '../../ports.ts';
import type { RecordingReader } from '../../recordings/recording-reader.ts';
import { keepPictures } from './kept-pictures.ts';
import { type LiveStreams, liveKeyFrame } from './live-key-frame.ts';

/** Messengers wait about as long. */
const timeoutMs: Ms = 8_000;

export function createSharePictureTaker({
  live,
  recordings,
  decode,
  clock,
  logger,
}: {
  readonly live: LiveStreams;
  readonly recordings: Pick<RecordingReader, 'keyFrame'>;
  /** A key frame as a JPEG; null if it cannot be decoded. */
  readonly decode: (keyFrame: Uint8Array) => Promise<Uint8Array | null>;
  readonly clock: Clock;
  readonly logger: Logger;
}): SharePictureTaker {
  function keyFrame({ camera, channelId, recorded }: SharedView): Promise<Uint8Array | null> {
    if (!recorded) return liveKeyFrame(live, camera, { at: clock.now(), timeoutMs, clock });
    const { store, from, to } = recorded;
    return recordings.keyFrame({ tenantId: camera.tenantId, channelId, store }, from, from, to);
  }

  async function take(shared: SharedView): Promise<Uint8Array | null> {
    try {
      const bytes = await keyFrame(shared);
      return bytes && readKeyTerms(bytes) === null ? await decode(bytes) : null;
    } catch (error) {
      logger.error({ err: error, shareId: shared.shareId }, 'no picture of a share link');
      return null;
    }
  }

  return keepPictures({
    ...{ keyOf: ({ shareId }) => shareId, take, clock },
    // Messengers do not wait for their turn.
    ...{ maxKept: 64, maxTaken: 2, maxWaiting: 0 },
  });
}
