/** A viewer whose connection carries only a share of the stream, and the frames it receives. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeClip } from './coded-clip.ts';
import { FlvReader, readScript, readVideo } from './flv-reader.ts';
import { LiveServer } from './live-server.ts';

export interface SlowFrame {
  readonly timestampMs: number;
  readonly isKey: boolean;
  /** From the camera to the viewer. */
  readonly lagMs: number;
  /** Frames are missing before this one. */
  readonly isJump: boolean;
}

const kbps = 1_500;
/** Consecutive frames at 25 fps are 40 ms apart. */
const jumpMs = 60;
const slowReader = fileURLToPath(new URL('./slow-reader.py', import.meta.url));

/** Reads with a share (0 to 1) of the stream's bit rate, until `isEnough` accepts the frames so far. */
export async function watchSlowly(
  shareOfLine: number,
  isEnough: (frames: readonly SlowFrame[]) => boolean,
): Promise<readonly SlowFrame[]> {
  const clip = makeClip({ seconds: 4, kbps, size: '640x360', audio: null });
  const server = await new LiveServer({ clip }).listen();
  const bytesPerSecond = Math.round((kbps * 1_000 * shareOfLine) / 8);
  const line = spawn('/usr/bin/python3', [slowReader, String(server.port), String(bytesPerSecond)]);
  try {
    return await new Promise((resolve, reject) => {
      line.once('error', reject).once('exit', () => reject(new Error('the connection was closed')));
      const frames: SlowFrame[] = [];
      let wallOfZero: number | null = null;
      const reader = new FlvReader((tag) => {
        if (tag.type === 'script') {
          const { name, value } = readScript(tag);
          if (name === 'onOrielClock') wallOfZero ??= Number(value.wallMs) - Number(value.mediaMs);
          return;
        }
        if (tag.type !== 'video' || wallOfZero === null) return;
        const { isHeader, isKey } = readVideo(tag);
        if (isHeader) return;
        const { timestampMs } = tag;
        const isJump = timestampMs - (frames.at(-1)?.timestampMs ?? timestampMs) > jumpMs;
        frames.push({ timestampMs, isKey, lagMs: Date.now() - (wallOfZero + timestampMs), isJump });
        if (isEnough(frames)) resolve(frames);
      });
      let head: Buffer | null = Buffer.alloc(0);
      line.stdout.on('data', (bytes: Buffer) => {
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
      line.stdin.end(`${request.join('\r\n')}\r\n\r\n`);
    });
  } finally {
    line.kill('SIGKILL');
    await server.close();
  }
}
