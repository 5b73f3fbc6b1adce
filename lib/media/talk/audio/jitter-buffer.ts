/**
 * Puts the packets of a viewer in order and says when each is due. Delay: 40 ms, and at most 100 ms after a burst, of
 * which what stays is removed within a second. Packets that arrive after their time are dropped.
 */
import { opusSamples } from '../../../codec/opus.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { OpusPacket } from '../../talk-ports.ts';

/** From the first packet to its time. */
const delayMs: Ms = 40;
/** More than this waiting at once is cut to `delayMs`. */
const maxWaitingMs: Ms = 100;
/** Over this period, at least `delayMs` more than needed were waiting: one packet is dropped. */
const surplusWindowMs: Ms = 1_000;
/** Conceal this much without any packet, then be silent until the next one. */
const maxConcealedMs: Ms = 60;
/** A packet further from the others than this begins a new stream. */
const maxJump = 500;

/** `lost`: conceal a frame of this duration. */
export type Due =
  | { readonly kind: 'packet'; readonly data: Uint8Array; readonly ms: Ms }
  | { readonly kind: 'lost'; readonly ms: Ms };

interface Waiting {
  readonly data: Uint8Array;
  readonly ms: Ms;
}

export class JitterBuffer {
  /** By distance from the first packet of the stream, so that sequence numbers may wrap. */
  #waiting = new Map<number, Waiting>();
  #waitingMs: Ms = 0;
  /** Position of the packet that is due next; null before the first. */
  #next: number | null = null;
  /** Sequence number at position `#next`, modulo 65536. */
  #sequence = 0;
  #dueAt: Ms | null = null;
  #lastMs: Ms = 20;
  #concealedMs: Ms = 0;
  #leastMs: Ms = Number.POSITIVE_INFINITY;
  #windowMs: Ms = 0;
  /** Packets dropped because they were late, repeated or too many. */
  dropped = 0;

  /** When `take` must be called; null: not before the next packet. */
  get dueAt(): Ms | null {
    return this.#dueAt;
  }

  add(packet: Pick<OpusPacket, 'data' | 'sequence'>, now: Ms): void {
    const ms = opusSamples(packet.data) / 48;
    if (ms === 0) return;
    let distance = ((packet.sequence - this.#sequence) << 16) >> 16;
    if (this.#next === null || Math.abs(distance) > maxJump) {
      this.#restart(packet.sequence);
      distance = 0;
    }
    const position = this.#next! + distance;
    if (distance < 0 || this.#waiting.has(position)) {
      this.dropped += 1;
      return;
    }
    this.#waiting.set(position, { data: packet.data, ms });
    this.#waitingMs += ms;
    this.#dueAt ??= now + delayMs;
  }

  /** What is due now. Null: nothing, and the next packet starts again. */
  take(): Due | null {
    if (this.#dueAt === null || this.#next === null) return null;
    if (this.#waitingMs > maxWaitingMs) this.#cutTo(delayMs);
    const found = this.#pull();
    if (found === null && this.#waiting.size === 0) return this.#underrun();
    const ms = found?.ms ?? this.#lastMs;
    this.#dueAt += ms;
    this.#concealedMs = 0;
    this.#watchSurplus(ms);
    if (found === null) return { kind: 'lost', ms };
    this.#lastMs = ms;
    return { kind: 'packet', ...found };
  }

  /** The packet may still come, so its place is kept. */
  #underrun(): Due | null {
    this.#leastMs = 0;
    if (this.#concealedMs >= maxConcealedMs) {
      this.#dueAt = null;
      this.#concealedMs = 0;
      return null;
    }
    this.#concealedMs += this.#lastMs;
    this.#dueAt! += this.#lastMs;
    return { kind: 'lost', ms: this.#lastMs };
  }

  /** Takes the next place, and the packet in it if it has arrived. Skips what is too long to be concealed. */
  #pull(): Waiting | null {
    if (this.#waiting.size === 0) return null;
    const gap = Math.min(...this.#waiting.keys()) - this.#next!;
    if (gap * this.#lastMs > maxConcealedMs) {
      this.#next! += gap;
      this.#sequence = (this.#sequence + gap) & 0xffff;
    }
    const found = this.#waiting.get(this.#next!) ?? null;
    this.#waiting.delete(this.#next!);
    this.#waitingMs -= found?.ms ?? 0;
    this.#next! += 1;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    return found;
  }

  #cutTo(ms: Ms): void {
    while (this.#waitingMs > ms) if (this.#pull() !== null) this.dropped += 1;
  }

  /** The clock of the viewer is faster than ours, or a delay is over. */
  #watchSurplus(ms: Ms): void {
    this.#leastMs = Math.min(this.#leastMs, this.#waitingMs);
    this.#windowMs += ms;
    if (this.#windowMs < surplusWindowMs) return;
    if (this.#leastMs >= delayMs + this.#lastMs) this.#cutTo(delayMs);
    this.#windowMs = 0;
    this.#leastMs = Number.POSITIVE_INFINITY;
  }

  #restart(sequence: number): void {
    this.dropped += this.#waiting.size;
    this.#waiting.clear();
    this.#waitingMs = 0;
    this.#next = 0;
    this.#sequence = sequence & 0xffff;
    this.#dueAt = null;
    this.#concealedMs = 0;
  }
}
