/**
 * How much the kernel holds for each connection: bytes sent but not yet acknowledged. Node cannot see it, and
 * Linux lets it grow to 4 MB, which is half a minute of a small stream. `/proc/net/tcp` tells it to anybody.
 * Where that file does not exist, viewers are judged by Node's own queue alone.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

const FILES = ['/proc/net/tcp', '/proc/net/tcp6'];
const EVERY_MS: Ms = 500;
/** While somebody is held back, so that going on is not delayed by us. */
const EVERY_WHILE_HELD_MS: Ms = 200;
/** Looking takes at most this part of the time, however many connections the machine has. */
const LARGEST_SHARE = 0.02;

/** Told after each reading. Zero when nothing waits. Returns whether it wants the next reading soon. */
export type BacklogListener = (bytes: number) => boolean;

export class KernelBacklog {
  private readonly listeners = new Map<string, BacklogListener>();
  private cancel: Cancel | null = null;
  private isClosed = false;
  private isAbsent = false;

  constructor(
    private readonly clock: Clock,
    private readonly files: readonly string[] = FILES,
  ) {}

  /** Call the result when the socket is gone. */
  watch(socket: Socket, listener: BacklogListener): () => void {
    const name = nameOf(socket);
    if (!name || this.isAbsent) return () => {};
    this.listeners.set(name, listener);
    this.cancel ??= this.clock.after(EVERY_MS, () => void this.read());
    return () => {
      if (this.listeners.get(name) === listener) this.listeners.delete(name);
    };
  }

  /** Safe to call twice. */
  close(): void {
    this.isClosed = true;
    this.cancel?.();
  }

  private async read(): Promise<void> {
    const texts = await Promise.all(this.files.map((file) => readFile(file, 'latin1').catch(() => null)));
    if (this.isClosed) return;
    // Only our own time counts: the reading itself waits for other threads, and for a busy machine.
    const startedAt = this.clock.monotonic();
    this.isAbsent = texts.every((text) => text === null);
    const waiting = new Map(texts.flatMap((text) => (text === null ? [] : sendQueues(text))));
    let isAnyHeld = false;
    for (const [name, listener] of this.listeners) {
      if (listener(waiting.get(name) ?? 0)) isAnyHeld = true;
    }
    this.cancel = null;
    if (this.isAbsent || this.listeners.size === 0) return;
    const tookMs = this.clock.monotonic() - startedAt;
    const pause = Math.max(isAnyHeld ? EVERY_WHILE_HELD_MS : EVERY_MS, tookMs / LARGEST_SHARE);
    this.cancel = this.clock.after(pause, () => void this.read());
  }
}

/** `local:port remote:port` as the kernel prints them, and the send queue, of connections where it is not empty. */
export function sendQueues(text: string): [name: string, bytes: number][] {
  const found: [string, number][] = [];
  const line = /^ *\d+: ([0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm;
  for (const [, name, queue] of text.matchAll(line)) {
    if (queue !== '00000000') found.push([name!, Number.parseInt(queue!, 16)]);
  }
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
