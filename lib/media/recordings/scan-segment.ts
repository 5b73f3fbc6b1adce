/** Reads the structure of a segment from its file: everything the indexes contain. */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { boxHeaderBytes, readBoxHeader } from '../../codec/mp4/boxes.ts';
import type { Mp4Track } from '../../codec/mp4/init-segment.ts';
import { type ReadFragment, readFragment } from '../../codec/mp4/read-fragment.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import { splitLengthPrefixed } from '../../codec/nal.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { maxStrayMs } from './gop-index.ts';
import { readLabel, type SegmentLabel } from './segment-label.ts';
import { segmentStart } from './segment-path.ts';

/** One `moof` with its `mdat`. */
export interface ScannedPart {
  readonly offset: number;
  readonly bytes: number;
  readonly startMs: EpochMs;
  readonly durationMs: Ms;
  readonly beginsGop: boolean;
}

export interface ScannedSegment {
  readonly head: Uint8Array;
  readonly label: SegmentLabel | null;
  readonly parts: readonly ScannedPart[];
  /** Up to the end of the last complete part. */
  readonly completeBytes: number;
  readonly fileBytes: number;
}

/** A larger head or table of samples was not written here. */
const maxBoxBytes = 4 * 1024 * 1024;
/** Of a file: it has one for each second. */
const maxParts = 20_000;
const searchBytes = 64 * 1024;
/** What looks like the begin of a part, behind damage: in video, chance makes less than one. */
const maxTries = 2_000;
/** Ours has three. */
const maxHeadBoxes = 32;
/** Most heads fit, so that one read is enough. */
const usualHeadBytes = 4 * 1024;

/** Null if the head is incomplete. Rejects if the file cannot be read. */
export async function scanSegment(path: string): Promise<ScannedSegment | null> {
  const file = await open(path, 'r');
  try {
    const { size: fileBytes } = await file.stat();
    const head = await readHeadOf(file);
    const tracks = head && readInit(head);
    if (!head || !tracks) return null;
    const startMs = segmentStart(basename(path)) ?? 0;
    const parts = await readParts(file, head.length, fileBytes, { tracks, startMs });
    const last = parts.at(-1);
    const completeBytes = last ? last.offset + last.bytes : head.length;
    return { head, label: readLabel(head), parts, completeBytes, fileBytes };
  } finally {
    await file.close();
  }
}

/** `ftyp` to `moov`; null if it is incomplete. */
export async function readHead(path: string): Promise<Uint8Array | null> {
  const file = await open(path, 'r');
  try {
    return await readHeadOf(file);
  } finally {
    await file.close();
  }
}

/** As `readHead`, of an open file. */
export async function readHeadOf(file: FileHandle): Promise<Uint8Array | null> {
  const buffer = new Uint8Array(usualHeadBytes);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  const read = async (at: number, bytes: number) =>
    at + bytes <= bytesRead ? buffer.slice(at, at + bytes) : readAt(file, at, bytes);
  for (let at = 0, boxes = 0; boxes < maxHeadBoxes; boxes += 1) {
    const bytes = await read(at, boxHeaderBytes);
    const header = bytes && readBoxHeader(bytes);
    if (!header || at + header.size > maxBoxBytes || header.type === 'moof') return null;
    at += header.size;
    if (header.type === 'moov') return read(0, at);
  }
  return null;
}

/**
 * What is damaged in the middle belongs to the GOP before it, and what follows is found again from the next GOP on: one
 * wrong byte must not cost the rest of the file.
 */
async function readParts(
  file: FileHandle,
  from: number,
  fileBytes: number,
  { tracks, startMs }: SegmentTerms,
): Promise<ScannedPart[]> {
  const parts: ScannedPart[] = [];
  for (let offset = from; offset < fileBytes && parts.length < maxParts; ) {
    const part = await readPart(file, offset, fileBytes, { tracks, startMs });
    if (part) {
      parts.push(part);
      offset += part.bytes;
      continue;
    }
    const next = await findGop(file, offset + 1, fileBytes, { tracks, startMs });
    if (next === null) break;
    const before = parts.pop();
    if (before) parts.push({ ...before, bytes: next - before.offset });
    offset = next;
  }
  return parts;
}

interface SegmentTerms {
  readonly tracks: readonly Mp4Track[];
  /** Of its first frame, as its name says. */
  readonly startMs: EpochMs;
}

/** The complete part at this offset, or null. */
async function readPart(
  file: FileHandle,
  offset: number,
  fileBytes: number,
  { tracks, startMs }: SegmentTerms,
): Promise<ScannedPart | null> {
  const moof = await readHeaderAt(file, offset, fileBytes);
  if (moof?.type !== 'moof' || moof.size > maxBoxBytes) return null;
  const mdat = await readHeaderAt(file, offset + moof.size, fileBytes);
  const table = await readAt(file, offset + boxHeaderBytes, moof.size - boxHeaderBytes);
  const fragment = mdat?.type === 'mdat' && table ? readFragment(table) : null;
  const bytes = moof.size + (mdat?.size ?? 0);
  const part = fragment && partOf(fragment, tracks, offset, bytes);
  const strayMs = part && Math.max(startMs - part.startMs, part.startMs + part.durationMs - startMs);
  if (!part || strayMs === null || strayMs > maxStrayMs) return null;
  // All but the last part were synced before their successor was written.
  const isLast = (await readHeaderAt(file, offset + bytes, fileBytes)) === null;
  return isLast && !(await hasData(file, fragment, tracks, offset)) ? null : part;
}

/** Where the next complete part is that begins a GOP. */
async function findGop(
  file: FileHandle,
  from: number,
  fileBytes: number,
  terms: SegmentTerms,
): Promise<number | null> {
  let tries = 0;
  for (let at = from; at + 2 * boxHeaderBytes < fileBytes; at += searchBytes - boxHeaderBytes) {
    const window = Buffer.from((await readAt(file, at, Math.min(searchBytes, fileBytes - at))) ?? []);
    for (let found = window.indexOf('moof'); found >= 0; found = window.indexOf('moof', found + 1)) {
      // The size is before the type.
      const offset = at + found - 4;
      if (offset < from) continue;
      tries += 1;
      if (tries > maxTries) return null;
      if ((await readPart(file, offset, fileBytes, terms))?.beginsGop) return offset;
    }
  }
  return null;
}

/** The times of a part are those of its video, if there is any. */
function partOf(
  { runs }: ReadFragment,
  tracks: readonly Mp4Track[],
  offset: number,
  bytes: number,
): ScannedPart | null {
  const videoTrack = tracks.find(({ kind }) => kind === 'video');
  const track = videoTrack ?? tracks[0];
  const run = runs.find(({ trackId }) => trackId === track?.id);
  const last = run?.samples.at(-1);
  if (!track || !run || !last) return null;
  const perMs = (track.kind === 'video' ? track.timeScale : track.config.sampleRate) / 1_000;
  return {
    offset,
    bytes,
    startMs: run.time / perMs,
    durationMs: (last.time + last.duration - run.time) / perMs,
    beginsGop: run.samples[0]?.isKey ?? false,
  };
}

/**
 * After a power cut, data may be zeros: then the last sample of a track is empty, or its NAL units do not fill it.
 * Encrypted data look random, so that zeros at their end were not written.
 */
async function hasData(
  file: FileHandle,
  { runs }: ReadFragment,
  tracks: readonly Mp4Track[],
  offset: number,
): Promise<boolean> {
  for (const { trackId, samples } of runs) {
    const sample = samples.at(-1);
    const data = sample ? await readAt(file, offset + sample.offset, sample.bytes) : null;
    if (!sample || data === null || data.every((byte) => byte === 0)) return false;
    if (sample.iv) {
      if (data.subarray(-zeroTailBytes).every((byte) => byte === 0)) return false;
      continue;
    }
    const isVideo = tracks.some(({ id, kind }) => id === trackId && kind === 'video');
    const filled = splitLengthPrefixed(data).reduce((sum, unit) => sum + 4 + unit.length, 0);
    if (isVideo && filled !== data.length) return false;
  }
  return true;
}

/** With fewer than these, a frame may be cut by chance once in 2^64. */
const zeroTailBytes = 8;

/** The header of a box that is complete in the file, or null. */
async function readHeaderAt(file: FileHandle, at: number, fileBytes: number) {
  const bytes = await readAt(file, at, boxHeaderBytes);
  const header = bytes && readBoxHeader(bytes);
  return header && at + header.size <= fileBytes ? header : null;
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Uint8Array | null> {
  const buffer = new Uint8Array(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return bytesRead === bytes ? buffer : null;
}
