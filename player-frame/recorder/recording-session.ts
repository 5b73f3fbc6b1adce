import type { AudioConfig } from '../../lib/codec/decoder-config.ts';
import type { AudioUnit, VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { RecordingEnd } from '../engines/engine.ts';
import type { FeedEvent, RecordedVideo } from './feed.ts';
import { SampleQueue, type TimedSample } from './sample-queue.ts';
import { SegmentTime } from './segment-time.ts';

export interface RecordingTracks {
  readonly video: RecordedVideo | null;
  readonly audio: AudioConfig | null;
}

/** Times in the file: 0 is when the recording was requested; earlier samples are lead-in. */
export type FileSample = TimedSample & { readonly kind: 'video' | 'audio' };

export interface RecordingSink {
  /** Called once, before the first sample. */
  open(tracks: RecordingTracks): void;
  write(sample: FileSample): void;
  /** The recording cannot continue. */
  ended(reason: RecordingEnd['reason']): void;
}

/** Maximum time to wait for the audio codec. */
const audioWithinMs: Ms = 1_000;
/** Duration of a connection's initial burst, if the server does not mark its end. */
const burstMs: Ms = 300;
/** Maximum duration of the burst if it does. */
const maxBurstMs: Ms = 4_000;

/**
 * Converts a stream to the samples of one file. Starts with the key frame before the requested time, preserves real
 * time across gaps, and ends when the stream can no longer be represented in the file. Independent of files and
 * connections; `now` is any monotonic clock.
 */
export class RecordingSession {
  private state: 'settling' | 'writing' | 'ended' = 'settling';
  private tracks: RecordingTracks = { video: null, audio: null };
  private expected = { hasVideo: true, hasAudio: true };
  /** Samples received before the start was determined, in order of arrival. */
  private early: Extract<FeedEvent, { type: 'video' | 'audio' }>[] = [];
  private readonly time: SegmentTime;
  private readonly video: SampleQueue;
  private readonly audio: SampleQueue;
  private firstAt: Ms | null = null;
  private clocks = 0;
  private needsKey = true;

  /** `requestedAt`: the time that becomes 0 in the file. */
  constructor(
    private readonly sink: RecordingSink,
    requestedAt: Ms,
  ) {
    this.time = new SegmentTime(requestedAt);
    this.video = new SampleQueue((sample) => sink.write({ kind: 'video', ...sample }));
    this.audio = new SampleQueue((sample) => sink.write({ kind: 'audio', ...sample }));
  }

  /** True before the first sample is written. */
  get isEmpty(): boolean {
    return this.state === 'settling';
  }

  /** Current end of the file. */
  get endMs(): Ms {
    return Math.max(this.video.endMs, this.audio.endMs, 0);
  }

  event(event: FeedEvent, now: Ms): void {
    if (this.state === 'ended') return;
    switch (event.type) {
      case 'begin':
        this.expected = event;
        this.firstAt = null;
        this.clocks = 0;
        if (this.state === 'writing') {
          this.needsKey = true;
          this.time.nextSegment();
        }
        break;
      case 'videoConfig':
        this.configured({ video: event.config });
        break;
      case 'audioConfig':
        this.configured({ audio: event.config });
        break;
      case 'clock':
        this.clocks += 1;
        this.time.wall(event.mediaMs, event.wallMs);
        // The first clock tag belongs to the initial key frame; the second marks the live position.
        if (this.clocks === 2) this.isLive(event.mediaMs, now);
        break;
      case 'live':
        this.isLive(event.mediaMs, now);
        break;
      case 'video':
      case 'audio':
        this.firstAt ??= now;
        if (this.state === 'settling') {
          this.early.push(event);
          this.time.seen(event.type === 'video' ? event.unit.dtsMs : event.unit.ptsMs, now);
          this.tick(now);
        } else this.place(event, now);
    }
  }

  /** Called periodically while no samples arrive. */
  tick(now: Ms): void {
    if (this.state !== 'settling' || this.firstAt === null) return;
    const waitedMs = now - this.firstAt;
    if (waitedMs >= (this.clocks > 0 ? maxBurstMs : burstMs)) this.settle(now);
  }

  /** Ends the file at this time: the last frame is held until then, unless the stream was lost. */
  stop(now: Ms, isLost: boolean): void {
    if (this.state === 'settling') this.settle(now, true);
    if (this.state !== 'writing') return;
    this.state = 'ended';
    const untilMs = isLost ? null : this.time.fileNow(now);
    this.video.finish(untilMs);
    this.audio.finish(null);
  }

  private configured(part: Partial<RecordingTracks>): void {
    const { video, audio } = this.tracks;
    if (this.state === 'settling') {
      this.tracks = { ...this.tracks, ...part };
      return;
    }
    const isOther =
      (part.video && (!video || !isSameConfig(video.config, part.video.config))) ||
      (part.audio && audio && !isSameConfig(audio.description, part.audio.description));
    if (isOther) this.end('changed');
  }

  private isLive(mediaMs: Ms, now: Ms): void {
    this.time.seen(mediaMs, now);
    if (this.state === 'settling') this.settle(now);
  }

  /** Determines the start of the file as soon as possible, and writes the pending samples. */
  private settle(now: Ms, isLastChance = false): void {
    const { hasVideo, hasAudio } = this.expected;
    const { video, audio } = this.tracks;
    const waitedMs = now - (this.firstAt ?? now);
    const lacksVideo = hasVideo && !this.early.some((event) => event.type === 'video' && event.unit.isKey);
    if (lacksVideo && this.early.length > maxEarly) this.early = [];
    if ((lacksVideo || (hasVideo && !video) || (!video && !audio)) && !isLastChance) return;
    if (hasAudio && !audio && waitedMs < audioWithinMs && !isLastChance) return;
    const group = startingGroup(this.early, hasVideo && video !== null, this.time.liveAtStart);
    const [first] = group;
    if (!first) return;
    // Starts with the frame that was on the screen, so that the first one is complete.
    const shownMs = lastBefore(group, this.time.liveAtStart) ?? timeOf(first);
    this.time.start(shownMs);
    this.early = [];
    this.state = 'writing';
    this.sink.open(this.tracks);
    for (const event of group) this.place(event, now);
  }

  private place(event: Extract<FeedEvent, { type: 'video' | 'audio' }>, now: Ms): void {
    if (event.type === 'video') this.placeVideo(event.unit, now);
    else if (this.tracks.audio) this.placeAudio(event.unit, this.tracks.audio, now);
  }

  private placeVideo(unit: VideoUnit, now: Ms): void {
    const shiftMs = this.time.shift(unit.dtsMs, now);
    const fileMs = unit.dtsMs - shiftMs;
    if (this.needsKey) {
      // A new connection repeats the frames since the last key frame.
      if (fileMs <= this.video.lastDtsMs + sameMs) {
        this.needsKey = Math.abs(fileMs - this.video.lastDtsMs) > sameMs;
        return;
      }
      if (!unit.isKey) return;
      this.needsKey = false;
    }
    const { data, isKey } = unit;
    this.video.add({ ptsMs: unit.ptsMs - shiftMs, dtsMs: fileMs, isKey, data });
  }

  private placeAudio(unit: AudioUnit, config: AudioConfig, now: Ms): void {
    const fileMs = unit.ptsMs - this.time.shift(unit.ptsMs, now);
    if (fileMs < 0 || fileMs <= this.audio.lastDtsMs - sameMs) return;
    this.audio.addAudio(fileMs, unit.data, config);
  }

  private end(reason: RecordingEnd['reason']): void {
    this.state = 'ended';
    this.video.finish(null);
    this.audio.finish(null);
    this.sink.ended(reason);
  }
}

/** Server timestamps are whole milliseconds. */
const sameMs: Ms = 1;
/** This many samples without a key frame cannot be decoded. */
const maxEarly = 600;

type Sample = Extract<FeedEvent, { type: 'video' | 'audio' }>;

const timeOf = (event: Sample): Ms => event.unit.ptsMs;

/** From the newest key frame that is not after the start; all samples if there is no video. */
function startingGroup(early: readonly Sample[], hasVideo: boolean, startMs: Ms): readonly Sample[] {
  if (!hasVideo) return early.filter((event) => event.type === 'audio');
  const keys = early.flatMap((event, index) => (event.type === 'video' && event.unit.isKey ? [index] : []));
  const from = keys.findLast((index) => timeOf(early[index]!) <= startMs) ?? keys[0];
  if (from === undefined) return [];
  // Audio may be sent slightly before or after its video.
  return early.filter((event, index) => index >= from || event.type === 'audio');
}

function lastBefore(group: readonly Sample[], startMs: Ms): Ms | null {
  const isVideo = group.some((event) => event.type === 'video');
  const times = group.filter((event) => !isVideo || event.type === 'video').map(timeOf);
  const before = times.filter((time) => time <= startMs);
  return before.length === 0 ? null : Math.max(...before);
}

export function isSameConfig(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
