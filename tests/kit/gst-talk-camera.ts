import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface GstTalkCamera {
  /** Without user name and password. */
  readonly url: string;
  /** What its loudspeaker has played: mono, at 16 kHz. */
  heard(): Promise<Int16Array>;
  stop(): Promise<void>;
}

const script = join(import.meta.dirname, 'gst-talk-camera.py');

/** GStreamer's ONVIF camera with a back channel. */
export async function startGstTalkCamera(options: {
  readonly codec: 'pcmu' | 'pcma' | 'opus' | 'aac';
  readonly user?: string;
  readonly password?: string;
}): Promise<GstTalkCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-talk-'));
  const out = join(folder, 'heard.s16');
  const child = spawn('/usr/bin/python3', [script, JSON.stringify({ ...options, out })], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-4_000);
  });
  const first = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error(`the GStreamer camera exited: ${complaints}`)));
  });
  const { port } = JSON.parse(await first) as { port: number };
  return {
    url: `rtsp://127.0.0.1:${port}/stream`,
    async heard() {
      const bytes = existsSync(out) ? await readFile(out) : Buffer.alloc(0);
      return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
