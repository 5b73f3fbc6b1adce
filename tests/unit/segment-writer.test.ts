/** The writer of segments on a disk that fails at its end; tests/media/recorder-faults.test.ts has the other faults. */
import { mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { expect } from 'expect';
import { afterEach, beforeEach, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { MuxedPart } from '../../lib/media/outputs/recorder/segment-muxer.ts';
import { SegmentWriter } from '../../lib/media/outputs/recorder/segment-writer.ts';
import type { RecordedSegment, RecordingKey } from '../../lib/media/ports.ts';
import { type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';
import { dayFolder, dayOf, gopIndexPath, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const key: RecordingKey = { tenantId: 't', channelId: 'c-1', store: 'cloud' };
const noon = Date.UTC(2025, 2, 1, 12);
const head = { bytes: Uint8Array.of(0, 0, 0, 8, ...Buffer.from('ftyp')) };
/** Without a key frame, it continues the GOP of the part before. */
const part = (startMs: number, beginsGop: boolean, endsGop: boolean): MuxedPart => ({
  segment: head,
  chunks: [new Uint8Array(100)],
  bytes: 100,
  ...{ startMs, endMs: startMs + 1_000, beginsGop, endsGop },
});

let root: string;
let events: string[];
let rows: RecordedSegment[];
beforeEach(() => {
  root = scratchFolder('oriel-writer-');
  events = [];
  rows = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writerOf(files: RecordFiles = recordFiles) {
  const clock = new FakeClock(noon);
  const writer = new SegmentWriter({
    ...{ root, key, clock, files, logger: silentLogger, maxQueuedBytes: 10_000 },
    onSegment: (segment) => rows.push(segment),
    onFailure: (error) => events.push((error as NodeJS.ErrnoException).code ?? 'unknown'),
    onPart: () => events.push('part'),
    onSealed: () => events.push('sealed'),
  });
  return { clock, writer };
}

const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
    } catch {
      return false; // that of this listing
    }
  });

it('the end of a segment that fails is tried again, and reported when it is on the disk', async () => {
  let isFailing = true;
  const { clock, writer } = writerOf({
    ...recordFiles,
    async create(path) {
      const file = await recordFiles.create(path);
      return {
        writev: (chunks, position) => file.writev(chunks, position),
        datasync: () => file.datasync(),
        async close() {
          await file.close();
          if (isFailing) throw Object.assign(new Error('injected'), { code: 'EIO' });
        },
      };
    },
  });
  writer.add(part(noon, true, true), 'schedule');
  writer.endSegment();
  await writer.flushed();
  expect(events).toEqual(['part', 'EIO']);
  expect(openFiles()).toEqual([]);
  isFailing = false;
  await clock.advance(2_000);
  await writer.flushed();
  expect(events).toEqual(['part', 'EIO', 'sealed']);
});

it('a writer that is closed while the index cannot be written leaves a row of all that it wrote, and no open file', async () => {
  mkdirSync(dayFolder(root, key, dayOf(noon)), { recursive: true });
  symlinkSync('/dev/full', gopIndexPath(root, key, dayOf(noon)));
  const { writer } = writerOf();
  writer.add(part(noon, true, false), 'schedule');
  writer.add(part(noon + 1_000, false, true), 'schedule');
  await writer.flushed();
  expect(events).toEqual(['part', 'ENOSPC']);
  await writer.close();
  const { size: bytes } = statSync(segmentPath(root, key, noon));
  expect(rows.at(-1)).toMatchObject({ startMs: noon, endMs: noon + 2_000, bytes });
  expect(openFiles()).toEqual([]);
});
