import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { eventually } from './host-page.ts';

/** A virtual sound card that keeps time and can be recorded: PulseAudio with a null sink. */
export interface SoundCard {
  /** Environment variables for programs that play on it. */
  readonly env: Readonly<Record<string, string>>;
  /** The loudest sample within the next `forMs`, 0 to 1. */
  loudness(forMs?: number): Promise<number>;
  stop(): Promise<void>;
}

/** Browsers do not start an audio context without a sound card. */
export async function startSoundCard(): Promise<SoundCard> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-sound-'));
  const socket = join(folder, 'socket');
  const own = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder };
  const env = { PULSE_SERVER: `unix:${socket}` };
  const modules = [
    'module-null-sink sink_name=nobody',
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ];
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      ...modules.flatMap((one) => ['-L', one]),
    ],
    { env: own, stdio: 'ignore' },
  );
  await eventually('a sound card', async () => existsSync(socket), 20_000);
  const ear = spawn(
    'parec',
    ['--device=nobody.monitor', '--format=s16le', '--rate=16000', '--channels=1', '--latency-msec=50'],
    { env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let loudest = 0;
  listen(ear.stdout as Readable, (sample) => {
    loudest = Math.max(loudest, Math.abs(sample));
  });
  return {
    env,
    async loudness(forMs = 1_000) {
      loudest = 0;
      await new Promise((next) => setTimeout(next, forMs));
      return loudest / 32_768;
    },
    async stop() {
      await Promise.all([ended(ear), ended(server)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Passes on every sample; a chunk may end within one. */
function listen(stream: Readable, receive: (sample: number) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) receive(bytes.readInt16LE(at));
    rest = bytes.subarray(whole);
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
