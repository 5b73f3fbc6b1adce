/**
 * Rebuilds the clips of the demo camera: `npx tsx scripts/demo-clip/build.ts [scene …]`.
 * Needs Chromium, ffmpeg with libx264, and the DejaVu fonts; running the demo camera needs none of them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildAudio } from './build-audio.ts';
import { buildFrames } from './build-frames.ts';
import { buildWorld } from './build-world.ts';
import { profiles } from './profiles.ts';
import { Renderer } from './render.ts';

const clipsDir = fileURLToPath(new URL('../../lib/media/sources/demo/clips', import.meta.url));

async function save(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${clipsDir}/${name}`, bytes);
  console.log(`${name}: ${(bytes.length / 1000).toFixed(0)} kB`);
}

await mkdir(clipsDir, { recursive: true });
const renderer = await Renderer.open();
try {
  const wanted = process.argv.slice(2);
  for (const scene of renderer.scenes.filter((id) => wanted.length === 0 || wanted.includes(id))) {
    await save(`${scene}.audio.clip`, await buildAudio(scene));
    await save(`${scene}.world.clip`, await buildWorld(renderer, scene));
    for (const profile of profiles) {
      await save(`${scene}-${profile.id}.clip`, await buildFrames(renderer, scene, profile));
    }
  }
} finally {
  await renderer.close();
}
