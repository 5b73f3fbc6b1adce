/**
 * Decides when a source can tell its tracks and lets units through from then on. Players wait for every
 * track they were promised, so a track is announced only once it has really been heard of.
 */

import type { AudioTrack, VideoTrack } from '../../../codec/tracks.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit, SourceSink } from '../../ports.ts';

/** How long the first picture waits for sound that the camera has described. */
const waitForAudioMs: Ms = 300;
/** Sound that stays away this long, while pictures come, is withdrawn. */
const audioGoneMs: Ms = 5_000;
/** Sound that has come and gone this often stays off: every change makes viewers connect again. */
const maxAudioReturns = 3;
const maxHeldUnits = 256;

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
  #held: AccessUnit[] = [];
  #firstKeyAt: Ms | null = null;
  #lastAudioAt: Ms | null = null;
  #audioStarts = 0;

  constructor(options: StreamGateOptions) {
    this.#options = options;
  }

  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /** Codec or size of the picture; before the unit it applies to. */
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
    this.#held.push(unit);
    const isAudioSettled = this.#options.audio === null || this.#lastAudioAt !== null;
    const isLate = now - this.#firstKeyAt >= waitForAudioMs || this.#held.length >= maxHeldUnits;
    if (isAudioSettled || isLate) this.#open();
  }

  audio(unit: AccessUnit): void {
    this.#lastAudioAt = this.#options.clock.monotonic();
    if (!this.#isAnnounced) {
      if (this.#options.expectsVideo && this.#firstKeyAt === null) return;
      this.#held.push(unit);
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
    const held = this.#held;
    this.#held = [];
    for (const unit of held) this.#options.sink.unit(unit);
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
