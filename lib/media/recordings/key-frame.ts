/** One key frame as a small MP4 file, taken from a segment without decoding: for previews. */
import { boxHeaderBytes, join, readBoxHeader } from '../../codec/mp4/boxes.ts';
import { fragment } from '../../codec/mp4/fragment.ts';
import { readFragment } from '../../codec/mp4/read-fragment.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { Gop } from './gop-index.ts';

/** Bytes of a segment; fewer at its end. */
export type ReadAt = (at: number, bytes: number) => Promise<Uint8Array>;

/**
 * The head of the segment, and a fragment with the first frame of the GOP, encrypted if the segment is. Null if the GOP
 * has no video or does not begin with a key frame.
 */
export async function readKeyFrame(
  head: Uint8Array,
  readAt: ReadAt,
  { offset, bytes }: Pick<Gop, 'offset' | 'bytes'>,
): Promise<Uint8Array | null> {
  const video = readInit(head)?.find(({ kind }) => kind === 'video');
  const header = readBoxHeader(await readAt(offset, boxHeaderBytes));
  if (!video || header?.type !== 'moof' || header.size > bytes) return null;
  const table = await readAt(offset + boxHeaderBytes, header.size - boxHeaderBytes);
  const run = readFragment(table)?.runs.find(({ trackId }) => trackId === video.id);
  const sample = run?.samples[0];
  if (!run || !sample?.isKey || sample.offset + sample.bytes > bytes) return null;
  const data = await readAt(offset + sample.offset, sample.bytes);
  const { duration, composition, iv } = sample;
  const only = { data, isKey: true, duration, composition, ...(iv ? { iv } : {}) };
  return join([head, fragment(1, [{ trackId: run.trackId, time: run.time, samples: [only] }])]);
}
