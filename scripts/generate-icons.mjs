// `node scripts/generate-icons.mjs`: renders the icons in public/ from public/icon.svg. Run it after a
// change.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const folder = join(dirname(import.meta.dirname), 'public');
const svg = await readFile(join(folder, 'icon.svg'));

/** Rendering scale: the drawing is 32 units wide. */
const draw = (size) =>
  sharp(svg, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true });

/** Systems that mask icons need opaque corners. */
const drawFullBleed = (size) => draw(size).flatten({ background: '#0b62c4' });

await drawFullBleed(180).toFile(join(folder, 'apple-touch-icon.png'));
await draw(192).toFile(join(folder, 'icon-192.png'));
await draw(512).toFile(join(folder, 'icon-512.png'));
await writeFile(join(folder, 'favicon.ico'), icoOf(32, await draw(32).toBuffer()));

/** An ICO file with one image, which may be a PNG: a header of 6 bytes, an entry of 16, the image. */
function icoOf(size, png) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
