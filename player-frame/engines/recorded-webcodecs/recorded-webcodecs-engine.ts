/** The page side of the WebCodecs engine of recordings: owns canvas, worker and audio, and forwards events. */
import type { EpochMs } from '../../../lib/kernel/units.ts';
import {
  type EngineDeps,
  EngineError,
  type EngineEvent,
  type EngineFailure,
  type EngineRecording,
  type MediaEngine,
  type MediaTarget,
  type Pausable,
  type Rateable,
  type Seekable,
  type SnapshotOptions,
  type Stage,
  type Steppable,
  type TimeRange,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { engineBroken } from '../failures.ts';
import { nextFrames } from '../next-frames.ts';
import { isRate, recordedRates } from '../recorded/rates.ts';
import { cannotRecord, seekReplaced } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import { AudioOutput } from '../webcodecs/audio-output.ts';
import type { FromRecordedWorker, ToRecordedWorker } from './messages.ts';

/** A worker that does not respond is terminated. */
const stopWithinMs = 300;

export class RecordedWebCodecsEngine implements MediaEngine {
  readonly can = { snapshot: true, record: false };
  readonly seekable: Seekable = {
    seek: (to) => this.#move((id) => ({ t: 'seek', id, to })),
    range: () => this.#range,
  };
  readonly steppable: Steppable = {
    step: (frames) => this.#move((id) => ({ t: 'step', id, frames: Math.trunc(frames) })),
  };
  readonly rateable: Rateable = {
    rates: recordedRates,
    setRate: (rate) => {
      if (isRate(this.rateable.rates, rate)) this.#send({ t: 'rate', rate });
    },
    trim: (factor) => this.#send({ t: 'trim', factor }),
  };
  readonly pausable: Pausable = {
    pause: () => this.#send({ t: 'pause' }),
    resume: async () => this.#send({ t: 'resume' }),
  };

  readonly #events = new EngineEvents();
  readonly #canvas = document.createElement('canvas');
  readonly #worker: Worker;
  readonly #audio: AudioOutput;
  readonly #moves = new Map<number, (failure: EngineFailure | null) => void>();
  readonly #copies: ((frame: ImageBitmap | null) => void)[] = [];
  #lastMove = 0;
  #range: TimeRange | null = null;
  #wallMs: EpochMs | null = null;
  #destroyed: Promise<void> | null = null;
  #stopped: (() => void) | null = null;

  /** Starts the worker immediately, so that it is ready when the address is known. */
  constructor(stage: Stage, { assets }: EngineDeps) {
    this.#canvas.style.cssText = fillStage;
    stage.element.append(this.#canvas);
    this.#worker = new Worker(assets.recordedWorker ?? '', { type: 'module', name: 'oriel-recorded' });
    this.#worker.onmessage = (message: MessageEvent<FromRecordedWorker>) => this.#onMessage(message.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const failure = engineBroken(event.message || 'the decoding worker did not start');
      this.#events.emit({ type: 'failed', failure });
      void this.destroy();
    };
    const canvas = this.#canvas.transferControlToOffscreen();
    this.#send({ t: 'canvas', canvas, timeOrigin: performance.timeOrigin }, [canvas]);
    this.#audio = new AudioOutput({
      workletUrl: assets.audioWorklet,
      connect: (sink, transfer) => this.#send({ t: 'audio', sink }, transfer),
      blocked: () => this.#events.emit({ type: 'audioBlocked' }),
    });
  }

  load(target: MediaTarget, signal: AbortSignal): Promise<void> {
    return untilFirstFrame(this, signal, () => {
      if (!('range' in target)) {
        this.#events.emit({ type: 'failed', failure: engineBroken('not a recording') });
        return;
      }
      this.#range = target.range;
      this.#send({ t: 'load', target });
    });
  }

  renew(ticket: string): boolean {
    this.#send({ t: 'renew', ticket });
    return true;
  }

  setMuted(muted: boolean): void {
    if (muted) this.#audio.close();
    else void this.#audio.open().catch(() => this.#events.emit({ type: 'audioBlocked' }));
  }

  setVolume(volume: number): void {
    this.#audio.setVolume(Math.min(1, Math.max(0, volume)));
  }

  setVisible(visible: boolean): void {
    this.#send({ t: 'visible', visible });
  }

  currentTime(): EpochMs | null {
    return this.#wallMs === null ? null : Math.round(this.#wallMs);
  }

  async snapshot(options: SnapshotOptions): Promise<Blob> {
    const { encodeCopy } = await import('../snapshot.ts');
    return encodeCopy(this.#wallMs !== null, await this.copyFrame(), options);
  }

  copyFrame(): Promise<ImageBitmap | null> {
    if (this.#wallMs === null || this.#destroyed) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#copies.push(resolve);
      this.#send({ t: 'frame' });
    });
  }

  async record(): Promise<EngineRecording> {
    throw new EngineError(cannotRecord('recordings are exported, not recorded'));
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    return this.#events.listen(listener);
  }

  destroy(): Promise<void> {
    this.#destroyed ??= this.#end();
    return this.#destroyed;
  }

  async #end(): Promise<void> {
    this.#events.close();
    const audio = this.#audio.destroy();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, stopWithinMs);
      this.#stopped = () => {
        clearTimeout(timer);
        resolve();
      };
      // Behind a pending copy, which the worker makes first.
      this.#send({ t: 'stop' });
    });
    this.#worker.terminate();
    for (const settle of this.#moves.values()) settle(seekReplaced);
    this.#moves.clear();
    for (const giveUp of this.#copies.splice(0)) giveUp(null);
    this.#canvas.remove();
    await audio;
  }

  #move(message: (id: number) => ToRecordedWorker): Promise<void> {
    if (this.#destroyed) return Promise.reject(new EngineError(seekReplaced));
    this.#lastMove += 1;
    const id = this.#lastMove;
    return new Promise((resolve, reject) => {
      this.#moves.set(id, (failure) => (failure ? reject(new EngineError(failure)) : resolve()));
      this.#send(message(id));
    });
  }

  #onMessage(message: FromRecordedWorker): void {
    if (message.t === 'stopped') this.#stopped?.();
    else if (message.t === 'frame') this.#copies.shift()?.(message.frame);
    else if (message.t === 'shown') this.#wallMs = message.wallMs;
    else if (message.t === 'moved') {
      const settle = this.#moves.get(message.id);
      this.#moves.delete(message.id);
      // What the worker has drawn is on the screen with one of the next frames of the page.
      if (settle) void nextFrames().then(() => settle(message.failure));
    } else this.#events.emit(message.event);
  }

  #send(message: ToRecordedWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
