import type { AudioConfig } from '../../../lib/codec/decoder-config.ts';
import type { AudioUnit } from '../../../lib/codec/flv/flv-events.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { AudioClockMessage, AudioSink, ToAudioThread } from './messages.ts';
import { PcmRing } from './pcm-ring.ts';
import { samplesOf } from './samples.ts';
import type { TimeStretch } from './time-stretch.ts';

/** A longer queue means that the decoder is too slow; audio that late is useless. */
const maxQueued = 50;

/**
 * Decodes audio and sends the samples to the audio thread. Without a sink no decoder exists. Undecodable audio is
 * dropped, so that it does not affect video.
 */
export class AudioPipeline {
  #config: AudioConfig | null = null;
  #decoder: AudioDecoder | null = null;
  #sink: AudioSink | null = null;
  #ring: PcmRing | null = null;
  #isUndecodable = false;
  /** Times of the units in the decoder; Chromium counts samples from the first one and does not notice gaps. */
  #pendingMs: Ms[] = [];
  #hasOutput = false;
  #speed = 1;
  /** Null until the speed is another one than 1: the samples then pass unchanged. */
  #stretch: TimeStretch | null = null;

  /** `onClock`: reports of the audio thread. `createStretch`: for other speeds than 1. */
  constructor(
    private readonly onClock: (report: AudioClockMessage) => void,
    private readonly createStretch?: (sampleRate: number, channels: number) => TimeStretch,
  ) {}

  /** Video arrives this much after its audio is played: audio waits. */
  delay(lateMs: Ms): void {
    this.#sink?.port.postMessage({ lateMs } satisfies ToAudioThread);
  }

  /** Plays faster or slower from the next packet on, at the same pitch. 0.5 to 2.1. */
  setSpeed(speed: number): void {
    this.#speed = speed;
  }

  /** Everything pushed so far is not played any more, and what follows does not continue it. */
  discard(): void {
    this.#closeDecoder();
    this.#stretch = null;
    if (this.#ring) this.#ring.discard();
    else this.#sink?.port.postMessage({ discard: true } satisfies ToAudioThread);
  }

  configure(config: AudioConfig): void {
    this.#closeDecoder();
    this.#config = config;
    this.#isUndecodable = false;
  }

  setSink(sink: AudioSink | null): void {
    this.#sink?.port.close();
    this.#sink = sink;
    this.#ring = sink?.ring ? new PcmRing(sink.ring) : null;
    if (sink) sink.port.onmessage = ({ data }: MessageEvent<AudioClockMessage>) => this.onClock(data);
    else this.#closeDecoder();
  }

  push(unit: AudioUnit): void {
    if (!this.#sink || !this.#config || this.#isUndecodable) return;
    const decoder = this.#decoder ?? this.#open(this.#config);
    if (!decoder || decoder.decodeQueueSize > maxQueued) return;
    this.#pendingMs.push(unit.ptsMs);
    try {
      decoder.decode(
        new EncodedAudioChunk({ type: 'key', timestamp: Math.round(unit.ptsMs * 1_000), data: unit.data }),
      );
    } catch {
      this.#giveUp();
    }
  }

  stop(): void {
    this.setSink(null);
    this.#config = null;
  }

  #open(config: AudioConfig): AudioDecoder | null {
    if (typeof AudioDecoder === 'undefined') {
      this.#giveUp();
      return null;
    }
    const decoder = new AudioDecoder({
      output: (data) => {
        if (decoder === this.#decoder) this.#output(data);
        data.close();
      },
      error: () => {
        if (decoder === this.#decoder) this.#giveUp();
      },
    });
    this.#decoder = decoder;
    try {
      decoder.configure({
        codec: config.codecString,
        sampleRate: config.sampleRate,
        numberOfChannels: config.channels,
        description: config.description,
      });
    } catch {
      this.#giveUp();
      return null;
    }
    return decoder;
  }

  #output(data: AudioData): void {
    const decoded: Float32Array<ArrayBuffer>[] = [];
    if (!this.#hasOutput) this.#skipUnits(data.timestamp / 1_000);
    for (let planeIndex = 0; planeIndex < Math.min(2, data.numberOfChannels); planeIndex += 1) {
      decoded.push(samplesOf(data, planeIndex));
    }
    const planes = this.#atSpeed(decoded, data.sampleRate);
    const mediaMs = this.#pendingMs.shift() ?? data.timestamp / 1_000;
    if (this.#ring) {
      this.#ring.write(planes, data.sampleRate, mediaMs);
    } else {
      const message: ToAudioThread = { sampleRate: data.sampleRate, mediaMs, planes };
      this.#sink?.port.postMessage(
        message,
        planes.map((plane) => plane.buffer),
      );
    }
  }

  #atSpeed(planes: Float32Array<ArrayBuffer>[], sampleRate: number): Float32Array<ArrayBuffer>[] {
    const isOther = this.#stretch?.sampleRate !== sampleRate || this.#stretch.channels !== planes.length;
    if (isOther)
      this.#stretch = this.#speed === 1 ? null : (this.createStretch?.(sampleRate, planes.length) ?? null);
    if (!this.#stretch) return planes;
    this.#stretch.speed = this.#speed;
    return this.#stretch.process(planes);
  }

  /** The first units may only prepare the decoder: the first output belongs to the unit of this time. */
  #skipUnits(firstMs: Ms): void {
    this.#hasOutput = true;
    while (this.#pendingMs.length > 1 && this.#pendingMs[1]! <= firstMs + 1) this.#pendingMs.shift();
  }

  #giveUp(): void {
    this.#isUndecodable = true;
    this.#closeDecoder();
  }

  #closeDecoder(): void {
    const decoder = this.#decoder;
    this.#decoder = null;
    this.#pendingMs = [];
    this.#hasOutput = false;
    if (decoder && decoder.state !== 'closed') decoder.close();
  }
}
