/**
 * The page for engine tests: one engine on a stage, its events, and instruments that read the video and audio output.
 * Runs in the browser.
 */

import {
  EngineError,
  type EngineEvent,
  type EngineRecording,
  type MediaEngine,
  type RecordingFile,
  type SnapshotOptions,
} from '../../player-frame/engines/engine.ts';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { engines } from '../../player-frame/engines/engine-table.ts';
import { base64 } from './base64.ts';
import { type FrameCode, readFrameCode } from './frame-number.ts';
import { FrameWatch, type SeenFrame } from './frame-watch.ts';

export interface TimedEvent {
  readonly at: number;
  readonly event: EngineEvent;
}

export interface OpenOptions {
  readonly transport?: 'websocket' | 'http';
}

/** Objects that are alive now; tests expect 0 after `close`. */
export interface Census {
  readonly workers: number;
  readonly contexts: number;
  readonly elements: number;
}

export interface SeenSnapshot {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  /** The number in the frame; null if the crop does not contain it. */
  readonly code: FrameCode | null;
  /** Frame numbers on the screen right before and after. */
  readonly shown: readonly [before: number | null, after: number | null];
  /** Largest and mean difference to the same pixels on the screen, 0 to 255, if both show the same frame. */
  readonly difference: { readonly largest: number; readonly mean: number } | null;
}

export type RecordingInfo = Omit<RecordingFile, 'blob' | 'discard'> & {
  readonly bytes: number;
  readonly type: string;
  readonly storage: string;
};

const stage = document.getElementById('stage')!;
const workers = new Set<Worker>();
const contexts = new Set<AudioContext>();
const analysers: AnalyserNode[] = [];
const NativeContext = window.AudioContext;

// Instruments: count created objects, and connect an analyser to all audio output.
window.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers.add(this);
  }
  override terminate(): void {
    workers.delete(this);
    super.terminate();
  }
};
window.AudioContext = class extends NativeContext {
  constructor(options?: AudioContextOptions) {
    super(options);
    contexts.add(this);
  }
  override close(): Promise<void> {
    contexts.delete(this);
    return super.close();
  }
};
const connect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => unknown;
AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
  if (args[0] instanceof AudioDestinationNode) {
    const analyser = this.context.createAnalyser();
    connect.call(this, analyser);
    analysers.push(analyser);
  }
  return connect.apply(this, args);
} as typeof AudioNode.prototype.connect;

let engine: MediaEngine | null = null;
let recording: EngineRecording | null = null;
let recorded: RecordingFile | null = null;
let ends: string[] = [];
let openedAt = 0;
let abort = new AbortController();
let events: TimedEvent[] = [];
const frameWatch = new FrameWatch(stage);

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

const codeOf = (error: unknown): string =>
  error instanceof EngineError ? error.failure.code : `not an EngineError: ${error}`;

function draw(
  source: CanvasImageSource,
  x: number,
  y: number,
  width: number,
  height: number,
): Uint8ClampedArray {
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  copy.drawImage(source, -x, -y);
  return copy.getImageData(0, 0, width, height).data;
}

function pixelsOf(
  element: HTMLCanvasElement | HTMLVideoElement | null,
  { region = { x: 0, y: 0, width: 1, height: 1 } }: SnapshotOptions,
): Uint8ClampedArray | null {
  if (!element) return null;
  const width = element instanceof HTMLVideoElement ? element.videoWidth : element.width;
  const height = element instanceof HTMLVideoElement ? element.videoHeight : element.height;
  if (!width || !height) return null;
  const [x, y, w, h] = [region.x * width, region.y * height, region.width * width, region.height * height];
  return draw(element, x, y, w, h);
}

function compare(a: Uint8ClampedArray, b: Uint8ClampedArray): { largest: number; mean: number } {
  let largest = 0;
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    const difference = Math.abs(a[index]! - b[index]!);
    largest = Math.max(largest, difference);
    sum += difference;
  }
  return { largest, mean: sum / a.length };
}

async function make(kind: EngineKind, options: OpenOptions): Promise<void> {
  events = [];
  abort = new AbortController();
  engine = await engines[kind].create(
    { element: stage },
    {
      assets: {
        webcodecsWorker: 'worker.js',
        audioWorklet: 'audio-worklet.js',
        recorderWorker: 'recorder.js',
      },
      ...options,
    },
  );
  engine.onEvent((event) => events.push({ at: performance.now(), event }));
}

function load(target: { url: string; ticket: string }): void {
  engine?.load(target, abort.signal).catch(() => undefined);
}

const page = {
  async open(kind: EngineKind, target: { url: string; ticket: string }, options: OpenOptions = {}) {
    await make(kind, options);
    openedAt = performance.now();
    load(target);
  },
  /** `performance.now()` at which the last stream address was passed to an engine. */
  openedAt: () => openedAt,
  abort: () => abort.abort(),
  async close() {
    const closing = engine;
    engine = null;
    await closing?.destroy();
    await closing?.destroy();
  },
  events: () => events,
  setMuted: (muted: boolean) => engine?.setMuted(muted),
  setVolume: (volume: number) => engine?.setVolume(volume),
  setVisible: (visible: boolean) => engine?.setVisible(visible),
  renew: (ticket: string) => engine?.renew(ticket),
  currentTime: () => engine?.currentTime() ?? null,
  readCode: () => frameWatch.readCode(),
  can: () => engine?.can,
  /** Rejections return their code. */
  async snapshot(options: SnapshotOptions): Promise<SeenSnapshot | string> {
    const before = frameWatch.readCode()?.frame ?? null;
    const onScreen = pixelsOf(frameWatch.element, options);
    const blob = await engine!.snapshot(options).catch(codeOf);
    if (typeof blob === 'string') return blob;
    const after = frameWatch.readCode()?.frame ?? null;
    const bitmap = await createImageBitmap(blob);
    const { width, height } = bitmap;
    const data = draw(bitmap, 0, 0, width, height);
    return {
      type: blob.type,
      width,
      height,
      code: readFrameCode(data, width, height),
      shown: [before, after],
      difference: before === after && onScreen?.length === data.length ? compare(onScreen, data) : null,
    };
  },
  /** The whole frame in base64, for pixel checks outside of the page. */
  snapshotBytes: async (type: SnapshotOptions['type'] = 'image/png', quality = 0.9): Promise<string> =>
    base64(await engine!.snapshot({ type, quality })),
  /** Rejections return their code. */
  async record(fileName?: string): Promise<string | null> {
    const started = await engine!.record(fileName ? { fileName } : {}).catch(codeOf);
    if (typeof started === 'string') return started;
    recording = started;
    ends = [];
    started.onEnd(({ reason }) => ends.push(reason));
    return null;
  },
  /** Continues the recording on the current engine. */
  async resumeRecording(): Promise<string | null> {
    const resumed = await engine!.record({ resume: recording! }).catch(codeOf);
    return typeof resumed === 'string' ? resumed : null;
  },
  recordingEnds: (): readonly string[] => ends,
  async stopRecording(): Promise<RecordingInfo | string> {
    const made = await recording!.stop().catch(codeOf);
    if (typeof made === 'string') return made;
    recorded = made;
    const { blob, discard: _, ...events } = made;
    return { ...events, bytes: blob.size, type: blob.type, storage: recording!.storage };
  },
  recordedBytes: (): Promise<string> => base64(recorded!.blob),
  async discardRecording(): Promise<void> {
    await recorded?.discard();
    recorded = null;
  },
  /** Plays the file in a video element: its first and last frame, and its duration. */
  async playRecorded() {
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(recorded!.blob);
    document.body.append(video);
    const seen: number[] = [];
    const readCode = (): void => {
      const { videoWidth: width, videoHeight: height } = video;
      const code = width > 0 ? readFrameCode(draw(video, 0, 0, width, height), width, height) : null;
      if (code) seen.push(code.frame);
      video.requestVideoFrameCallback(readCode);
    };
    video.requestVideoFrameCallback(readCode);
    video.playbackRate = 2;
    const ended = new Promise<string>((resolve) => {
      video.onended = () => resolve('ended');
      video.onerror = () => resolve(`error ${video.error?.code} ${video.error?.message}`);
    });
    await video.play().catch(() => undefined);
    const end = await ended;
    const { duration, videoWidth: width, videoHeight: height } = video;
    video.remove();
    URL.revokeObjectURL(video.src);
    return { end, duration, width, height, first: seen[0], last: seen.at(-1), seen: seen.length };
  },
  /** Names of the files in the page's origin private file system. */
  async storedFiles(): Promise<string[]> {
    const names: string[] = [];
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('oriel-recordings').catch(() => null);
    if (folder) for await (const name of folder.keys()) names.push(name);
    return names;
  },
  /** Spread of the green channel over the frame; a blank frame has 0. */
  spread(): number {
    const element = frameWatch.element;
    if (!element) return 0;
    const copy = new OffscreenCanvas(64, 36).getContext('2d')!;
    copy.drawImage(element, 0, 0, 64, 36);
    const light = Float32Array.from({ length: 64 * 36 }, () => 0);
    const { data } = copy.getImageData(0, 0, 64, 36);
    for (let pixel = 0; pixel < light.length; pixel += 1) light[pixel] = data[pixel * 4 + 1]!;
    const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
    return rms(light.map((value) => value - mean));
  },
  startWatching: () => frameWatch.start(),
  stopWatching: (): readonly SeenFrame[] => frameWatch.stop(),
  /** Ms from creating an engine to its first frame on the screen. */
  async firstFrame(kind: EngineKind, target: { url: string; ticket: string }): Promise<number> {
    const from = performance.now();
    void page.open(kind, target);
    return (await frameWatch.firstFrame()) - from;
  },
  /** The same from loading an address into an existing engine, as the player does. */
  async firstFrameOfReady(kind: EngineKind, target: { url: string; ticket: string }): Promise<number> {
    await make(kind, {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    const from = performance.now();
    load(target);
    return (await frameWatch.firstFrame()) - from;
  },
  /** Loudness of the page's audio output now, 0 to 1. */
  async loudness(): Promise<number> {
    const element = frameWatch.element;
    const samples = new Float32Array(2_048);
    if (element instanceof HTMLVideoElement) {
      if (element.muted) return 0;
      return listenTo((element as HTMLVideoElement & { captureStream(): MediaStream }).captureStream());
    }
    const analyser = analysers.at(-1);
    // An analyser of a context that is not running keeps repeating its last data.
    if (!analyser || !contexts.has(analyser.context as AudioContext) || analyser.context.state !== 'running')
      return 0;
    analyser.getFloatTimeDomainData(samples);
    return rms(samples);
  },
  /** For failure messages. */
  describe(): string {
    const element = frameWatch.element;
    const size = element && `${element.tagName} ${element.width}x${element.height}`;
    return JSON.stringify({
      stage: size,
      spread: page.spread(),
      cells: frameWatch.cells(),
      events: events.slice(-3),
    });
  },
  watchSync: () => syncWatch.start(),
  /** Ms by which each beep was later than its flash. */
  seenSync: (): readonly number[] => syncWatch.take(),
  census: (): Census => ({
    workers: workers.size,
    contexts: contexts.size,
    elements: stage.childElementCount,
  }),
};

/** Times of flashes on the screen and of beeps in the audio output. */
class SyncWatch {
  private flashes: number[] = [];
  private beeps: number[] = [];
  private wasBright = true;
  private wasLoud = true;
  private elementAudio: { element: Element; analyser: AnalyserNode } | null = null;
  private readonly pixel = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;

  start(): void {
    const watch = (): void => {
      if (!engine) return;
      const now = performance.now();
      this.look(now);
      this.listen(now);
      requestAnimationFrame(watch);
    };
    this.take();
    watch();
  }

  take(): readonly number[] {
    const near = (flash: number): number[] => this.beeps.filter((beep) => Math.abs(beep - flash) < 500);
    const offsets = this.flashes.flatMap((flash) => near(flash).map((beep) => beep - flash));
    this.flashes = [];
    this.beeps = [];
    return offsets;
  }

  private look(now: number): void {
    const { element } = frameWatch;
    if (!element) return;
    this.pixel.drawImage(element, 0, 0, 8, 8);
    const isBright = this.pixel.getImageData(4, 4, 1, 1).data[1]! > 128;
    if (isBright && !this.wasBright) this.flashes.push(now);
    this.wasBright = isBright;
  }

  private listen(now: number): void {
    const analyser = this.analyser();
    if (!analyser) return;
    const context = analyser.context as AudioContext;
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    const at = samples.findIndex((sample) => Math.abs(sample) > 0.1);
    if (at > 0 && !this.wasLoud) {
      const agoMs = ((samples.length - at) * 1_000) / context.sampleRate;
      this.beeps.push(now - agoMs + this.outputMs(context, now));
    }
    this.wasLoud = at >= 0;
  }

  /** From the graph to the loudspeaker. An element in a graph does not know this delay, so it does not count there. */
  private outputMs(context: AudioContext, now: number): number {
    if (this.elementAudio) return 0;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
    return (context.currentTime - contextTime) * 1_000 - (now - performanceTime);
  }

  private analyser(): AnalyserNode | null {
    const { element } = frameWatch;
    if (!(element instanceof HTMLVideoElement)) {
      this.elementAudio = null;
      return analysers.at(-1) ?? null;
    }
    if (this.elementAudio?.element !== element) {
      const context = new NativeContext();
      const analyser = context.createAnalyser();
      const source = context.createMediaElementSource(element);
      connect.call(source, analyser);
      connect.call(source, context.destination);
      this.elementAudio = { element, analyser };
    }
    return this.elementAudio.analyser;
  }
}
const syncWatch = new SyncWatch();

async function listenTo(stream: MediaStream): Promise<number> {
  const context = new NativeContext();
  const analyser = context.createAnalyser();
  connect.call(context.createMediaStreamSource(stream), analyser);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const samples = new Float32Array(2_048);
  analyser.getFloatTimeDomainData(samples);
  await context.close();
  return rms(samples);
}

export type EnginePage = typeof page;

/** Set by a test before the page loads: plays with audio without a user gesture. */
export interface AutoOpen {
  readonly kind: EngineKind;
  readonly target: { readonly url: string; readonly ticket: string };
}

async function openUnclicked({ kind, target }: AutoOpen): Promise<void> {
  await page.open(kind, target);
  // Test calls into the page count as a user gesture, so tests read the console instead.
  engine?.onEvent((event) => console.log(`event ${event.type}`));
  engine?.setMuted(false);
}

const { autoOpen } = window as { autoOpen?: AutoOpen };
if (autoOpen) void openUnclicked(autoOpen);
Object.assign(window, { enginePage: page });
