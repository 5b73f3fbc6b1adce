/**
 * Sound of a live stream, and how its video waits for it. Loaded when sound is opened for the first time, because players
 * start muted.
 */
import type { AudioConfig } from '../../../lib/codec/decoder-config.ts';
import type { AudioUnit, VideoUnit } from '../../../lib/codec/flv/flv-events.ts';
import type { Clock } from '../../../lib/kernel/clock.ts';
import { AudioClock } from './audio-clock.ts';
import { AudioPipeline } from './audio-pipeline.ts';
import type { AudioSink } from './messages.ts';
import { VideoDelay } from './video-delay.ts';

export interface LiveAudioDeps {
  readonly clock: Clock;
  /** Receives the frames in order, when their audio is played. */
  readonly pushVideo: (unit: VideoUnit) => void;
}

export class LiveAudio {
  readonly #clock = new AudioClock();
  readonly #pipeline: AudioPipeline;
  readonly #videoDelay: VideoDelay;

  constructor({ clock, pushVideo }: LiveAudioDeps) {
    this.#pipeline = new AudioPipeline(({ mediaMs, audibleAt }) =>
      this.#clock.report(mediaMs, audibleAt, clock.now()),
    );
    this.#videoDelay = new VideoDelay({
      clock,
      audio: this.#clock,
      push: pushVideo,
      onLate: (lateMs) => this.#pipeline.delay(lateMs),
    });
  }

  /** Frames that wait for their audio. */
  get waiting(): readonly VideoUnit[] {
    return this.#videoDelay.waiting;
  }

  setSink(sink: AudioSink | null): void {
    this.#pipeline.setSink(sink);
    this.#clock.reset();
    this.flushVideo();
  }

  configure(config: AudioConfig): void {
    this.#pipeline.configure(config);
  }

  push(unit: AudioUnit): void {
    this.#pipeline.push(unit);
  }

  pushVideo(unit: VideoUnit): void {
    this.#videoDelay.push(unit);
  }

  /** Passes all waiting frames on. */
  flushVideo(): void {
    this.#videoDelay.flush();
  }

  stop(): void {
    this.#videoDelay.stop();
    this.#pipeline.stop();
  }
}
