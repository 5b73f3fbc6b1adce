/**
 * A picture as we are willing to send it: PNG, JPEG or WebP by its content, whatever its name says, and only the
 * parts that draw. What cameras and programs write beside them (places, names, whole other files behind the end)
 * is left out.
 */
export interface Picture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** Of either side. Browsers need four bytes for each point when they draw it. */
const mostPixels = 40_000_000;

/** Null: no picture of these kinds, broken, or too many points. */
export function cleanPicture(bytes: Uint8Array): Picture | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return cleanPng(data) ?? cleanJpeg(data) ?? cleanWebp(data);
  } catch (error) {
    // A length that points behind the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngParts = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);

function cleanPng(data: Buffer): Picture | null {
  if (!data.subarray(0, 8).equals(pngSignature)) return null;
  const kept: Buffer[] = [pngSignature];
  for (let at = 8; at < data.length; ) {
    const end = at + 12 + data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    if (end > data.length) return null;
    if (kept.length === 1) {
      if (type !== 'IHDR' || !isDrawable(data.readUInt32BE(at + 8), data.readUInt32BE(at + 12))) return null;
    }
    if (pngParts.has(type)) kept.push(data.subarray(at, end));
    if (type === 'IEND') return { contentType: 'image/png', bytes: Buffer.concat(kept) };
    at = end;
  }
  return null;
}

function cleanJpeg(data: Buffer): Picture | null {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) return null;
  const kept: Buffer[] = [data.subarray(0, 2)];
  let hasSize = false;
  for (let at = 2; at < data.length; ) {
    if (data.readUInt8(at) !== 0xff) return null;
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // padding
      continue;
    }
    if (marker === 0xd9) {
      kept.push(data.subarray(at, at + 2));
      return hasSize ? { contentType: 'image/jpeg', bytes: Buffer.concat(kept) } : null;
    }
    const end = at + 2 + data.readUInt16BE(at + 2);
    if (end > data.length) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (!isDrawable(data.readUInt16BE(at + 7), data.readUInt16BE(at + 5))) return null;
      hasSize = true;
    }
    // Application parts and comments; Adobe's (14) says how colours are meant.
    const isBeside = (marker >= 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
    if (!isBeside) kept.push(data.subarray(at, end));
    at = end;
    if (marker !== 0xda) continue;
    const start = at;
    at = endOfScan(data, at);
    kept.push(data.subarray(start, at));
  }
  return null;
}

/** Points go on until a marker that is neither an escaped byte nor a restart. */
function endOfScan(data: Buffer, from: number): number {
  for (let at = from; at + 1 < data.length; at += 1) {
    if (data[at] !== 0xff) continue;
    const next = data[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new RangeError('the scan does not end');
}

const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

function cleanWebp(data: Buffer): Picture | null {
  if (data.toString('latin1', 0, 4) !== 'RIFF' || data.toString('latin1', 8, 12) !== 'WEBP') return null;
  const kept: Buffer[] = [];
  let hasPicture = false;
  const stop = Math.min(data.length, 8 + data.readUInt32LE(4));
  for (let at = 12; at + 8 <= stop; ) {
    const type = data.toString('latin1', at, at + 4);
    const size = data.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > data.length) return null;
    const part = Buffer.from(data.subarray(at, end));
    if (type === 'VP8X') {
      // Flags of what is left out: ICC profile, EXIF, XMP.
      part.writeUInt8(part.readUInt8(8) & ~0b0010_1100, 8);
      if (!isDrawable(part.readUIntLE(12, 3) + 1, part.readUIntLE(15, 3) + 1)) return null;
    }
    if (type === 'VP8 ' && !isDrawable(part.readUInt16LE(14) & 0x3fff, part.readUInt16LE(16) & 0x3fff))
      return null;
    if (type === 'VP8L') {
      const bits = part.readUInt32LE(9);
      if (!isDrawable((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1)) return null;
    }
    if (webpParts.has(type)) kept.push(part);
    hasPicture ||= ['VP8 ', 'VP8L', 'ANMF'].includes(type);
    at = end;
  }
  if (!hasPicture) return null;
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return { contentType: 'image/webp', bytes: Buffer.concat([head, body]) };
}

function isDrawable(width: number, height: number): boolean {
  return width > 0 && height > 0 && width * height <= mostPixels;
}
