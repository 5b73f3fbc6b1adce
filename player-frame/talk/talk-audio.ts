import type { Ms } from '../../lib/kernel/units.ts';
import type { TalkLevels, TalkSettings } from '../state/talk-state.ts';
import { levelOf } from './level.ts';
import { openMicrophone, whyMicrophoneEnded } from './microphone.ts';
import { problem, TalkError, type TalkProblem } from './talk-failure.ts';

/** A context that is not running by then waits for a click. */
const runningWithinMs: Ms = 1_000;
const rampS = 0.02;
/** 43 ms at 48 kHz. */
const levelSamples = 2_048;

export type AudioChoice = Pick<TalkSettings, 'microphoneId' | 'speakerId' | 'gain'> & {
  readonly isMuted: boolean;
};

/** Microphone and loudspeaker of a talk. */
export interface TalkAudio {
  /** What is sent: one track for the whole talk, so that nothing is negotiated again. */
  readonly track: MediaStreamTrack;
  /** The one in use, as it was chosen. */
  readonly microphoneId: string;
  /** Rejects with `TalkError` if another microphone cannot be opened; the previous one then remains. */
  apply(choice: AudioChoice): Promise<void>;
  /** Plays audio of the camera; null: there is none any more. */
  setPeer(track: MediaStreamTrack | null): void;
  levels(): TalkLevels;
  /** Stops all tracks and removes the elements. Safe to call twice. */
  close(): void;
}

export interface TalkAudioDeps {
  /** Contains the two hidden audio elements. */
  readonly root: HTMLElement;
  /** Distinguishes the ids of players. */
  readonly id: string;
  /** The microphone was lost. */
  readonly onLost: (problem: TalkProblem) => void;
}

/** Asks for the microphone. Rejects with `TalkError`. */
export async function openTalkAudio(deps: TalkAudioDeps, choice: AudioChoice): Promise<TalkAudio> {
  if (typeof AudioContext !== 'function') throw new TalkError(problem('talk.noAudio'));
  if (typeof RTCPeerConnection !== 'function') throw new TalkError(problem('talk.noWebRtc'));
  const stream = await microphoneOf(choice);
  let audio: OpenAudio | null = null;
  try {
    audio = new OpenAudio(deps, stream, choice);
    await audio.run();
    return audio;
  } catch (error) {
    audio?.close();
    // Browsers limit the number of audio contexts, and the sample rates that they connect.
    release(stream);
    throw error;
  }
}

class OpenAudio implements TalkAudio {
  readonly track: MediaStreamTrack;
  microphoneId: string;
  readonly #deps: TalkAudioDeps;
  readonly #context = new AudioContext({ latencyHint: 'interactive' });
  readonly #gain: GainNode;
  readonly #microphone: AnalyserNode;
  readonly #peer: AnalyserNode;
  readonly #local: HTMLAudioElement;
  readonly #remote: HTMLAudioElement;
  readonly #samples = new Float32Array(levelSamples);
  #stream: MediaStream;
  #source: MediaStreamAudioSourceNode;
  #peerSource: MediaStreamAudioSourceNode | null = null;
  #choice: AudioChoice;
  /** The last change of the microphone. */
  #switching: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: TalkAudioDeps, stream: MediaStream, choice: AudioChoice) {
    this.#deps = deps;
    this.#stream = stream;
    this.#choice = choice;
    this.microphoneId = choice.microphoneId;
    const context = this.#context;
    this.#gain = context.createGain();
    this.#microphone = analyser(context);
    this.#peer = analyser(context);
    const sent = context.createMediaStreamDestination();
    this.#gain.connect(this.#microphone).connect(sent);
    this.track = sent.stream.getAudioTracks()[0]!;
    this.#source = context.createMediaStreamSource(stream);
    this.#source.connect(this.#gain);
    this.#gain.gain.value = gainOf(choice);
    this.#watch(stream);
    this.#local = this.#element('local');
    // The viewer must not hear the own voice.
    this.#local.muted = true;
    this.#local.srcObject = stream;
    this.#remote = this.#element('peer');
    this.#setSpeaker(choice.speakerId);
  }

  /** Without a click browsers keep the context suspended, which would send silence. */
  async run(): Promise<void> {
    const context = this.#context;
    if (context.state === 'running') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, runningWithinMs);
    });
    await Promise.race([context.resume(), late]);
    clearTimeout(timer);
    if ((context.state as AudioContextState) !== 'running') throw new TalkError(problem('talk.gesture'));
  }

  async apply(choice: AudioChoice): Promise<void> {
    const before = this.#choice;
    this.#choice = choice;
    this.#gain.gain.setTargetAtTime(gainOf(choice), this.#context.currentTime, rampS);
    if (choice.speakerId !== before.speakerId) this.#setSpeaker(choice.speakerId);
    if (choice.microphoneId === before.microphoneId) return;
    const switched = this.#switching.then(() => this.#switchTo(choice));
    this.#switching = switched.catch(() => undefined);
    await switched;
  }

  /** One after the other: they open in any order, and the last one that was chosen remains. */
  async #switchTo(choice: AudioChoice): Promise<void> {
    const { microphoneId } = choice;
    const isWanted = () => !this.#isClosed && this.#choice.microphoneId === microphoneId;
    if (!isWanted() || microphoneId === this.microphoneId) return;
    try {
      const stream = await microphoneOf(choice);
      if (isWanted()) this.#replace(stream, microphoneId);
      else release(stream);
    } catch (error) {
      if (isWanted()) this.#choice = { ...this.#choice, microphoneId: this.microphoneId };
      throw error;
    }
  }

  setPeer(track: MediaStreamTrack | null): void {
    this.#peerSource?.disconnect();
    this.#peerSource = null;
    this.#remote.srcObject = null;
    if (!track || this.#isClosed) return;
    const stream = new MediaStream([track]);
    this.#remote.srcObject = stream;
    // Not blocked: the context is running, so there was a click.
    this.#remote.play().catch(() => undefined);
    this.#peerSource = this.#context.createMediaStreamSource(stream);
    this.#peerSource.connect(this.#peer);
  }

  levels(): TalkLevels {
    return { microphone: this.#level(this.#microphone), camera: this.#level(this.#peer) };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    release(this.#stream);
    this.track.stop();
    for (const element of [this.#local, this.#remote]) {
      element.srcObject = null;
      element.remove();
    }
    this.#source.disconnect();
    this.#peerSource?.disconnect();
    void this.#context.close();
  }

  #level(node: AnalyserNode): number {
    node.getFloatTimeDomainData(this.#samples);
    return levelOf(this.#samples);
  }

  /** The new microphone takes the place of the old one in front of the gain. */
  #replace(stream: MediaStream, microphoneId: string): void {
    const source = this.#sourceOf(stream);
    release(this.#stream);
    this.#source.disconnect();
    this.#stream = stream;
    this.microphoneId = microphoneId;
    this.#source = source;
    this.#source.connect(this.#gain);
    this.#local.srcObject = stream;
    this.#watch(stream);
  }

  #sourceOf(stream: MediaStream): MediaStreamAudioSourceNode {
    try {
      return this.#context.createMediaStreamSource(stream);
    } catch (error) {
      release(stream);
      throw error;
    }
  }

  /** Not called when we stop the track ourselves. */
  #watch(stream: MediaStream): void {
    for (const one of stream.getTracks()) {
      one.addEventListener('ended', () => {
        if (this.#isClosed || stream !== this.#stream) return;
        void whyMicrophoneEnded().then((code) => this.#deps.onLost(problem(code)));
      });
    }
  }

  #element(name: 'local' | 'peer'): HTMLAudioElement {
    const element = document.createElement('audio');
    element.id = `oriel-talk-${name}-${this.#deps.id}`;
    element.hidden = true;
    element.autoplay = true;
    return this.#deps.root.appendChild(element);
  }

  /** Browsers without a choice of loudspeakers, and one that was unplugged, use the default one. */
  #setSpeaker(id: string): void {
    const { setSinkId } = this.#remote as Partial<Pick<HTMLAudioElement, 'setSinkId'>>;
    setSinkId?.call(this.#remote, id).catch(() => undefined);
  }
}

async function microphoneOf({ microphoneId }: AudioChoice): Promise<MediaStream> {
  const opened = await openMicrophone(microphoneId);
  if (!opened.ok) throw new TalkError(problem(opened.error));
  return opened.value;
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

const gainOf = ({ isMuted, gain }: AudioChoice): number => (isMuted ? 0 : gain);

function analyser(context: AudioContext): AnalyserNode {
  const node = context.createAnalyser();
  node.fftSize = levelSamples;
  return node;
}
