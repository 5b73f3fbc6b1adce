/** Images of every format that the server accepts, and images with hidden data. */
import { crc32, deflateSync } from 'node:zlib';
import { loadSharp } from '../../lib/domain/images/load-sharp.ts';

/** Hidden in images; must not occur in a sanitized one. */
export const payload = '<script>alert("oriel-payload")</script><?php system($_GET["oriel-payload"]); ?>';

export interface SampleImage {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type SampleKind = 'png' | 'jpeg' | 'webp' | 'gif';

/** A gradient, so that no format compresses it to almost nothing. */
export async function sampleImage(kind: SampleKind, width = 64, height = 48): Promise<SampleImage> {
  const data = await (await drawing(width, height)).toFormat(kind).toBuffer();
  return { name: `picture.${kind}`, type: `image/${kind}`, bytes: Uint8Array.from(data) };
}

export async function drawing(width: number, height: number) {
  const points = Buffer.alloc(width * height * 3);
  for (let at = 0; at < points.length; at += 1)
    points[at] = (at * 7 + Math.floor(at / (3 * width)) * 5) % 256;
  const sharp = await loadSharp();
  return sharp(points, { raw: { width, height, channels: 3 } });
}

/** One chunk of a PNG, with its CRC. */
export function pngPart(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Inserts `part` after the IHDR chunk. */
export function pngWith(png: Uint8Array, part: Uint8Array): Uint8Array {
  const behindHead = signature.length + 25;
  return Uint8Array.from(Buffer.concat([png.subarray(0, behindHead), part, png.subarray(behindHead)]));
}

/** Black, one bit per pixel: small as a file, whatever its dimensions. */
export function blackPng(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const parts = [
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(rows, { level: 9 })),
    pngPart('IEND', Buffer.alloc(0)),
  ];
  return Uint8Array.from(Buffer.concat([signature, ...parts]));
}

const behind = (bytes: Uint8Array, text: string) =>
  Uint8Array.from(Buffer.concat([bytes, Buffer.from(text, 'utf8')]));

/** A ZIP archive with one file, not compressed. Readers search for its end, whatever is before it. */
function storedArchive(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(content.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(name.length, 22);
  const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), content]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0', 'latin1'),
    head,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, entry, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** `[description, file]`: valid images that carry hidden data. */
export async function imagesWithHiddenData(): Promise<readonly (readonly [string, SampleImage])[]> {
  const [png, jpeg, webp, gif] = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif'] as const).map((kind) => sampleImage(kind)),
  );
  if (!png || !jpeg || !webp || !gif) throw new Error('a sample image is missing');
  const text = Buffer.from(`Comment\0${payload}`, 'latin1');
  const packed = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(payload.repeat(100))]);
  const tags = {
    IFD0: { Copyright: payload, ImageDescription: payload },
    IFD3: { GPSLatitude: '31/1 14/1 0/1' },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${payload}</rdf></x:xmpmeta>`;
  const reported = async (kind: 'jpeg' | 'webp' | 'png') =>
    Uint8Array.from(await (await drawing(64, 48)).withExif(tags).withXmp(xmp).toFormat(kind).toBuffer());
  const comment = Buffer.from(payload, 'latin1');
  const jpegPart = (content: Buffer) =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe, (content.length + 2) >> 8, (content.length + 2) & 255]),
      content,
    ]);
  const archive = storedArchive('oriel-payload.html', comment);
  // Readers of PDF accept it anywhere in the first 1,024 bytes.
  const document = Buffer.from(
    `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${payload})>>>>endobj\n%%EOF`,
  );
  const gifComment = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])]);
  // Length of the screen descriptor and colour table.
  const gifHeader = 13 + 3 * 2 ** (((gif.bytes[10] ?? 0) & 7) + 1);
  return [
    ['a PNG with PHP in a text part', { ...png, bytes: pngWith(png.bytes, pngPart('tEXt', text)) }],
    ['a PNG with a packed text part', { ...png, bytes: pngWith(png.bytes, pngPart('zTXt', packed)) }],
    ['a PNG with a part of its own', { ...png, bytes: pngWith(png.bytes, pngPart('orIe', comment)) }],
    ['a PNG with EXIF and XMP', { ...png, bytes: await reported('png') }],
    ['a PNG with a script behind its end', { ...png, bytes: behind(png.bytes, payload) }],
    ['a PNG that is an archive as well', { ...png, bytes: Buffer.concat([png.bytes, archive]) }],
    ['a JPEG with EXIF, a place and XMP', { ...jpeg, bytes: await reported('jpeg') }],
    [
      'a JPEG with a comment',
      {
        ...jpeg,
        bytes: Uint8Array.from(
          Buffer.concat([jpeg.bytes.subarray(0, 2), jpegPart(comment), jpeg.bytes.subarray(2)]),
        ),
      },
    ],
    [
      'a JPEG that is a PDF as well',
      {
        ...jpeg,
        bytes: Uint8Array.from(
          Buffer.concat([jpeg.bytes.subarray(0, 2), jpegPart(document), jpeg.bytes.subarray(2)]),
        ),
      },
    ],
    ['a JPEG with an archive behind its end', { ...jpeg, bytes: behind(jpeg.bytes, `PK\x03\x04${payload}`) }],
    ['a WebP with EXIF and XMP', { ...webp, bytes: await reported('webp') }],
    ['a WebP with a page behind its end', { ...webp, bytes: behind(webp.bytes, payload) }],
    [
      'a GIF with a comment',
      {
        ...gif,
        bytes: Uint8Array.from(
          Buffer.concat([gif.bytes.subarray(0, gifHeader), gifComment, gif.bytes.subarray(gifHeader)]),
        ),
      },
    ],
    ['a GIF that is a script as well', { ...gif, bytes: behind(gif.bytes, `*/=1;${payload}`) }],
  ];
}

/** Small files that decompress to a lot: one by its dimensions, one by a text chunk of 1 GB. */
export async function imageBombs(): Promise<{ large: Uint8Array; packed: Uint8Array }> {
  const { bytes } = await sampleImage('png');
  const text = Buffer.concat([
    Buffer.from('a\0\0', 'latin1'),
    deflateSync(Buffer.alloc(2 ** 30), { level: 9 }),
  ]);
  return { large: blackPng(50_000, 50_000), packed: pngWith(bytes, pngPart('zTXt', text)) };
}
