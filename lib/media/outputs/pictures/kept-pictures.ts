/** Pictures that are kept for some minutes, and of which few are taken at the same time. Start reading at `keepPictures`. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { CameraKey, SourceDirectory } from '../../ports.ts';
import { isSameCamera } from '../../stream/same-camera.ts';

const keptMs: Ms = 5 * 60_000;
/** A camera that does not answer is asked again after this. */
const missingKeptMs: Ms = 60_000;

/** Tells whose source or key was changed: a picture of it may show another camera, or what is encrypted now. */
export type SourceChanges = Pick<SourceDirectory, 'onChanged' | 'onMissed'>;

interface Pictured {
  readonly camera: CameraKey;
}

export interface KeptPictures<Subject extends Pictured, Picture> {
  keyOf(subject: Subject): string;
  /** Never rejects. */
  take(subject: Subject): Promise<Picture | null>;
  readonly maxKept: number;
  /** Each one may open a stream, and runs ffmpeg. */
  readonly maxTaken: number;
  /** Subjects that wait while `maxTaken` pictures are taken; for more there is none. */
  readonly maxWaiting: number;
  readonly clock: Clock;
  readonly changes: SourceChanges;
}

interface Kept<Picture> extends Pictured {
  readonly picture: Promise<Picture | null>;
  /** Null: it is waiting or being taken. */
  takenAt: Ms | null;
  isMissing: boolean;
}

/**
 * One picture for all who ask at the same time, and for those who ask soon afterwards, unless the camera was changed
 * meanwhile. Null: there is none.
 */
export function keepPictures<Subject extends Pictured, Picture>(
  given: KeptPictures<Subject, Picture>,
): (subject: Subject) => Promise<Picture | null> {
  const { keyOf, take, maxKept, maxTaken, maxWaiting, clock, changes } = given;
  const pictures = new Map<string, Kept<Picture>>();
  const waiting: (() => void)[] = [];
  let taken = 0;

  changes.onChanged((changed) => {
    for (const [key, { camera }] of pictures) if (isSameCamera(camera, changed)) pictures.delete(key);
  });
  changes.onMissed(() => pictures.clear());

  async function takeInTurn(subject: Subject): Promise<Picture | null> {
    // Whoever ends hands over its place.
    if (taken >= maxTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken += 1;
    try {
      return await take(subject);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  }

  function isFresh({ takenAt, isMissing }: Kept<Picture>): boolean {
    return takenAt === null || clock.monotonic() - takenAt < (isMissing ? missingKeptMs : keptMs);
  }

  return async (subject) => {
    const key = keyOf(subject);
    const kept = pictures.get(key);
    if (kept && isFresh(kept)) return kept.picture;
    if (taken >= maxTaken && waiting.length >= maxWaiting) return null;
    const { camera } = subject;
    const made: Kept<Picture> = { camera, picture: takeInTurn(subject), takenAt: null, isMissing: false };
    // Last, so that the first one is the oldest.
    pictures.delete(key);
    pictures.set(key, made);
    for (const oldest of pictures.keys()) {
      if (pictures.size <= maxKept) break;
      pictures.delete(oldest);
    }
    const picture = await made.picture;
    made.takenAt = clock.monotonic();
    made.isMissing = picture === null;
    return picture;
  };
}
