/**
 * Reads the kernel's send queue of each connection: bytes sent but not yet acknowledged. Node cannot see it,
 * and on Linux it can grow to 4 MB, half a minute of a small stream. The source is `/proc/net/tcp`; where it
 * does not exist, only Node's own queue is used.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import type { Cancel, Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';

const FILES = { v4: '/proc/net/tcp', v6: '/proc/net/tcp6' };
type Family = keyof typeof FILES;

const EVERY_MS: Ms = 2_000;
/**
 * Maximum fraction of a core for reading the file. The kernel scans its whole table each time, typically 5
 * ms.
 */
const LARGEST_SHARE = 0.005;
/** Interval while a viewer is held back, so that it can continue without delay. */
const INTERVAL_WHILE_THROTTLED_MS: Ms = 200;
const MAX_SHARE_WHILE_THROTTLED = 0.02;
/** Upper limit of the interval, because progress of viewers must be noticed before they count as stalled. */
const MAX_INTERVAL_WHILE_THROTTLED_MS: Ms = 1_000;
/** On a busy machine a reading is delayed, so its cost is the recent minimum, which decays by this factor. */
const FORGET = 1.1;

/** Called after each reading, with 0 for an empty queue. Returns true to request the next reading soon. */
export type BacklogListener = (bytes: number) => boolean;

export class KernelBacklog {
  private readonly listeners: Readonly<Record<Family, Map<string, BacklogListener>>> = {
    v4: new Map(),
    v6: new Map(),
  };
  private cancel: Cancel | null = null;
  private isClosed = false;
  private isAbsent = false;
  private costMs: Ms = 1_000;

  constructor(
    private readonly clock: Clock,
    private readonly files: Readonly<Record<Family, string>> = FILES,
  ) {}

  /** Call the result when the socket closes. */
  watch(socket: Socket, listener: BacklogListener): () => void {
    const name = nameOf(socket);
    if (!name || this.isAbsent) return () => {};
    const listeners = this.listeners[socket.localAddress?.includes(':') ? 'v6' : 'v4'];
    listeners.set(name, listener);
    this.cancel ??= this.clock.after(EVERY_MS, () => void this.read());
    return () => {
      if (listeners.get(name) === listener) listeners.delete(name);
    };
  }

  /** Safe to call twice. */
  close(): void {
    this.isClosed = true;
    this.cancel?.();
  }

  private async read(): Promise<void> {
    const startedAt = this.clock.monotonic();
    const answers = await Promise.all([this.readFamily('v4'), this.readFamily('v6')]);
    if (this.isClosed) return;
    this.costMs = Math.min(this.clock.monotonic() - startedAt, this.costMs * FORGET);
    this.cancel = null;
    if (this.isAbsent || this.listeners.v4.size + this.listeners.v6.size === 0) return;
    const pause = answers.includes('soon')
      ? Math.min(
          MAX_INTERVAL_WHILE_THROTTLED_MS,
          Math.max(INTERVAL_WHILE_THROTTLED_MS, this.costMs / MAX_SHARE_WHILE_THROTTLED),
        )
      : Math.max(EVERY_MS, this.costMs / LARGEST_SHARE);
    this.cancel = this.clock.after(pause, () => void this.read());
  }

  private async readFamily(family: Family): Promise<'soon' | 'later'> {
    const listeners = this.listeners[family];
    if (listeners.size === 0) return 'later';
    const text = await readFile(this.files[family], 'latin1').catch(() => null);
    if (text === null) this.isAbsent = true;
    if (text === null || this.isClosed) return 'later';
    const waiting = new Map(sendQueues(text));
    let answer: 'soon' | 'later' = 'later';
    for (const [name, listener] of listeners) if (listener(waiting.get(name) ?? 0)) answer = 'soon';
    return answer;
  }
}

/**
 * `local:port remote:port` as printed by the kernel, and the send queue, for connections with a non-empty
 * queue.
 */
export function sendQueues(text: string): [name: string, bytes: number][] {
  const found: [string, number][] = [];
  const line =
    /^ *\d+: ([0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} (?!00000000)([0-9A-F]{8}):/gm;
  for (const [, name, queue] of text.matchAll(line)) found.push([name!, Number.parseInt(queue!, 16)]);
  return found;
}

function nameOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string | null {
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return null;
  return `${printed(localAddress)}:${printedPort(localPort)} ${printed(remoteAddress)}:${printedPort(remotePort)}`;
}

function printedPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

/** 32-bit words in the machine's byte order, in hexadecimal. */
export function printed(address: string): string {
  const bytes = address.includes(':') ? bytesOfV6(address) : bytesOfV4(address);
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4);
    if (endianness() === 'LE') word.reverse();
    words.push(Buffer.from(word).toString('hex').toUpperCase());
  }
  return words.join('');
}

function bytesOfV4(address: string): number[] {
  return address.split('.').map(Number);
}

function bytesOfV6(address: string): number[] {
  const [plain = ''] = address.split('%'); // a scope is not part of the address
  const [front = '', back] = plain.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').flatMap(bytesOfGroup));
  const head = groups(front);
  const tail = groups(back ?? '');
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

function bytesOfGroup(group: string): number[] {
  if (group.includes('.')) return bytesOfV4(group);
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
