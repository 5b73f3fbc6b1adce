/** Separate entry, loaded in the audio thread: plays the samples of the decoding worker. */
import { JitterBuffer } from './jitter-buffer.ts';
import type { PcmMessage } from './messages.ts';
import { PcmRing, ringBytes } from './pcm-ring.ts';

/** Globals of the audio worklet scope, missing in the DOM library. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** The first message contains the source of samples; null ends the processor. */
export type WorkletSource = { ring: SharedArrayBuffer } | { port: MessagePort } | null;

class LiveAudioProcessor extends AudioWorkletProcessor {
  private buffer: JitterBuffer | null = null;
  private input: MessagePort | null = null;
  private isEnded = false;

  constructor() {
    super();
    this.port.onmessage = (message: MessageEvent<WorkletSource>) => this.listenTo(message.data);
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    if (left) this.buffer?.render(left, outputs[0]?.[1] ?? left);
    return !this.isEnded;
  }

  private listenTo(source: WorkletSource): void {
    this.input?.close();
    this.input = null;
    this.buffer = null;
    if (!source) {
      this.isEnded = true;
      return;
    }
    const ring = new PcmRing('ring' in source ? source.ring : new ArrayBuffer(ringBytes));
    this.buffer = new JitterBuffer(ring, sampleRate);
    if ('port' in source) {
      this.input = source.port;
      this.input.onmessage = (message: MessageEvent<PcmMessage>) =>
        ring.write(message.data.planes, message.data.sampleRate);
    }
  }
}

registerProcessor('oriel-live-sound', LiveAudioProcessor);
