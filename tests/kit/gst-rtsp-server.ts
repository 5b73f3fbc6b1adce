/** Starts GStreamer's RTSP server for a test; Debian's Python has the bindings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { changingFootage, type Footage, footage } from './gst-footage.ts';

export interface GstRtspOptions extends Footage {
  /** H.264 that follows within the connection, with another resolution. */
  readonly later?: Footage;
  readonly port?: number;
  readonly auth?: 'basic' | 'digest';
  readonly username?: string;
  readonly password?: string;
  /** Seconds between in-band parameter sets; -1 with every key frame, 0 only in the SDP. */
  readonly configInterval?: number;
  readonly sessionTimeoutSeconds?: number;
  /** The only transport that it accepts; absent: any. */
  readonly transport?: 'tcp' | 'udp';
}

export interface GstRtspServer {
  readonly port: number;
  /** Without user name and password. */
  readonly url: string;
  readonly pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const script = join(import.meta.dirname, 'gst-rtsp-server.py');

export async function startGstRtspServer(options: GstRtspOptions): Promise<GstRtspServer> {
  const { later, seconds = 60 } = options;
  const file = later ? await changingFootage(options, { ...later, seconds }) : await footage(options);
  const settings = {
    file,
    video: options.video,
    audio: options.audio,
    port: options.port ?? 0,
    auth: options.auth ?? null,
    user: options.username ?? '',
    password: options.password ?? '',
    configInterval: options.configInterval ?? -1,
    transport: options.transport ?? null,
    sessionTimeout: options.sessionTimeoutSeconds ?? null,
  };
  const child = spawn('/usr/bin/python3', [script, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const port = await readPort(child);
  return {
    port,
    url: `rtsp://127.0.0.1:${port}/stream`,
    pid: child.pid!,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function readPort(child: ChildProcess): Promise<number> {
  let complaints = '';
  child.stderr!.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-4_000);
  });
  const first = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', () => reject(new Error(`the GStreamer server exited: ${complaints}`)));
  });
  return (JSON.parse(await first) as { port: number }).port;
}
