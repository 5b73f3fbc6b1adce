/** AAC-LC for back channels. The encoder runs as WebAssembly in a thread of its own, which is started when it is needed. */
import { Resampler } from '../../../codec/resample.ts';
import type { TalkRate } from '../../talk-ports.ts';
import type { CodedFrame, FrameEncoder } from './frame-encoder.ts';

const samplesPerFrame = 1024;
const bitsPerSecond = 48_000;
/** Beyond this many writes, the thread is too slow, and audio is dropped: 1 s of packets. */
const maxPending = 50;

let isRegistered = false;

export interface AacEncoderOptions {
  /** Rate of what is written. */
  readonly rate: TalkRate;
  /** Rate and channels of the frames. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly onFrame: (frame: CodedFrame) => void;
  /** Called at most once; nothing is delivered afterwards. */
  readonly onFailed: (error: unknown) => void;
}

/** Rejects if the encoder cannot be started. */
export async function aacFrameEncoder(options: AacEncoderOptions): Promise<FrameEncoder> {
  const { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output } = await import('mediabunny');
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
  if (!isRegistered) registerAacEncoder();
  isRegistered = true;
  const { rate, sampleRate, channels, onFrame, onFailed } = options;
  const resampler = new Resampler(rate, sampleRate);
  let isClosed = false;
  let pending = 0;
  let written = 0;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: bitsPerSecond,
    onEncodedPacket: ({ data }) => {
      if (!isClosed) onFrame({ data: withoutAdts(data), ticks: samplesPerFrame });
    },
  });
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  let queue: Promise<unknown> = Promise.resolve();

  const add = (samples: Int16Array) => {
    if (isClosed || samples.length === 0 || pending >= maxPending) return;
    pending += 1;
    const timestamp = written / sampleRate;
    written += samples.length;
    const data = channels === 1 ? samples : interleaved(samples, channels);
    queue = queue
      .then(async () => {
        if (isClosed) return;
        const sample = new AudioSample({
          data,
          format: 's16',
          numberOfChannels: channels,
          sampleRate,
          timestamp,
        });
        await source.add(sample);
        sample.close();
      })
      .catch((error) => {
        if (isClosed) return;
        isClosed = true;
        onFailed(error);
      })
      .finally(() => {
        pending -= 1;
      });
  };
  // Starts the thread now and not with the first word.
  add(new Int16Array(samplesPerFrame));
  await queue;

  return {
    write: (samples) => add(resampler.push(samples)),
    flush() {
      // Frames follow from another thread, after the connection has ended: nothing is gained by waiting for them.
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      void queue
        .then(() => output.cancel())
        .catch(() => {
          /* the thread may already have ended */
        });
    },
  };
}

/** The same in every channel. */
const interleaved = (samples: Int16Array, channels: number): Int16Array =>
  Int16Array.from(
    { length: samples.length * channels },
    (_, index) => samples[Math.floor(index / channels)]!,
  );

/** The frame alone, if the encoder put a header before it. */
function withoutAdts(frame: Uint8Array): Uint8Array {
  if (frame[0] !== 0xff || (frame[1]! & 0xf6) !== 0xf0) return frame;
  return frame.subarray((frame[1]! & 1) === 0 ? 9 : 7);
}
