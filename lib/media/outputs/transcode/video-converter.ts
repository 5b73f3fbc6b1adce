/** One ffmpeg run for one video format: units in, units out; timestamps bypass the child. */

import { parseAvcConfig } from '../../../codec/avc-config.ts';
import { FlvDemuxer } from '../../../codec/flv/flv-demuxer.ts';
import type { FlvEvent } from '../../../codec/flv/flv-events.ts';
import { h264Nal, h264NalType, h264Setup } from '../../../codec/h264.ts';
import { joinLengthPrefixed, splitLengthPrefixed } from '../../../codec/nal.ts';
import type { VideoTrack } from '../../../codec/tracks.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { ok, type Result } from '../../../kernel/result.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { AccessUnit } from '../../ports.ts';
import { FfmpegChild, videoArguments } from './ffmpeg-child.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { matroskaFrame, matroskaHeader } from './matroska-writer.ts';

export interface ConverterEvents {
  readonly onTrack: (track: VideoTrack) => void;
  readonly onUnit: (unit: AccessUnit) => void;
  /** `hasCapacity` has become true again. */
  readonly onCapacity: () => void;
  readonly onEnded: (reason: string) => void;
}

/** A converter for one video format, until it is stopped or ends. */
export type Converter = Pick<VideoConverter, 'push' | 'hasCapacity' | 'waitingMs' | 'stop'>;
export type StartConverter = (video: VideoTrack, events: ConverterEvents) => Converter;

export interface VideoConverterOptions extends ConverterEvents {
  readonly ffmpeg: Ffmpeg;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `ffmpeg`: the result of `findFfmpeg`. */
export function ffmpegConverters(
  ffmpeg: Result<Ffmpeg, string>,
  base: Pick<VideoConverterOptions, 'clock' | 'logger'>,
): Result<StartConverter, string> {
  if (!ffmpeg.ok) return ffmpeg;
  return ok((video, events) => new VideoConverter(video, { ...base, ...events, ffmpeg: ffmpeg.value }));
}

const maxInFlight = 512;
/** Parameter sets are in the track; delimiters and filler are not needed. */
const dropped = new Set<number>([h264Nal.sps, h264Nal.pps, h264Nal.delimiter, h264Nal.filler]);

interface InFlight {
  readonly ptsMs: Ms;
  readonly wallMs: EpochMs;
}

export class VideoConverter {
  #options: VideoConverterOptions;
  #child: FfmpegChild;
  /** The child writes H.264 in FLV. */
  #demuxer = new FlvDemuxer((event) => this.#output(event));
  #firstPtsMs: Ms | null = null;
  /** By timestamp in whole milliseconds as given to ffmpeg, in input order. */
  #inFlight = new Map<number, InFlight>();
  #waitingSince: Ms | null = null;

  constructor(track: VideoTrack, options: VideoConverterOptions) {
    this.#options = options;
    const conversion = videoArguments(track.width, track.height);
    this.#child = new FfmpegChild(options.ffmpeg, conversion, options.logger, {
      output: (chunk) => this.#demuxer.push(chunk),
      drained: options.onCapacity,
      ended: options.onEnded,
    });
    this.#child.write(matroskaHeader(track));
  }

  /** How long the oldest frame has been in ffmpeg. */
  get waitingMs(): Ms {
    return this.#waitingSince === null ? 0 : this.#options.clock.monotonic() - this.#waitingSince;
  }

  /** False while ffmpeg is behind; pushed units then wait in memory. */
  get hasCapacity(): boolean {
    return this.#child.hasCapacity;
  }

  /** Begins with a key frame. */
  push(unit: AccessUnit): void {
    // Frames with a PTS before that of the first frame must not become negative.
    this.#firstPtsMs ??= unit.ptsMs - 1_000;
    const ms = Math.max(0, Math.round(unit.ptsMs - this.#firstPtsMs));
    this.#inFlight.set(ms, { ptsMs: unit.ptsMs, wallMs: unit.wallMs });
    if (this.#inFlight.size > maxInFlight) {
      for (const oldest of this.#inFlight.keys()) {
        this.#inFlight.delete(oldest);
        break;
      }
    }
    this.#waitingSince ??= this.#options.clock.monotonic();
    this.#child.write(matroskaFrame(ms, unit.isKey, unit.data));
  }

  /** Safe to call twice; nothing is delivered afterwards. */
  stop(): void {
    this.#child.stop();
    this.#inFlight.clear();
    this.#waitingSince = null;
  }

  #output(event: FlvEvent): void {
    if (event.type === 'videoConfig') this.#config(event.config.config);
    if (event.type === 'video') this.#frame(event.unit);
    if (event.type === 'failed') this.#options.onEnded(`unreadable output: ${event.code}`);
  }

  #config(record: Uint8Array): void {
    const sets = parseAvcConfig(record);
    const setup = sets === null ? null : h264Setup(sets.sps, sets.pps);
    if (setup?.ok) this.#options.onTrack(setup.value.track);
    else this.#options.onEnded('no usable parameter sets');
  }

  #frame(frame: { ptsMs: Ms; isKey: boolean; data: Uint8Array }): void {
    const source = this.#take(frame.ptsMs);
    this.#waitingSince = this.#inFlight.size === 0 ? null : this.#options.clock.monotonic();
    const nals = splitLengthPrefixed(frame.data).filter((nal) => !dropped.has(h264NalType(nal)));
    if (nals.length === 0) return;
    const data = joinLengthPrefixed(nals);
    // The output has no B-frames, so DTS and PTS are equal.
    const { ptsMs, wallMs } = source;
    this.#options.onUnit({ kind: 'video', dtsMs: ptsMs, ptsMs, wallMs, isKey: frame.isKey, data });
  }

  /** The input frame with this timestamp. Earlier frames without output are dropped. */
  #take(ms: Ms): InFlight {
    const found = this.#inFlight.get(ms);
    for (const held of [...this.#inFlight.keys()]) if (held <= ms) this.#inFlight.delete(held);
    return found ?? { ptsMs: ms + (this.#firstPtsMs ?? 0), wallMs: this.#options.clock.now() };
  }
}
