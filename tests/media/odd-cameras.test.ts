/** Cameras that describe and mark their pictures in odd ways, as they are in a recorded file. */
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { SegmentMuxer } from '../../lib/media/outputs/recorder/segment-muxer.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import {
  type CodedPicture,
  codedPictures,
  delimiter,
  type PictureCodec,
  vagueSps,
} from '../kit/coded-pictures.ts';
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

const frames = 50;
const keyEvery = 10;

const pictures = (codec: PictureCodec, parameters: string) =>
  codedPictures(folder, { codec, parameters, frames, keyEvery });

/** What our reader passes on of a camera that sets the marker at the end of each unit. */
async function received(codec: PictureCodec, sent: readonly CodedPicture[]): Promise<SourceRecorder> {
  const fragment = codec === 'h264' ? fragmentH264 : fragmentH265;
  const camera = await startFakeCamera({
    sdp: codec === 'h264' ? videoSdp : videoSdp.replace('H264', 'H265'),
    playing: (connection) => {
      let next = 0;
      connection.every(4, () => {
        const picture = sent[next];
        // A delimiter shows that the last one has ended.
        if (next === sent.length) connection.packet(delimiter(codec), 0, false);
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
        (nal[0]! & 0x1f) === 7 ? vagueSps(nal, 50 + (Math.floor(at / keyEvery) % 2)) : nal,
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
