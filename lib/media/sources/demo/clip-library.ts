/** Loads each clip on first use, once for all cameras of the process. */
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
  // Synchronous: a few hundred kilobytes from the install folder, read once.
  const clip = read(readFileSync(path));
  loaded.set(path, clip);
  return clip;
}

/** Throws if the file is missing or is not a clip. */
export function loadFrames(clipsDir: string, scene: string, profile: StreamProfile): VideoClip {
  return load(join(clipsDir, `${scene}-${profile}.clip`), readVideoClip);
}

/** Throws if the file is missing or is not a clip. */
export function loadAudio(clipsDir: string, scene: string): AudioClip {
  return load(join(clipsDir, `${scene}.audio.clip`), readAudioClip);
}

/** The whole scene, for a camera that has been moved. Throws if the file is missing or is not a clip. */
export function loadWorld(clipsDir: string, scene: string): WorldClip {
  return load(join(clipsDir, `${scene}.world.clip`), readWorldClip);
}
