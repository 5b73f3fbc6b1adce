/** Recordings in an object store: what is moved, what is kept here, and what happens when something fails between. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createS3ObjectStore } from '../../lib/media/object-store/s3-object-store.ts';
import type { ObjectStore, RecordingKey, RecordRetention } from '../../lib/media/ports.ts';
import { decodeGops, encodeGops, type Gop } from '../../lib/media/recordings/gop-index.ts';
import { notMounted } from '../../lib/media/recordings/mounted-disk.ts';
import { reconcileDays, reconcileKey, storedKeys } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { Retention } from '../../lib/media/recordings/retention.ts';
import { type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';
import { movedPath, objectNames, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { SegmentTier } from '../../lib/media/recordings/segment-tier.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { until } from '../kit/flv-client.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { playbackServer, recordedKey } from '../kit/playback-server.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { type S3Server, s3Bucket, s3Credentials, s3Region, s3Server } from '../kit/s3-server.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const key: RecordingKey = recordedKey;
const noon = Date.UTC(2025, 2, 1, 12);
const minute = 60_000;
const [first, second, third] = [noon, noon + minute, noon + 2 * minute];
const day = '20250301';

let recorded: string;
let root: string;
let server: S3Server;
let objects: ObjectStore;
let index: MemorySegments;
let tier: SegmentTier;
let open: number[];
let clock: FakeClock;
const folders: string[] = [];
const scratch = (): string => {
  folders.push(scratchFolder('oriel-tier-'));
  return folders.at(-1)!;
};

beforeAll(async () => {
  recorded = scratch();
  await recordMinutes({ root: recorded, key, from: noon, durationMs: 3 * minute });
});
beforeEach(async () => {
  root = scratch();
  cpSync(recorded, root, { recursive: true });
  server = await s3Server();
  objects = await openObjects();
  index = new MemorySegments();
  clock = new FakeClock(noon + 60 * minute);
  open = [];
  tier = start();
  await reconcileKey({ root, index }, key, 'recent');
});
afterEach(async () => {
  await tier.close();
  await server.close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const openObjects = () =>
  createS3ObjectStore({
    endpoint: server.endpoint,
    bucket: s3Bucket,
    prefix: '',
    region: s3Region,
    isPathStyle: true,
    credentials: s3Credentials,
    idleMs: 5_000,
  });

function start(
  maxCopyBytes = Number.MAX_SAFE_INTEGER,
  { makeFolder }: Pick<RecordFiles, 'makeFolder'> = recordFiles,
): SegmentTier {
  return new SegmentTier({
    root,
    objects,
    maxCopyBytes,
    makeFolder,
    maxMoves: 1,
    keys: () => storedKeys(root),
    openSegments: () => open,
    onChanged: async (change) => void (await reconcileDays({ root, index }, change.key, [change.day])),
    clock,
    logger: silentLogger,
  });
}

const reader = () => createRecordingReader(root, tier);
const isHere = (startMs: number) => existsSync(segmentPath(root, key, startMs));
const isMoved = (startMs: number) => existsSync(movedPath(root, key, startMs));
const original = (startMs: number) => readFileSync(segmentPath(recorded, key, startMs));
const bytesOf = async (stream: Readable | null) => stream && Buffer.concat(await stream.toArray());
/** Comparing megabytes takes seconds. */
const digestOf = (bytes: Uint8Array | null | undefined) =>
  bytes ? createHash('sha256').update(bytes).digest('hex') : null;
const whole = async (startMs: number) =>
  bytesOf(await reader().read(key, startMs, 0, original(startMs).length));
const gopsHere = (): Promise<readonly Gop[]> => reader().gops(key, 0, Number.MAX_SAFE_INTEGER);

describe('a sealed segment', () => {
  it('is moved with its description, byte for byte, and its file remains as a copy', async () => {
    await tier.move();
    const { media, description } = objectNames(key, first);
    expect(digestOf(server.objects.get(media))).toBe(digestOf(original(first)));
    expect(server.objects.has(description)).toBe(true);
    expect([isHere(first), isMoved(first)]).toEqual([true, true]);
    expect(tier.status).toMatchObject({ waitingSegments: 0, failure: null });
    expect(tier.status.copyBytes).toBe(
      [first, second, third].reduce((sum, startMs) => sum + original(startMs).length, 0),
    );
    server.takeRequests();
    await tier.move();
    expect(server.takeRequests()).toEqual([]);
  });

  it('is not one that is being written', async () => {
    open = [third];
    await tier.move();
    expect([isMoved(second), isMoved(third)]).toEqual([true, false]);
    open = [];
    await tier.move();
    expect(isMoved(third)).toBe(true);
  });

  it('is not one of the store of the camera', async () => {
    await recordMinutes({ root, key: { ...key, store: 'device' }, from: noon, durationMs: 5_000 });
    await tier.move();
    expect([...server.objects.keys()].filter((name) => name.startsWith('device'))).toEqual([]);
  });
});

describe('copies', () => {
  it('beyond the limit are removed, and what is read then comes from the store', async () => {
    tier = start(original(third).length);
    await tier.move();
    expect([isHere(first), isHere(second), isHere(third)]).toEqual([false, false, true]);
    expect(await gopsHere()).toEqual(await createRecordingReader(recorded).gops(key, 0, noon * 2));
    expect(await bytesOf(await reader().read(key, first, 500, 9_000))).toEqual(
      original(first).subarray(500, 9_000),
    );
    expect(await reader().segment(key, first)).toEqual(
      await createRecordingReader(recorded).segment(key, first),
    );
  });

  it('are made of what is played, but not for a preview', async () => {
    tier = start(original(first).length);
    await tier.move();
    const expected = await createRecordingReader(recorded).keyFrame(key, first + 9_000, 0, noon * 2);
    server.takeRequests();
    expect(await reader().keyFrame(key, first + 9_000, 0, noon * 2)).toEqual(expected);
    expect(server.takeRequests()).toEqual([`GET ${objectNames(key, first).media}`]);
    await bytesOf(await reader().read(key, first, 0, 100));
    await until('the copy', () => isHere(first) && !isHere(third));
    server.takeRequests();
    expect(digestOf(await whole(first))).toBe(digestOf(original(first)));
    expect(server.takeRequests()).toEqual([]);
  });

  it('of a segment that is removed while it is copied are not kept', async () => {
    tier = start(0);
    await tier.move();
    await tier.close();
    const { read } = objects;
    objects = {
      ...objects,
      async read(name, range) {
        if (range?.to === original(first).length) rmSync(movedPath(root, key, first));
        return read(name, range);
      },
    };
    tier = start();
    await bytesOf(await reader().read(key, first, 0, 100));
    await until('the removal', () => !isMoved(first));
    await until('the copy', () => !existsSync(`${segmentPath(root, key, first)}.part`));
    await tier.close();
    expect([isHere(first), isMoved(first)]).toEqual([false, false]);
  });

  it('of another size than was moved are moved again', async () => {
    await tier.move();
    truncateSync(segmentPath(root, key, first), 1_000);
    tier = start(0);
    await tier.move();
    // Its GOPs do not cover it: reconciliation decides, and the object is still complete.
    expect(digestOf(server.objects.get(objectNames(key, first).media))).toBe(digestOf(original(first)));
    expect(isHere(first)).toBe(true);
  });
});

describe('over HTTP', () => {
  it('a moved segment is sent from the store, or refused with a type while it fails', async () => {
    tier = start(0);
    await tier.move();
    const http = await playbackServer(root, undefined, tier);
    try {
      const headers = {
        Authorization: `Bearer ${http.ticket(noon, noon + 3 * minute)}`,
        Range: 'bytes=100-5099',
      };
      const get = (file: string) => fetch(`${http.base}/${file}`, { headers });
      const part = await get(`${first}.mp4`);
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(original(first).subarray(100, 5_100));
      server.fault = 'broken';
      const refused = [await get(`${first}.mp4`), await get(`keyframe?at=${first + 9_000}`)];
      for (const answer of refused) {
        expect([answer.status, (await answer.json()).code]).toEqual([503, 'playback.storeUnavailable']);
      }
      expect((await get('index.m3u8')).status).toBe(200);
    } finally {
      await http.close();
    }
  });

  it.each([`${first}.mp4`, `keyframe?at=${first + 9_000}`])(
    '%s is fetched no longer when its viewer goes',
    async (file) => {
      const fetched: AbortSignal[] = [];
      const { read } = objects;
      objects = {
        ...objects,
        read(name, range, signal) {
          if (signal) fetched.push(signal);
          return read(name, range, signal);
        },
      };
      tier = start(0);
      await tier.move();
      server.fault = 'drip';
      const http = await playbackServer(root, undefined, tier);
      try {
        const headers = { Authorization: `Bearer ${http.ticket(noon, noon + 3 * minute)}` };
        const viewer = new AbortController();
        const answer = fetch(`${http.base}/${file}`, { headers, signal: viewer.signal });
        answer.then((response) => response.arrayBuffer()).catch(() => {});
        await until('the request', () => fetched.length > 0);
        viewer.abort();
        await until('the end', () => fetched.every(({ aborted }) => aborted) && http.reading().open === 0);
        expect(fetched).toHaveLength(1);
      } finally {
        await http.close();
      }
    },
  );
});

describe('a failing store', () => {
  it.each(['refuse', 'broken'] as const)(
    '(%s) keeps segments here, and they are moved later',
    async (fault) => {
      server.fault = fault;
      await tier.move();
      expect(tier.status).toMatchObject({
        waitingSegments: 3,
        failure: { code: fault === 'refuse' ? 'objects.refused' : 'objects.failed', since: clock.now() },
      });
      expect(digestOf(await whole(first))).toBe(digestOf(original(first)));
      server.fault = null;
      await tier.move();
      expect(tier.status).toMatchObject({ waitingSegments: 0, failure: null });
    },
  );

  it.each([
    ['of its path', { code: 'EACCES', path: (startMs: number) => segmentPath(root, key, startMs) }],
    ['of the disk', { code: 'EIO', path: () => undefined }],
  ])('is not one file with an error %s: the others are moved', async (_, { code, path }) => {
    const { put } = objects;
    const isFirst = (name: string) => name === objectNames(key, first).media;
    const unreadable = () => Object.assign(new Error(code), { code, path: path(first) });
    objects = {
      ...objects,
      put: (name, ...rest) => (isFirst(name) ? Promise.reject(unreadable()) : put(name, ...rest)),
    };
    tier = start();
    await tier.move();
    expect([isMoved(first), isMoved(second), isMoved(third)]).toEqual([false, true, true]);
    expect(tier.status).toMatchObject({ waitingSegments: 1, failure: { code } });
  });

  it.each(['corrupt', 'silentlyCorrupt'] as const)(
    'that stores something else (%s) is noticed before the file here goes',
    async (fault) => {
      tier = start(0);
      server.fault = fault;
      await tier.move();
      expect([isMoved(first), isHere(first)]).toEqual([false, true]);
      expect(tier.status.failure).toMatchObject({ code: 'objects.failed' });
      server.fault = null;
      await tier.move();
      expect([isMoved(first), isHere(first)]).toEqual([true, false]);
      expect(digestOf(await whole(first))).toBe(digestOf(original(first)));
    },
  );

  it('refuses what is only there with a type, and plays the rest', async () => {
    tier = start(original(third).length);
    await tier.move();
    server.fault = 'broken';
    await expect(reader().read(key, first, 0, 100)).rejects.toMatchObject({ code: 'objects.failed' });
    expect(digestOf(await whole(third))).toBe(digestOf(original(third)));
  });

  it('leaves nothing of a copy that it stopped sending', async () => {
    tier = start(original(third).length);
    await tier.move();
    server.fault = 'cut';
    await expect(bytesOf(await reader().read(key, first, 0, 5_000))).rejects.toThrow();
    await tier.close();
    expect([isHere(first), existsSync(`${segmentPath(root, key, first)}.part`)]).toEqual([false, false]);
  });
});

describe('a store that sends a byte now and then', () => {
  it('fails after a time that would be enough, and the segment is moved later', async () => {
    server.hasDigests = false;
    server.objects.set(objectNames(key, first).media, original(first));
    server.fault = 'drip';
    const moving = tier.move();
    await until('the read', () => server.takeRequests().some((request) => request.startsWith('GET')));
    await clock.advance(120_000);
    await moving;
    expect(tier.status.failure).toMatchObject({ code: 'objects.unreachable' });
    server.fault = null;
    await tier.move();
    expect(tier.status).toMatchObject({ waitingSegments: 0, failure: null });
  });

  it('refuses previews after that time, so that they keep no place', async () => {
    tier = start(0);
    await tier.move();
    server.fault = 'drip';
    server.takeRequests();
    const frame = reader().keyFrame(key, first + 9_000, 0, noon * 2);
    const refused = expect(frame).rejects.toMatchObject({ code: 'objects.unreachable' });
    await until('requests', () => server.takeRequests().length > 0);
    await clock.advance(60_000);
    await refused;
  });

  it('is compared no longer than that, and holds up no stop', async () => {
    await tier.move();
    server.takeRequests();
    server.fault = 'drip';
    const comparing = tier.compare();
    await until('requests', () => server.takeRequests().length > 0);
    await clock.advance(60_000);
    await comparing;
    void tier.compare();
    server.objects.set(objectNames(key, first).media, Buffer.alloc(1));
    rmSync(movedPath(root, key, first));
    void tier.move();
    const asked: string[] = [];
    await until('requests', () => {
      asked.push(...server.takeRequests());
      return asked.length > 1;
    });
    await tier.close();
  });
});

describe('a store that lies', () => {
  it('and has an older, shorter object gets it again from the copy', async () => {
    await tier.move();
    const { media } = objectNames(key, first);
    server.objects.set(media, original(first).subarray(0, 5_000));
    await tier.compare();
    await tier.move();
    expect(digestOf(server.objects.get(media))).toBe(digestOf(original(first)));
  });

  it('and has an older, shorter object without a copy here has lost it', async () => {
    tier = start(0);
    await tier.move();
    server.objects.set(objectNames(key, first).media, original(first).subarray(0, 5_000));
    await tier.compare();
    expect(index.rows.map(({ startMs }) => startMs)).toEqual([second, third]);
  });

  it('and has other bytes of the same length is asked once for a copy, not for each part', async () => {
    tier = start(0);
    await tier.move();
    const { media } = objectNames(key, first);
    server.objects.set(media, Buffer.from(original(first)).fill(1, 5_000, 6_000));
    tier = start();
    server.takeRequests();
    for (let part = 0; part < 3; part += 1) {
      await bytesOf(await reader().read(key, first, 0, 100));
      await delay(100);
    }
    expect(server.takeRequests()).toHaveLength(4);
    expect([isHere(first), existsSync(`${segmentPath(root, key, first)}.part`)]).toEqual([false, false]);
  });

  it('and sends more than was asked for fills no disk', async () => {
    tier = start(0);
    await tier.move();
    server.fault = 'longer';
    tier = start();
    await expect(bytesOf(await reader().read(key, first, 0, 100))).rejects.toMatchObject({
      code: 'objects.failed',
    });
    await tier.close();
    expect(isHere(first)).toBe(false);
  });

  it('and has lost a description gets it again, because the bucket alone must be enough', async () => {
    tier = start(0);
    await tier.move();
    const { description } = objectNames(key, first);
    const text = server.objects.get(description);
    server.objects.delete(description);
    await tier.compare();
    expect(server.objects.get(description)).toEqual(text);
    expect(index.rows).toHaveLength(3);
  });

  it.each<[string, (text: Record<string, unknown>, gops: Gop[]) => void]>([
    ['has no tracks', (text) => Object.assign(text, { head: 'AAAA' })],
    ['has a length that the object has not', (text) => Object.assign(text, { bytes: 5 })],
    ['has GOPs of another segment', (_, gops) => (gops[1] = { ...gops[1]!, segmentMs: second })],
    ['has GOPs of another year', (_, gops) => (gops[0] = { ...gops[0]!, startMs: 1e15 })],
    ['has GOPs that are too long', (_, gops) => (gops[0] = { ...gops[0]!, durationMs: 4e9 })],
    ['has GOPs beyond its end', (_, gops) => (gops[1] = { ...gops[1]!, bytes: 4e9 })],
    ['has GOPs before its begin', (_, gops) => (gops[0] = { ...gops[0]!, offset: -1e9 })],
    ['has GOPs that overlap', (_, gops) => gops.push(gops[0]!)],
  ])('and has a description that %s restores the others', async (_, change) => {
    await tier.move();
    const { description } = objectNames(key, first);
    const text = JSON.parse(server.objects.get(description)!.toString()) as Record<string, unknown>;
    const gops = decodeGops(new Uint8Array(Buffer.from(String(text.gops), 'base64')));
    change(text, gops);
    const changed = { ...text, gops: Buffer.from(encodeGops(gops)).toString('base64') };
    server.objects.set(description, Buffer.from(JSON.stringify(changed)));
    rmSync(join(root, 'cloud'), { recursive: true });
    index = new MemorySegments();
    tier = start();
    await tier.compare();
    expect(index.rows.map(({ startMs }) => startMs)).toEqual([second, third]);
    expect((await gopsHere()).some(({ segmentMs }) => segmentMs === first)).toBe(false);
  });
});

describe('after a crash', () => {
  it('between the upload and its description, the segment is not sent again', async () => {
    server.objects.set(objectNames(key, first).media, original(first));
    await tier.move();
    expect(isMoved(first)).toBe(true);
    expect(server.takeRequests()).not.toContain(`PUT ${objectNames(key, first).media}`);
  });

  it('within the upload, it is', async () => {
    server.objects.set(objectNames(key, first).media, original(first).subarray(0, 5_000));
    await tier.move();
    expect(digestOf(server.objects.get(objectNames(key, first).media))).toBe(digestOf(original(first)));
  });

  it('that lost the folder, the bucket alone restores GOPs, rows and playback', async () => {
    await tier.move();
    // Of something else in the bucket.
    server.objects.set('cloud/a folder of others/1.mp4', Buffer.alloc(1));
    const [gops, rows] = [await gopsHere(), index.rows];
    rmSync(join(root, 'cloud'), { recursive: true });
    index = new MemorySegments();
    tier = start();
    await tier.compare();
    expect(await gopsHere()).toEqual(gops);
    const rounded = (all: typeof rows) => all.map((row) => ({ ...row, endMs: Math.round(row.endMs) }));
    expect(rounded(index.rows)).toEqual(rounded(rows));
    expect(digestOf(await whole(second))).toBe(digestOf(original(second)));
  });
});

it('a disk that is unmounted is not restored on the disk below', async () => {
  await tier.move();
  rmSync(join(root, 'cloud'), { recursive: true });
  tier = start(Number.MAX_SAFE_INTEGER, { makeFolder: () => Promise.reject(notMounted()) });
  await tier.compare();
  expect(existsSync(join(root, 'cloud'))).toBe(false);
  expect(index.rows).toHaveLength(3);
});

describe('a bucket that was emptied', () => {
  it('gets again what has copies here', async () => {
    await tier.move();
    server.objects.clear();
    await tier.compare();
    await tier.move();
    expect(digestOf(server.objects.get(objectNames(key, second).media))).toBe(digestOf(original(second)));
    expect(index.rows).toHaveLength(3);
  });

  it('has lost the rest, which is listed no longer', async () => {
    tier = start(original(third).length);
    await tier.move();
    server.objects.clear();
    await tier.compare();
    expect(index.rows.map(({ startMs }) => startMs)).toEqual([third]);
    expect((await gopsHere()).every(({ segmentMs }) => segmentMs === third)).toBe(true);
  });

  it('control: with its objects nothing is changed', async () => {
    tier = start(0);
    await tier.move();
    const rows = index.rows;
    await tier.compare();
    expect(index.rows).toBe(rows);
    expect(server.objects.size).toBe(6);
  });
});

describe('retention', () => {
  const other: RecordingKey = { ...key, channelId: 'channel-2' };
  const retention = (rules: readonly RecordRetention[], freeBytes = 100) =>
    new Retention({
      root,
      index,
      tier,
      retention: async () => rules,
      openSegments: () => [],
      clock,
      logger: silentLogger,
      measure: async () => ({ freeBytes, totalBytes: 100 }),
    });

  it('removes objects with their segments', async () => {
    tier = start(0);
    await tier.move();
    expect(await retention([{ key, keepMs: 0, maxBytes: null }]).removeOld()).toBe(3);
    expect([
      server.objects.size,
      index.rows.length,
      existsSync(join(root, 'cloud', 'channel-1', day)),
    ]).toEqual([0, 0, false]);
  });

  it('waits for a failing store, but not in other channels', async () => {
    await tier.move();
    await recordMinutes({ root, key: other, from: noon, durationMs: 5_000 });
    await reconcileKey({ root, index }, other, 'recent');
    server.fault = 'broken';
    const rules = [key, other].map((of) => ({ key: of, keepMs: 0, maxBytes: null }));
    await expect(retention(rules).removeOld()).rejects.toMatchObject({ code: 'objects.failed' });
    const left = new Set(index.rows.map((row) => row.key.channelId));
    expect([...left]).toEqual(['channel-1']);
    server.fault = null;
    await retention(rules).removeOld();
    expect([server.objects.size, index.rows.length]).toEqual([0, 0]);
  });

  it('frees a full disk of copies first, so that nothing is lost', async () => {
    await tier.move();
    await retention([], 0).freeSpace();
    expect([isHere(first), index.rows.length, server.objects.size]).toEqual([false, 3, 6]);
  });

  it('removes the oldest waiting segments from a full disk while the store fails', async () => {
    server.fault = 'broken';
    await tier.move();
    expect(await retention([], 0).freeSpace()).toBe(1);
    expect(index.rows.map(({ startMs }) => startMs)).toEqual([second, third]);
  });
});
