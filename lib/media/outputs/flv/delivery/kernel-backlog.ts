/**
 * How much the kernel holds for each connection: bytes sent but not yet acknowledged. Node cannot see it, and
 * Linux lets it grow to 4 MB, which is half a minute of a small stream. `/proc/net/tcp` tells it to anybody.
 * Where that file does not exist, viewers are judged by Node's own queue alone.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import type { Cancel, Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';

const FILES = { v4: '/proc/net/tcp', v6: '/proc/net/tcp6' };
type Family = keyof typeof FILES;

const EVERY_MS: Ms = 2_000;
/** The largest part of a core that looking may cost. The kernel walks its whole table each time: 5 ms is usual. */
const LARGEST_SHARE = 0.005;
/** While somebody is held back, so that going on is not delayed by us. */
const EVERY_WHILE_HELD_MS: Ms = 200;
const MAX_SHARE_WHILE_HELD = 0.02;
/** Viewers who take something must be seen to, or they would be closed as stalled. */
const MAX_INTERVAL_WHILE_HELD_MS: Ms = 1_000;
/** On a busy machine a reading waits. The quickest of late is what it costs, and is forgotten at this pace. */
const FORGET = 1.1;

/** Told after each reading. Zero when nothing waits. Returns whether it wants the next reading soon. */
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

  /** Call the result when the socket is gone. */
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
          MAX_INTERVAL_WHILE_HELD_MS,
          Math.max(EVERY_WHILE_HELD_MS, this.costMs / MAX_SHARE_WHILE_HELD),
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

/** `local:port remote:port` as the kernel prints them, and the send queue, of connections where it is not empty. */
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

/** Words of 32 bits in the machine's byte order, in hexadecimal. */
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
