/** The audio track of a camera to mono samples. */
import { adtsFrame } from '../../../codec/adts.ts';
import { g711Decode } from '../../../codec/g711.ts';
import { Resampler } from '../../../codec/resample.ts';
import type { AudioTrack } from '../../../codec/tracks.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { Ffmpeg } from '../../outputs/transcode/find-ffmpeg.ts';
import type { Pcm } from '../../talk-ports.ts';
import { decodedRate, FfmpegAudio } from './ffmpeg-audio.ts';
import { OpusDecoder } from './opus-codec.ts';

export interface TrackDecoder {
  /** One unit of the track. Damaged ones yield nothing. */
  push(data: Uint8Array): void;
  /** Safe to call twice. Nothing is delivered afterwards. */
  close(): void;
}

/** The error is a sentence for the log: what is missing here. */
export function trackDecoder(
  track: AudioTrack,
  deps: { readonly ffmpeg: Result<Ffmpeg, string>; readonly logger: Logger },
  onAudio: (audio: Pcm) => void,
): Result<TrackDecoder, string> {
  switch (track.codec) {
    case 'pcma':
    case 'pcmu':
      return ok(g711Decoder(track, onAudio));
    case 'opus':
      return ok(opusDecoder(onAudio));
    case 'aac':
      return deps.ffmpeg.ok
        ? ok(aacDecoder(track.config, deps.ffmpeg.value, deps.logger, onAudio))
        : err(`AAC cannot be decoded: ${deps.ffmpeg.error}`);
  }
}

function g711Decoder(
  { codec, sampleRate, channels }: Extract<AudioTrack, { codec: 'pcma' | 'pcmu' }>,
  onAudio: (audio: Pcm) => void,
): TrackDecoder {
  const rate = sampleRate === 8_000 ? 8_000 : decodedRate;
  const resampler = new Resampler(sampleRate, rate);
  let isClosed = false;
  return {
    push(data) {
      if (isClosed) return;
      const decoded = g711Decode(codec, data);
      onAudio({ rate, samples: resampler.push(channels === 1 ? decoded : firstChannel(decoded, channels)) });
    },
    close() {
      isClosed = true;
    },
  };
}

const firstChannel = (samples: Int16Array, channels: number): Int16Array =>
  Int16Array.from(
    { length: Math.floor(samples.length / channels) },
    (_, index) => samples[index * channels]!,
  );

function opusDecoder(onAudio: (audio: Pcm) => void): TrackDecoder {
  const decoder = new OpusDecoder(decodedRate);
  return {
    push(data) {
      const samples = decoder.decode(data);
      if (samples) onAudio({ rate: decodedRate, samples });
    },
    close: () => decoder.close(),
  };
}

function aacDecoder(
  config: Uint8Array,
  ffmpeg: Ffmpeg,
  logger: Logger,
  onAudio: (audio: Pcm) => void,
): TrackDecoder {
  const child = new FfmpegAudio(ffmpeg, 'aac', logger, {
    samples: (samples) => onAudio({ rate: decodedRate, samples }),
    ended() {}, // written to the log; the camera is not heard any more
  });
  return {
    push(data) {
      const frame = adtsFrame(config, data);
      if (frame && child.hasCapacity) child.write(frame);
    },
    close: () => child.stop(),
  };
}
