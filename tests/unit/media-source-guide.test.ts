import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { GuideCopy } from '../kit/guide-copy.ts';

// Carries out docs/guide/add-a-media-source.md step by step in a copy of the project.

let copy: GuideCopy;
beforeAll(() => {
  copy = new GuideCopy(['lib', 'tests/kit/fake-clock.ts']);
  copy.follow('add-a-media-source');
}, 60_000);
afterAll(() => copy?.remove());

/**
 * Program run in the copy: records two seconds of the demo camera, plays them for five seconds and prints a summary of
 * what arrived.
 */
const program = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { flvFileHeader } from './lib/codec/flv/flv-tags.ts';
import { silentLogger } from './lib/kernel/logger.ts';
import { FlvMuxer } from './lib/media/outputs/flv/flv-muxer.ts';
import { createDemoSource } from './lib/media/sources/demo/demo-camera.ts';
import { createSourceFactory } from './lib/media/sources/open-source.ts';
import { FakeClock } from './tests/kit/fake-clock.ts';

async function receive(source, clock, ms) {
  const received = { tracks: null, units: [], failure: null };
  source.start({
    tracks: (tracks) => { received.tracks = tracks; },
    unit: (unit) => received.units.push({ ...unit, at: clock.monotonic() }),
    failed: (failure) => { received.failure = failure; },
  });
  await clock.advance(0);
  while (!received.tracks && !received.failure) await setImmediate();
  await clock.advance(ms);
  source.stop();
  const { length } = received.units;
  await clock.advance(1_000);
  return { ...received, afterStop: received.units.length - length };
}

const clock = new FakeClock();
const demo = await receive(createDemoSource({ scene: 'yard', profile: 'sub', clock }), clock, 2_000);
const firstKey = demo.units.findIndex(({ kind, isKey }) => kind === 'video' && isKey);
const recorded = demo.units.slice(firstKey);
const startMs = recorded[0].dtsMs;
const muxer = new FlvMuxer(demo.tracks);
const tags = [...muxer.headers(0), ...recorded.flatMap((unit) => muxer.unit(unit, Math.round(unit.dtsMs - startMs)))];
mkdirSync('recordings');
writeFileSync('recordings/gate.flv', Buffer.concat([flvFileHeader(demo.tracks), ...tags.flat()]));
writeFileSync('recordings/noise.flv', 'This is a text, and no recording.');

const open = createSourceFactory({
  clock,
  logger: silentLogger,
  addressPolicy: { allowed: [], ownPorts: [] },
  demo: () => { throw new Error('the factory should not open a demo source'); },
  recordings: 'recordings',
});
const playedFor = 5_000;
const wallAt = clock.now();
const { tracks, units, failure, afterStop } = await receive(open({ kind: 'recording', name: 'gate' }), clock, playedFor);
const videos = units.filter(({ kind }) => kind === 'video');
const failureOf = async (name) => (await receive(open({ kind: 'recording', name }), clock, 0)).failure;
process.stdout.write(JSON.stringify({
  sameSize: tracks.video.width === demo.tracks.video.width && tracks.video.height === demo.tracks.video.height,
  audio: tracks.audio.codec,
  failure,
  afterStop,
  beginsWithKey: videos[0].isKey,
  sameData: Buffer.compare(videos[0].data, recorded[0].data) === 0,
  rounds: Math.floor(units.length / recorded.length),
  lastMs: videos.at(-1).dtsMs,
  isIncreasing: videos.every(({ dtsMs }, at) => at === 0 || dtsMs > videos[at - 1].dtsMs),
  isPaced: units.every(({ dtsMs, at }) => at - units[0].at >= dtsMs && at - units[0].at < dtsMs + 2),
  isOnWallTime: units.every(({ ptsMs, wallMs }) => Math.abs(wallMs - wallAt - ptsMs) < 1),
  missing: await failureOf('missing'),
  noise: await failureOf('noise'),
}));
`;

describe('a media source added by the guide', () => {
  it('matches the types of the code that uses it', () => {
    expect(copy.typeErrors(['lib/media', 'lib/domain', 'lib/server'])).toEqual([]);
  }, 240_000);

  it('plays a recording in a loop, at its speed and with increasing times, until it is stopped', () => {
    writeFileSync(join(copy.folder, 'program.mjs'), program);
    const { lastMs, ...played } = JSON.parse(copy.run('program.mjs'));
    expect(played).toEqual({
      sameSize: true,
      audio: 'aac',
      failure: null,
      afterStop: 0,
      beginsWithKey: true,
      sameData: true,
      rounds: 2,
      isIncreasing: true,
      isPaced: true,
      isOnWallTime: true,
      missing: { code: 'source.notFound', message: 'There is no such recording.', retryable: false },
      noise: {
        code: 'source.unsupported',
        message: 'The recording cannot be played: flv.signature',
        retryable: false,
      },
    });
    expect(lastMs).toBeGreaterThan(4_900);
  }, 60_000);
});
