/**
 * Boxes of Common Encryption (ISO/IEC 23001-7): scheme `cenc`, AES-128-CTR over whole samples, IVs of 16 bytes in
 * `senc`. What a viewer needs besides the verification code is in `pssh`, under a system id of our own.
 */
import type { MediaKeyTerms } from '../../kernel/media-key.ts';
import { ascii, box, findBox, fullBox, type ReadBox, readBoxes, u32, viewOf } from './boxes.ts';

const ivBytes = 16;
const keyIdBytes = 16;
/** Of the `pssh` box; no registered system. */
const systemId = 'dd717255ede544618cd42d5bcedb0cc4';
/** Sample entries begin with fields of this length, before their boxes. */
const entryFieldBytes: Readonly<Record<string, number>> = { encv: 78, enca: 28 };

/** The box `sinf` for the entry of a track; nothing for a clear one. `entry`: what it would be without encryption. */
export function protection(entry: string, encryption: MediaKeyTerms | null): readonly Uint8Array[] {
  if (!encryption) return [];
  const trackKey = fullBox('tenc', 0, [0, 0, 1, ivBytes], bytesOfHex(encryption.keyId));
  return [
    box(
      'sinf',
      box('frma', ascii(entry)),
      fullBox('schm', 0, ascii('cenc'), u32(0x1_0000)),
      box('schi', trackKey),
    ),
  ];
}

export function keyTermsBox({ salt, iterations }: MediaKeyTerms): Uint8Array {
  const data = ascii(JSON.stringify({ salt, iterations }));
  return fullBox('pssh', 0, bytesOfHex(systemId), u32(data.length), data);
}

/** The terms of the key of an encrypted file. Null: it is clear, or not written here. `head` contains `moov`. */
export function readKeyTerms(head: Uint8Array): MediaKeyTerms | null {
  const movie = findBox(head, 'moov');
  const entry = movie && encryptedEntries(movie)[0];
  const trackKey = entry && findBox(entry.boxes, 'sinf', 'schi', 'tenc');
  const system = movie && readBoxes(movie).find(({ type, body }) => type === 'pssh' && isOurs(body));
  if (!trackKey || !system || trackKey.length < 8 + keyIdBytes) return null;
  try {
    const { salt, iterations } = JSON.parse(new TextDecoder().decode(system.body.subarray(24)));
    if (typeof salt !== 'string' || !Number.isSafeInteger(iterations)) return null;
    return { keyId: hexOf(trackKey.subarray(8, 8 + keyIdBytes)), salt, iterations };
  } catch {
    return null; // no JSON
  }
}

const isOurs = (body: Uint8Array): boolean => hexOf(body.subarray(4, 20)) === systemId;

interface EncryptedEntry {
  readonly entry: ReadBox;
  /** Of the entry, behind its fields. */
  readonly boxes: Uint8Array;
}

function encryptedEntries(movie: Uint8Array): readonly EncryptedEntry[] {
  return readBoxes(movie).flatMap(({ type, body }) => {
    const table = type === 'trak' ? findBox(body, 'mdia', 'minf', 'stbl', 'stsd') : null;
    const entry = table && readBoxes(table.subarray(8))[0];
    const fieldBytes = entry && entryFieldBytes[entry.type];
    return fieldBytes ? [{ entry, boxes: entry.body.subarray(fieldBytes) }] : [];
  });
}

/** The format of a track, whether it is encrypted or not. */
export function formatOf({ type, body }: ReadBox): string {
  const format = findBox(body.subarray(entryFieldBytes[type] ?? body.length), 'sinf', 'frma');
  return format ? String.fromCharCode(...format.subarray(0, 4)) : type;
}

/** Changes the head of an encrypted file to that of a clear one, in place. Its length stays the same. */
export function clearHead(head: Uint8Array): void {
  const movie = findBox(head, 'moov');
  if (!movie) return;
  for (const { entry, boxes } of encryptedEntries(movie)) {
    const format = formatOf(entry);
    for (const one of readBoxes(boxes)) if (one.type === 'sinf') rename(one, 'free');
    rename(entry, format);
  }
  for (const one of readBoxes(movie)) if (one.type === 'pssh') rename(one, 'free');
}

/** The IVs of a track of a fragment, in order; null if it is clear. `track`: the body of `traf`. */
export function readIvs(track: Uint8Array): readonly Uint8Array[] | null {
  const table = findBox(track, 'senc');
  if (!table || table.length < 8) return null;
  const count = viewOf(table).getUint32(4);
  if (viewOf(table).getUint32(0) !== 0 || table.length < 8 + count * ivBytes) return null;
  return Array.from({ length: count }, (_, at) => table.subarray(8 + at * ivBytes, 8 + (at + 1) * ivBytes));
}

/** Changes the boxes of an encrypted fragment to those of a clear one, in place. `body`: that of `moof`. */
export function clearFragmentBoxes(body: Uint8Array): void {
  for (const track of readBoxes(body)) {
    if (track.type !== 'traf') continue;
    for (const one of readBoxes(track.body)) {
      if (one.type === 'senc' || one.type === 'saiz' || one.type === 'saio') rename(one, 'free');
    }
  }
}

function rename({ body }: ReadBox, type: string): void {
  new Uint8Array(body.buffer, body.byteOffset - 4, 4).set(ascii(type));
}

function bytesOfHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
