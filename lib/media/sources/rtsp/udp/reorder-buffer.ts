/**
 * Puts the RTP packets of one track into the order of their sequence numbers. A packet that is not missing any before it
 * is passed on at once; only a gap waits, for a limited time. Bounded in packets and bytes.
 */
import type { Cancel, Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';

export interface ReorderOptions {
  readonly clock: Clock;
  readonly deliver: (bytes: Uint8Array) => void;
  readonly maxWaitMs?: Ms;
  readonly maxPackets?: number;
}

/** Longer than packets of a local network overtake each other, shorter than a frame of most cameras. */
const defaultWaitMs: Ms = 60;
const defaultPackets = 512;
const maxBytes = 4 * 1024 * 1024;
/** Limits of RFC 3550, A.1: what is further away does not belong to the sequence. */
const maxAhead = 3_000;
const maxBehind = 100;
/** Another sender takes over only when the current one has been silent: its packets may be forged. */
const takeOverMs: Ms = 500;

interface Held {
  readonly bytes: Uint8Array;
  readonly atMs: Ms;
}

const sequenceOf = (bytes: Uint8Array): number => (bytes[2]! << 8) | bytes[3]!;
const ssrcOf = (bytes: Uint8Array): number =>
  ((bytes[8]! << 24) | (bytes[9]! << 16) | (bytes[10]! << 8) | bytes[11]!) >>> 0;

export class ReorderBuffer {
  /** Given up on, after waiting. */
  lostPackets = 0;
  readonly #options: Required<ReorderOptions>;
  #ssrc: number | null = null;
  #lastAt: Ms = 0;
  /** Sequence number of the next packet to deliver. */
  #next: number | null = null;
  #held = new Map<number, Held>();
  #heldBytes = 0;
  /** A packet outside the sequence: with its successor it begins a new one. */
  #stray: Uint8Array | null = null;
  #cancelTimer: Cancel | null = null;
  #isStopped = false;

  constructor(options: ReorderOptions) {
    this.#options = { maxWaitMs: defaultWaitMs, maxPackets: defaultPackets, ...options };
  }

  /** Whether the packet is RTP of the current sender, or of one that takes its place. */
  accepts(bytes: Uint8Array): boolean {
    if (this.#isStopped || bytes.length < 12 || bytes[0]! >> 6 !== 2) return false;
    if (this.#ssrc === null || ssrcOf(bytes) === this.#ssrc) return true;
    return this.#options.clock.monotonic() - this.#lastAt >= takeOverMs;
  }

  /** Packets that are not accepted are ignored. */
  push(bytes: Uint8Array): void {
    if (!this.accepts(bytes)) return;
    const ssrc = ssrcOf(bytes);
    if (ssrc !== this.#ssrc) this.#restart(ssrc);
    this.#lastAt = this.#options.clock.monotonic();
    this.#place(bytes, this.#lastAt);
  }

  get heldPackets(): number {
    return this.#held.size;
  }

  /** Nothing is delivered afterwards. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#held.clear();
  }

  #place(bytes: Uint8Array, now: Ms): void {
    const sequence = sequenceOf(bytes);
    const ahead = this.#next === null ? 0 : (sequence - this.#next) & 0xffff;
    if (ahead === 0) {
      this.#stray = null;
      this.#deliver(sequence, bytes);
      this.#deliverHeld();
    } else if (ahead <= maxAhead) {
      this.#stray = null;
      this.#hold(sequence, bytes, now);
    } else if (0x10000 - ahead > maxBehind) this.#begin(sequence, bytes);
    // Otherwise it is a duplicate, or came after it was given up on.
  }

  #hold(sequence: number, bytes: Uint8Array, atMs: Ms): void {
    if (this.#held.has(sequence)) return;
    this.#held.set(sequence, { bytes, atMs });
    this.#heldBytes += bytes.length;
    while (this.#held.size > this.#options.maxPackets || this.#heldBytes > maxBytes) this.#skipGap();
    this.#wait();
  }

  /** Two packets in sequence are needed, because one may be damaged. */
  #begin(sequence: number, bytes: Uint8Array): void {
    const stray = this.#stray;
    this.#stray = bytes;
    if (stray === null || ((sequenceOf(stray) + 1) & 0xffff) !== sequence) return;
    this.#restart(this.#ssrc);
    this.#deliver(sequenceOf(stray), stray);
    this.#deliver(sequence, bytes);
  }

  /** What is held belongs to the old sequence, and nothing that it waits for will come. */
  #restart(ssrc: number | null): void {
    while (this.#held.size > 0) this.#skipGap();
    this.#wait();
    this.#ssrc = ssrc;
    this.#next = null;
    this.#stray = null;
  }

  #deliver(sequence: number, bytes: Uint8Array): void {
    this.#next = (sequence + 1) & 0xffff;
    this.#options.deliver(bytes);
  }

  #deliverHeld(): void {
    for (let held = this.#held.get(this.#next!); held; held = this.#held.get(this.#next!)) {
      this.#held.delete(this.#next!);
      this.#heldBytes -= held.bytes.length;
      this.#deliver(this.#next!, held.bytes);
      if (this.#isStopped) return;
    }
    this.#wait();
  }

  #skipGap(): void {
    const first = this.#nearest();
    if (first === null) return;
    this.lostPackets += (first - this.#next!) & 0xffff;
    this.#next = first;
    this.#deliverHeld();
  }

  #nearest(): number | null {
    let best: number | null = null;
    for (const sequence of this.#held.keys()) {
      if (best === null || ((sequence - this.#next!) & 0xffff) < ((best - this.#next!) & 0xffff))
        best = sequence;
    }
    return best;
  }

  /** Until the packet after the gap has waited long enough. */
  #wait(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const first = this.#nearest();
    if (first === null || this.#isStopped) return;
    const { clock, maxWaitMs } = this.#options;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { atMs } of this.#held.values()) oldest = Math.min(oldest, atMs);
    const leftMs = Math.max(0, oldest + maxWaitMs - clock.monotonic());
    this.#cancelTimer = clock.after(leftMs, () => this.#skipGap());
  }
}
