/** Separate entry, loaded in the audio thread: plays the samples of the decoding worker. */
import type { Ms } from '../../../lib/kernel/units.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { AudioClockMessage, AudioSink, ToAudioThread } from './messages.ts';
import { PcmRing, ringBytes } from './pcm-ring.ts';

/** Globals of the audio worklet scope, missing in the DOM library. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/**
 * From the page: the source of samples (first message), then the time from rendering to the loudspeaker whenever it
 * changes; null ends the processor.
 */
export type AudioThreadControl = AudioSink | { readonly outputLatencyMs: Ms } | null;

/** Blocks of 128 frames between two reports of the clock: 50 ms at 48 kHz. */
const reportEvery = 19;

class LiveAudioProcessor extends AudioWorkletProcessor {
  private buffer: JitterBuffer | null = null;
  private input: MessagePort | null = null;
  private isEnded = false;
  private outputLatencyMs: Ms = 0;
  private blocks = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<AudioThreadControl>) => {
      if (data && 'outputLatencyMs' in data) this.outputLatencyMs = data.outputLatencyMs;
      else this.listenTo(data);
    };
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    if (left) {
      this.blocks += 1;
      if (this.blocks % reportEvery === 0) this.reportClock();
      this.buffer?.render(left, outputs[0]?.[1] ?? left);
    }
    return !this.isEnded;
  }

  private reportClock(): void {
    const mediaMs = this.buffer?.mediaMs ?? null;
    if (mediaMs === null) return;
    const report: AudioClockMessage = { mediaMs, audibleAt: Date.now() + this.outputLatencyMs };
    this.input?.postMessage(report);
  }

  private listenTo(source: AudioSink | null): void {
    this.input?.close();
    this.input = null;
    this.buffer = null;
    if (!source) {
      this.isEnded = true;
      return;
    }
    const ring = new PcmRing(source.ring ?? new ArrayBuffer(ringBytes));
    const buffer = new JitterBuffer(ring, sampleRate);
    this.buffer = buffer;
    this.input = source.port;
    this.input.onmessage = ({ data }: MessageEvent<ToAudioThread>) => {
      if ('lateMs' in data) buffer.delay(data.lateMs / 1_000);
      else if ('discard' in data) ring.discard();
      else ring.write(data.planes, data.sampleRate, data.mediaMs);
    };
  }
}

registerProcessor('oriel-live-sound', LiveAudioProcessor);
