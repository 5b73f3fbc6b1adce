/** The page for tests of recorded engines: one engine on a stage, and what is on the screen. Runs in the browser. */
import type { Decryption } from '../../lib/kernel/decryption.ts';
import {
  EngineError,
  type EngineEvent,
  type EngineRecording,
  type MediaEngine,
  type RecordedTarget,
} from '../../player-frame/engines/engine.ts';
import type { RecordedEngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { recordedEngines } from '../../player-frame/engines/engine-table.ts';
import { base64 } from './base64.ts';
import { FrameWatch } from './frame-watch.ts';

const stage = document.getElementById('stage')!;
const frameWatch = new FrameWatch(stage);
let engine: MediaEngine | null = null;
let events: EngineEvent[] = [];
let recording: EngineRecording | null = null;
let recordingEnds: string[] = [];
const workers = new Set<Worker>();
/** Wall times of the frames that the decoding worker has drawn, or that the element has presented. */
const drawn: number[] = [];
window.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers.add(this);
    this.addEventListener('message', ({ data }: MessageEvent<{ t: string; wallMs: number }>) => {
      if (data.t === 'shown') drawn.push(data.wallMs);
    });
  }
  override terminate(): void {
    workers.delete(this);
    super.terminate();
  }
};

/** Connected to all audio output. */
const analysers: AnalyserNode[] = [];
const connect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => unknown;
AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
  if (args[0] instanceof AudioDestinationNode) {
    const analyser = this.context.createAnalyser();
    connect.call(this, analyser);
    analysers.push(analyser);
  }
  return connect.apply(this, args);
} as typeof AudioNode.prototype.connect;

/** The code of a rejection, null if it resolves. */
const codeOf = (promise: Promise<unknown>): Promise<string | null> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof EngineError ? error.failure.code : String(error)),
  );

function watchPresented(video: HTMLVideoElement): void {
  video.requestVideoFrameCallback(() => {
    if (!video.isConnected) return;
    watchPresented(video);
    const wallMs = engine?.currentTime();
    if (typeof wallMs === 'number') drawn.push(wallMs);
  });
}

async function importKey({ keyId, hex }: { keyId: string; hex: string }): Promise<Decryption> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { keyId, key: await crypto.subtle.importKey('raw', bytes, 'AES-CTR', false, ['decrypt']) };
}

const page = {
  /** Resolves on the first frame or a failure. */
  async open(
    kind: RecordedEngineKind,
    target: RecordedTarget,
    secret: { readonly keyId: string; readonly hex: string } | null = null,
  ): Promise<string | null> {
    events = [];
    const decryption = secret ? await importKey(secret) : undefined;
    const opened = await recordedEngines[kind].create(
      { element: stage },
      {
        assets: {
          webcodecsWorker: 'worker.js',
          recordedWorker: 'recorded-worker.js',
          audioWorklet: 'audio-worklet.js',
          recorderWorker: 'recorder.js',
        },
      },
    );
    engine = opened;
    const video = stage.querySelector('video');
    if (video) watchPresented(video);
    return new Promise((resolve) => {
      opened.onEvent((event) => {
        events.push(event);
        if (event.type === 'failed') resolve(event.failure.code);
      });
      opened.load({ ...target, decryption }, new AbortController().signal).then(
        () => resolve(null),
        (error: unknown) => resolve(String(error)),
      );
    });
  },
  async close(): Promise<void> {
    await engine?.destroy();
    engine = null;
  },
  /** The code of a rejection. */
  async record(): Promise<string | null> {
    recordingEnds = [];
    return codeOf(
      engine!.record({}).then((started) => {
        recording = started;
        started.onEnd(({ reason }) => recordingEnds.push(reason));
      }),
    );
  },
  recordingEnds: (): readonly string[] => recordingEnds,
  /** The file, in base64. It is removed. */
  async stopRecording() {
    const { blob, durationMs, width, height, hasAudio, discard } = await recording!.stop();
    const bytes = await base64(blob);
    await discard();
    return { durationMs, width, height, hasAudio, bytes };
  },
  takeEvents: (): readonly EngineEvent[] => events.splice(0),
  /** Resolves when the frame is on the screen; `code` is that of a rejection. */
  async seek(to: number) {
    const from = performance.now();
    const code = await codeOf(engine!.seekable!.seek(to));
    return { code, frame: page.frame(), tookMs: performance.now() - from };
  },
  /** From the call until one of these frames is on the screen, and until the seek is reported, ms. */
  async seekToPicture(to: number, first: number, last: number) {
    const from = performance.now();
    const reported = codeOf(engine!.seekable!.seek(to)).then(() => performance.now());
    const shownAt = await frameWatch.shows(first, last);
    return { shownMs: shownAt === null ? null : shownAt - from, reportedMs: (await reported) - from };
  },
  /** Without waiting for each one. */
  seekAll: (times: readonly number[]) => Promise.all(times.map((to) => codeOf(engine!.seekable!.seek(to)))),
  step: (frames: number) => codeOf(engine!.steppable!.step(frames)),
  setRate: (rate: number) => engine!.rateable!.setRate(rate),
  trim: (factor: number) => engine!.rateable!.trim!(factor),
  setMuted: (muted: boolean) => engine!.setMuted(muted),
  /** Loudness of the page's audio output now, 0 to 1. */
  loudness(): number {
    const samples = new Float32Array(2_048);
    analysers.at(-1)?.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  },
  rates: () => engine!.rateable!.rates,
  pause: () => engine!.pausable!.pause(),
  resume: () => codeOf(engine!.pausable!.resume()),
  renew: (ticket: string) => engine!.renew(ticket),
  currentTime: () => engine!.currentTime(),
  frame: () => frameWatch.readCode()?.frame ?? null,
  takeDrawn: () => drawn.splice(0),
  startWatching: () => frameWatch.start(),
  stopWatching: () => frameWatch.stop(),
  async snapshotSize(): Promise<string> {
    const bitmap = await createImageBitmap(await engine!.snapshot({ type: 'image/png' }));
    return `${bitmap.width}x${bitmap.height}`;
  },
  census: () => ({ workers: workers.size, elements: stage.childElementCount }),
};

export type RecordedEnginePage = typeof page;
Object.assign(window, { recordedPage: page });
