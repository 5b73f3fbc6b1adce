/**
 * The whole server with recordings: killed while it records, then with an object store. One of its cameras is encrypted,
 * so nothing on the disk, in the bucket and on the wire may contain a clear frame of it; the other one is the control.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import { boxHeaderBytes, readBoxes } from '../../lib/codec/mp4/boxes.ts';
import { clearBytes } from '../../lib/codec/mp4/clear.ts';
import { readFragment } from '../../lib/codec/mp4/read-fragment.ts';
import { openDatabase } from '../../lib/db/client.ts';
import { decryptionOf, decryptUnit } from '../../lib/kernel/decryption.ts';
import type { MediaKeyTerms } from '../../lib/kernel/media-key.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import { clearUnits } from '../kit/clear-units.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { adminPassword, consoleData } from '../kit/console-data.ts';
import { eventually } from '../kit/host-page.ts';
import { decodeStrictly } from '../kit/recorded-file.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { type S3Server, s3Bucket, s3Credentials, s3Region, s3Server } from '../kit/s3-server.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { wait } from '../kit/steady-viewer.ts';

const [clear, encrypted] = ['DEMO00001', 'DEMO00002'] as const;
const code = 'ABCDEF';
/** The demo cameras send a key frame every 4 s. */
const recordMs = 9_000;
const liveMs = 5_000;

let dataDir: string;
let scratch: string;
let s3: S3Server;
let oriel: OrielInstance;
/** By serial number. */
const channels = new Map<string, string>();
const live = new Map<string, Buffer>();
/** Of the first process, which was killed, as it left them. */
let firstFiles: readonly string[];
let accessToken: string;

beforeAll(async () => {
  dataDir = await consoleData();
  scratch = scratchFolder('oriel-clear-');
  s3 = await s3Server();
  oriel = await startOriel({ dataDir });
  await oriel.oriel(['camera', 'update', encrypted, '--encrypted'], `${code}\n`);
  await ConsoleCalls.as(oriel, 'admin', adminPassword, async (calls) => {
    const { records } = await calls.call('GET', '/iot/camera/page');
    const recordPlan = { enabled: true, mode: 'always', days: [], keepDays: 7, preRecordSec: 0 };
    for (const { id, version, deviceSerial } of records) {
      channels.set(deviceSerial, id);
      await calls.call('PUT', '/iot/camera', { id, version, recordPlan });
    }
  });
  const app = (await oriel.oriel([
    'app',
    'create',
    '--name',
    'test',
    '--origin',
    'https://test.example',
  ])) as {
    appKey: string;
  };
  const issued = (await oriel.oriel(['token', 'issue', '--app', app.appKey])) as { accessToken: string };
  accessToken = issued.accessToken;
}, 180_000);
afterAll(async () => {
  await oriel?.stop();
  await s3?.close();
  for (const folder of [dataDir, scratch]) rmSync(folder, { recursive: true, force: true });
});

const filesOf = (serial: string) => segmentFiles(join(dataDir, 'recordings', 'cloud', channels.get(serial)!));
const startOf = (path: string) => Number(/(\d+)\.mp4$/.exec(path)![1]);

async function untilRecording(): Promise<void> {
  await eventually('both recorders', async () => {
    const health = await fetch(`${oriel.origin}/healthz`);
    const { recordings } = (await health.json()) as { recordings: { recording: number } };
    return recordings.recording === 2;
  });
}

interface Opened {
  readonly url: string;
  readonly token: string;
  readonly encryption?: MediaKeyTerms;
}

async function open(serial: string, rest: string): Promise<Opened> {
  const login = serial === encrypted ? `${code}@` : '';
  const ezopen = `ezopen://${login}oriel/${serial}/1${rest}`;
  const answer = await fetch(`${oriel.origin}/api/lapp/live/url/ezopen`, {
    method: 'POST',
    body: new URLSearchParams({ ezopen, accessToken }),
  });
  const { code: result, msg, data } = (await answer.json()) as { code: string; msg: string; data: Opened };
  if (String(result) !== '200') throw new Error(`${ezopen}: ${result} ${msg}`);
  return data;
}

async function read(url: string, token: string, range?: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, ...(range ? { range } : {}) };
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** What a viewer of live video receives. */
async function watch(serial: string): Promise<Buffer> {
  // The main stream, as it is recorded.
  const { url, token } = await open(serial, '.hd.live');
  const stop = new AbortController();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
  const chunks: Uint8Array[] = [];
  setTimeout(() => stop.abort(), liveMs);
  try {
    for await (const chunk of answer.body!) chunks.push(chunk);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  return Buffer.concat(chunks);
}

/** From before the segment to after it, as an address names it, in Shanghai. */
function around(startMs: number): string {
  const civil = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace(/[-:T]/g, '');
  return `.cloud.rec?begin=${civil(startMs - 1_000)}&end=${civil(startMs + 60_000)}`;
}

/** Rows of the index as start, size and end, by serial number and start. The server is not running. */
async function rows(): Promise<readonly string[]> {
  const { db, close } = await openDatabase({ file: join(dataDir, 'oriel.db') });
  try {
    const found = await db
      .selectFrom('recordedSegment')
      .innerJoin('recording', 'recording.id', 'recordedSegment.recordingId')
      .select(['channelId', 'startMs', 'endMs', 'recordedSegment.bytes'])
      .orderBy('channelId')
      .orderBy('startMs')
      .execute();
    return found.map((row) => `${row.channelId} ${row.startMs} ${row.endMs} ${row.bytes}`);
  } finally {
    await close();
  }
}

/** The same of the files. */
async function filesAsRows(): Promise<readonly string[]> {
  const all: string[] = [];
  for (const serial of [clear, encrypted].toSorted((a, b) =>
    channels.get(a)! < channels.get(b)! ? -1 : 1,
  )) {
    for (const path of filesOf(serial)) {
      const { parts } = (await scanSegment(path))!;
      const { startMs, durationMs } = parts.at(-1)!;
      const endMs = Math.ceil(startMs + durationMs);
      all.push(`${channels.get(serial)} ${startOf(path)} ${endMs} ${statSync(path).size}`);
    }
  }
  return all;
}

describe('a server that is killed while it records', () => {
  it('has an index that equals its files soon after the next start', async () => {
    await untilRecording();
    const [one, other] = await Promise.all([watch(clear), watch(encrypted), wait(recordMs)]);
    live.set(clear, one);
    live.set(encrypted, other);
    await oriel.kill();
    firstFiles = [clear, encrypted].flatMap(filesOf);
    expect(firstFiles).toHaveLength(2);
    // The control: rows are behind the files.
    expect(await rows()).not.toEqual(await filesAsRows());

    const startedAt = performance.now();
    oriel = await startOriel({ dataDir });
    await untilRecording();
    process.stderr.write(`recording again after ${Math.round(performance.now() - startedAt)} ms\n`);
    await oriel.kill();
    const isFirst = (row: string) => firstFiles.some((path) => row.split(' ')[1] === String(startOf(path)));
    const found = (await rows()).filter(isFirst);
    expect(found).toHaveLength(2);
    expect(found).toEqual((await filesAsRows()).filter(isFirst));
    const named = new Set([clear, encrypted].flatMap(filesOf).map((path) => String(startOf(path))));
    expect((await rows()).filter((row) => !named.has(row.split(' ')[1]!))).toEqual([]);
  }, 180_000);
});

/**
 * Everything below the folder except the files of the other camera: both show the same clock, so their frames can have
 * bytes in common.
 */
function everyFile(folder: string, serial: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Buffer.concat(paths.filter(isNotOfOther(serial)).map((path) => readFileSync(path)));
}

function isNotOfOther(serial: string): (path: string) => boolean {
  const other = channels.get(serial === clear ? encrypted : clear)!;
  return (path) => !path.includes(`/${other}/`);
}

/** The coded frames of a clear file. */
function unitsOf(file: Buffer): { kind: 'video' | 'audio'; data: Buffer }[] {
  const units: { kind: 'video' | 'audio'; data: Buffer }[] = [];
  for (const { type, body } of readBoxes(file)) {
    if (type !== 'moof') continue;
    const start = body.byteOffset - file.byteOffset - boxHeaderBytes;
    for (const { trackId, samples } of readFragment(body)?.runs ?? []) {
      for (const { offset, bytes } of samples) {
        const data = file.subarray(start + offset, start + offset + bytes);
        units.push({ kind: trackId === 1 ? 'video' : 'audio', data });
      }
    }
  }
  return units;
}

describe('with an object store', () => {
  /** Before anything was moved. */
  const onDisk = new Map<string, Buffer>();

  it('moves what is sealed to the bucket, and plays it from there', async () => {
    for (const serial of [clear, encrypted]) onDisk.set(serial, everyFile(dataDir, serial));
    const files = new Map(firstFiles.map((path) => [path, readFileSync(path)]));
    oriel = await startOriel({
      dataDir,
      env: {
        ORIEL_S3_ENDPOINT: s3.endpoint,
        ORIEL_S3_BUCKET: s3Bucket,
        ORIEL_S3_REGION: s3Region,
        ORIEL_S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
        ORIEL_S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
        // No copies stay.
        ORIEL_S3_CACHE_GB: '0',
      },
    });
    const nameOf = (path: string) => path.slice(join(dataDir, 'recordings').length + 1);
    await eventually(
      'the segments in the bucket only',
      async () => firstFiles.every((path) => s3.objects.has(nameOf(path)) && !existsSync(path)),
      60_000,
    );
    // It asks whether an object is there already.
    expect(s3.refusals.filter((refusal) => refusal !== 'NoSuchKey')).toEqual([]);
    for (const [path, bytes] of files) expect(s3.objects.get(nameOf(path))!.equals(bytes)).toBe(true);

    const [path] = filesOfFirst(clear);
    const { url, token } = await open(clear, around(startOf(path!)));
    s3.takeRequests();
    const playlist = await read(url, token);
    const parsed = parsePlaylist(playlist.toString());
    if (!parsed.ok) throw new Error('no playlist');
    const parts = parsed.value.filter(({ uri }) => uri.includes(String(startOf(path!))));
    expect(parts.length).toBeGreaterThan(1);
    for (const { uri, offset, length } of parts) {
      const bytes = await read(new URL(uri, url).href, token, `bytes=${offset}-${offset + length - 1}`);
      expect(bytes.equals(files.get(path!)!.subarray(offset, offset + length))).toBe(true);
    }
    expect(s3.takeRequests()).toContain(`GET ${nameOf(path!)}`);
    const copy = join(scratch, 'whole.mp4');
    writeFileSync(copy, await read(new URL(parts[0]!.uri, url).href, token));
    const { complaints, codes } = await decodeStrictly(copy);
    expect(complaints).toBe('');
    expect(codes.length).toBeGreaterThan(60);
  }, 180_000);

  it.each([
    ['no clear frame of an encrypted camera', encrypted],
    ['the frames of one that is not encrypted, as a control', clear],
  ])(
    'has %s on the disk, in the bucket and on the wire',
    async (_what, serial) => {
      const [path] = filesOfFirst(serial);
      const startMs = startOf(path!);
      const { url, token, encryption } = await open(serial, around(startMs));
      const name = path!.slice(join(dataDir, 'recordings').length + 1);
      const isOwn = isNotOfOther(serial);
      const object = s3.objects.get(name)!;
      // Decrypted in memory only.
      const file = Buffer.from(object);
      if (serial === encrypted) {
        const decryption = await decryptionOf(code, encryption!);
        await clearBytes(file, (iv, data) => decryptUnit(decryption, iv, data));
      }
      const units = unitsOf(file);
      expect(units.length).toBeGreaterThan(100);
      expect(clearUnits(file, { units }).video).toBeGreaterThan(60);

      const folder = url.slice(0, url.lastIndexOf('/'));
      const range = `begin=${startMs}&end=${startMs + 8_000}`;
      const places = {
        disk: onDisk.get(serial)!,
        diskNow: everyFile(dataDir, serial),
        bucket: Buffer.concat([...s3.objects].flatMap(([each, bytes]) => (isOwn(each) ? [bytes] : []))),
        playlist: await read(url, token),
        segment: await read(`${folder}/${startMs}.mp4`, token),
        keyFrame: await read(`${folder}/keyframe?at=${startMs + 1_000}`, token),
        export: await read(`${folder}/export.mp4?${range}`, token),
        live: live.get(serial)!,
        log: Buffer.from(oriel.output()),
      };
      const found = Object.fromEntries(
        Object.entries(places).map(([place, bytes]) => [place, clearUnits(bytes, { units }).video]),
      );
      expect(places.live.length).toBeGreaterThan(100_000);
      if (serial === encrypted) {
        expect(found).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, 0])));
        return;
      }
      process.stderr.write(`clear frames found by the control: ${JSON.stringify(found)}\n`);
      // 15 per second; live video begins with the newest key frame.
      for (const place of ['disk', 'bucket', 'segment', 'export', 'live'])
        expect([place, found[place]! > 10]).toEqual([place, true]);
      expect(found.keyFrame).toBe(1);
    },
    120_000,
  );
});

const filesOfFirst = (serial: string) => firstFiles.filter((path) => path.includes(channels.get(serial)!));
