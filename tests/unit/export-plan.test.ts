import { expect } from 'expect';
import { describe, it } from 'vitest';
import { initSegment, type SizedVideoConfig } from '../../lib/codec/mp4/init-segment.ts';
import { readInit } from '../../lib/codec/mp4/read-init.ts';
import type { MediaKeyTerms } from '../../lib/kernel/media-key.ts';
import { gapsOf, planExport, rangeOf } from '../../lib/media/playback/export-plan.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import type { RecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { withLabel } from '../../lib/media/recordings/segment-label.ts';
import { testMediaKey } from '../kit/media-key.ts';

const key = { tenantId: 't', channelId: 'channel-1', store: 'cloud' } as const;
const start = Date.UTC(2025, 2, 1);

/** From `fromMs` after the start, 100 bytes. A run of its own. */
const gop = (fromMs: number, durationMs: number, segmentMs = 0): Gop => ({
  startMs: start + fromMs,
  durationMs,
  offset: 0,
  bytes: 100,
  segmentMs: start + segmentMs,
  startsRun: true,
});

const config: SizedVideoConfig = {
  codec: 'h264',
  codecString: 'avc1.42c01e',
  config: Uint8Array.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]),
  width: 320,
  height: 180,
};
const headOf = (height: number, encryption: MediaKeyTerms | null = null): Uint8Array =>
  initSegment([{ id: 1, kind: 'video', timeScale: 90_000, config: { ...config, height } }], encryption);

/** Of the GOPs that overlap the range, as the reader finds them. */
function plan(
  gops: readonly Gop[],
  beginMs: number,
  endMs: number,
  head: (segmentMs: number) => Uint8Array | null = () => headOf(180),
) {
  const [begin, end] = [start + beginMs, start + endMs];
  const overlapping = gops.filter(({ startMs, durationMs }) => startMs < end && startMs + durationMs > begin);
  const reader = {
    find: async () => ({
      async *pieces() {
        for (const one of overlapping) yield [one];
      },
    }),
    head: async (_key: unknown, segmentMs: number) => head(segmentMs),
    size: async () => 100,
  };
  return planExport(reader as unknown as RecordingReader, key, { begin, end }, new AbortController().signal);
}

describe('the plan of an export', () => {
  it('begins with the last key frame at or before its begin, though lengths in the index are rounded', async () => {
    const gops = [gop(0.4, 2_000), gop(2_000, 2_000), gop(4_000.3, 2_000), gop(6_000.2, 2_000)];
    const [file] = await plan(gops, 2_000, 6_000);
    expect(rangeOf(file!.runs[0]!)).toEqual({ begin: start + 2_000, end: start + 6_000 });
    expect(file!.durationMs).toBe(4_000);
    expect(file!.bytes).toBe(file!.head.length + 200);
  });

  it('closes gaps, and lists them with the times before the first and after the last recording', async () => {
    const gops = [gop(1_000, 2_000), gop(3_050, 2_000), gop(60_000, 2_000)];
    const files = await plan(gops, 0, 90_000);
    expect(files[0]!.runs.map((run) => [run.gops, run.shiftMs + start])).toEqual([
      [2, -1_000],
      [1, 4_050 - 60_000],
    ]);
    expect(files[0]!.durationMs).toBe(6_050);
    const gaps = gapsOf(files, { begin: start, end: start + 90_000 });
    expect(gaps.map(({ begin, end }) => [begin - start, end - start])).toEqual([
      [0, 1_000],
      [5_050, 60_000],
      [62_000, 90_000],
    ]);
  });

  it('plays what was recorded twice, after the clock was set back, one after the other', async () => {
    const files = await plan([gop(0, 2_000), gop(2_000, 2_000), gop(1_000, 2_000)], 0, 5_000);
    expect(files[0]!.runs.map((run) => rangeOf(run).begin - start)).toEqual([0, 1_000]);
    expect(files[0]!.durationMs).toBe(6_000);
    expect(gapsOf(files, { begin: start, end: start + 4_000 })).toEqual([]);
  });

  it('has another file for other tracks and for another key, not for another kind of recording', async () => {
    const alarm = withLabel(headOf(180), { tenantId: 't', kind: 'alarm' });
    const heads = [
      headOf(180),
      alarm,
      headOf(240),
      headOf(240, testMediaKey(1)),
      headOf(240, testMediaKey(2)),
      headOf(240),
    ];
    const gops = heads.map((_, index) => gop(index * 2_000, 2_000, index * 2_000));
    const files = await plan(gops, 0, 12_000, (segmentMs) => heads[(segmentMs - start) / 2_000] ?? null);
    expect(files.map(({ runs }) => rangeOf(runs[0]!).begin - start)).toEqual([
      0, 4_000, 6_000, 8_000, 10_000,
    ]);
    expect(Buffer.from(files[0]!.head).includes('alarm')).toBe(false);
    expect(readInit(files[1]!.head)?.[0]?.config).toMatchObject({ height: 240 });
  });

  it('reads the head of the first segment of each run, because a run has the same tracks', async () => {
    const day = Array.from({ length: 100 }, (_, at) => ({
      ...gop(at * 2_000, 2_000, at * 2_000),
      startsRun: at % 50 === 0,
    }));
    const heads: number[] = [];
    const [file] = await plan(day, 0, 200_000, (segmentMs) => {
      heads.push(segmentMs - start);
      return headOf(180);
    });
    expect(heads).toEqual([0, 100_000]);
    expect(file!.runs.map(({ gops }) => gops)).toEqual([100]);
  });

  it('leaves out what retention has removed meanwhile', async () => {
    const gops = [gop(0, 2_000), gop(2_000, 2_000, 2_000), gop(4_000, 2_000, 4_000)];
    const files = await plan(gops, 0, 6_000, (segmentMs) =>
      segmentMs === start + 2_000 ? null : headOf(180),
    );
    expect(files).toHaveLength(1);
    expect(files[0]!.durationMs).toBe(4_000);
    expect(await plan(gops, 0, 6_000, () => null)).toEqual([]);
  });
});
