import { wavFile } from '../../lib/codec/wav.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { levelOf } from './level.ts';

export interface RecordedVoice {
  readonly file: Blob;
  readonly lengthMs: Ms;
}

export interface VoiceRecorder {
  /** Releases the microphone, and resolves with what was recorded. */
  stop(): Promise<RecordedVoice>;
  /** Releases the microphone. Safe to call twice, and after `stop`. */
  cancel(): void;
}

export interface VoiceRecorderOptions {
  /** Path of the built `voice-worklet.ts`. */
  readonly workletUrl: string;
  /** The error is a code of the error catalogue. */
  readonly openMicrophone: () => Promise<Result<MediaStream, string>>;
  /** 0 to 100, about 20 times a second. */
  readonly onLevel: (level: number) => void;
  /** The microphone was unplugged or its permission withdrawn. */
  readonly onLost: () => void;
}

/** Hz; the server converts to what the camera plays. */
const voiceSampleRate = 16_000;

/** A worklet that does not answer must not keep the viewer waiting. */
const lastSamplesWithin: Ms = 500;

/**
 * Records the microphone as WAV. Not with MediaRecorder, whose formats differ by browser, whose files lack their length,
 * and which Safari ends without a sound after the tab was hidden.
 */
export async function startVoiceRecorder(
  options: VoiceRecorderOptions,
): Promise<Result<VoiceRecorder, string>> {
  if (typeof AudioContext === 'undefined' || typeof AudioWorkletNode === 'undefined') {
    return err('talk.unsupported');
  }
  const microphone = await options.openMicrophone();
  if (!microphone.ok) return microphone;
  const stream = microphone.value;
  let context: AudioContext | null = null;
  const release = (): void => {
    for (const track of stream.getTracks()) track.stop();
    if (context && context.state !== 'closed') void context.close().catch(() => undefined);
  };
  try {
    // At the rate of the device: Firefox connects no other. Browsers limit the number of contexts.
    context = new AudioContext();
    await context.audioWorklet.addModule(options.workletUrl);
    await context.resume();
    return ok(record(context, stream, options, release));
  } catch {
    release();
    return err('talk.microphoneFailed');
  }
}

function record(
  context: AudioContext,
  stream: MediaStream,
  { onLevel, onLost }: VoiceRecorderOptions,
  release: () => void,
): VoiceRecorder {
  const chunks: Float32Array[] = [];
  const node = new AudioWorkletNode(context, 'oriel-voice', {
    outputChannelCount: [1],
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  const source = context.createMediaStreamSource(stream);
  let settle = (): void => {};
  const flushed = new Promise<void>((resolve) => {
    settle = resolve;
  });
  node.port.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
    if (data === null) return settle();
    chunks.push(data);
    onLevel(levelOf(data));
  };
  const lost = (): void => onLost();
  const tracks = stream.getAudioTracks();
  for (const track of tracks) track.addEventListener('ended', lost);
  source.connect(node);
  // Silent; browsers run only what leads to the loudspeaker.
  node.connect(context.destination);
  return {
    async stop() {
      for (const track of tracks) track.removeEventListener('ended', lost);
      const timer = setTimeout(settle, lastSamplesWithin);
      node.port.postMessage('end');
      await flushed;
      clearTimeout(timer);
      node.port.onmessage = null;
      const { sampleRate } = context;
      release();
      const samples = joined(chunks);
      const lengthMs = (samples.length / sampleRate) * 1_000;
      const file = wavFile(integers(await resampled(samples, sampleRate)), voiceSampleRate);
      return { file: new Blob([file as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }), lengthMs };
    },
    cancel() {
      node.port.onmessage = null;
      release();
    },
  };
}

function joined(chunks: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Louder than possible is clipped. */
const integers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));

/** The browser filters what the lower rate cannot carry. */
async function resampled(samples: Float32Array<ArrayBuffer>, sampleRate: number): Promise<Float32Array> {
  const length = Math.floor((samples.length * voiceSampleRate) / sampleRate);
  if (length === 0) return new Float32Array(0);
  const context = new OfflineAudioContext(1, length, voiceSampleRate);
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}
