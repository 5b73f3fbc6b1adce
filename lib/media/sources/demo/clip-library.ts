/** Loads the clips when a demo camera first needs them, once for all cameras of the process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamProfile } from '../../ports.ts';
import {
  type PictureClip,
  readPictureClip,
  readSoundClip,
  readWorldClip,
  type SoundClip,
} from './clip-format.ts';
import type { WorldClip } from './world-format.ts';

const loaded = new Map<string, PictureClip | SoundClip | WorldClip>();

function load<Clip extends PictureClip | SoundClip | WorldClip>(
  path: string,
  read: (file: Uint8Array) => Clip,
): Clip {
  const known = loaded.get(path) as Clip | undefined;
  if (known) return known;
  // Some hundred kilobytes from the install folder, once: not worth making every start wait a turn for.
  const clip = read(readFileSync(path));
  loaded.set(path, clip);
  return clip;
}

/** Throws when the file is missing or is not a clip. */
export function loadPictures(clipsDir: string, scene: string, profile: StreamProfile): PictureClip {
  return load(join(clipsDir, `${scene}-${profile}.clip`), readPictureClip);
}

/** Throws when the file is missing or is not a clip. */
export function loadSound(clipsDir: string, scene: string): SoundClip {
  return load(join(clipsDir, `${scene}.sound.clip`), readSoundClip);
}

/** The whole scene, for a camera that has been moved. Throws when the file is missing or is not a clip. */
export function loadWorld(clipsDir: string, scene: string): WorldClip {
  return load(join(clipsDir, `${scene}.world.clip`), readWorldClip);
}
