import type { AudioThreadControl } from './audio-worklet.ts';
import type { AudioSink } from './messages.ts';
import { outputLatencyS } from './output-latency.ts';
import { ringBytes } from './pcm-ring.ts';

export interface AudioOutputDeps {
  /** Path of the built `audio-worklet.ts`. */
  readonly workletUrl: string;
  /** Sets or removes the worker's audio output. */
  readonly connect: (sink: AudioSink | null, transfer: Transferable[]) => void;
  /** The browser requires a click. */
  readonly blocked: () => void;
}

/** A context that is not running after this time is blocked until a click. */
const blockedAfterMs = 300;
const rampS = 0.02;
const latencyPeriodMs = 500;

/**
 * Audio output of the page. The AudioContext is created at the first `open`; while closed, no audio is decoded or
 * sent.
 */
export class AudioOutput {
  readonly #deps: AudioOutputDeps;
  #context: AudioContext | null = null;
  #gain: GainNode | null = null;
  #node: AudioWorkletNode | null = null;
  #isWanted = false;
  #isDestroyed = false;
  #volume = 1;
  #stopAsking: (() => void) | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(deps: AudioOutputDeps) {
    this.#deps = deps;
  }

  /** Safe to call again, also to retry after `blocked`. */
  async open(): Promise<void> {
    if (this.#isDestroyed) return;
    this.#isWanted = true;
    const context = this.#context ?? this.#create();
    this.#resume(context);
    await this.#modules;
    if (this.#isWanted && !this.#isDestroyed && !this.#node) this.#attach(context);
  }

  close(): void {
    this.#isWanted = false;
    this.#stopAsking?.();
    this.#detach();
    if (this.#context?.state === 'running') void this.#context.suspend();
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#context) this.#gain?.gain.setTargetAtTime(volume, this.#context.currentTime, rampS);
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    this.close();
    const context = this.#context;
    this.#context = null;
    if (context && context.state !== 'closed') await context.close();
  }

  #modules: Promise<void> = Promise.resolve();

  #create(): AudioContext {
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.#context = context;
    this.#gain = context.createGain();
    this.#gain.gain.value = this.#volume;
    this.#gain.connect(context.destination);
    this.#modules = context.audioWorklet.addModule(this.#deps.workletUrl);
    return context;
  }

  #attach(context: AudioContext): void {
    const node = new AudioWorkletNode(context, 'oriel-live-sound', {
      numberOfInputs: 0,
      outputChannelCount: [2],
    });
    this.#node = node;
    node.connect(this.#gain!);
    const ring = globalThis.crossOriginIsolated ? new SharedArrayBuffer(ringBytes) : null;
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage({ ring, port: port1 } satisfies AudioThreadControl, [port1]);
    this.#deps.connect({ ring, port: port2 }, [port2]);
    this.#timer = setInterval(() => this.#reportLatency(context, node), latencyPeriodMs);
  }

  #reportLatency(context: AudioContext, node: AudioWorkletNode): void {
    const outputLatencyMs = outputLatencyS(context) * 1_000;
    node.port.postMessage({ outputLatencyMs } satisfies AudioThreadControl);
  }

  #detach(): void {
    if (!this.#node) return;
    clearInterval(this.#timer);
    this.#deps.connect(null, []);
    this.#node.port.postMessage(null satisfies AudioThreadControl);
    this.#node.disconnect();
    this.#node = null;
  }

  /** Resumes the context; if it requires a click, retries at the next one. */
  #resume(context: AudioContext): void {
    if (context.state === 'running') return;
    this.#stopAsking?.();
    const again = (): void => void context.resume().catch(() => undefined);
    const timer = setTimeout(() => {
      if (context.state !== 'running') this.#deps.blocked();
    }, blockedAfterMs);
    const gestures = ['pointerdown', 'keydown'] as const;
    for (const gesture of gestures) document.addEventListener(gesture, again, true);
    this.#stopAsking = () => {
      clearTimeout(timer);
      context.onstatechange = null;
      for (const gesture of gestures) document.removeEventListener(gesture, again, true);
      this.#stopAsking = null;
    };
    context.onstatechange = () => {
      if (context.state === 'running') this.#stopAsking?.();
    };
    again();
  }
}
