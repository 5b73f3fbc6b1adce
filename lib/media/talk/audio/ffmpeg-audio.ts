/** Audio that only ffmpeg decodes, to mono samples at 16 kHz. It reads one elementary stream of a known format. */
import type { Logger } from '../../../kernel/logger.ts';
import { FfmpegChild } from '../../outputs/transcode/ffmpeg-child.ts';
import type { Ffmpeg } from '../../outputs/transcode/find-ffmpeg.ts';
import type { TalkRate } from '../../talk-ports.ts';

export const decodedRate: TalkRate = 16_000;

/** Demuxers of elementary streams: AAC with ADTS headers, and MP3. */
export type ElementaryFormat = 'aac' | 'mp3';

const audioArguments = (format: ElementaryFormat): string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error'],
  ...['-protocol_whitelist', 'pipe', '-flags', 'low_delay'],
  ...['-threads', '1', '-probesize', '32', '-analyzeduration', '0', '-f', format, '-i', 'pipe:0'],
  ...['-map', '0:a:0', '-vn', '-ac', '1', '-ar', String(decodedRate)],
  ...['-f', 's16le', '-flush_packets', '1', 'pipe:1'],
];

export interface DecodedAudio {
  samples(samples: Int16Array): void;
  /** The child has ended, by itself or after `finish`. Not called after `stop`. */
  ended(reason: string): void;
}

export class FfmpegAudio {
  readonly #child: FfmpegChild;
  /** Half of a sample, at the end of a chunk. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(ffmpeg: Ffmpeg, format: ElementaryFormat, logger: Logger, out: DecodedAudio) {
    this.#child = new FfmpegChild(ffmpeg, audioArguments(format), logger, {
      output: (chunk) => {
        const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
        const count = bytes.length >> 1;
        const samples = new Int16Array(count);
        for (let index = 0; index < count; index += 1) samples[index] = bytes.readInt16LE(index * 2);
        this.#rest = bytes.subarray(count * 2);
        if (count > 0) out.samples(samples);
      },
      drained() {},
      ended: (reason) => out.ended(reason),
    });
  }

  /** False while ffmpeg is behind. */
  get hasCapacity(): boolean {
    return this.#child.hasCapacity;
  }

  write(bytes: Uint8Array): void {
    this.#child.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** No more input. */
  finish(): void {
    this.#child.finish();
  }

  /** Safe to call twice. Nothing is delivered afterwards. */
  stop(): void {
    this.#child.stop();
  }
}
