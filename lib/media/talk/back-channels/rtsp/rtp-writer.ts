/** Frames to RTP packets, and sender reports (RFC 3550). */
import type { Clock } from '../../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../../kernel/units.ts';

/** A frame that comes this much later than it would without a pause follows a pause. */
const pauseMs: Ms = 100;
/** 1900-01-01 to 1970-01-01. */
const ntpToUnixSeconds = 2_208_988_800;
const reportBytes = 28;
const name = 'oriel';

export interface RtpWriterOptions {
  readonly payloadType: number;
  readonly clockRate: number;
  /** Which packets are marked: those that begin a stretch of speech, or each, as for AAC. */
  readonly marks: 'start' | 'each';
  readonly clock: Clock;
  /** A random 32-bit number. */
  readonly random32: () => number;
}

export class RtpWriter {
  readonly #options: RtpWriterOptions;
  readonly #ssrc: number;
  #sequence: number;
  /** Of the next frame. */
  #timestamp: number;
  /** When the next frame would come without a pause; null before the first. */
  #expectedAt: Ms | null = null;
  #packets = 0;
  #bytes = 0;

  constructor(options: RtpWriterOptions) {
    this.#options = options;
    this.#ssrc = options.random32();
    this.#sequence = options.random32() & 0xffff;
    this.#timestamp = options.random32();
  }

  /** `ticks`: duration of the frame in units of the clock rate. */
  packet(payload: Uint8Array, ticks: number): Uint8Array {
    const { clock, clockRate, payloadType, marks } = this.#options;
    const now = clock.monotonic();
    const lateMs = this.#expectedAt === null ? 0 : now - this.#expectedAt;
    const isFirst = this.#expectedAt === null || lateMs > pauseMs;
    if (lateMs > pauseMs) this.#timestamp = (this.#timestamp + (lateMs * clockRate) / 1000) >>> 0;
    this.#expectedAt = (isFirst ? now : this.#expectedAt!) + (ticks * 1000) / clockRate;
    const packet = new Uint8Array(12 + payload.length);
    const view = new DataView(packet.buffer);
    packet[0] = 0x80; // version 2
    packet[1] = (isFirst || marks === 'each' ? 0x80 : 0) | payloadType;
    view.setUint16(2, this.#sequence);
    view.setUint32(4, this.#timestamp);
    view.setUint32(8, this.#ssrc);
    packet.set(payload, 12);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + ticks) >>> 0;
    this.#packets += 1;
    this.#bytes += payload.length;
    return packet;
  }

  /** A sender report with the name of the source; null before the first packet. */
  report(): Uint8Array | null {
    if (this.#expectedAt === null) return null;
    const { clock, clockRate } = this.#options;
    const aheadMs = this.#expectedAt - clock.monotonic();
    const sourceBytes = Math.ceil((8 + 2 + name.length + 1) / 4) * 4;
    const packet = new Uint8Array(reportBytes + sourceBytes);
    const view = new DataView(packet.buffer);
    writeHeader(view, 0, 0, 200, reportBytes);
    view.setUint32(4, this.#ssrc);
    writeNtp(view, 8, clock.now());
    view.setUint32(16, (this.#timestamp - (aheadMs * clockRate) / 1000) >>> 0);
    view.setUint32(20, this.#packets);
    view.setUint32(24, this.#bytes);
    writeHeader(view, reportBytes, 1, 202, sourceBytes);
    view.setUint32(reportBytes + 4, this.#ssrc);
    packet[reportBytes + 8] = 1; // CNAME
    packet[reportBytes + 9] = name.length;
    for (let index = 0; index < name.length; index += 1)
      packet[reportBytes + 10 + index] = name.charCodeAt(index);
    return packet;
  }
}

function writeHeader(view: DataView, at: number, count: number, type: number, bytes: number): void {
  view.setUint8(at, 0x80 | count);
  view.setUint8(at + 1, type);
  view.setUint16(at + 2, bytes / 4 - 1);
}

function writeNtp(view: DataView, at: number, now: EpochMs): void {
  const seconds = Math.floor(now / 1000);
  view.setUint32(at, (seconds + ntpToUnixSeconds) % 2 ** 32);
  view.setUint32(at + 4, ((now / 1000 - seconds) * 2 ** 32) >>> 0);
}
