/** Whether the content of a file is what its extension says. Images are decoded by the image sanitizer instead. */
import { Buffer } from 'node:buffer';

const text = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

const isZip = (bytes: Uint8Array) => text(bytes, 0, 4) === 'PK\x03\x04';
/** Names of files in an archive are stored uncompressed. */
const hasName = (bytes: Uint8Array, name: string) => Buffer.from(bytes).includes(name, 0, 'latin1');
const isOffice = (folder: string) => (bytes: Uint8Array) =>
  isZip(bytes) &&
  hasName(bytes, '[Content_Types].xml') &&
  hasName(bytes, folder) &&
  !hasName(bytes, 'vbaProject.bin');

/** UTF-8 or a Chinese code page; without control characters and not markup. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false;
  const start = text(bytes, 0, 1_024).replace(/^\xef\xbb\xbf/, '');
  return !/^\s*</.test(start);
}

const checks: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  mp4: (bytes) => text(bytes, 4, 8) === 'ftyp',
  // Matroska has the same first bytes; the type of the document is in its head.
  webm: (bytes) => text(bytes, 0, 4) === '\x1a\x45\xdf\xa3' && text(bytes, 0, 64).includes('webm'),
  pdf: (bytes) => text(bytes, 0, 5) === '%PDF-',
  docx: isOffice('word/'),
  xlsx: isOffice('xl/'),
  pptx: isOffice('ppt/'),
  zip: isZip,
  csv: isText,
  txt: isText,
};

/** False for an extension that is not known here. */
export const isContentOf = (extension: string, bytes: Uint8Array): boolean =>
  checks[extension]?.(bytes) ?? false;
