/**
 * Where the files of recordings are: `<root>/<store>/<channelId>/<yyyyMMdd>/<startMs>.mp4`, date and name in UTC. Names in
 * an object store are the same without the root.
 */
import { join } from 'node:path';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';

export const dayMs: Ms = 86_400_000;
/** File beside the segments of a day. */
export const gopIndexName = 'gops';

const safeId = /^[\w-]{1,64}$/;
const segmentName = /^(?<startMs>\d{1,15})\.(?:mp4|moved)$/;
const dayName = /^\d{8}$/;

/** False for folders of others, as `lost+found` on a disk of its own. */
export const isChannelId = (name: string): boolean => safeId.test(name);

/** Throws if the channel's identity is not safe as a folder name. */
export function channelFolder(root: string, { store, channelId }: RecordingKey): string {
  if (!isChannelId(channelId)) throw new Error('the identity of the channel is not safe as a folder name');
  return join(root, store, channelId);
}

/** `yyyyMMdd` in UTC. */
export function dayOf(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
}

/** First millisecond of a day; null if this is not the name of a day. */
export function dayStart(day: string): EpochMs | null {
  if (!dayName.test(day)) return null;
  const start = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  return Number.isNaN(start) || dayOf(start) !== day ? null : start;
}

export function dayFolder(root: string, key: RecordingKey, day: string): string {
  return join(channelFolder(root, key), day);
}

export function gopIndexPath(root: string, key: RecordingKey, day: string): string {
  return join(dayFolder(root, key, day), gopIndexName);
}

export function segmentPath(root: string, key: RecordingKey, startMs: EpochMs): string {
  return join(dayFolder(root, key, dayOf(startMs)), `${startMs}.mp4`);
}

/** Beside the segment, or in its place: it is in the object store, and this describes it (`moved-segment.ts`). */
export function movedPath(root: string, key: RecordingKey, startMs: EpochMs): string {
  return join(dayFolder(root, key, dayOf(startMs)), `${startMs}.moved`);
}

/** Start of the segment that a file of this name contains or describes; null if it is neither. */
export function segmentStart(name: string): EpochMs | null {
  const text = segmentName.exec(name)?.groups?.startMs;
  return text === undefined ? null : Number(text);
}

/** Names of the objects of a segment. */
export function objectNames(
  { store, channelId }: Pick<RecordingKey, 'store' | 'channelId'>,
  startMs: EpochMs,
): { readonly media: string; readonly description: string } {
  const base = `${store}/${channelId}/${dayOf(startMs)}/${startMs}`;
  return { media: `${base}.mp4`, description: `${base}.json` };
}
