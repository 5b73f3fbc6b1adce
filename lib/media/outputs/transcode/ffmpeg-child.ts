/**
 * An ffmpeg process that converts standard input to standard output: H.265 to H.264, or audio. It opens no files or
 * connections and has no addresses or secrets. It ends when its input ends and, where `setpriv` is available,
 * the kernel kills it when our process dies.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Logger } from '../../../kernel/logger.ts';
import { bareEnvironment, type Ffmpeg } from './find-ffmpeg.ts';

/** Address space limit: enough for 4K frames and their references. */
const maxAddressBytes = 4 * 1024 ** 3;
const maxOpenFiles = 64;
/** Key frame interval of converted streams. */
const keyFrameSeconds = 2;
const maxComplaintBytes = 2_000;

/** H.265 in Matroska to H.264 in FLV. */
export const videoArguments = (width: number, height: number): string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error'],
  ...['-protocol_whitelist', 'pipe', '-flags', 'low_delay'],
  // Not `nobuffer`: it discards the key frame that ffmpeg reads to detect the format. One thread: each frame
  // thread would add a frame of delay.
  ...['-threads', '1', '-probesize', '32', '-analyzeduration', '0', '-f', 'matroska', '-i', 'pipe:0'],
  ...['-map', '0:v:0', '-an', '-copyts', '-fps_mode', 'passthrough', '-enc_time_base', '-1'],
  ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency'],
  ...['-profile:v', 'main', '-bf', '0', '-sc_threshold', '0', '-g', '600', '-crf', '24'],
  ...['-maxrate', `${maxKbps(width, height)}k`, '-bufsize', `${maxKbps(width, height)}k`],
  ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`],
  ...['-f', 'flv', '-flvflags', 'no_duration_filesize', '-flush_packets', '1', 'pipe:1'],
];

/** Maximum bit rate by frame size: 640x360 gets 1.1 Mbit/s, 1080p 8, 4K 12 at most. */
const maxKbps = (width: number, height: number): number =>
  Math.max(500, Math.min(12_000, Math.round((width * height) / 250 + 150)));

export interface FfmpegChildHandlers {
  output(chunk: Buffer): void;
  /** Written data was accepted: there is capacity again. */
  drained(): void;
  /** Called once when the process has ended and its output was read. `reason` is for the log. */
  ended(reason: string): void;
}

export class FfmpegChild {
  readonly pid: number | undefined;
  /** Null: it could not be started, because the system has too little memory. */
  #child: ChildProcess | null;
  #complaints = '';
  #isStopped = false;
  #isFinishing = false;

  constructor(
    ffmpeg: Ffmpeg,
    conversion: readonly string[],
    logger: Logger,
    handlers: FfmpegChildHandlers,
    start: typeof spawn = spawn,
  ) {
    let hasEnded = false;
    const end = (reason: string) => {
      if (hasEnded) return;
      hasEnded = true;
      if (this.#isStopped) return;
      const fields = { reason, complaints: printable(this.#complaints) };
      logger[this.#isFinishing && reason === 'status 0' ? 'debug' : 'warn'](fields, 'ffmpeg ended');
      handlers.ended(reason);
    };
    const child = startChild(ffmpeg, conversion, start, end);
    this.#child = child;
    this.pid = child?.pid;
    lowerPriority(this.pid);
    child?.stdout?.on('data', (chunk: Buffer) => {
      if (!this.#isStopped) handlers.output(chunk);
    });
    child?.stderr?.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString('latin1')).slice(-maxComplaintBytes);
    });
    child?.stdin?.on('drain', () => {
      if (!this.#isStopped) handlers.drained();
    });
    child?.stdin?.on('error', () => {
      /* the process ended: reported by 'exit' or 'error' */
    });
  }

  /** False while written data waits for ffmpeg. */
  get hasCapacity(): boolean {
    return !this.#child?.stdin?.writableNeedDrain;
  }

  write(bytes: Buffer): void {
    if (!this.#isStopped && this.#child?.stdin?.writable) this.#child.stdin.write(bytes);
  }

  /** No more input: ffmpeg writes what it has, and ends. */
  finish(): void {
    this.#isFinishing = true;
    if (!this.#isStopped) this.#child?.stdin?.end();
  }

  /** Kills the whole group. Nothing is delivered afterwards. Safe to call twice. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const child = this.#child;
    child?.stdin?.destroy();
    child?.stdout?.destroy();
    if (!child || this.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL'); // the group may already have ended
    }
  }
}

/**
 * Calls `end` once or more when it has ended, never before this returns. Without free file descriptors, Node returns a
 * child without streams that reports an error in the next turn; without memory, it throws.
 */
function startChild(
  ffmpeg: Ffmpeg,
  conversion: readonly string[],
  start: typeof spawn,
  end: (reason: string) => void,
): ChildProcess | null {
  const [command, ...args] = [...bounds(ffmpeg), ffmpeg.path, ...conversion];
  const failed = (error: unknown) => end((error as NodeJS.ErrnoException).code ?? 'cannot start');
  try {
    const child = start(command!, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate process group, so that stopping it also stops its children.
      detached: true,
      env: bareEnvironment,
    });
    child.on('error', failed);
    // Not `exit`, which may come before the last output.
    child.on('close', (code, signal) => end(signal ?? `status ${code}`));
    return child;
  } catch (error) {
    queueMicrotask(() => failed(error));
    return null;
  }
}

/** Each tool execs the next, so that a single process remains. */
function bounds(ffmpeg: Ffmpeg): string[] {
  const limits = [`--as=${maxAddressBytes}`, `--nofile=${maxOpenFiles}`, '--core=0'];
  return [
    ...(ffmpeg.setpriv === null ? [] : [ffmpeg.setpriv, '--pdeathsig', 'KILL', '--']),
    ...(ffmpeg.prlimit === null ? [] : [ffmpeg.prlimit, ...limits, '--']),
  ];
}

/** Transcoding must not delay streams that need none. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    /* the process may have ended; a lower priority is optional */
  }
}

const printable = (text: string): string => text.replace(/[^\x20-\x7e\n]/g, '?');
