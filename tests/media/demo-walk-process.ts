/**
 * Turns one demo camera at random for some seconds of its own time and checks every frame. Runs without the test
 * runner, which slows compute-bound code down several times. Arguments: scene, profile, seed, seconds. Prints the
 * result as JSON.
 */

import type { PtzDirection, StreamProfile } from '../../lib/media/ports.ts';
import { demoHome, type ViewPosition } from '../../lib/media/sources/demo/demo-view.ts';
import { randomFrom } from '../../scripts/demo-clip/page/scene.ts';
import { startMoved } from './demo-kit.ts';
import { decodeAll, firstFrameOf, Reference } from './demo-reference.ts';

export interface WalkFindings {
  readonly frames: number;
  /** Number of frames whose code has a wrong frame number or time. */
  readonly wrongCodes: number;
  /** Number of units, of both tracks in order of arrival, with a time before that of the previous unit. */
  readonly backwards: number;
  /** Largest number of frames from one key frame to the next. */
  readonly maxGroup: number;
  /** Number of reported limits. */
  readonly limits: number;
  readonly places: number;
  /** Largest mean luma difference to the expected view, over every ninth frame. */
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
  const { codes, frames } = await decodeAll(camera, profile, each);
  const first = firstFrameOf(camera);
  const keys = video.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const reference = new Reference(scene, profile, first);
  return {
    frames: codes.length,
    wrongCodes: codes.filter(
      (code, index) => code?.frame !== first + index || code.madeAtMs !== Math.floor(video[index]!.wallMs),
    ).length,
    backwards: all.filter(({ dtsMs }, index) => index > 0 && dtsMs < all[index - 1]!.dtsMs).length,
    maxGroup: Math.max(...keys.map((key, index) => (keys[index + 1] ?? video.length) - key)),
    limits,
    places: new Set(views.map(({ x, y }) => `${x},${y}`)).size,
    worstDifference: Math.max(
      ...frames.map((frame, index) => reference.difference(frame, index * each, views[index * each]!)),
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
