/** An engine without video, of a player that only controls others: it keeps the time that they show. */
import { systemClock } from '../../lib/kernel/clock.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import {
  EngineError,
  type EngineEvent,
  type EngineRecording,
  type MediaEngine,
  type MediaTarget,
  type Pausable,
  type Rateable,
  type Seekable,
} from './engine.ts';
import { EngineEvents } from './engine-events.ts';
import { engineBroken, nothingStored } from './failures.ts';
import { recordedRates } from './recorded/rates.ts';
import { PlaybackClock } from './recorded-webcodecs/playback-clock.ts';
import { cannotRecord } from './refusals.ts';

const statsMs: Ms = 1_000;

export class ClockEngine implements MediaEngine {
  readonly can = { snapshot: false, record: false };
  readonly seekable: Seekable = {
    seek: async (to) => {
      if (!this.#range || to < this.#range.begin || to >= this.#range.end)
        throw new EngineError(nothingStored);
      this.#time.set(to);
    },
    range: () => this.#range,
  };
  readonly rateable: Rateable = {
    rates: recordedRates,
    setRate: (rate) => {
      this.#rate = rate;
      this.#time.setRate(rate);
    },
    trim: (factor) => this.#time.setRate(this.#rate * factor),
  };
  readonly pausable: Pausable = { pause: () => this.#time.hold(), resume: async () => this.#time.run() };

  readonly #clock = systemClock;
  readonly #events = new EngineEvents();
  readonly #time = new PlaybackClock(() => this.#clock.monotonic());
  #range: TimeRange | null = null;
  #rate = 1;
  #stopReporting = () => {};

  async load(target: MediaTarget, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw signal.reason;
    signal.addEventListener('abort', () => void this.destroy());
    this.#range = 'range' in target ? target.range : null;
    if ('range' in target) this.#time.set(target.startAt ?? target.range.begin);
    this.#time.run();
    this.#events.emit({ type: 'firstFrame', at: this.#clock.monotonic() });
    this.#stopReporting = this.#clock.every(statsMs, () => this.#report());
  }

  renew = (): boolean => true;
  setMuted(): void {}
  setVolume(): void {}
  setVisible(): void {}

  /** Live video is shown as it happens. */
  currentTime(): EpochMs | null {
    return this.#range ? Math.round(this.#time.now) : this.#clock.now();
  }

  async snapshot(): Promise<Blob> {
    throw new EngineError(engineBroken('a player without video'));
  }

  async record(): Promise<EngineRecording> {
    throw new EngineError(cannotRecord('a player without video'));
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    return this.#events.listen(listener);
  }

  async destroy(): Promise<void> {
    this.#stopReporting();
    this.#events.close();
  }

  #report(): void {
    this.#events.emit({
      type: 'stats',
      stats: {
        ...{ framesShown: 0, framesDropped: 0, bytes: 0, latencyMs: null, networkDelayMs: null, fps: null },
        ...{
          bitsPerSecond: null,
          keyFrameIntervalMs: null,
          stalls: null,
          firstFrameMs: null,
          bufferedMs: null,
        },
        wallMs: this.currentTime(),
      },
    });
  }
}
