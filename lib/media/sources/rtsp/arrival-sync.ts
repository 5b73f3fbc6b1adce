/**
 * How far audio is from video, by the arrival of their packets: what was captured together is sent at about the same
 * time. That is coarse, because encoders and packets of some length delay the tracks differently, so it only finds
 * start timestamps that are wrong.
 */
import type { Ms } from '../../../kernel/units.ts';
import type { TrackKind } from './stream-times.ts';

/** Encoders and long packets explain a smaller difference. */
const minErrorMs: Ms = 400;
/** The least delay of a track is known if it has not decreased for this long, in at least this many frames. */
const settlesMs: Ms = 3_000;
const settlesFrames = 10;
/** A smaller decrease is chance, or a clock that is a little fast. */
const toleranceMs: Ms = 60;

export class ArrivalSync {
  #tracks = { video: new LeastDelay(), audio: new LeastDelay() };
  #isDone = false;

  /** A frame with this time on the timeline has arrived. */
  arrived(kind: TrackKind, ms: Ms, atMs: Ms): void {
    this.#tracks[kind].add(atMs - ms, atMs);
  }

  /** The timestamps of a track have jumped: what was measured is void. */
  restart(): void {
    this.#tracks = { video: new LeastDelay(), audio: new LeastDelay() };
    this.#isDone = false;
  }

  /** By how much audio has to be shifted. Not 0 at most once, so that it is heard once. */
  takeShift(): Ms {
    const video = this.#tracks.video.settledMs;
    const audio = this.#tracks.audio.settledMs;
    if (this.#isDone || video === null || audio === null) return 0;
    this.#isDone = true;
    const shift = audio - video;
    return Math.abs(shift) > minErrorMs ? shift : 0;
  }
}

/** Of the packets of a track: those that waited nowhere show the delay of the track, others that of the network. */
class LeastDelay {
  #ms: Ms = Number.POSITIVE_INFINITY;
  /** Since when it has been about this. */
  #aboutMs: Ms = Number.POSITIVE_INFINITY;
  #sinceMs: Ms = 0;
  #newestMs: Ms = 0;
  #frames = 0;

  add(delayMs: Ms, atMs: Ms): void {
    if (delayMs < this.#aboutMs - toleranceMs) {
      this.#aboutMs = delayMs;
      this.#sinceMs = atMs;
      this.#frames = 0;
    }
    this.#ms = Math.min(this.#ms, delayMs);
    this.#newestMs = atMs;
    this.#frames += 1;
  }

  get settledMs(): Ms | null {
    const isSettled = this.#newestMs - this.#sinceMs >= settlesMs && this.#frames >= settlesFrames;
    return isSettled ? this.#ms : null;
  }
}
