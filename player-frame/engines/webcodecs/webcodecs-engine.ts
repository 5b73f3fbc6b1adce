/** The page side of the WebCodecs engine: owns canvas, worker and audio, and forwards events. */
import type { EpochMs } from '../../../lib/kernel/units.ts';
import type {
  EngineDeps,
  EngineEvent,
  EngineRecording,
  LiveEngine,
  LiveTarget,
  MediaEngine,
  RecordOptions,
  SnapshotOptions,
  Stage,
} from '../engine.ts';
import { engineBroken } from '../engine-broken.ts';
import { EngineEvents } from '../engine-events.ts';
import type { RecordingSlot } from '../recording-slot.ts';
import { fillStage } from '../stage-style.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import type { AudioOutput } from './audio-output.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** A worker that does not respond is terminated, which also closes its socket. */
const stopWithinMs = 300;
/** Waiting for a copy of the last frame avoids a visible black frame. */
const copyWithinMs = 1_000;

export class WebCodecsEngine implements LiveEngine {
  readonly can: MediaEngine['can'];

  readonly #deps: EngineDeps;
  readonly #events = new EngineEvents();
  readonly #canvas = document.createElement('canvas');
  readonly #worker: Worker;
  /** Null until it is unmuted for the first time. */
  #audio: AudioOutput | null = null;
  #isMuted = true;
  #volume = 1;
  #wallMs: EpochMs | null = null;
  #hasFrame = false;
  /** Null until something is recorded. */
  #recordings: RecordingSlot | null = null;
  #destroyed: Promise<void> | null = null;
  #stopped: (() => void) | null = null;
  /** Callers waiting for a copy of the frame, in order. */
  readonly #copies: ((frame: ImageBitmap | null) => void)[] = [];

  /** Starts the worker immediately, so that it is ready when the address is known. */
  constructor(stage: Stage, deps: EngineDeps) {
    this.#deps = deps;
    this.can = { snapshot: true, record: deps.assets.recorderWorker !== undefined };
    this.#canvas.style.cssText = fillStage;
    stage.element.append(this.#canvas);
    this.#worker = new Worker(deps.assets.webcodecsWorker, { type: 'module', name: 'oriel-decoder' });
    this.#worker.onmessage = (message: MessageEvent<FromWorker>) => this.#onMessage(message.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#events.emit({
        type: 'failed',
        failure: engineBroken(event.message || 'the decoding worker did not start'),
      });
      void this.destroy();
    };
    const canvas = this.#canvas.transferControlToOffscreen();
    this.#send({ t: 'canvas', canvas, timeOrigin: performance.timeOrigin }, [canvas]);
  }

  load(target: LiveTarget, signal: AbortSignal): Promise<void> {
    return untilFirstFrame(this, signal, () => {
      this.#send({ t: 'load', target, transport: this.#transport });
    });
  }

  halt(): void {
    this.#events.close();
    this.#recordings?.leave();
    this.#send({ t: 'halt' });
  }

  renew(ticket: string): boolean {
    if (this.#transport === 'http') return false;
    this.#send({ t: 'renew', ticket });
    return true;
  }

  setMuted(muted: boolean): void {
    this.#isMuted = muted;
    if (muted) this.#audio?.close();
    else void this.#openAudio().catch(() => this.#events.emit({ type: 'audioBlocked' }));
  }

  setVolume(volume: number): void {
    this.#volume = Math.min(1, Math.max(0, volume));
    this.#audio?.setVolume(this.#volume);
  }

  setVisible(visible: boolean): void {
    this.#send({ t: 'visible', visible });
  }

  currentTime(): EpochMs | null {
    return this.#wallMs;
  }

  async snapshot(options: SnapshotOptions): Promise<Blob> {
    const { encodeCopy } = await import('../snapshot.ts');
    return encodeCopy(this.#hasFrame, await this.copyFrame(), options);
  }

  copyFrame(): Promise<ImageBitmap | null> {
    if (!this.#hasFrame || this.#destroyed) return Promise.resolve(null);
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

  async record(options: RecordOptions): Promise<EngineRecording> {
    const slot = await import('../recording-slot.ts');
    this.#recordings ??= new slot.RecordingSlot(this.#deps.assets.recorderWorker);
    return this.#recordings.record(
      options,
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

  async #openAudio(): Promise<void> {
    const { AudioOutput } = await import('./audio-output.ts');
    if (this.#isMuted || this.#destroyed) return;
    this.#audio ??= this.#createAudio(AudioOutput);
    await this.#audio.open();
  }

  #createAudio(Output: typeof AudioOutput): AudioOutput {
    const audio = new Output({
      workletUrl: this.#deps.assets.audioWorklet,
      connect: (sink, transfer) => this.#send({ t: 'audio', sink }, transfer),
      blocked: () => this.#events.emit({ type: 'audioBlocked' }),
    });
    audio.setVolume(this.#volume);
    return audio;
  }

  get #transport(): 'websocket' | 'http' {
    return this.#deps.transport ?? 'websocket';
  }

  async #end(): Promise<void> {
    this.#events.close();
    // Otherwise the pending copy removes it.
    if (this.#copies.length === 0) this.#canvas.remove();
    this.#recordings?.leave();
    const audio = this.#audio?.destroy();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#copies.length > 0 ? copyWithinMs : stopWithinMs);
      this.#stopped = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#send({ t: 'stop' });
    });
    this.#worker.terminate();
    for (const giveUp of this.#copies.splice(0)) giveUp(null);
    this.#canvas.remove();
    await audio;
  }

  #onMessage(message: FromWorker): void {
    if (message.t === 'stopped') this.#stopped?.();
    else if (message.t === 'frame') this.#copies.shift()?.(message.frame);
    else if (message.t === 'shown') {
      this.#hasFrame = true;
      this.#wallMs = message.wallMs;
    } else {
      if (message.event.type === 'failed') this.#recordings?.leave();
      this.#events.emit(message.event);
    }
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
