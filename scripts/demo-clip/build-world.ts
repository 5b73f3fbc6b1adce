/** Makes the clip of a whole scene: draw, code, and verify the decoded result. */

import { readWorldClip, writeClip } from '../../lib/media/sources/demo/clip-format.ts';
import { demoWorld } from '../../lib/media/sources/demo/demo-view.ts';
import type { LabelPlace, Planes, WorldHeader } from '../../lib/media/sources/demo/world-format.ts';
import { WorldPlayer } from '../../lib/media/sources/demo/world-player.ts';
import { encodeWorld, medianFrame } from './encode-world.ts';
import {
  framesPerSecond,
  groupLength,
  loopSeconds,
  type Profile,
  profiles,
  worldQuality,
} from './profiles.ts';
import type { Renderer } from './render.ts';

/** Minimum PSNR of the luma, in every frame. */
const minDecibels = 42;

export async function buildWorld(renderer: Renderer, scene: string): Promise<Uint8Array> {
  const count = loopSeconds * framesPerSecond;
  const drawn: Planes[] = [];
  for (let index = 0; index < count; index += 1) {
    drawn.push(planesOf(await renderer.world(scene, index / count)));
  }
  const { base, groups } = encodeWorld(drawn, medianFrame(drawn), groupLength, worldQuality);
  const [main, sub] = profiles.map(labelPlace) as [LabelPlace, LabelPlace];
  const covers: Uint8Array[] = [];
  for (const [index, place] of [main, sub].entries()) {
    const { body, shadow } = await renderer.label(scene, profiles[index]!.lettering, place);
    covers.push(body, shadow);
  }
  const header: WorldHeader = {
    kind: 'world',
    scene,
    ...demoWorld,
    framesPerSecond,
    groupLength,
    baseQp: worldQuality.baseQp,
    changeQp: worldQuality.changeQp,
    scrim: await renderer.scrimOf(scene),
    labels: { main, sub },
    parts: [base.length, ...groups.map(({ length }) => length)],
  };
  const clip = writeClip(header, [base, ...groups, ...covers]);
  check(clip, drawn);
  return clip;
}

/** Position of the label, in the right quarter of the strip. */
function labelPlace({ width, stripRows }: Profile): LabelPlace {
  return { left: (width * 3) / 4, width: width / 4, height: stripRows * 16 };
}

function planesOf(bytes: Uint8Array): Planes {
  const { width, height } = demoWorld;
  const luma = width * height;
  if (bytes.length !== (luma * 3) / 2) throw new Error('the drawn scene has an unexpected size');
  return {
    width,
    height,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, (luma * 5) / 4),
    v: bytes.subarray((luma * 5) / 4),
  };
}

function check(clip: Uint8Array, drawn: readonly Planes[]): void {
  const player = new WorldPlayer(readWorldClip(clip));
  for (const [index, { y }] of drawn.entries()) {
    player.show(index);
    let squares = 0;
    for (let at = 0; at < y.length; at += 1) squares += (y[at]! - player.planes.y[at]!) ** 2;
    const decibels = 10 * Math.log10((255 * 255 * y.length) / Math.max(1, squares));
    if (decibels < minDecibels)
      throw new Error(`frame ${index}: PSNR ${decibels.toFixed(1)} dB, required ${minDecibels} dB`);
  }
}
