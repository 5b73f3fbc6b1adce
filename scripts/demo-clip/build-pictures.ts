/** Makes one picture clip: draw, code, move below the strip, check. */
import { writeClip } from '../../lib/media/ingest/demo/clip-format.ts';
import { encodeScene } from './encode-scene.ts';
import { lowerSlices } from './lower-slices.ts';
import { pictureParameterSet, sequenceParameterSet } from './parameter-sets.ts';
import { cutRows } from './planes.ts';
import { clockPlaces, framesPerSecond, groupLength, loopSeconds, type Profile, stripQp } from './profiles.ts';
import type { Renderer } from './render.ts';

export async function buildPictures(
  renderer: Renderer,
  scene: string,
  profile: Profile,
): Promise<Uint8Array> {
  const { width, height, stripRows, lettering } = profile;
  const columns = width / 16;
  const rows = Math.ceil(height / 16);
  const stripHeight = stripRows * 16;
  const count = loopSeconds * framesPerSecond;
  const drawn: Uint8Array[] = [];
  for (let index = 0; index < count; index += 1) {
    drawn.push(await renderer.picture(scene, index / count, profile));
  }
  const backdrop = cutRows(drawn[0]!, width, height, 0, stripHeight);
  for (const [index, picture] of drawn.entries()) {
    if (Buffer.compare(backdrop, cutRows(picture, width, height, 0, stripHeight)) !== 0) {
      throw new Error(`${scene}: picture ${index} moves something in the strip`);
    }
  }
  const coded = await encodeScene({
    width,
    height: (rows - stripRows) * 16,
    framesPerSecond,
    groupLength,
    quality: profile.quality,
    pictures: drawn.map((picture) => cutRows(picture, width, height, stripHeight, rows * 16)),
  });
  const lowered = lowerSlices(coded, columns * stripRows);
  const { body, shadow } = await renderer.glyphs(lettering);
  return writeClip(
    {
      kind: 'pictures',
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
      pictures: lowered.pictures.map(({ length }) => length),
    },
    [backdrop, body, shadow, ...lowered.pictures],
  );
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
