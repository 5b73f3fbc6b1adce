/**
 * What is known here of a segment that was moved to the object store: everything but its frames. The same text is an
 * object beside it, so the bucket alone is enough to restore the recordings.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { decodeGops, encodeGops, type Gop, gopRecordBytes } from './gop-index.ts';

export interface MovedSegment {
  readonly bytes: number;
  /** Of the whole segment, in hexadecimal. */
  readonly sha256: string;
  /** `ftyp` to `moov`. */
  readonly head: Uint8Array;
  readonly gops: readonly Gop[];
}

const base64 = z.string().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const description = z.object({
  version: z.literal(1),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  head: base64,
  gops: base64,
});

export function printMoved({ bytes, sha256, head, gops }: MovedSegment): string {
  const text = (content: Uint8Array): string => Buffer.from(content).toString('base64');
  return JSON.stringify({ version: 1, bytes, sha256, head: text(head), gops: text(encodeGops(gops)) });
}

/** Null if it is not such a text. */
export function parseMoved(text: string): MovedSegment | null {
  try {
    const { version: _, gops, ...rest } = description.parse(JSON.parse(text));
    const decoded = decodeGops(gops);
    // Fewer: some are damaged.
    const isWhole = decoded.length > 0 && decoded.length * gopRecordBytes === gops.length;
    return isWhole ? { ...rest, gops: decoded } : null;
  } catch {
    return null; // no JSON, or another one
  }
}

/** Null if there is no such file, or a power cut has left it empty. */
export async function readMoved(path: string): Promise<MovedSegment | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : parseMoved(text);
}

/** Resolves when a power cut does not remove it. */
export async function writeMoved(path: string, segment: MovedSegment): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(printMoved(segment));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
