/** Cameras that describe and mark their pictures in odd ways, as they are in a recorded file. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { BitReader } from '../../lib/codec/bit-reader.ts';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { readH264Sps } from '../../lib/codec/h264-sps.ts';
import { escapeNal, splitAnnexB, unescapeNal } from '../../lib/codec/nal.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { SegmentMuxer } from '../../lib/media/outputs/recorder/segment-muxer.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { startFakeCamera, videoSdp } from '../kit/fake-camera.ts';
import { decodeStrictly } from '../kit/recorded-file.ts';
import { fragmentH264, fragmentH265 } from '../kit/rtp-bits.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { record, type SourceRecorder } from '../kit/source-recorder.ts';

const run = promisify(execFile);
const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const options = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
};

const ends: (() => unknown)[] = [];
let folder: string;
beforeEach(() => {
  folder = scratchFolder('oriel-odd-cameras-');
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Codec = 'h264' | 'h265';
const frames = 50;
const keyEvery = 10;

interface Picture {
  readonly timestamp: number;
  readonly nals: readonly Uint8Array[];
}

/** Pictures in decoding order, 25 per second, with parameter sets before each key frame. */
async function pictures(codec: Codec, parameters: string): Promise<Picture[]> {
  const [whole, units] = [join(folder, 'footage.mkv'), join(folder, 'footage.bits')];
  const coder = codec === 'h264' ? 'libx264' : 'libx265';
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25', '-frames:v', String(frames)],
    ...['-pix_fmt', 'yuv420p', '-c:v', coder, '-preset', 'ultrafast'],
    ...[codec === 'h264' ? '-x264-params' : '-x265-params', `keyint=${keyEvery}:scenecut=0:${parameters}`],
    whole,
  ]);
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    whole,
    '-c',
    'copy',
    '-f',
    codec === 'h264' ? 'h264' : 'hevc',
    units,
  ]);
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-of',
    'csv=p=0',
    '-show_entries',
    'packet=pts',
    whole,
  ]);
  const times = stdout.trim().split('\n').map(Number.parseFloat);
  const made: Uint8Array[][] = [[]];
  const typeOf = (nal: Uint8Array) => (codec === 'h264' ? nal[0]! & 0x1f : (nal[0]! >> 1) & 0x3f);
  const isSlice = (nal: Uint8Array) => typeOf(nal) <= (codec === 'h264' ? 5 : 31);
  for (const nal of splitAnnexB(readFileSync(units))) {
    // Parameter sets may precede the first delimiter.
    if (typeOf(nal) !== (codec === 'h264' ? 9 : 35)) made.at(-1)!.push(nal);
    else if (made.at(-1)!.some(isSlice)) made.push([]);
  }
  expect(made).toHaveLength(frames);
  return made.map((nals, at) => ({ nals, timestamp: 90_000 + times[at]! * 90 }));
}

/** What our reader passes on of a camera that sets the marker at the end of each unit. */
async function received(codec: Codec, sent: readonly Picture[]): Promise<SourceRecorder> {
  const fragment = codec === 'h264' ? fragmentH264 : fragmentH265;
  const camera = await startFakeCamera({
    sdp: codec === 'h264' ? videoSdp : videoSdp.replace('H264', 'H265'),
    playing: (connection) => {
      let next = 0;
      connection.every(4, () => {
        const picture = sent[next];
        // A delimiter shows that the last one has ended.
        if (next === sent.length)
          connection.packet(Uint8Array.of(...(codec === 'h264' ? [9, 0xf0] : [0x46, 1, 0x50])), 0, false);
        next += 1;
        for (const nal of picture?.nals ?? []) {
          const pieces = fragment(nal, 1_000);
          for (const [at, piece] of pieces.entries())
            connection.packet(piece, picture!.timestamp, at === pieces.length - 1);
        }
      });
    },
  });
  ends.push(() => camera.stop());
  const source = new RtspSource({ kind: 'rtsp', url: camera.url, username: '', password: '' }, options);
  ends.push(() => source.stop());
  const recorder = record(source);
  await recorder.until(({ video }) => video.length >= sent.length, 60_000);
  return recorder;
}

/** Times of the samples in a file of what was received, ms, in decoding order; the file is decoded without an error. */
async function recorded({ trackSets, video }: SourceRecorder): Promise<{ dts: number[]; pts: number[] }> {
  expect(trackSets).toHaveLength(1);
  const chunks: Uint8Array[] = [];
  const muxer = new SegmentMuxer(trackSets[0]!, (part) => {
    if (chunks.length === 0) chunks.push(part.segment.bytes);
    chunks.push(...part.chunks);
  });
  for (const unit of video) muxer.unit(unit, 1_700_000_000_000 + unit.dtsMs);
  muxer.interrupt();
  const path = join(folder, 'recorded.mp4');
  writeFileSync(path, Buffer.concat(chunks));
  expect((await decodeStrictly(path)).complaints).toBe('');
  const { stdout } = await run('ffprobe', [
    ...[
      '-v',
      'error',
      '-ignore_editlist',
      '1',
      '-of',
      'csv=p=0',
      '-show_entries',
      'packet=pts_time,dts_time',
      path,
    ],
  ]);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((time) => Number(time) * 1_000));
  return { pts: rows.map(([pts]) => pts!), dts: rows.map(([, dts]) => dts!) };
}

const steps = (times: readonly number[]): number[] =>
  times.slice(1).map((time, at) => Math.round(time - times[at]!));

/** An SPS without the restrictions that state its reordering depth, and with another time scale. */
function vague(nal: Uint8Array, ticks: number): Uint8Array {
  const sps = readH264Sps(nal);
  if (typeof sps === 'string') throw new Error(sps);
  const source = new BitReader(unescapeNal(nal));
  const target = new BitWriter();
  const [timing] = sps.timingBits;
  while (source.position < timing![0]) target.bits(source.bit(), 1);
  target.bits(1, 1);
  target.bits(1, 32);
  target.bits(ticks, 32);
  target.bits(1, 1);
  source.skip(timing![1] - timing![0]);
  while (source.position < sps.rewriteBit!) target.bits(source.bit(), 1);
  target.bits(0, 1);
  target.trailing();
  return escapeNal(target.written()).slice();
}

describe('a recording of a camera', () => {
  it.each([
    ['h264', 'aud=1:slices=4:bframes=0'],
    ['h265', 'aud=1:slices=4:bframes=0:log-level=error'],
  ] as const)(
    'that sends %s with four slices, each with a marker, has each picture once',
    async (codec, parameters) => {
      const { dts } = await recorded(await received(codec, await pictures(codec, parameters)));
      expect(steps(dts)).toEqual(Array(frames - 1).fill(40));
    },
  );

  it('whose parameter sets change their timing and state no reordering is one file, with close times', async () => {
    const made = await pictures('h264', 'aud=1:bframes=2:b-adapt=0:b-pyramid=none:open-gop=0');
    const sent = made.map(({ nals, timestamp }, at) => ({
      timestamp,
      nals: nals.map((nal) =>
        (nal[0]! & 0x1f) === 7 ? vague(nal, 50 + (Math.floor(at / keyEvery) % 2)) : nal,
      ),
    }));
    const { pts, dts } = await recorded(await received('h264', sent));
    expect(steps([...pts].sort((a, b) => a - b))).toEqual(Array(frames - 1).fill(40));
    expect(Math.min(...steps(dts))).toBeGreaterThan(0);
    const compositions = pts.map((time, at) => time - dts[at]!).slice(keyEvery);
    expect(Math.min(...compositions)).toBeGreaterThanOrEqual(0);
    // ffprobe shifts decoding times by those of the first B frames, which were not expected.
    expect(Math.max(...compositions)).toBeLessThan(6 * 40);
  });
});
