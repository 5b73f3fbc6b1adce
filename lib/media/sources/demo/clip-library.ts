/** Loads the clips when a demo camera first needs them, once for all cameras of the process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamProfile } from '../../ports.ts';
import {
  type AudioClip,
  readAudioClip,
  readVideoClip,
  readWorldClip,
  type VideoClip,
} from './clip-format.ts';
import type { WorldClip } from './world-format.ts';

const loaded = new Map<string, VideoClip | AudioClip | WorldClip>();

function load<Clip extends VideoClip | AudioClip | WorldClip>(
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
export function loadFrames(clipsDir: string, scene: string, profile: StreamProfile): VideoClip {
  return load(join(clipsDir, `${scene}-${profile}.clip`), readVideoClip);
}

/** Throws when the file is missing or is not a clip. */
export function loadAudio(clipsDir: string, scene: string): AudioClip {
  return load(join(clipsDir, `${scene}.sound.clip`), readAudioClip);
}

/** The whole scene, for a camera that has been moved. Throws when the file is missing or is not a clip. */
export function loadWorld(clipsDir: string, scene: string): WorldClip {
  return load(join(clipsDir, `${scene}.world.clip`), readWorldClip);
}
