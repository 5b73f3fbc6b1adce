/** From received bytes to clear FLV events: demuxing, and decryption for encrypted cameras. */
import { FlvDemuxer } from '../../lib/codec/flv/flv-demuxer.ts';
import type { FlvEvent, FlvSample } from '../../lib/codec/flv/flv-events.ts';
import { type Decryption, decryptUnit } from '../../lib/kernel/decryption.ts';
import type { EngineFailure } from './engine.ts';
import { badStream, codeNeeded, codeWrong, decodeFailed } from './failures.ts';

export type ClearFlvEvent = Exclude<FlvEvent, { type: 'encrypted' | 'failed' }>;

export interface FlvInputSink {
  event(event: ClearFlvEvent): void;
  /** Everything that has been pushed was delivered. Called after each push, of an encrypted stream once for several. */
  delivered(): void;
  /** The last call. */
  failed(failure: EngineFailure): void;
}

/**
 * Clear streams are delivered within `push`. Units of encrypted ones are decrypted concurrently and delivered in order,
 * and so is everything that follows them.
 */
export class FlvInput {
  readonly #sink: FlvInputSink;
  readonly #decryption: Decryption | null;
  readonly #demuxer = new FlvDemuxer((event) => this.#onEvent(event));
  readonly #waiting: (FlvEvent | Promise<FlvSample>)[] = [];
  #isOver = false;

  constructor(sink: FlvInputSink, decryption: Decryption | null) {
    this.#sink = sink;
    this.#decryption = decryption;
  }

  push(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#demuxer.push(chunk);
    if (this.#waiting.length === 0) this.#sink.delivered();
  }

  /** Nothing is delivered after it. Safe to call twice. */
  stop(): void {
    this.#isOver = true;
  }

  #onEvent(event: FlvEvent): void {
    if (this.#isOver) return;
    const next = event.type === 'encrypted' ? this.#decrypt(event) : event;
    if (next === null) return;
    if (next === event && this.#waiting.length === 0) this.#deliver(event);
    else if (this.#waiting.push(next) === 1) void this.#drain();
  }

  #decrypt({ iv, content }: Extract<FlvEvent, { type: 'encrypted' }>): Promise<FlvSample> | null {
    if (!this.#decryption) {
      this.#fail(codeNeeded);
      return null;
    }
    const clear = decryptUnit(this.#decryption, iv, content.unit.data).then(
      (data) => ({ ...content, unit: { ...content.unit, data } }) as FlvSample,
    );
    clear.catch(() => {}); // handled in `drain`
    return clear;
  }

  async #drain(): Promise<void> {
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        const event = await next;
        if (this.#isOver) return;
        this.#deliver(event);
        this.#waiting.shift();
      }
      if (!this.#isOver) this.#sink.delivered();
    } catch (error) {
      this.#fail(decodeFailed(`decryption: ${error}`));
    }
  }

  #deliver(event: FlvEvent): void {
    if (this.#isOver || event.type === 'encrypted') return;
    if (event.type === 'failed') this.#fail(badStream(event.code));
    else if (event.type === 'script' && event.name === 'onOrielEncryption') this.#check(event.value);
    else this.#sink.event(event);
  }

  /** The code was changed after the address was resolved. */
  #check(value: Extract<FlvEvent, { type: 'script' }>['value']): void {
    const keyId = value && typeof value === 'object' && 'keyId' in value ? value.keyId : null;
    if (!this.#decryption) this.#fail(codeNeeded);
    else if (this.#decryption.keyId !== keyId) this.#fail(codeWrong);
  }

  #fail(failure: EngineFailure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.failed(failure);
  }
}
