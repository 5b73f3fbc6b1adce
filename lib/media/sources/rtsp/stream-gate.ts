/**
 * Decides when a source announces its tracks, and passes units on from then on. Players wait for every
 * announced track, so a track is announced only after data has arrived.
 */

import type { AudioTrack, VideoTrack } from '../../../codec/tracks.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit, SourceSink } from '../../ports.ts';

/** How long the first frame waits for audio announced in the SDP. */
const waitForAudioMs: Ms = 300;
/** The audio track is withdrawn after this long without packets while frames arrive. */
const audioGoneMs: Ms = 5_000;
/** After this many returns, audio stays off: viewers reconnect at every change. */
const maxAudioReturns = 3;
const maxBufferedUnits = 256;

export interface StreamGateOptions {
  readonly expectsVideo: boolean;
  readonly audio: AudioTrack | null;
  readonly clock: Clock;
  readonly sink: SourceSink;
}

export class StreamGate {
  #options: StreamGateOptions;
  #video: VideoTrack | null = null;
  #isAudioOn = false;
  #isAnnounced = false;
  #buffered: AccessUnit[] = [];
  #firstKeyAt: Ms | null = null;
  #lastAudioAt: Ms | null = null;
  #audioStarts = 0;

  constructor(options: StreamGateOptions) {
    this.#options = options;
  }

  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /** New codec or frame size; called before the unit to which it applies. */
  videoTrack(track: VideoTrack): void {
    this.#video = track;
    if (this.#isAnnounced) this.#announce();
  }

  video(unit: AccessUnit): void {
    const now = this.#options.clock.monotonic();
    if (this.#isAnnounced) {
      if (this.#isAudioOn && now - (this.#lastAudioAt ?? now) > audioGoneMs) this.#switchAudio(false);
      this.#options.sink.unit(unit);
      return;
    }
    this.#firstKeyAt ??= now;
    this.#buffered.push(unit);
    const isAudioSettled = this.#options.audio === null || this.#lastAudioAt !== null;
    const isLate = now - this.#firstKeyAt >= waitForAudioMs || this.#buffered.length >= maxBufferedUnits;
    if (isAudioSettled || isLate) this.#open();
  }

  audio(unit: AccessUnit): void {
    this.#lastAudioAt = this.#options.clock.monotonic();
    if (!this.#isAnnounced) {
      if (this.#options.expectsVideo && this.#firstKeyAt === null) return;
      this.#buffered.push(unit);
      this.#open();
      return;
    }
    if (!this.#isAudioOn) {
      if (this.#audioStarts > maxAudioReturns) return;
      this.#switchAudio(true);
    }
    this.#options.sink.unit(unit);
  }

  #open(): void {
    this.#isAnnounced = true;
    this.#isAudioOn = this.#options.audio !== null && this.#lastAudioAt !== null;
    if (this.#isAudioOn) this.#audioStarts += 1;
    this.#announce();
    const buffered = this.#buffered;
    this.#buffered = [];
    for (const unit of buffered) this.#options.sink.unit(unit);
  }

  #switchAudio(isOn: boolean): void {
    this.#isAudioOn = isOn;
    if (isOn) this.#audioStarts += 1;
    this.#announce();
  }

  #announce(): void {
    this.#options.sink.tracks({ video: this.#video, audio: this.#isAudioOn ? this.#options.audio : null });
  }
}
