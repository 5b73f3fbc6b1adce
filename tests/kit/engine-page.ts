/**
 * The page that engine tests drive: one engine on a stage, its facts, and instruments that look at what a
 * viewer would see and hear. Runs in the browser.
 */
import { createEngine, type LiveEngineKind } from '../../player-frame/engines/create-engine.ts';
import type { EngineFact, MediaEngine } from '../../player-frame/engines/engine.ts';
import { pickEngine, probeBrowser } from '../../player-frame/engines/pick-engine.ts';
import { PictureWatch, type SeenFrame } from './picture-watch.ts';

export interface TimedFact {
  readonly at: number;
  readonly fact: EngineFact;
}

export interface OpenOptions {
  readonly transport?: 'websocket' | 'http';
}

/** Alive now; what tests expect to be zero after `close`. */
export interface Census {
  readonly workers: number;
  readonly contexts: number;
  readonly elements: number;
}

const stage = document.getElementById('stage')!;
const workers = new Set<Worker>();
const contexts = new Set<AudioContext>();
const analysers: AnalyserNode[] = [];
const NativeContext = window.AudioContext;

// Instruments: count what is made, and listen to whatever is played.
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
let abort = new AbortController();
let facts: TimedFact[] = [];
const picture = new PictureWatch(stage);

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

async function make(kind: LiveEngineKind, options: OpenOptions): Promise<void> {
  facts = [];
  abort = new AbortController();
  engine = await createEngine(
    kind,
    { element: stage },
    { assets: { webcodecsWorker: 'worker.js', audioWorklet: 'audio-worklet.js' }, ...options },
  );
  engine.onFact((fact) => facts.push({ at: performance.now(), fact }));
}

function load(target: { url: string; ticket: string }): void {
  engine?.load(target, abort.signal).catch(() => undefined);
}

const page = {
  async open(kind: LiveEngineKind, target: { url: string; ticket: string }, options: OpenOptions = {}) {
    await make(kind, options);
    load(target);
  },
  abort: () => abort.abort(),
  async close() {
    const closing = engine;
    engine = null;
    await closing?.destroy();
    await closing?.destroy();
  },
  facts: () => facts,
  setMuted: (muted: boolean) => engine?.setMuted(muted),
  setVolume: (volume: number) => engine?.setVolume(volume),
  setVisible: (visible: boolean) => engine?.setVisible(visible),
  currentTime: () => engine?.currentTime() ?? null,
  look: () => picture.look(),
  /** Colours of the middle of the picture, to tell it from a blank. */
  spread(): number {
    const element = picture.element;
    if (!element) return 0;
    const copy = new OffscreenCanvas(64, 36).getContext('2d')!;
    copy.drawImage(element, 0, 0, 64, 36);
    const light = Float32Array.from({ length: 64 * 36 }, () => 0);
    const { data } = copy.getImageData(0, 0, 64, 36);
    for (let pixel = 0; pixel < light.length; pixel += 1) light[pixel] = data[pixel * 4 + 1]!;
    const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
    return rms(light.map((value) => value - mean));
  },
  startWatching: () => picture.start(),
  stopWatching: (): readonly SeenFrame[] => picture.stop(),
  /** Ms from asking for an engine to its first picture on the screen. */
  async firstPicture(kind: LiveEngineKind, target: { url: string; ticket: string }): Promise<number> {
    const from = performance.now();
    void page.open(kind, target);
    return (await picture.firstPicture()) - from;
  },
  /** The same from giving an address to an engine that was made before, as the player makes it. */
  async firstPictureOfReady(kind: LiveEngineKind, target: { url: string; ticket: string }): Promise<number> {
    await make(kind, {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    const from = performance.now();
    load(target);
    return (await picture.firstPicture()) - from;
  },
  /** Loudness of what leaves the page now, 0 to 1. */
  async loudness(): Promise<number> {
    const element = picture.element;
    const samples = new Float32Array(2_048);
    if (element instanceof HTMLVideoElement) {
      if (element.muted) return 0;
      return listenTo((element as HTMLVideoElement & { captureStream(): MediaStream }).captureStream());
    }
    const analyser = analysers.at(-1);
    // An analyser of a context that stands still repeats what it heard last.
    if (!analyser || !contexts.has(analyser.context as AudioContext) || analyser.context.state !== 'running')
      return 0;
    analyser.getFloatTimeDomainData(samples);
    return rms(samples);
  },
  /** For messages of failed tests. */
  describe(): string {
    const element = picture.element;
    const size = element && `${element.tagName} ${element.width}x${element.height}`;
    return JSON.stringify({
      stage: size,
      spread: page.spread(),
      cells: picture.cells(),
      facts: facts.slice(-3),
    });
  },
  census: (): Census => ({
    workers: workers.size,
    contexts: contexts.size,
    elements: stage.childElementCount,
  }),
  pick: async (forced: LiveEngineKind | null) => pickEngine(await probeBrowser(), forced),
};

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

/** Set by a test before the page loads: what a page does that plays with sound without having been clicked. */
export interface AutoOpen {
  readonly kind: LiveEngineKind;
  readonly target: { readonly url: string; readonly ticket: string };
}

async function openUnclicked({ kind, target }: AutoOpen): Promise<void> {
  await page.open(kind, target);
  // Tests must not call into the page, because that counts as a click: they read the console.
  engine?.onFact((fact) => console.log(`fact ${fact.type}`));
  engine?.setMuted(false);
}

const { autoOpen } = window as { autoOpen?: AutoOpen };
if (autoOpen) void openUnclicked(autoOpen);
Object.assign(window, { enginePage: page });
