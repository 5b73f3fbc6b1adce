import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { createS3ObjectStore } from '../../lib/media/object-store/s3-object-store.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import type { RecorderStatus, RecordTask } from '../../lib/media/ports.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { RecordingSite, recordTask } from '../kit/recording-site.ts';
import { type S3Server, s3Bucket, s3Credentials, s3Region, s3Server } from '../kit/s3-server.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { until } from '../kit/steady-viewer.ts';

let root: string;
let site: RecordingSite;
beforeEach(() => {
  root = scratchFolder('oriel-plane-');
  site = new RecordingSite(root);
});
afterEach(async () => {
  await site.stop();
  rmSync(root, { recursive: true, force: true });
});

const always = recordTask(1);
const onAlarm = recordTask(1, { when: { beforeMs: 5_000, afterMs: 10_000 } });
const gopsOf = ({ key }: RecordTask) => site.plane.reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
async function recordedMs(task: RecordTask): Promise<number> {
  return (await gopsOf(task)).reduce((sum, { durationMs }) => sum + durationMs, 0);
}

describe('a camera that accepts one connection', () => {
  it('is recorded into two stores and watched over that one', async () => {
    site.plans.wanted = [always, recordTask(1, { store: 'device' })];
    await site.plane.start();
    await site.pass(10_000);
    let watchedBytes = 0;
    const viewer: LiveViewer = {
      open() {},
      hasCapacity: () => true,
      write({ body }) {
        watchedBytes += body.length;
      },
      cork() {},
      uncork() {},
      end() {},
    };
    site.live.subscribe({ ...always.camera, video: 'asSent' }, viewer);
    await site.pass(10_000);
    expect(site.sources).toHaveLength(1);
    expect(watchedBytes).toBeGreaterThan(10_000);
    expect(site.plane.statuses().map(({ state }) => state)).toEqual(['recording', 'recording']);
    await site.plane.close();
    expect(await recordedMs(always)).toBeGreaterThan(15_000);
    expect(await recordedMs(recordTask(1, { store: 'device' }))).toBeGreaterThan(15_000);
  });
});

describe('plans', () => {
  it('start and stop recorders at once, and each 10 s where nobody announced the change', async () => {
    await site.plane.start();
    expect(site.plane.statuses()).toEqual([]);
    site.plans.change([always]);
    await site.pass(5_000);
    expect(site.plane.statuses()).toHaveLength(1);
    site.plans.wanted = [always, recordTask(2)];
    await site.pass(10_000);
    expect(site.plane.statuses()).toHaveLength(2);
    site.plans.change([recordTask(2)]);
    await site.pass(1_000);
    expect(site.plane.statuses().map(({ key }) => key.channelId)).toEqual(['channel-2']);
    const sealed = await recordedMs(always);
    await site.pass(20_000);
    expect(await recordedMs(always)).toBe(sealed);
    expect(await recordedMs(recordTask(2))).toBeGreaterThan(sealed);
  });

  it('that cannot be read leave running what runs', async () => {
    site.plans.wanted = [always];
    await site.plane.start();
    site.plans.tasks = () => Promise.reject(new Error('database'));
    await site.pass(30_000);
    expect(site.plane.statuses()).toMatchObject([{ state: 'recording' }]);
  });

  it('of a camera whose source was deleted and stored again continue', async () => {
    site.spec = null;
    site.plans.wanted = [always];
    await site.plane.start();
    await site.pass(5_000);
    expect(site.plane.statuses()).toMatchObject([{ state: 'waiting', newestMs: null }]);
    site.spec = { kind: 'demo', scene: 'harbour', profile: 'sub' };
    await site.pass(20_000);
    expect(site.plane.statuses()).toMatchObject([{ state: 'recording', camera: always.camera }]);
  });
});

describe('a recording on alarm', () => {
  it('begins before the alarm, ends after it, and overlapping alarms are one recording', async () => {
    site.plans.wanted = [onAlarm];
    await site.plane.start();
    await site.pass(60_000);
    expect(segmentFiles(root)).toEqual([]);
    const alarmMs = site.clock.now();
    expect(site.plane.trigger(onAlarm.key, alarmMs)).toBe(true);
    await site.pass(6_000);
    site.plane.trigger(onAlarm.key, alarmMs + 6_000);
    await site.pass(40_000);
    const gops = await gopsOf(onAlarm);
    expect(gops.filter(({ startsRun }) => startsRun)).toHaveLength(1);
    expect(gops[0]!.startMs).toBeLessThanOrEqual(alarmMs - 5_000);
    expect(gops[0]!.startMs).toBeGreaterThan(alarmMs - 5_000 - 4_100);
    const last = gops.at(-1)!;
    expect(last.startMs + last.durationMs - alarmMs).toBeGreaterThanOrEqual(16_000);
    expect(last.startMs + last.durationMs - alarmMs).toBeLessThan(16_000 + 4_100);
    expect(site.index.rows.every(({ kind }) => kind === 'alarm')).toBe(true);
    expect(site.plane.statuses()).toMatchObject([{ state: 'waiting', failure: null }]);
  });

  it('marks what is recorded always anyway', async () => {
    site.plans.wanted = [always];
    await site.plane.start();
    await site.pass(10_000);
    site.plane.trigger(always.key, site.clock.now());
    await site.pass(60_000);
    await site.plane.close();
    const kinds = site.index.rows.map(({ kind }) => kind);
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(['schedule', 'alarm', 'schedule']);
    expect((await gopsOf(always)).filter(({ startsRun }) => startsRun)).toHaveLength(1);
  });

  it('is refused for a channel that is not recorded, and for that of another organisation', async () => {
    site.plans.wanted = [onAlarm];
    await site.plane.start();
    expect(site.plane.trigger({ tenantId: 't', channelId: 'channel-9' }, 0)).toBe(false);
    expect(site.plane.trigger({ tenantId: 'u', channelId: 'channel-1' }, 0)).toBe(false);
  });
});

describe('after a crash', () => {
  it('files, GOPs and rows are equal before anything is recorded, and nothing is overwritten', async () => {
    site.plans.wanted = [always];
    await site.plane.start();
    await site.pass(30_000);
    await site.stop();
    const [file] = segmentFiles(root);
    const recorded = readFileSync(file!);
    appendFileSync(file!, recorded.subarray(600, 5_000));
    // The database was restored from a backup.
    site = new RecordingSite(root, { clock: site.clock, index: new MemorySegments() });
    site.plans.wanted = [always];
    await site.plane.start();
    expect(readFileSync(file!)).toEqual(recorded);
    expect(site.index.rows).toMatchObject([{ key: always.key, bytes: recorded.length }]);
    await site.pass(10_000);
    expect(segmentFiles(root)).toHaveLength(2);
    expect(readFileSync(file!)).toEqual(recorded);
  });

  it('a channel whose files are compared is recorded, while those of another one still are', async () => {
    const both = [always, recordTask(2)];
    site.plans.wanted = both;
    await site.plane.start();
    await site.pass(10_000);
    await site.stop();
    const index = new MemorySegments();
    let compared = () => {};
    const isCompared = new Promise<void>((resolve) => {
      compared = resolve;
    });
    const between = index.between.bind(index);
    index.between = async (key, from, to, limit) => {
      if (key.channelId === 'channel-1') await isCompared;
      return between(key, from, to, limit);
    };
    site = new RecordingSite(root, { clock: site.clock, index });
    site.plans.wanted = both;
    const started = site.plane.start();
    await until('a recorder', () => site.plane.statuses().length > 0);
    await site.pass(10_000);
    expect(site.plane.statuses()).toMatchObject([{ key: { channelId: 'channel-2' }, state: 'recording' }]);
    compared();
    await started;
    expect(site.plane.statuses()).toHaveLength(2);
  });

  it('who stops meanwhile waits for the day that is compared: another process may record it then', async () => {
    site.plans.wanted = [always];
    await site.plane.start();
    await site.pass(10_000);
    await site.stop();
    const index = new MemorySegments();
    let [isComparing, isClosed] = [false, false];
    let compared = () => {};
    const between = index.between.bind(index);
    index.between = async (...of) => {
      isComparing = true;
      await new Promise<void>((resolve) => {
        compared = resolve;
      });
      return between(...of);
    };
    site = new RecordingSite(root, { clock: site.clock, index });
    void site.plane.start();
    await until('a comparison', () => isComparing);
    const closing = site.plane.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isClosed).toBe(false);
    compared();
    await closing;
    expect(index.rows).toHaveLength(1);
  });

  it('rows that the database refused are stored when it works again', async () => {
    const put = site.index.put.bind(site.index);
    site.index.put = () => Promise.reject(new Error('database'));
    site.plans.wanted = [always];
    await site.plane.start();
    await site.pass(130_000);
    expect(site.index.rows).toEqual([]);
    site.index.put = put;
    await site.pass(5_000);
    expect(site.index.rows.length).toBeGreaterThanOrEqual(2);
  });
});

it('announces what happens to a recording', async () => {
  const seen: RecorderStatus[] = [];
  site.plane.onStatus((status) => seen.push(status));
  site.plans.wanted = [always];
  await site.plane.start();
  await site.pass(10_000);
  site.live.close();
  await site.pass(2_000);
  expect(seen.map(({ state }) => state)).toEqual(['recording', 'waiting']);
});

it('removes the oldest recordings when the disk is 90 % full, while it records', async () => {
  let oldest: string | null = null;
  // Its removal frees what was missing.
  const isFull = () => oldest !== null && existsSync(oldest);
  const measure = async () => ({ freeBytes: isFull() ? 99_000 : 500_000, totalBytes: 1_000_000 });
  await site.stop();
  site = new RecordingSite(root, { clock: site.clock, measure });
  site.plans.wanted = [always];
  await site.plane.start();
  await site.pass(200_000);
  const before = segmentFiles(root);
  oldest = before[0]!;
  await site.pass(6_000);
  expect(segmentFiles(root)).toEqual(before.slice(1));
  expect(site.plane.statuses()).toMatchObject([{ state: 'recording' }]);
});

describe('with an object store', () => {
  let server: S3Server;
  const siteOf = async (): Promise<RecordingSite> => {
    await site.stop();
    const objects = await createS3ObjectStore({
      endpoint: server.endpoint,
      bucket: s3Bucket,
      prefix: '',
      region: s3Region,
      isPathStyle: true,
      credentials: s3Credentials,
    });
    const next = new RecordingSite(root, { clock: site.clock, objectStore: { objects, maxCopyBytes: 0 } });
    next.plans.wanted = [always];
    return next;
  };
  const moved = () => [...server.objects.keys()].filter((name) => name.endsWith('.mp4'));
  const until = async (isDone: () => boolean | Promise<boolean>) => {
    for (let tries = 0; tries < 100 && !(await isDone()); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await site.clock.advance(1_000);
    }
  };
  beforeEach(async () => {
    server = await s3Server();
    site = await siteOf();
    await site.plane.start();
    await site.pass(150_000);
    await until(() => segmentFiles(root).length <= 1);
  });
  afterEach(async () => {
    await site.stop();
    await server.close();
  });

  it('moves sealed segments while it records, and plays all of them', async () => {
    expect(moved()).toHaveLength(2);
    expect(segmentFiles(root)).toHaveLength(1);
    expect(site.plane.tierStatus()).toEqual({
      waitingSegments: 0,
      waitingBytes: 0,
      copyBytes: 0,
      failure: null,
    });
    const [first] = await gopsOf(always);
    const bytes = await site.plane.reader.read(always.key, first!.segmentMs, 0, 1_000);
    expect(Buffer.concat(await bytes!.toArray())).toEqual(
      server.objects.get(moved()[0]!)!.subarray(0, 1_000),
    );
    expect(await recordedMs(always)).toBeGreaterThan(140_000);
  });

  it('plays what it restored of the day that is being recorded, and records on', async () => {
    const before = await gopsOf(always);
    await site.stop();
    rmSync(root, { recursive: true });
    site = await siteOf();
    await site.plane.start();
    await site.pass(10_000);
    const isRestored = async () =>
      (await gopsOf(always)).some(({ startMs }) => startMs === before[0]!.startMs);
    await until(isRestored);
    expect(await isRestored()).toBe(true);
    const restoredMs = await recordedMs(always);
    await site.pass(10_000);
    expect(await recordedMs(always)).toBeGreaterThanOrEqual(restoredMs + 8_000);
    expect(segmentFiles(root).length).toBeGreaterThan(0);
  });
});
