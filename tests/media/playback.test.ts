import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { readBoxes } from '../../lib/codec/mp4/boxes.ts';
import type { Clock } from '../../lib/kernel/clock.ts';
import { segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { ClipSource } from '../kit/clip-source.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { type PlaybackServer, playbackServer, recordedKey } from '../kit/playback-server.ts';
import { framesByFfmpeg } from '../kit/playlist-frames.ts';
import { decodeStrictly } from '../kit/recorded-file.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

/** 70 s over the end of a month, then nothing for a minute, then 20 s. */
const start = Date.UTC(2025, 1, 28, 23, 59, 30);
const firstEnd = start + 70_000;
const secondStart = firstEnd + 60_000;
const end = secondStart + 20_000;

let root: string;
let server: PlaybackServer;

beforeAll(async () => {
  root = scratchFolder('oriel-playback-');
  await recordMinutes({ root, key: recordedKey, from: start, durationMs: 70_000 });
  await recordMinutes({ root, key: recordedKey, from: secondStart, durationMs: 20_000 });
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(async () => {
  server = await playbackServer(root);
});
afterEach(() => server.close());

const bearer = (ticket: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${ticket}`, ...headers },
});
const get = (path: string, headers: Record<string, string> = {}, ticket = server.ticket(start, end)) =>
  fetch(`${server.base}/${path}`, bearer(ticket, headers));

async function playlist(from = start, to = end): Promise<readonly RecordedPart[]> {
  const response = await get(`index.m3u8?begin=${from}&end=${to}`);
  const parsed = parsePlaylist(await response.text());
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

async function bytesOf({ uri, offset, length }: RecordedPart): Promise<Buffer> {
  const response = await get(uri, { range: `bytes=${offset}-${offset + length - 1}` });
  return Buffer.from(await response.arrayBuffer());
}
/** Where a box of a fragment begins. */
const boxAt = (type: string) => (file: Buffer, from: number) => file.indexOf(type, from) - 4;
const trunAt = boxAt('trun');
const tfdtAt = boxAt('tfdt');

const run = promisify(execFile);
const kindOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('the playlist of a range', () => {
  it('has parts of about 4 s over midnight and month, and a discontinuity at the gap', async () => {
    const parts = await playlist();
    expect(parts[0]).toMatchObject({ startMs: start, durationMs: 4_000, startsRun: true });
    expect(parts.filter(({ startsRun }) => startsRun).map(({ startMs }) => startMs)).toEqual([
      start,
      secondStart,
    ]);
    const total = parts.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(Math.abs(total - 90_000)).toBeLessThan(2 * (1_000 / demoFps));
    expect(Math.max(...parts.map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(4_000);
  });

  it('begins with the key frame at or before its begin', async () => {
    const parts = await playlist(start + 7_500, start + 12_500);
    expect(parts[0]?.startMs).toBe(start + 6_000);
    expect(parts.at(-1)!.startMs).toBeLessThan(start + 12_500);
  });

  it('is private, compressed where asked for, and the same for HEAD', async () => {
    const response = await get('index.m3u8', { 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-encoding': 'gzip',
      'content-type': 'application/vnd.apple.mpegurl',
      'x-content-type-options': 'nosniff',
    });
    const head = await fetch(`${server.base}/index.m3u8`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${server.ticket(start, end)}`, 'accept-encoding': 'gzip' },
    });
    expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });

  it('of a time without recordings is refused with playback.none', async () => {
    const range = `begin=${firstEnd + 5_000}&end=${firstEnd + 50_000}`;
    expect(await kindOf(await get(`index.m3u8?${range}`))).toEqual([404, 'playback.none']);
    // For a player that asks whether more was recorded, that is no failure.
    expect((await get(`index.m3u8?${range}&more=1`)).status).toBe(204);
  });
});

describe('a key frame', () => {
  it('is that with which the picture begins, as a file of one frame', async () => {
    for (const offsetMs of [0, 3_999, 4_000, 31_500]) {
      const response = await get(`keyframe?at=${start + offsetMs}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('video/mp4');
      const file = join(root, 'keyframe.mp4');
      writeFileSync(file, Buffer.from(await response.arrayBuffer()));
      const { complaints, codes } = await decodeStrictly(file);
      expect(complaints).toBe('');
      expect(codes.map((code) => code?.frame)).toEqual([demoFrameAt(start + offsetMs - (offsetMs % 2_000))]);
    }
  });

  it('is refused in a gap and outside the ticket', async () => {
    expect(await kindOf(await get(`keyframe?at=${firstEnd + 5_000}`))).toEqual([404, 'playback.none']);
    expect(await kindOf(await get(`keyframe?at=${end}`))).toEqual([403, '10031']);
    expect(await kindOf(await get('keyframe'))).toEqual([400, 'path.query']);
    expect(await kindOf(await get(`keyframe?at=${start}`, {}, 'forged'))).toEqual([401, '10002']);
  });
});

describe('bytes of a segment', () => {
  it('are those of the file, for every part and its head', async () => {
    for (const part of await playlist()) {
      const file = readFileSync(segmentPath(root, recordedKey, Number.parseInt(part.uri, 10)));
      const last = part.offset + part.length - 1;
      const response = await get(part.uri, { range: `bytes=${part.offset}-${last}` });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${part.offset}-${last}/${file.length}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(file.subarray(part.offset, last + 1))).toBe(true);
      expect(bytes.subarray(4, 8).toString()).toBe(part.offset === 0 ? 'ftyp' : 'moof');
      expect(file.subarray(part.initLength + 4, part.initLength + 8).toString()).toBe('moof');
    }
  });

  it('are the whole file without a range, and refused beyond its end', async () => {
    const [part] = await playlist();
    const file = readFileSync(segmentPath(root, recordedKey, start));
    const whole = await get(part!.uri);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    const beyond = await get(part!.uri, { range: `bytes=${file.length}-` });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${file.length}`);
    expect(await kindOf(beyond)).toEqual([416, 'request.range']);
  });

  it('outside the range of the ticket are not sent, although they are in the same file', async () => {
    const [from, to] = [start + 8_000, start + 12_000];
    const ticket = server.ticket(from, to);
    const parts = await playlist(from, to);
    const own = parts.find(({ startMs }) => startMs === from)!;
    const range = (at: number, length: number) => ({ range: `bytes=${at}-${at + length - 1}` });
    expect((await get(own.uri, range(own.offset, own.length), ticket)).status).toBe(206);
    expect((await get(own.uri, range(0, own.initLength), ticket)).status).toBe(206);
    const before = (await playlist())[0]!;
    expect(await kindOf(await get(before.uri, range(before.offset, 100), ticket))).toEqual([403, '10031']);
    expect(await kindOf(await get(own.uri, {}, ticket))).toEqual([403, '10031']);
    // What is asked for beyond it is left out.
    const cut = await get(own.uri, { range: `bytes=${own.offset}-` }, ticket);
    expect(Number(cut.headers.get('content-length'))).toBe(own.length);
    await cut.arrayBuffer();
  });

  it.each<[string, (file: Buffer, at: number) => void]>([
    ['a fragment of another type', (file, at) => file.write('junk', at + 4)],
    ['samples that are not in its data', (file, at) => file.writeUInt32BE(0x7fffffff, trunAt(file, at) + 16)],
    ['a time of another day', (file, at) => file.writeUInt32BE(1, tfdtAt(file, at) + 12)],
  ])('are without what is damaged: %s', async (_what, damage) => {
    const parts = await playlist();
    const part = parts[2]!;
    const path = segmentPath(root, recordedKey, Number.parseInt(part.uri, 10));
    const stored = readFileSync(path);
    const damaged = Buffer.from(stored);
    damage(damaged, part.offset);
    writeFileSync(path, damaged);
    try {
      const bytes = await bytesOf(part);
      expect(bytes.length).toBe(part.length);
      // The first of its GOPs is left out, and the next one is as it was.
      const [skipped, ...others] = readBoxes(bytes);
      expect(skipped!.type).toBe('free');
      expect(others.map(({ type }) => type).slice(0, 2)).toEqual(['moof', 'mdat']);
      const kept = skipped!.body.length + 8;
      const end = part.offset + part.length;
      expect(bytes.subarray(kept).equals(stored.subarray(part.offset + kept, end))).toBe(true);
      const whole = Buffer.from(await (await get(part.uri)).arrayBuffer());
      expect(whole.subarray(part.offset, end).equals(bytes)).toBe(true);
    } finally {
      writeFileSync(path, stored);
    }
  });

  it('of a removed segment are refused', async () => {
    expect(await kindOf(await get(`${start + 1}.mp4`))).toEqual([404, 'playback.none']);
  });

  it('stop when the viewer goes, and the file is closed', async () => {
    const { port } = new URL(server.base);
    const socket = connect(Number(port), '127.0.0.1');
    const ticket = server.ticket(start, end);
    socket.write(
      `GET /vod/CAM1/1/cloud/${start}.mp4 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ticket}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await until(() => server.running === 0);
  });
});

describe('an address with a signature', () => {
  const uriOf = (playlist: string) =>
    playlist.split('\n').find((line) => line !== '' && !line.startsWith('#'))!;
  /** Address of the playlist that the first one names. */
  async function started(from = start, to = end): Promise<URL> {
    const first = server.signed(from, to);
    const variant = await (await fetch(first)).text();
    expect(variant).toMatch(/#EXT-X-STREAM-INF:BANDWIDTH=\d{5,}/);
    return new URL(uriOf(variant), first);
  }

  it('starts playback, and the playlist and its segments have another one', async () => {
    const address = await started();
    const response = await fetch(address);
    const parsed = parsePlaylist(await response.text());
    expect(parsed.ok && parsed.value).toEqual(await playlist());
    const [part] = await playlist();
    const range = { range: `bytes=${part!.offset}-${part!.offset + part!.length - 1}` };
    expect((await fetch(new URL(part!.uri, address), { headers: range })).status).toBe(206);
    expect(
      await kindOf(await fetch(new URL(part!.uri, server.signed(start, end)), { headers: range })),
    ).toEqual([403, '10031']);
  });

  it('permits its range only, no export, no preview, and no change', async () => {
    const address = await started(start + 8_000, start + 12_000);
    const [before] = await playlist();
    const range = { range: `bytes=${before!.offset}-${before!.offset + 99}` };
    expect(await kindOf(await fetch(new URL(before!.uri, address), { headers: range }))).toEqual([
      403,
      '10031',
    ]);
    for (const other of [
      'export.mp4',
      'export.json',
      `keyframe?at=${start + 9_000}`,
      `index.m3u8?begin=${start}&end=${end}`,
    ])
      expect(await kindOf(await fetch(new URL(other, address)))).toEqual([404, 'path.unknown']);
    const altered = address.href.replace(/.(?=\/index)/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await kindOf(await fetch(altered))).toEqual([401, '10002']);
    expect(await kindOf(await fetch(address.href.replace('/cloud/', '/device/')))).toEqual([403, '10031']);
  });

  it('ends with its grant, and without one starts nothing', async () => {
    const address = await started();
    server.end('invalid');
    expect(await kindOf(await fetch(address))).toEqual([401, '10002']);
    expect(await kindOf(await fetch(server.signed(start, end)))).toEqual([401, '10002']);
  });
});

describe('what a ticket does not permit', () => {
  const reasons: readonly [string, () => string | null, (() => void) | null, number, string][] = [
    ['no ticket', () => null, null, 401, '10002'],
    ['a text that is no ticket', () => 'opt1.x.y', null, 401, '10002'],
    ['a ticket of another channel', () => server.ticket(start, end, { channelNo: 2 }), null, 403, '10031'],
    ['a ticket of the other store', () => server.ticket(start, end, { store: 'device' }), null, 403, '10031'],
    ['a range outside its own', () => server.ticket(end + 9_000, end + 60_000), null, 404, 'playback.none'],
    ['a grant that was revoked', () => server.ticket(start, end), () => server.end('invalid'), 401, '10002'],
    [
      'a grant without the camera',
      () => server.ticket(start, end),
      () => server.end('uncovered'),
      403,
      '10031',
    ],
    ['a camera that is gone', () => server.ticket(start, end), () => server.end('gone'), 404, '20002'],
  ];

  it.each(reasons)('%s', async (_reason, ticket, before, status, code) => {
    before?.();
    const text = ticket();
    const response = await fetch(`${server.base}/index.m3u8`, text === null ? {} : bearer(text));
    expect(await kindOf(response)).toEqual([status, code]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('a ticket that has expired', async () => {
    const ticket = server.ticket(start, end, { lifeMs: 60_000 });
    expect((await get('index.m3u8', {}, ticket)).status).toBe(200);
    await server.clock.advance(60_000);
    expect(await kindOf(await get('index.m3u8', {}, ticket))).toEqual([401, '10002']);
  });

  it.each([
    ['GET', '/vod/CAM1/1/cloud/../index.m3u8?x', 404, 'path.unknown'],
    ['GET', '/vod/CAM1/1/cloud/index.m3u8?token=x', 400, 'path.query'],
    ['GET', '/vod/CAM1/1/cloud/index.m3u8?begin=9&end=8', 400, 'path.query'],
    ['GET', '/vod/CAM1/1/usb/index.m3u8', 404, 'path.unknown'],
    ['POST', '/vod/CAM1/1/cloud/index.m3u8', 405, 'request.method'],
  ])('%s %s', async (method, path, status, code) => {
    const { origin } = new URL(server.base);
    // `fetch` would shorten the path.
    const { default: http } = await import('node:http');
    const answer = await new Promise<[number, string]>((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const request = http.request({ hostname, port, path, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve([response.statusCode ?? 0, JSON.parse(String(Buffer.concat(chunks))).code]),
        );
      });
      request.on('error', reject).end();
    });
    expect(answer).toEqual([status, code]);
  });
});

describe('other players', () => {
  const numbers = (from: number, durationMs: number) =>
    Array.from(
      { length: Math.round((durationMs * demoFps) / 1_000) },
      (_, index) => demoFrameAt(from) + index,
    );

  /** A digest of each frame as ffmpeg decodes it, all of one size. */
  const decodedFrames = async (input: string) => {
    const output = ['-vf', 'scale=320:180', '-fps_mode', 'passthrough', '-f', 'framemd5', '-'];
    const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', input, ...output]);
    const frames = stdout.split('\n').filter((line) => /^\d/.test(line));
    return frames.map((line) => line.split(',').at(-1)!.trim());
  };

  it('ffmpeg shows every frame once, across midnight and the gap', async () => {
    const ticket = server.ticket(start, end);
    const frames = await framesByFfmpeg([
      '-headers',
      `Authorization: Bearer ${ticket}\r\n`,
      '-i',
      `${server.base}/index.m3u8`,
    ]);
    expect(frames).toEqual([...numbers(start, 70_000), ...numbers(secondStart, 20_000)]);
  }, 60_000);

  it('ffmpeg shows them too from an address with a signature, without a header', async () => {
    const from = firstEnd - 6_000;
    const frames = await framesByFfmpeg(['-i', server.signed(from, secondStart + 4_000)]);
    expect(frames).toEqual([...numbers(from, 6_000), ...numbers(secondStart, 4_000)]);
  }, 60_000);

  it('ffmpeg shows what follows a change of the resolution', async () => {
    const changed = scratchFolder('oriel-playback-');
    await recordMinutes({ root: changed, key: recordedKey, from: start, durationMs: 4_000 });
    const from = start + 10_000;
    await recordMinutes({ root: changed, key: recordedKey, from, durationMs: 4_000, profile: 'main' });
    const other = await playbackServer(changed);
    try {
      const frames = await framesByFfmpeg(['-i', other.signed(start, from + 4_000)]);
      expect(frames).toEqual([...numbers(start, 4_000), ...numbers(from, 4_000)]);
    } finally {
      await other.close();
      rmSync(changed, { recursive: true });
    }
  }, 60_000);

  it('ffmpeg shows H.265 after a change of the resolution as it does each file by itself', async () => {
    const changed = scratchFolder('oriel-playback-');
    const sizes = ['320x180', '640x360'] as const;
    for (const [at, size] of sizes.entries()) {
      const clip = makeClip({ seconds: 4, fps: 25, video: 'h265', audio: null, size });
      const source = (clock: Clock) => new ClipSource(clip, clock);
      const from = start + at * 10_000;
      await recordMinutes({ root: changed, key: recordedKey, from, durationMs: 4_000, source });
    }
    const other = await playbackServer(changed);
    try {
      const frames = await decodedFrames(other.signed(start, start + 14_000));
      const files = segmentFiles(changed);
      expect(frames).toEqual((await Promise.all(files.map(decodedFrames))).flat());
      expect([files.length, frames.length]).toEqual([2, 200]);
    } finally {
      await other.close();
      rmSync(changed, { recursive: true });
    }
  }, 60_000);

  it('GStreamer reads it to its end without an error', async () => {
    const { stdout, stderr } = await run('gst-launch-1.0', [
      '-m',
      'souphttpsrc',
      `location=${server.signed(start, end)}`,
      '!',
      'hlsdemux',
      '!',
      'qtdemux',
      '!',
      'fakesink',
      'sync=false',
      'silent=false',
    ]);
    expect(`${stdout}${stderr}`).not.toMatch(/ERROR/);
    expect(stdout).toMatch(/EOS/);
  }, 60_000);

  it('VLC reads both stretches', async () => {
    const sent = '#std{access=file,mux=ts,dst=-}';
    const args = ['-I', 'dummy', '--play-and-exit', '--no-plugins-cache', '--sout', sent, '--sout-keep'];
    const { stdout } = await run('vlc', [...args, server.signed(start, end), 'vlc://quit'], {
      maxBuffer: 2 ** 30,
      encoding: 'buffer',
      // It refuses to run as root.
      ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
      env: { ...process.env, HOME: '/tmp' },
    });
    // Its muxer drops a few frames at each beginning, until it has a clock.
    expect(await framesOf(stdout)).toBeGreaterThan(88 * demoFps);
  }, 60_000);
});

/** Number of video packets of an MPEG transport stream. */
async function framesOf(stream: Buffer): Promise<number> {
  const probe = ['-v', 'error', '-select_streams', 'v', '-count_packets', '-show_entries'];
  const child = run('ffprobe', [...probe, 'stream=nb_read_packets', '-of', 'csv=p=0', '-']);
  child.child.stdin?.end(stream);
  return Number.parseInt((await child).stdout, 10);
}

async function until(isMet: () => boolean): Promise<void> {
  const limit = Date.now() + 5_000;
  while (!isMet()) {
    if (Date.now() > limit) throw new Error('not met within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
