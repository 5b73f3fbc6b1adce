/**
 * One ffmpeg that turns H.265 on its standard input into H.264 on its standard output. It opens no file and
 * no connection, knows no address and no secret, and cannot outlive us: it ends when its input ends, and,
 * where the system has `setpriv`, the kernel kills it when our process dies.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Logger } from '../../../kernel/logger.ts';
import { bareEnvironment, type Ffmpeg } from './find-ffmpeg.ts';

/** Room for 4K pictures and their references; far below what a runaway would take. */
const maxAddressBytes = 4 * 1024 ** 3;
const maxOpenFiles = 64;
/** A converted stream starts for new viewers at least this often. */
const keyFrameSeconds = 2;
const maxComplaintBytes = 2_000;

export const ffmpegArguments = (width: number, height: number): string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error'],
  ...['-protocol_whitelist', 'pipe', '-flags', 'low_delay'],
  // Not `nobuffer`: it throws away the key frame that ffmpeg reads to learn the format.
  // One thread that works on slices: frame threads would each hold a picture back.
  ...['-threads', '1', '-probesize', '32', '-analyzeduration', '0', '-f', 'matroska', '-i', 'pipe:0'],
  ...['-map', '0:v:0', '-an', '-copyts', '-fps_mode', 'passthrough', '-enc_time_base', '-1'],
  ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency'],
  ...['-profile:v', 'main', '-bf', '0', '-sc_threshold', '0', '-g', '600', '-crf', '24'],
  ...['-maxrate', `${maxKbps(width, height)}k`, '-bufsize', `${maxKbps(width, height)}k`],
  ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`],
  ...['-f', 'flv', '-flvflags', 'no_duration_filesize', '-flush_packets', '1', 'pipe:1'],
];

/** Generous for the picture size: 640x360 gets 1.1 Mbit/s, 1080p 8, 4K 12 at most. */
const maxKbps = (width: number, height: number): number =>
  Math.max(500, Math.min(12_000, Math.round((width * height) / 250 + 150)));

export interface FfmpegChildHandlers {
  output(chunk: Buffer): void;
  /** What was written has been accepted: there is capacity again. */
  drained(): void;
  /** Once: the process is gone. `reason` is for the log. */
  ended(reason: string): void;
}

export class FfmpegChild {
  readonly pid: number | undefined;
  #child: ChildProcess;
  #complaints = '';
  #isStopped = false;

  constructor(
    ffmpeg: Ffmpeg,
    size: { width: number; height: number },
    logger: Logger,
    handlers: FfmpegChildHandlers,
  ) {
    const [command, ...args] = [...bounds(ffmpeg), ffmpeg.path, ...ffmpegArguments(size.width, size.height)];
    const child = spawn(command!, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own: stopping it stops whatever it may have started.
      detached: true,
      env: bareEnvironment,
    });
    this.#child = child;
    this.pid = child.pid;
    lowerPriority(child.pid);
    child.stdout!.on('data', (chunk: Buffer) => {
      if (!this.#isStopped) handlers.output(chunk);
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString('latin1')).slice(-maxComplaintBytes);
    });
    child.stdin!.on('drain', () => {
      if (!this.#isStopped) handlers.drained();
    });
    child.stdin!.on('error', () => {
      /* it went away: 'exit' or 'error' tells */
    });
    let hasEnded = false;
    const end = (reason: string) => {
      if (hasEnded) return;
      hasEnded = true;
      if (!this.#isStopped) {
        logger.warn({ reason, complaints: printable(this.#complaints) }, 'ffmpeg ended');
        handlers.ended(reason);
      }
    };
    child.on('error', (error) => end((error as NodeJS.ErrnoException).code ?? 'cannot start'));
    child.on('exit', (code, signal) => end(signal ?? `status ${code}`));
  }

  /** False while ffmpeg has yet to accept what was written. */
  get hasCapacity(): boolean {
    return !this.#child.stdin!.writableNeedDrain;
  }

  write(bytes: Buffer): void {
    if (!this.#isStopped && this.#child.stdin!.writable) this.#child.stdin!.write(bytes);
  }

  /** Kills the whole group. Nothing is handed on after it. Safe to call twice. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#child.stdin!.destroy();
    this.#child.stdout!.destroy();
    if (this.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL'); // the group may be gone already
    }
  }
}

/** Each tool replaces itself by the next, so that there is one process in the end. */
function bounds(ffmpeg: Ffmpeg): string[] {
  const limits = [`--as=${maxAddressBytes}`, `--nofile=${maxOpenFiles}`, '--core=0'];
  return [
    ...(ffmpeg.setpriv === null ? [] : [ffmpeg.setpriv, '--pdeathsig', 'KILL', '--']),
    ...(ffmpeg.prlimit === null ? [] : [ffmpeg.prlimit, ...limits, '--']),
  ];
}

/** Converting must not hold up the pictures of viewers who need no conversion. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    /* it may already be gone, and without lower priority it works too */
  }
}

const printable = (text: string): string => text.replace(/[^\x20-\x7e\n]/g, '?');
