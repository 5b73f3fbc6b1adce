import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { requestLimits } from '../../lib/media/playback/request-limits.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { clearUnits } from '../kit/clear-units.ts';
import { ClipSource } from '../kit/clip-source.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { hexOf, testMediaKey } from '../kit/media-key.ts';
import { type PlaybackServer, playbackServer, recordedKey } from '../kit/playback-server.ts';
import { decodeStrictly, packets, probe } from '../kit/recorded-file.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { RecordingCamera, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

/** 70 s over the end of a month, nothing for a minute, 20 s; then larger pictures for 20 s, without a gap. */
const start = Date.UTC(2025, 1, 28, 23, 59, 30);
const firstEnd = start + 70_000;
const secondStart = firstEnd + 60_000;
const changed = secondStart + 20_000;
const end = changed + 20_000;

interface Manifest {
  readonly range: { readonly begin: number; readonly end: number };
  readonly gaps: readonly { readonly begin: number; readonly end: number }[];
  readonly damaged: readonly { readonly begin: number; readonly end: number }[];
  readonly parts: readonly {
    readonly file: string;
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly firstFrame: number;
    readonly lastFrame: number;
    readonly durationMs: number;
    readonly codecs: readonly string[];
    readonly encryption: object | null;
    readonly runs: readonly { readonly begin: number; readonly end: number; readonly fileMs: number }[];
  }[];
}

let root: string;
let scratch: string;
let server: PlaybackServer;

beforeAll(async () => {
  root = scratchFolder('oriel-export-');
  const camera = { root, key: recordedKey };
  await recordMinutes({ ...camera, from: start, durationMs: 70_000 });
  await recordMinutes({ ...camera, from: secondStart, durationMs: 20_000 });
  await recordMinutes({ ...camera, from: changed, durationMs: 20_000, profile: 'main' });
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(async () => {
  scratch = scratchFolder('oriel-exported-');
  server = await playbackServer(root);
});
afterEach(async () => {
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

function get(path: string, ticket = server.ticket(start, end), method = 'GET'): Promise<Response> {
  return fetch(`${server.base}/${path}`, { method, headers: { authorization: `Bearer ${ticket}` } });
}

async function bytesOf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const run = promisify(execFile);
const rangeQuery = (begin: number, to: number) => `begin=${begin}&end=${to}`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const kindOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
const times = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index);
/** Numbers of the frames of the demo camera. */
const numbers = (from: number, durationMs: number) =>
  times(Math.round((durationMs * demoFps) / 1_000), demoFrameAt(from));
const frameMs = 1_000 / demoFps;

const recorded = () => join(scratch, 'recordings');

function saved(bytes: Buffer): string {
  const path = join(scratch, 'export.mp4');
  writeFileSync(path, bytes);
  return path;
}

describe('the export of a range', () => {
  it('is one MP4 from 0, with every frame from its key frame on, across midnight, month and a closed gap', async () => {
    const response = await get(`export.mp4?${rangeQuery(start + 7_500, secondStart + 3_000)}`);
    const file = saved(await bytesOf(response));
    const { complaints, codes } = await decodeStrictly(file);
    expect(complaints).toBe('');
    expect(codes.map((code) => code?.frame)).toEqual([
      ...numbers(start + 6_000, 64_000),
      ...numbers(secondStart, 4_000),
    ]);
    const { startS, durationS, video } = await probe(file);
    expect(startS).toBe(0);
    expect(durationS).toBeCloseTo(68, 1);
    expect(video).toMatchObject({ codec: 'h264' });
    const shown = (await packets(file)).map(({ timeS }) => timeS);
    const steps = shown.slice(1).map((time, index) => time - shown[index]!);
    expect(Math.max(...steps)).toBeLessThan(0.08);
    expect(Math.min(...steps)).toBeGreaterThan(0.05);
  }, 60_000);

  it('is read by GStreamer and VLC to its end, with every frame', async () => {
    const file = saved(await bytesOf(await get(`export.mp4?${rangeQuery(start, secondStart + 20_000)}`)));
    const elements = ['filesrc', `location=${file}`, '!', 'qtdemux', 'name=d', 'd.video_0', '!', 'identity'];
    const { stdout: gst } = await run(
      'gst-launch-1.0',
      ['-v', ...elements, 'silent=false', '!', 'fakesink'],
      { maxBuffer: 2 ** 26 },
    );
    expect(gst.match(/chain +\*{7}/g)).toHaveLength(90 * demoFps);
    expect(gst).toMatch(/EOS/);
    chmodSync(scratch, 0o755);
    const copy = join(scratch, 'vlc.ts');
    const sent = '#std{access=file,mux=ts,dst=-}';
    const { stdout: stream } = await run(
      'vlc',
      ['-I', 'dummy', '--play-and-exit', '--no-plugins-cache', '--sout', sent, file, 'vlc://quit'],
      {
        maxBuffer: 2 ** 30,
        encoding: 'buffer',
        // It refuses to run as root.
        ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
        env: { ...process.env, HOME: '/tmp' },
      },
    );
    writeFileSync(copy, stream);
    // Its muxer drops a few frames at the beginning, until it has a clock.
    expect((await packets(copy)).length).toBeGreaterThan(89 * demoFps);
  }, 60_000);

  it('says its length, its name and the times of its first and last frame before it is sent', async () => {
    const query = `export.mp4?${rangeQuery(start + 7_500, start + 12_500)}`;
    const response = await get(query);
    const headers = Object.fromEntries(response.headers);
    const bytes = await bytesOf(response);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="CAM1-1_20250228T235936Z_20250228T235944Z.mp4"',
      'oriel-export-first-frame': String(start + 6_000),
      'oriel-export-last-frame': String(Math.round(start + 14_000 - frameMs)),
    });
    const head = await get(query, undefined, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(await head.text()).toBe('');
  });

  it('is the same bytes each time, whose SHA-256 is in the manifest', async () => {
    const query = rangeQuery(start + 7_500, secondStart + 3_000);
    const bytes = await bytesOf(await get(`export.mp4?${query}`));
    expect((await bytesOf(await get(`export.mp4?${query}`))).equals(bytes)).toBe(true);
    const response = await get(`export.json?${query}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const manifest = (await response.json()) as Manifest;
    const [part] = manifest.parts;
    expect(manifest).toMatchObject({
      deviceSerial: 'CAM1',
      channelNo: 1,
      store: 'cloud',
      range: { begin: start + 7_500, end: secondStart + 3_000 },
      gaps: [{ begin: firstEnd, end: secondStart }],
      parts: [
        {
          file: 'CAM1-1_20250228T235936Z_20250301T000144Z.mp4',
          bytes: bytes.length,
          sha256: sha256(bytes),
          durationMs: 68_000,
          firstFrame: start + 6_000,
          lastFrame: Math.round(secondStart + 4_000 - frameMs),
          encryption: null,
          runs: [
            { begin: start + 6_000, end: firstEnd, fileMs: 0 },
            { begin: secondStart, end: secondStart + 4_000, fileMs: 64_000 },
          ],
        },
      ],
    });
    expect(manifest.parts).toHaveLength(1);
    expect(part!.codecs[0]).toMatch(/^avc1\./);
    expect((await bytesOf(await get(part!.path))).equals(bytes)).toBe(true);
  });

  it('continues after an interruption, by Range', async () => {
    const query = `export.mp4?${rangeQuery(start, start + 12_000)}`;
    const whole = await bytesOf(await get(query));
    const from = Math.round(whole.length * 0.6);
    const ranged = (range: string) =>
      fetch(`${server.base}/${query}`, {
        headers: { authorization: `Bearer ${server.ticket(start, end)}`, range },
      });
    const rest = await ranged(`bytes=${from}-`);
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes ${from}-${whole.length - 1}/${whole.length}`);
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(from))).toBe(true);
    const middle = Buffer.from(await (await ranged('bytes=10-19')).arrayBuffer());
    expect(middle.equals(whole.subarray(10, 20))).toBe(true);
    expect(await kindOf(await ranged(`bytes=${whole.length}-`))).toEqual([416, 'request.range']);
  });

  it('ends where the tracks change, and continues in its next part', async () => {
    const manifest = (await (await get(`export.json?${rangeQuery(secondStart, end)}`)).json()) as Manifest;
    expect(manifest.parts.map(({ firstFrame }) => firstFrame)).toEqual([secondStart, changed]);
    expect(manifest.gaps).toEqual([]);
    const part = (number: number) => get(`export.mp4?${rangeQuery(secondStart, end)}&part=${number}`);
    const first = await get(`export.mp4?${rangeQuery(secondStart, end)}`);
    expect(first.headers.get('oriel-export-parts')).toBe('2');
    const frames = async (response: Response) =>
      (await decodeStrictly(saved(await bytesOf(response)))).codes.map((code) => code?.frame);
    expect(await frames(first)).toEqual(numbers(secondStart, 20_000));
    expect(await frames(await part(2))).toEqual(numbers(changed, 20_000));
    expect(await kindOf(await part(3))).toEqual([404, 'playback.none']);
    for (const part of manifest.parts) expect(sha256(await bytesOf(await get(part.path)))).toBe(part.sha256);
  }, 60_000);
});

describe('the export of damaged recordings', () => {
  /** 20 s, of which the GOP of its tenth second is harmed. */
  const [from, to] = [secondStart, secondStart + 20_000];

  it.each<[string, (bytes: Buffer, gop: Gop) => Buffer, readonly (readonly [number, number])[]]>([
    [
      'the table of a part is missing',
      (bytes, { offset }) => bytes.fill(0, offset, offset + 300),
      [[10, 12]],
    ],
    [
      'a bit of a table is wrong',
      (bytes, { offset }) => bytes.fill(0x6c, offset + 4, offset + 5),
      [[10, 12]],
    ],
    ['blocks are zeros', (bytes, { offset }) => bytes.fill(0, offset, offset + 8_192), [[10, 12]]],
    ['the end of the file was cut off', (bytes, { offset }) => bytes.subarray(0, offset + 4_000), []],
  ])(
    'plays, and its manifest says what is left out: %s',
    async (_, harm, damaged) => {
      const folder = join(scratch, 'damaged');
      cpSync(root, folder, { recursive: true });
      const gops = await createRecordingReader(folder).gops(recordedKey, from, to);
      const gop = gops.find(({ startMs }) => Math.round(startMs) === from + 10_000)!;
      const path = segmentPath(folder, recordedKey, gop.segmentMs);
      writeFileSync(path, harm(readFileSync(path), gop));
      const damagedServer = await playbackServer(folder);
      try {
        const headers = { authorization: `Bearer ${damagedServer.ticket(from, to)}` };
        const ask = (name: string) =>
          fetch(`${damagedServer.base}/${name}?${rangeQuery(from, to)}`, { headers });
        const bytes = await bytesOf(await ask('export.mp4'));
        const file = saved(bytes);
        const { video } = await probe(file);
        expect(video).toMatchObject({ codec: 'h264' });
        const shown = (await packets(file)).map(({ timeS }) => Math.round(timeS * demoFps));
        const left =
          damaged.length > 0 ? times(10 * demoFps, 0).concat(times(8 * demoFps, 12 * demoFps)) : null;
        expect(shown).toEqual(left ?? times(10 * demoFps, 0));
        const manifest = (await (await ask('export.json')).json()) as Manifest;
        const seconds = (ranges: Manifest['gaps']) =>
          ranges.map(({ begin, end: until }) => [(begin - from) / 1_000, (until - from) / 1_000]);
        expect(seconds(manifest.damaged)).toEqual(damaged);
        expect(seconds(manifest.gaps)).toEqual(damaged.length > 0 ? [] : [[10, 20]]);
        expect(manifest.parts[0]!.sha256).toBe(sha256(bytes));
      } finally {
        await damagedServer.close();
      }
    },
    60_000,
  );
});

describe('the export of other cameras', () => {
  it.each([
    ['H.264 and AAC', { video: 'h264', audio: 'aac' }, 'h264', 'aac'],
    ['H.265 and G.711', { video: 'h265', audio: 'pcma' }, 'hevc', 'flac'],
    ['H.264 and Opus', { video: 'h264', audio: 'opus' }, 'h264', 'opus'],
    ['audio only', { video: null, audio: 'aac' }, null, 'aac'],
  ] as const)(
    'with %s has the packets of the recording from 0 on, also across a gap',
    async (_name, codecs, video, audio) => {
      const clip = makeClip({ seconds: 4, fps: 25, ...codecs });
      const from = Date.UTC(2025, 2, 1, 12);
      const { bytes, manifest } = await recordedExport(clip);
      const file = saved(bytes);
      const probed = await probe(file);
      expect([probed.video?.codec ?? null, probed.audio?.codec ?? null]).toEqual([video, audio]);
      expect(probed.startS).toBeCloseTo(0, 2);
      // Audio may end a packet after the last frame.
      expect(Math.abs(probed.durationS - manifest.parts[0]!.durationMs / 1_000)).toBeLessThan(0.13);
      expect(manifest.parts).toHaveLength(1);
      expect(
        manifest.gaps.filter(({ begin, end: to }) => begin > from + 1_000 && to < from + 30_000),
      ).toHaveLength(1);
      expect(sha256(bytes)).toBe(manifest.parts[0]!.sha256);
      if (video) expect((await decodeStrictly(file)).complaints).toBe('');
      const shifts: number[] = [];
      for (const kind of ['video', 'audio'] as const) {
        if (!(kind === 'video' ? video : audio)) continue;
        const shown = await packets(file, kind);
        const stored = (
          await Promise.all(segmentFiles(recorded()).map((path) => packets(path, kind)))
        ).flat();
        expect(shown).toHaveLength(stored.length);
        const steps = shown.slice(1).map(({ timeS }, index) => timeS - shown[index]!.timeS);
        expect(Math.min(...steps)).toBeGreaterThan(0);
        expect(Math.max(...steps)).toBeLessThan(0.15);
        shifts.push(shown.at(-1)!.timeS - stored.at(-1)!.timeS);
      }
      // Audio and video are moved by the same time.
      expect(Math.max(...shifts) - Math.min(...shifts)).toBeLessThan(0.065);
    },
    60_000,
  );

  it('that is encrypted stays encrypted, plays with the key, and the manifest says so', async () => {
    const key = testMediaKey(1);
    const clip = makeClip({ seconds: 4, fps: 25 });
    const { bytes, manifest } = await recordedExport(clip, key);
    expect(clearUnits(bytes, clip)).toEqual({ video: 0, audio: 0 });
    const { keyId, salt, iterations } = key;
    expect(manifest.parts[0]!.encryption).toEqual({ scheme: 'cenc', keyId, salt, iterations });
    const decrypted = (path: string) =>
      execFileSync(
        'ffmpeg',
        [
          ...['-v', 'fatal', '-xerror', '-decryption_key', hexOf(key), '-fflags', '+ignidx', '-i', path],
          ...['-map', '0', '-c', 'copy', '-f', 'framemd5', '-'],
        ],
        { maxBuffer: 2 ** 26 },
      )
        .toString()
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => line.split(',').slice(4, 6).join());
    const exported = decrypted(saved(bytes));
    const stored = segmentFiles(recorded()).flatMap(decrypted);
    expect(exported.length).toBeGreaterThan(200);
    expect(exported.toSorted()).toEqual(stored.toSorted());
  }, 60_000);

  /** A camera that is recorded for 21 s, and sends nothing after 8 s until it is connected again. */
  async function recordedExport(
    clip: ReturnType<typeof makeClip>,
    encryption?: ReturnType<typeof testMediaKey>,
  ) {
    const camera = new RecordingCamera(recorded(), {
      key: recordedKey,
      source: (clock) => new ClipSource(clip, clock),
      ...(encryption ? { encryption } : {}),
    });
    const from = camera.clock.now();
    await camera.record(8_000);
    (camera.sources.at(-1) as ClipSource).freeze();
    await camera.record(13_000);
    await camera.stop();
    const own = await playbackServer(recorded());
    try {
      const to = from + 60_000;
      const headers = { authorization: `Bearer ${own.ticket(from, to)}` };
      const fetched = (file: string) => fetch(`${own.base}/${file}?${rangeQuery(from, to)}`, { headers });
      const bytes = await bytesOf(await fetched('export.mp4'));
      return { bytes, manifest: (await (await fetched('export.json')).json()) as Manifest };
    } finally {
      await own.close();
    }
  }
});

describe('an export that is not permitted', () => {
  const range = rangeQuery(start, start + 10_000);

  it.each(['export.mp4', 'export.json'])('%s is refused', async (file) => {
    const foreign = server.ticket(start, end, { channelNo: 2 });
    expect(await kindOf(await get(`${file}?${range}`, foreign))).toEqual([403, '10031']);
    expect(await kindOf(await get(`${file}?${range}`, 'forged'))).toEqual([401, '10002']);
    const narrow = server.ticket(start + 1_000, start + 10_000);
    expect(await kindOf(await get(`${file}?${range}`, narrow))).toEqual([403, '10031']);
    const wide = server.ticket(start, start + 90_000_000);
    const tooLong = `${file}?${rangeQuery(start, start + 86_400_001)}`;
    expect(await kindOf(await get(tooLong, wide))).toEqual([400, 'playback.tooLong']);
    const gap = `${file}?${rangeQuery(firstEnd + 5_000, firstEnd + 50_000)}`;
    expect(await kindOf(await get(gap))).toEqual([404, 'playback.none']);
    for (const wrong of ['begin=1', `${range}&part=0`, `part=1&${range}`])
      expect(await kindOf(await get(`${file}?${wrong}`))).toEqual([400, 'path.query']);
    const short = server.ticket(start, end, { lifeMs: 60_000 });
    await server.clock.advance(60_000);
    expect(await kindOf(await get(`${file}?${range}`, short))).toEqual([401, '10002']);
  });
});

describe('a viewer of an export', () => {
  let large: string;
  let own: PlaybackServer;
  /** 18 MB: more than the buffers of both sockets. */
  const to = start + 300_000;

  beforeAll(async () => {
    large = scratchFolder('oriel-export-large-');
    await recordMinutes({ root: large, key: recordedKey, from: start, durationMs: 300_000, profile: 'main' });
  }, 60_000);
  afterAll(() => rmSync(large, { recursive: true, force: true }));
  beforeEach(async () => {
    own = await playbackServer(large);
  });
  afterEach(() => own.close());

  /** A viewer that takes the first packet and nothing more. */
  async function stalledViewer(ticket: string) {
    const socket = connect(Number(new URL(own.base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `GET /vod/CAM1/1/cloud/export.mp4?${rangeQuery(start, to)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ticket}\r\n\r\n`,
    );
    const text = String(await new Promise<Buffer>((resolve) => socket.once('data', resolve)));
    socket.pause();
    return { socket, total: Number(/content-length: (\d+)/i.exec(text)?.[1]) };
  }

  async function settled(): Promise<number> {
    for (let before = -1; ; ) {
      const { bytes } = own.reading();
      if (bytes === before) return bytes;
      before = bytes;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  it('who takes nothing stops the reading, and who goes closes the file', async () => {
    const { socket, total } = await stalledViewer(own.ticket(start, to));
    expect(await settled()).toBeLessThan(total * 0.8);
    socket.destroy();
    await until(() => own.running === 0 && own.reading().open === 0);
    expect(own.reading().bytes).toBeLessThan(total * 0.8);
  });

  it('who asks for the last bytes causes no reading of those before', async () => {
    const headers = { authorization: `Bearer ${own.ticket(start, to)}`, range: 'bytes=-500' };
    const response = await fetch(`${own.base}/export.mp4?${rangeQuery(start, to)}`, { headers });
    expect(Buffer.from(await response.arrayBuffer())).toHaveLength(500);
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    // The first and the last GOP for the times in the headers; the last two of 150 for the bytes.
    expect(own.reading().bytes).toBeLessThan(total * 0.05);
  });

  it('keeps its place: beyond the limit others wait, then get 429 and when to come back', async () => {
    const one = { ofGrant: 1, ofOrganisation: 1, inAll: 1 };
    await own.close();
    own = await playbackServer(large, undefined, undefined, undefined, {
      ...requestLimits,
      export: one,
    });
    const ticket = own.ticket(start, to);
    const headers = { authorization: `Bearer ${ticket}` };
    const { socket } = await stalledViewer(ticket);
    const asked = Array.from({ length: 6 }, () => fetch(`${own.base}/export.mp4`, { headers }));
    // Four wait.
    await until(() => own.running === 1 + 4);
    await own.clock.advance(2_000);
    for (const response of await Promise.all(asked)) {
      expect(response.headers.get('retry-after')).toBe('3');
      expect(await kindOf(response)).toEqual([429, 'playback.busy']);
    }
    // Other kinds have places of their own.
    expect((await fetch(`${own.base}/keyframe?at=${start}`, { headers })).status).toBe(200);
    socket.destroy();
    await until(() => own.running === 0);
    expect((await fetch(`${own.base}/export.mp4`, { method: 'HEAD', headers })).status).toBe(200);
  });

  it('loses its place when it takes nothing for half a minute', async () => {
    const { socket } = await stalledViewer(own.ticket(start, to));
    await settled();
    await own.clock.advance(20_000);
    expect(own.running).toBe(1);
    await own.clock.advance(20_000);
    await until(() => own.running === 0 && own.reading().open === 0);
    socket.destroy();
  });

  it('gets no more once the grant is revoked', async () => {
    const { socket, total } = await stalledViewer(own.ticket(start, to));
    own.end('invalid');
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    socket.resume();
    await until(() => own.running === 0 && own.reading().open === 0);
    expect(received).toBeLessThan(total);
  });

  it('is cut off, although it takes nothing, when its camera was removed or replaced', async () => {
    const { socket } = await stalledViewer(own.ticket(start, to));
    await settled();
    // Another camera was changed.
    own.end('permitted', false);
    await settled();
    expect(own.running).toBe(1);
    own.end('gone', false);
    await until(() => own.running === 0 && own.reading().open === 0);
    socket.destroy();
  });

  it('is cut off, although it takes nothing, once the ticket has expired', async () => {
    const { socket } = await stalledViewer(own.ticket(start, to, { lifeMs: 60_000 }));
    await settled();
    await own.clock.advance(60_000);
    await until(() => own.running === 0 && own.reading().open === 0);
    socket.destroy();
  });

  it('gets no more once the ticket has expired', async () => {
    const { socket, total } = await stalledViewer(own.ticket(start, to, { lifeMs: 60_000 }));
    await settled();
    await own.clock.advance(60_000);
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    socket.resume();
    await until(() => own.running === 0 && own.reading().open === 0);
    expect(received).toBeLessThan(total);
  });
});

async function until(isMet: () => boolean): Promise<void> {
  const limit = Date.now() + 5_000;
  while (!isMet()) {
    if (Date.now() > limit) throw new Error('not met within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
