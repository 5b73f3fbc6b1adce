/** A viewer whose line carries a part of the stream must stay near the present, by missing groups, not by lagging. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from '@jest/globals';
import { makeClip } from '../kit/coded-clip.ts';
import { FlvReader, readScript, readVideo } from '../kit/flv-reader.ts';
import { LiveServer } from '../kit/live-server.ts';

const KBPS = 1_500;
const SHARE_OF_LINE = 0.4;
const WATCH_MS = 20_000;
const slowReader = fileURLToPath(new URL('../kit/slow-reader.py', import.meta.url));

let server: LiveServer | null = null;
let line: ChildProcess | null = null;
afterEach(async () => {
  line?.kill('SIGKILL');
  await server?.close();
  server = null;
});

it('shows whole groups close to the present on a line of 40 %', async () => {
  const clip = makeClip({ seconds: 4, kbps: KBPS, size: '640x360', audio: null });
  server = await new LiveServer({ clip }).listen();
  const seen: { timestampMs: number; isKey: boolean; lagMs: number }[] = [];
  let wallOfZero: number | null = null;
  const reader = new FlvReader((tag) => {
    if (tag.type === 'script') {
      const { name, value } = readScript(tag);
      if (name === 'onOrielClock') wallOfZero ??= Number(value.wallMs) - Number(value.mediaMs);
    } else if (tag.type === 'video' && !readVideo(tag).isHeader && wallOfZero !== null) {
      const lagMs = Date.now() - (wallOfZero + tag.timestampMs);
      seen.push({ timestampMs: tag.timestampMs, isKey: readVideo(tag).isKey, lagMs });
    }
  });

  const bytesPerSecond = Math.round((KBPS * 1_000 * SHARE_OF_LINE) / 8);
  const child = spawn('/usr/bin/python3', [slowReader, String(server.port), String(bytesPerSecond)]);
  line = child;
  let head: Buffer | null = Buffer.alloc(0);
  child.stdout.on('data', (bytes: Buffer) => {
    if (head === null) return reader.push(bytes);
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const body = head.subarray(end + 4);
    head = null;
    if (body.length > 0) reader.push(body);
  });
  const request = [
    'GET /live/CAM1/1/main.flv HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${server.gate.issue()}`,
  ];
  child.stdin.end(`${request.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, WATCH_MS));

  const jumps = seen.filter(
    (picture, index) => index > 0 && picture.timestampMs - seen[index - 1]!.timestampMs > 60,
  );
  const maxMs = Math.max(...seen.map(({ lagMs }) => lagMs));
  const text = `at most ${(maxMs / 1_000).toFixed(1)} s behind, ${jumps.length} jumps, ${seen.length} pictures`;
  process.stdout.write(`slow viewer: ${text}\n`);
  expect(jumps.length).toBeGreaterThan(0);
  expect(jumps.every(({ isKey }) => isKey)).toBe(true);
}, 60_000);
