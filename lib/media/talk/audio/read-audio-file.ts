/**
 * A recorded file to mono samples at 16 kHz: WAV, and Opus in WebM, Ogg and MP4, as browsers record it. AAC and MP3 need
 * ffmpeg. Files come from strangers, so bytes, packets, samples, memory and time are limited.
 */
import { adtsFrame } from '../../../codec/adts.ts';
import { resample } from '../../../codec/resample.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { Ffmpeg } from '../../outputs/transcode/find-ffmpeg.ts';
import type { Pcm } from '../../talk-ports.ts';
import { type DemuxedAudio, Demuxer } from './demuxer.ts';
import { decodedRate, type ElementaryFormat, FfmpegAudio } from './ffmpeg-audio.ts';
import { OpusDecoder } from './opus-codec.ts';

export const maxAudioFileBytes = 4 * 1024 * 1024;
/** What follows is dropped. More than the longest message, so that a caller can tell that it is too long. */
const maxSeconds = 62;
const maxDecodeMs: Ms = 15_000;

/** `message`: for people, and names what is missing. */
export interface AudioFileFailure {
  readonly code: 'audio.tooLarge' | 'audio.damaged' | 'audio.unsupported';
  readonly message: string;
}

export interface AudioFileDeps {
  readonly ffmpeg: Result<Ffmpeg, string>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** To take one file apart; by default 5 s. */
  readonly maxDemuxMs?: Ms;
}

export interface AudioFiles {
  /** Never rejects. */
  read(file: Uint8Array): Promise<Result<Pcm, AudioFileFailure>>;
  /** Safe to call twice. Never rejects. */
  close(): Promise<void>;
}

const fail = (code: AudioFileFailure['code'], message: string) => err({ code, message });
const damaged = fail('audio.damaged', 'The file contains no audio that can be read.');

export function createAudioFiles(deps: AudioFileDeps): AudioFiles {
  const demuxer = new Demuxer({ clock: deps.clock, maxSeconds, maxMs: deps.maxDemuxMs ?? 5_000 });
  return {
    async read(file) {
      if (file.length > maxAudioFileBytes) return fail('audio.tooLarge', 'The file is larger than 4 MB.');
      const found = await demuxer.read(file);
      return found ? decode(found, deps) : damaged;
    },
    close: () => demuxer.close(),
  };
}

async function decode(found: DemuxedAudio, deps: AudioFileDeps): Promise<Result<Pcm, AudioFileFailure>> {
  const { codec, rate, channels, pcm } = found;
  if (pcm) return finished([mixed(pcm, channels)], rate);
  if (codec === 'opus' && channels <= 2) return decodeOpus(found);
  if (codec === 'aac' || codec === 'mp3') return decodeByFfmpeg(found, codec, deps);
  return fail('audio.unsupported', `Audio of the format ${codec ?? 'unknown'} is not supported.`);
}

function decodeOpus({ packets }: DemuxedAudio): Result<Pcm, AudioFileFailure> {
  const decoder = new OpusDecoder(decodedRate);
  const parts: Int16Array[] = [];
  let length = 0;
  for (const packet of packets) {
    const samples = decoder.decode(packet) ?? decoder.conceal();
    parts.push(samples);
    length += samples.length;
    if (length >= maxSeconds * decodedRate) break;
  }
  decoder.close();
  return finished(parts, decodedRate);
}

/** Only the elementary stream reaches ffmpeg, never the container. */
async function decodeByFfmpeg(
  { packets, config }: DemuxedAudio,
  format: ElementaryFormat,
  { ffmpeg, clock, logger }: AudioFileDeps,
): Promise<Result<Pcm, AudioFileFailure>> {
  if (!ffmpeg.ok)
    return fail('audio.unsupported', `${format.toUpperCase()} cannot be converted: ${ffmpeg.error}.`);
  const parts: Int16Array[] = [];
  let length = 0;
  await new Promise<void>((resolve) => {
    const stop = () => {
      cancel();
      child.stop();
      resolve();
    };
    const cancel = clock.after(maxDecodeMs, stop);
    const child = new FfmpegAudio(ffmpeg.value, format, logger, {
      samples(samples) {
        parts.push(samples);
        length += samples.length;
        if (length >= maxSeconds * decodedRate) stop();
      },
      ended: stop,
    });
    const header = config && format === 'aac' ? new Uint8Array(config) : null;
    for (const packet of packets) {
      const frame = header ? adtsFrame(header, packet) : packet;
      if (frame) child.write(frame);
    }
    child.finish();
  });
  return finished(parts, decodedRate);
}

function finished(parts: readonly Int16Array[], rate: number): Result<Pcm, AudioFileFailure> {
  const length = Math.min(
    parts.reduce((sum, part) => sum + part.length, 0),
    maxSeconds * rate,
  );
  if (length === 0) return damaged;
  const all = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part.subarray(0, length - at), at);
    at = Math.min(length, at + part.length);
  }
  return ok({ rate: decodedRate, samples: resample(all, rate, decodedRate) });
}

function mixed(samples: Int16Array, channels: number): Int16Array {
  if (channels === 1) return samples;
  return Int16Array.from({ length: Math.floor(samples.length / channels) }, (_, index) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += samples[index * channels + channel]!;
    return Math.round(sum / channels);
  });
}
