/** One key frame as a small MP4 file, taken from a segment without decoding: for previews. */
import { type FileHandle, open } from 'node:fs/promises';
import { boxHeaderBytes, join, readBoxHeader } from '../../codec/mp4/boxes.ts';
import { fragment } from '../../codec/mp4/fragment.ts';
import { readFragment } from '../../codec/mp4/read-fragment.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { Gop } from './gop-index.ts';
import { readHead } from './scan-segment.ts';

/**
 * The head of the segment, and a fragment with the first frame of the GOP, encrypted if the segment is. Null if the GOP
 * has no video, does not begin with a key frame, or was removed.
 */
export async function readKeyFrame(
  path: string,
  gop: Pick<Gop, 'offset' | 'bytes'>,
): Promise<Uint8Array | null> {
  const head = await readHead(path).catch(nullIfMissing);
  const file = head && (await open(path, 'r').catch(nullIfMissing));
  if (!head || !file) return null;
  try {
    const frame = await readFrame(file, head, gop);
    return frame && join([head, frame]);
  } finally {
    await file.close();
  }
}

async function readFrame(
  file: FileHandle,
  head: Uint8Array,
  { offset, bytes }: Pick<Gop, 'offset' | 'bytes'>,
): Promise<Uint8Array | null> {
  const video = readInit(head)?.find(({ kind }) => kind === 'video');
  const header = readBoxHeader(await readAt(file, offset, boxHeaderBytes));
  if (!video || header?.type !== 'moof' || header.size > bytes) return null;
  const table = await readAt(file, offset + boxHeaderBytes, header.size - boxHeaderBytes);
  const run = readFragment(table)?.runs.find(({ trackId }) => trackId === video.id);
  const sample = run?.samples[0];
  if (!run || !sample?.isKey || sample.offset + sample.bytes > bytes) return null;
  const data = await readAt(file, offset + sample.offset, sample.bytes);
  const { duration, composition, iv } = sample;
  const only = { data, isKey: true, duration, composition, ...(iv ? { iv } : {}) };
  return fragment(1, [{ trackId: run.trackId, time: run.time, samples: [only] }]);
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
