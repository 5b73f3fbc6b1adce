/** Samples to coded frames, for back channels. */
import { type G711Law, g711Encode } from '../../../codec/g711.ts';
import { opusRate } from '../../../codec/opus.ts';
import type { TalkRate } from '../../talk-ports.ts';
import { OpusEncoder } from './opus-codec.ts';

export interface CodedFrame {
  readonly data: Uint8Array;
  /** Its duration in units of the RTP clock: samples, or 48,000 per second for Opus. */
  readonly ticks: number;
}

export interface FrameEncoder {
  /** Any number of samples; frames may follow later. */
  write(samples: Int16Array): void;
  /** Encodes what is left, filled with silence. */
  flush(): void;
  /** Nothing is delivered afterwards. Safe to call twice. */
  close(): void;
}

/** Frames of 20 ms. */
export function g711Encoder(
  law: G711Law,
  rate: TalkRate,
  onFrame: (frame: CodedFrame) => void,
): FrameEncoder {
  const encode = (samples: Int16Array) => onFrame({ data: g711Encode(law, samples), ticks: samples.length });
  return fixedFrames(rate / 50, encode, () => {});
}

/** Frames of 20 ms. */
export function opusFrameEncoder(rate: TalkRate, onFrame: (frame: CodedFrame) => void): FrameEncoder {
  const encoder = new OpusEncoder(rate);
  const encode = (samples: Int16Array) => {
    const data = encoder.encode(samples);
    if (data) onFrame({ data, ticks: (samples.length * opusRate) / rate });
  };
  return fixedFrames(rate / 50, encode, () => encoder.close());
}

function fixedFrames(length: number, encode: (samples: Int16Array) => void, close: () => void): FrameEncoder {
  let held = new Int16Array(0);
  return {
    write(samples) {
      const all = new Int16Array(held.length + samples.length);
      all.set(held);
      all.set(samples, held.length);
      let at = 0;
      for (; at + length <= all.length; at += length) encode(all.slice(at, at + length));
      held = all.slice(at);
    },
    flush() {
      if (held.length === 0) return;
      const last = new Int16Array(length);
      last.set(held);
      held = new Int16Array(0);
      encode(last);
    },
    close() {
      held = new Int16Array(0);
      close();
    },
  };
}
