/**
 * Turns one demo camera at random for some seconds of its own time and looks at every picture. Runs by itself, without
 * the test runner, which slows compute-bound code down several times. Arguments: scene, profile, seed, seconds. Prints
 * what it found as JSON.
 */

import type { PtzDirection, StreamProfile } from '../../lib/media/ports.ts';
import { demoHome, type ViewPosition } from '../../lib/media/sources/demo/demo-view.ts';
import { randomFrom } from '../../scripts/demo-clip/page/scene.ts';
import { startMoved } from './demo-kit.ts';
import { decodeAll, firstFrameOf, Reference } from './demo-reference.ts';

export interface WalkFindings {
  readonly pictures: number;
  /** Pictures whose code does not say the number and time it should. */
  readonly wrongCodes: number;
  /** Times, of picture and sound in order of arrival, that are before the one before. */
  readonly backwards: number;
  /** Most pictures between two key pictures. */
  readonly maxGroup: number;
  /** How often a limit was told, and how many places were looked at. */
  readonly limits: number;
  readonly places: number;
  /** Mean difference of luma to what should be seen, of the worst of every ninth picture. */
  readonly worstDifference: number;
}

const directions: readonly (PtzDirection | null)[] = ['left', 'right', 'up', 'down', null];
const [scene, profile, seed, seconds] = process.argv.slice(2) as [string, StreamProfile, string, string];
const each = 9;

async function walk(): Promise<WalkFindings> {
  const random = randomFrom(Number(seed));
  const camera = await startMoved(scene, profile);
  const { clock, ptz, video, all } = camera;
  const views: ViewPosition[] = [demoHome];
  let limits = 0;
  while (clock.monotonic() < Number(seconds) * 1_000) {
    const direction = directions[Math.floor(random() * directions.length)]!;
    if (direction === null) await ptz.stop();
    else if ((await ptz.start(direction, Math.floor(random() * 3))) === 'limit') limits += 1;
    for (let restMs = random() ** 2 * 2_400; restMs > 0; restMs -= 10) {
      await clock.advance(10);
      while (views.length < video.length) views.push(ptz.positionAt((views.length * 1000) / 15));
    }
  }
  camera.stop();
  const { codes, pictures } = await decodeAll(camera, profile, each);
  const first = firstFrameOf(camera);
  const keys = video.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const reference = new Reference(scene, profile, first);
  return {
    pictures: codes.length,
    wrongCodes: codes.filter(
      (code, index) => code?.frame !== first + index || code.madeAtMs !== Math.floor(video[index]!.wallMs),
    ).length,
    backwards: all.filter(({ dtsMs }, index) => index > 0 && dtsMs < all[index - 1]!.dtsMs).length,
    maxGroup: Math.max(...keys.map((key, index) => (keys[index + 1] ?? video.length) - key)),
    limits,
    places: new Set(views.map(({ x, y }) => `${x},${y}`)).size,
    worstDifference: Math.max(
      ...pictures.map((picture, index) => reference.difference(picture, index * each, views[index * each]!)),
    ),
  };
}

walk().then(
  (findings) => console.log(JSON.stringify(findings)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
