/** Measures a source: rates, sizes, key frame interval. */

import type { VideoTrack } from '../../../codec/tracks.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit, TrackSet } from '../../ports.ts';
import type { AudioReading, VideoReading } from './probe-report.ts';

export class ProbeMeter {
  firstUnitAt: Ms | null = null;
  firstKeyAt: Ms | null = null;
  trackSets = 0;
  formatChanges = 0;
  #clock: Clock;
  #tracks: TrackSet | null = null;
  #video = new Span();
  #audio = new Span();
  #lastKeyMs: Ms | null = null;
  #keyIntervalMs: Ms | null = null;
  #hasBFrames = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get hasKeyInterval(): boolean {
    return this.#keyIntervalMs !== null || this.#tracks?.video === null;
  }

  tracks(tracks: TrackSet): void {
    if (this.#tracks !== null && formatOf(this.#tracks) !== formatOf(tracks)) this.formatChanges += 1;
    this.#tracks = tracks;
    this.trackSets += 1;
  }

  unit(unit: AccessUnit): void {
    this.firstUnitAt ??= this.#clock.monotonic();
    if (unit.kind === 'audio') {
      this.#audio.add(unit);
      return;
    }
    this.#video.add(unit);
    if (unit.ptsMs !== unit.dtsMs) this.#hasBFrames = true;
    if (!unit.isKey) return;
    this.firstKeyAt ??= this.#clock.monotonic();
    const distance = this.#lastKeyMs === null ? null : unit.dtsMs - this.#lastKeyMs;
    if (distance !== null) this.#keyIntervalMs = Math.round(Math.max(this.#keyIntervalMs ?? 0, distance));
    this.#lastKeyMs = unit.dtsMs;
  }

  read(): { video: VideoReading | null; audio: AudioReading | null } {
    const { video = null, audio = null } = this.#tracks ?? {};
    return {
      video: video === null ? null : this.#readVideo(video),
      audio:
        audio === null
          ? null
          : {
              codec: audio.codec,
              sampleRate: audio.sampleRate,
              channels: audio.channels,
              bitrateKbps: this.#audio.kbps,
            },
    };
  }

  #readVideo(track: VideoTrack): VideoReading {
    return {
      codec: track.codec,
      codecString: track.codecString,
      width: track.width,
      height: track.height,
      fps: this.#video.unitsPerSecond,
      bitrateKbps: this.#video.kbps,
      keyFrameIntervalMs: this.#keyIntervalMs,
      hasBFrames: this.#hasBFrames,
    };
  }
}

/** What viewers cannot change without a new connection (`isSameTrackSet`). */
const formatOf = ({ video, audio }: TrackSet): string =>
  [video?.codec, audio?.codec, audio?.sampleRate, audio?.channels].join(' ');

/** Units between the first and the last one received. */
class Span {
  #firstMs: Ms | null = null;
  #lastMs: Ms = 0;
  #count = 0;
  #bytes = 0;
  #lastBytes = 0;

  add(unit: AccessUnit): void {
    this.#firstMs ??= unit.dtsMs;
    this.#lastMs = unit.dtsMs;
    this.#count += 1;
    this.#bytes += unit.data.length;
    this.#lastBytes = unit.data.length;
  }

  get #lengthMs(): Ms {
    return this.#firstMs === null ? 0 : this.#lastMs - this.#firstMs;
  }

  get unitsPerSecond(): number | null {
    if (this.#lengthMs <= 0) return null;
    return Math.round(((this.#count - 1) * 100_000) / this.#lengthMs) / 100;
  }

  /** Without the last unit, whose duration is not included. */
  get kbps(): number {
    return this.#lengthMs <= 0 ? 0 : Math.round(((this.#bytes - this.#lastBytes) * 8) / this.#lengthMs);
  }
}
