/** What a receiver reports about one sender: loss and jitter by RFC 3550, A.3 and A.8. */
import type { Ms } from '../../../../kernel/units.ts';
import type { ReceptionReport } from '../rtcp-writer.ts';

export class Reception {
  readonly #clockRate: number;
  #ssrc: number | null = null;
  #first = 0;
  #highest = 0;
  #cycles = 0;
  #received = 0;
  #jitter = 0;
  #lastTransit: number | null = null;
  #reported = { expected: 0, received: 0 };
  /** Of senders before the current one. */
  #earlier = { expected: 0, received: 0 };
  #senderReport: { middle: number; atMs: Ms } | null = null;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** In the order of arrival. */
  packet(bytes: Uint8Array, nowMs: Ms): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [sequence, timestamp, ssrc] = [view.getUint16(2), view.getUint32(4), view.getUint32(8)];
    const ahead = (sequence - this.#highest) & 0xffff;
    const isFar = ahead > 3_000 && ahead < 0x10000 - 3_000;
    if (ssrc !== this.#ssrc || isFar) this.#begin(ssrc, sequence);
    else if (ahead < 0x8000) {
      if (sequence < this.#highest) this.#cycles += 0x10000;
      this.#highest = sequence;
    }
    this.#received += 1;
    const transit = ((Math.round((nowMs * this.#clockRate) / 1000) >>> 0) - timestamp) | 0;
    if (this.#lastTransit !== null) {
      const step = Math.abs((transit - this.#lastTransit) | 0);
      this.#jitter += (step - this.#jitter) / 16;
    }
    this.#lastTransit = transit;
  }

  /** `bytes`: an RTCP packet that begins with a sender report; others are ignored. */
  senderReport(bytes: Uint8Array, nowMs: Ms): void {
    if (bytes.length < 28 || bytes[1] !== 200) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(4) === this.#ssrc) this.#senderReport = { middle: view.getUint32(10), atMs: nowMs };
  }

  /** SSRC of the camera; null before its first packet. */
  get sender(): number | null {
    return this.#ssrc;
  }

  /** Of all packets that should have arrived; null before any. */
  get lostShare(): number | null {
    const expected = this.#earlier.expected + this.#expected;
    if (expected === 0) return null;
    return Math.max(0, expected - this.#earlier.received - this.#received) / expected;
  }

  /** Null: no packet yet. */
  report(nowMs: Ms): ReceptionReport | null {
    if (this.#ssrc === null) return null;
    const expected = this.#expected - this.#reported.expected;
    const lost = expected - (this.#received - this.#reported.received);
    this.#reported = { expected: this.#expected, received: this.#received };
    const sr = this.#senderReport;
    return {
      ssrc: this.#ssrc,
      fractionLost: expected <= 0 || lost <= 0 ? 0 : Math.min(255, Math.floor((lost * 256) / expected)),
      cumulativeLost: Math.max(-0x800000, Math.min(0x7fffff, this.#expected - this.#received)),
      highestSequence: (this.#cycles + this.#highest) >>> 0,
      jitter: Math.floor(this.#jitter) >>> 0,
      lastReport: sr?.middle ?? 0,
      sinceLastReport: sr === null ? 0 : Math.round(((nowMs - sr.atMs) * 65_536) / 1000) >>> 0,
    };
  }

  get #expected(): number {
    return this.#ssrc === null ? 0 : this.#cycles + this.#highest - this.#first + 1;
  }

  #begin(ssrc: number, sequence: number): void {
    this.#earlier.expected += this.#expected;
    this.#earlier.received += this.#received;
    this.#ssrc = ssrc;
    this.#first = sequence;
    this.#highest = sequence;
    this.#cycles = 0;
    this.#received = 0;
    this.#jitter = 0;
    this.#lastTransit = null;
    this.#reported = { expected: 0, received: 0 };
    this.#senderReport = null;
  }
}
