/** Pictures for previews of share links. Start reading at `createSharePictureTaker`. */
import { readKeyTerms } from '../../../codec/mp4/encryption.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { SharedView, SharePictureTaker } from '../../ports.ts';
import type { RecordingReader } from '../../recordings/recording-reader.ts';
import { type LiveStreams, liveKeyFrame } from './live-key-frame.ts';

const keptMs: Ms = 5 * 60_000;
/** A camera that does not answer is asked again after this. */
const missingKeptMs: Ms = 60_000;
const maxKept = 64;
/** Messengers wait about as long. */
const timeoutMs: Ms = 8_000;
/** Each one may open a stream, and runs ffmpeg. */
const maxTaken = 2;

interface Kept {
  readonly picture: Promise<Uint8Array | null>;
  readonly takenAt: Ms;
  isMissing: boolean;
}

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
  const pictures = new Map<string, Kept>();
  let taken = 0;

  function keyFrame({ camera, channelId, recorded }: SharedView): Promise<Uint8Array | null> {
    if (!recorded) return liveKeyFrame(live, camera, { at: clock.now(), timeoutMs, clock });
    const { store, from, to } = recorded;
    return recordings.keyFrame({ tenantId: camera.tenantId, channelId, store }, from, from, to);
  }

  async function take(shared: SharedView): Promise<Uint8Array | null> {
    taken += 1;
    try {
      const bytes = await keyFrame(shared);
      return bytes && readKeyTerms(bytes) === null ? await decode(bytes) : null;
    } catch (error) {
      logger.error({ err: error, shareId: shared.shareId }, 'no picture of a share link');
      return null;
    } finally {
      taken -= 1;
    }
  }

  return async (shared) => {
    const now = clock.monotonic();
    const kept = pictures.get(shared.shareId);
    if (kept && now - kept.takenAt < (kept.isMissing ? missingKeptMs : keptMs)) return kept.picture;
    if (taken >= maxTaken) return null;
    const made: Kept = { picture: take(shared), takenAt: now, isMissing: false };
    // Last, so that the first one is the oldest.
    pictures.delete(shared.shareId);
    pictures.set(shared.shareId, made);
    for (const oldest of pictures.keys()) {
      if (pictures.size <= maxKept) break;
      pictures.delete(oldest);
    }
    const picture = await made.picture;
    made.isMissing = picture === null;
    return picture;
  };
}
