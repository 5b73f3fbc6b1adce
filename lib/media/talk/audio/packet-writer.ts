/** Samples of a camera to packets for the viewer. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { OpusPacket, Pcm, TalkRate } from '../../talk-ports.ts';
import { OpusEncoder } from './opus-codec.ts';

const packetMs: Ms = 20;
const ticksPerMs = 48;
/** Audio that comes this much later than it would without a pause follows a pause. */
const pauseMs: Ms = 100;

export class PacketWriter {
  #encoder: OpusEncoder | null = null;
  #rest = new Int16Array(0);
  #sequence = 0;
  #timestamp = 0;
  /** When audio would arrive next without a pause; null before the first. */
  #expectedAt: Ms | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly emit: (packet: OpusPacket) => void,
  ) {}

  write({ rate, samples }: Pcm): void {
    const encoder = this.#encoderFor(rate);
    this.#skipPause(samples.length, rate);
    const length = (rate * packetMs) / 1000;
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    let at = 0;
    for (; at + length <= all.length; at += length) {
      const data = encoder.encode(all.slice(at, at + length));
      if (data === null) return;
      this.emit({ data, sequence: this.#sequence, timestamp: this.#timestamp });
      this.#sequence = (this.#sequence + 1) & 0xffff;
      this.#advance(packetMs);
    }
    this.#rest = all.slice(at);
  }

  /** Safe to call twice. */
  close(): void {
    this.#encoder?.close();
  }

  #encoderFor(rate: TalkRate): OpusEncoder {
    if (this.#encoder?.rate === rate) return this.#encoder;
    this.#encoder?.close();
    this.#encoder = new OpusEncoder(rate);
    this.#rest = new Int16Array(0);
    return this.#encoder;
  }

  /** The viewer places packets by their timestamps, so a pause must be in them. */
  #skipPause(count: number, rate: TalkRate): void {
    const now = this.clock.monotonic();
    const lateMs = this.#expectedAt === null ? 0 : now - this.#expectedAt;
    if (lateMs > pauseMs) {
      this.#rest = new Int16Array(0);
      this.#advance(Math.floor(lateMs / packetMs) * packetMs);
    }
    const from = this.#expectedAt === null || lateMs > pauseMs ? now : this.#expectedAt;
    this.#expectedAt = from + (count * 1000) / rate;
  }

  #advance(ms: Ms): void {
    this.#timestamp = (this.#timestamp + ms * ticksPerMs) % 2 ** 32;
  }
}
