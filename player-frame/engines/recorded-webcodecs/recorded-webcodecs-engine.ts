/** The page side of the WebCodecs engine of recordings: owns canvas, worker and audio, and forwards events. */

import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
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
  type RecordOptions,
  type Seekable,
  type SnapshotOptions,
  type Stage,
  type Steppable,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { engineBroken } from '../failures.ts';
import { nextFrames } from '../next-frames.ts';
import { isRate, recordedRates } from '../recorded/rates.ts';
import { RecordingSlot } from '../recording-slot.ts';
import { seekReplaced } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import { AudioOutput } from '../webcodecs/audio-output.ts';
import type { FromRecordedWorker, ToRecordedWorker } from './messages.ts';

/** A worker that does not respond is terminated. */
const stopWithinMs = 300;
/** The worker says four times per second what is played, while time runs. */
const playedWithinMs: Ms = 600;

/** What the worker said before says nothing about the time after these. */
const changesTime: ReadonlySet<ToRecordedWorker['t']> = new Set(['seek', 'step', 'rate', 'pause', 'resume']);

export class RecordedWebCodecsEngine implements MediaEngine {
  readonly can: MediaEngine['can'];
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
  readonly #recordings: RecordingSlot;
  readonly #moves = new Map<number, (failure: EngineFailure | null) => void>();
  readonly #copies: ((frame: ImageBitmap | null) => void)[] = [];
  #lastMove = 0;
  #range: TimeRange | null = null;
  #wallMs: EpochMs | null = null;
  #played: Extract<FromRecordedWorker, { t: 'played' }> | null = null;
  /** Since the last message that changes what is played. */
  #changedAt: Ms = 0;
  #destroyed: Promise<void> | null = null;
  #stopped: (() => void) | null = null;

  /** Starts the worker immediately, so that it is ready when the address is known. */
  constructor(stage: Stage, { assets }: EngineDeps) {
    this.#recordings = new RecordingSlot(assets.recorderWorker);
    this.can = { snapshot: true, record: this.#recordings.isAvailable };
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

  playedTime(): EpochMs | null {
    if (!this.#played) return null;
    const { wallMs, at, rate } = this.#played;
    const age = performance.now() - at;
    return age > playedWithinMs ? null : wallMs + age * rate;
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

  element(): HTMLCanvasElement {
    return this.#canvas;
  }

  redraw(): void {
    this.#send({ t: 'redraw' });
  }

  record(options: RecordOptions): Promise<EngineRecording> {
    return this.#recordings.record(
      { ...options, closesGaps: true },
      () => this.#destroyed !== null,
      (port) => this.#send({ t: 'record', port }, port ? [port] : []),
    );
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
    this.#recordings.leave();
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
    else if (message.t === 'played') this.#played = message.at > this.#changedAt ? message : null;
    else if (message.t === 'moved') {
      const settle = this.#moves.get(message.id);
      this.#moves.delete(message.id);
      // What the worker has drawn is on the screen with one of the next frames of the page.
      if (settle) void nextFrames().then(() => settle(message.failure));
    } else {
      if (message.event.type === 'failed') this.#recordings.leave();
      this.#events.emit(message.event);
    }
  }

  #send(message: ToRecordedWorker, transfer: Transferable[] = []): void {
    if (changesTime.has(message.t)) {
      this.#played = null;
      this.#changedAt = performance.now();
    }
    this.#worker.postMessage(message, transfer);
  }
}
