/**
 * A source whose picture is always H.264. What is H.264 already passes untouched; H.265 goes through one
 * ffmpeg child; sound goes around it. States: passing, converting (one child), over.
 */

import { sameBytes } from '../../../codec/nal.ts';
import type { VideoTrack } from '../../../codec/tracks.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Result } from '../../../kernel/result.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit, MediaSource, SourceFailure, SourceSink, TrackSet } from '../../ports.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { VideoConverter } from './video-converter.ts';

export interface TranscodeOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** What `findFfmpeg` found, or why it found nothing. */
  readonly ffmpeg: Result<Ffmpeg, string>;
  /** Asked before a child starts; returns how to give the place back, or null when all are taken. */
  readonly takePlace?: () => (() => void) | null;
}

/** Pictures go in, none come out: the child hangs. Detected within five seconds, the check's period included. */
const hangMs: Ms = 4_000;
const checkEveryMs: Ms = 500;

export function transcodedSource(inner: MediaSource, options: TranscodeOptions): MediaSource {
  return new TranscodedSource(inner, options);
}

/** Bounds how many children run at once; more would only make all of them late. */
export function createTranscoder(
  options: Omit<TranscodeOptions, 'takePlace'> & { readonly maxRunning: number },
): (inner: MediaSource) => MediaSource {
  let running = 0;
  const takePlace = () => {
    if (running >= options.maxRunning) return null;
    running += 1;
    let isHeld = true;
    return () => {
      if (isHeld) running -= 1;
      isHeld = false;
    };
  };
  return (inner) => transcodedSource(inner, { ...options, takePlace });
}

class TranscodedSource implements MediaSource {
  #inner: MediaSource;
  #options: TranscodeOptions;
  #sink: SourceSink | null = null;
  #isOver = false;
  #innerTracks: TrackSet | null = null;
  #converter: VideoConverter | null = null;
  /** What the child makes; null until it has made something. */
  #converted: VideoTrack | null = null;
  #givePlaceBack: (() => void) | null = null;
  #cancelCheck: Cancel | null = null;

  constructor(inner: MediaSource, options: TranscodeOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  start(sink: SourceSink): void {
    if (this.#sink !== null || this.#isOver) return;
    this.#sink = sink;
    this.#inner.start({
      tracks: (tracks) => this.#tracks(tracks),
      unit: (unit) => this.#unit(unit),
      failed: (failure) => this.#fail(failure),
    });
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endConverter();
    this.#inner.stop();
  }

  #tracks(tracks: TrackSet): void {
    if (this.#isOver) return;
    const before = this.#innerTracks?.video ?? null;
    this.#innerTracks = tracks;
    const { video } = tracks;
    if (video?.codec !== 'h265') {
      this.#endConverter();
      this.#sink!.tracks(tracks);
      return;
    }
    const isSamePicture = before?.codec === 'h265' && sameBytes(before.config, video.config);
    if (this.#converter === null || !isSamePicture) this.#convert(video);
    else if (this.#converted !== null) this.#announce();
  }

  #unit(unit: AccessUnit): void {
    if (this.#isOver) return;
    if (this.#converter === null) this.#sink!.unit(unit);
    else if (unit.kind === 'video') this.#converter.push(unit);
    else if (this.#converted !== null) this.#sink!.unit(unit);
  }

  #convert(video: VideoTrack): void {
    this.#endConverter();
    const { ffmpeg, clock, logger, takePlace } = this.#options;
    if (!ffmpeg.ok) {
      this.#fail({
        code: 'source.unsupported',
        message: `the camera sends H.265 and H.264 was asked for, but ${ffmpeg.error}`,
        retryable: false,
      });
      return;
    }
    const place = takePlace === undefined ? () => {} : takePlace();
    if (place === null) {
      this.#fail({
        code: 'source.unsupported',
        message: 'the server converts as many cameras as it may',
        retryable: true,
      });
      return;
    }
    this.#givePlaceBack = place;
    this.#converter = new VideoConverter(video, {
      ffmpeg: ffmpeg.value,
      clock,
      logger,
      onTrack: (track) => {
        this.#converted = track;
        this.#announce();
      },
      onUnit: (unit) => this.#sink!.unit(unit),
      onEnded: (reason) => this.#converterFailed('source.ended', `the converter ended (${reason})`),
    });
    this.#cancelCheck = clock.every(checkEveryMs, () => {
      if ((this.#converter?.waitingMs ?? 0) >= hangMs) {
        this.#converterFailed('source.silent', 'the converter stopped working');
      }
    });
  }

  #announce(): void {
    this.#sink!.tracks({ video: this.#converted, audio: this.#innerTracks?.audio ?? null });
  }

  #converterFailed(code: SourceFailure['code'], message: string): void {
    this.#fail({ code, message, retryable: true });
  }

  #endConverter(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = null;
    this.#converter?.stop();
    this.#converter = null;
    this.#converted = null;
    this.#givePlaceBack?.();
    this.#givePlaceBack = null;
  }

  #fail(failure: SourceFailure): void {
    if (this.#isOver) return;
    this.stop();
    this.#sink!.failed(failure);
  }
}
