/** Makes one video clip: draw, code, move below the strip, verify. */
import { readVideoClip, type VideoClipHeader, writeClip } from '../../lib/media/sources/demo/clip-format.ts';
import { encodeScene } from './encode-scene.ts';
import { type LoweredFrames, lowerSlices } from './lower-slices.ts';
import { pictureParameterSet, sequenceParameterSet } from './parameter-sets.ts';
import { cutRows } from './planes.ts';
import { clockPlaces, framesPerSecond, groupLength, loopSeconds, type Profile, stripQp } from './profiles.ts';
import type { Renderer } from './render.ts';
import { decode, groupsThatDiffer } from './verify.ts';

/** Attempts to code the clip, each with less content at the top, until no motion vector reaches into the strip. */
const maxAttempts = 8;

export async function buildFrames(renderer: Renderer, scene: string, profile: Profile): Promise<Uint8Array> {
  const { width, height, stripRows, lettering } = profile;
  const columns = width / 16;
  const rows = Math.ceil(height / 16);
  const stripHeight = stripRows * 16;
  const count = loopSeconds * framesPerSecond;
  const drawn: Uint8Array[] = [];
  for (let index = 0; index < count; index += 1) {
    drawn.push(await renderer.frame(scene, index / count, profile));
  }
  const backdrop = cutRows(drawn[0]!, width, height, 0, stripHeight);
  for (const [index, frame] of drawn.entries()) {
    if (Buffer.compare(backdrop, cutRows(frame, width, height, 0, stripHeight)) !== 0) {
      throw new Error(`${scene}: frame ${index} has motion inside the strip`);
    }
  }
  const { body, shadow } = await renderer.glyphs(lettering);
  const sceneRows = rows - stripRows;
  const stillRows = Array.from({ length: count / groupLength }, () => 0);
  let frames = drawn.map((frame) => cutRows(frame, width, height, stripHeight, rows * 16));
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const coded = await encodeScene({ width, height: sceneRows * 16, quality: profile.quality, frames });
    const lowered = lowerSlices(coded, columns * stripRows);
    const clip = writeClip(headerOf(scene, profile, lowered), [backdrop, body, shadow, ...lowered.frames]);
    const decoded = decode(coded);
    const bad = groupsThatDiffer(readVideoClip(clip), decoded);
    if (bad.size === 0) return clip;
    console.log(
      `${scene} ${profile.id}: groups ${[...bad]} have motion vectors into the strip, attempt ${attempt}`,
    );
    for (const group of bad) stillRows[group]! += 1;
    frames = frames.map((frame, index) => {
      const still = stillRows[Math.floor(index / groupLength)]!;
      if (index % groupLength === 0 || still === 0) return frame;
      return withStillTop(frame, decoded, index, width, sceneRows * 16, still);
    });
  }
  throw new Error(
    `${scene} ${profile.id}: motion vectors still reach into the strip after ${maxAttempts} attempts`,
  );
}

/**
 * The frame with its top `rows` of macroblocks taken from the group's decoded key frame: with nothing to code there,
 * the codec skips these blocks and has no reason for vectors further up.
 */
function withStillTop(
  frame: Uint8Array,
  decoded: Uint8Array,
  index: number,
  width: number,
  height: number,
  rows: number,
): Uint8Array {
  const bytes = frame.length;
  const key = (index - (index % groupLength)) * bytes;
  const still = frame.slice();
  for (const [plane, scale] of [
    [0, 1],
    [width * height, 2],
    [(width * height * 5) / 4, 2],
  ] as const) {
    const from = key + plane;
    still.set(decoded.subarray(from, from + (width / scale) * ((16 * rows) / scale)), plane);
  }
  return still;
}

function headerOf(scene: string, profile: Profile, lowered: LoweredFrames): VideoClipHeader {
  const { width, height, stripRows, lettering } = profile;
  const columns = width / 16;
  const rows = Math.ceil(height / 16);
  return {
    kind: 'frames',
    scene,
    width,
    height,
    framesPerSecond,
    groupLength: lowered.groupLength,
    columns,
    stripRows,
    stripQp,
    chromaQpOffset: lowered.chromaQpOffset,
    frameNumBits: lowered.frameNumBits,
    initQp: lowered.initQp,
    text: {
      y: lettering.top,
      places: clockPlaces(profile),
      cellWidth: lettering.cellWidth,
      cellHeight: lettering.cellHeight,
      glyphs: lettering.glyphs,
    },
    sps: toBase64(sequenceParameterSet({ width, height, columns, rows }, lowered.frameNumBits)),
    pps: toBase64(pictureParameterSet(lowered.initQp, lowered.chromaQpOffset)),
    frames: lowered.frames.map(({ length }) => length),
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
