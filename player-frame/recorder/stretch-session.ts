import type { AudioConfig } from '../../lib/codec/decoder-config.ts';
import type { AudioUnit, VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { FeedEvent } from './feed.ts';
import { isSameConfig, type RecordingSink, type RecordingTracks } from './recording-session.ts';
import { SampleQueue } from './sample-queue.ts';

/**
 * Share of their time that frames get which were not shown, and are only in the file because the following ones need
 * them. Players decode them within the time of one frame, without showing them.
 */
const leadInShare = 1 / 250;
/** Until two frames of a stretch are known. */
const defaultFrameMs: Ms = 40;
const maxFrameMs: Ms = 1_000;
/** Audio may overlap the audio of the stretch before by rounding. */
const sameMs: Ms = 1;

type Sample = Extract<FeedEvent, { type: 'video' | 'audio' }>;
type Begin = Extract<FeedEvent, { type: 'begin' }>;

/**
 * Converts the shown stretches of a recording to the samples of one file. Each stretch begins with the key frame before
 * its first frame, and follows its predecessor without a gap, whatever the times of recording are. 0 in the file is the
 * first frame that was shown.
 */
export class StretchSession {
  private tracks: RecordingTracks = { video: null, audio: null };
  private isOpen = false;
  private isOver = false;
  private begin: Begin = { type: 'begin', hasVideo: true, hasAudio: true };
  /** Samples of a stretch whose first shown frame is not known yet. */
  private early: Sample[] = [];
  private fromMs: Ms | null = null;
  /** Time in the file of `fromMs`; null until the key frame of the stretch. */
  private fileFromMs: Ms | null = null;
  private frameMs: Ms = defaultFrameMs;
  private lastVideoMs: Ms | null = null;
  /** Time in the file where the next stretch begins. */
  private joinMs: Ms = 0;
  private readonly video: SampleQueue;
  private readonly audio: SampleQueue;

  constructor(private readonly sink: RecordingSink) {
    this.video = new SampleQueue((sample) => sink.write({ kind: 'video', ...sample }));
    this.audio = new SampleQueue((sample) => sink.write({ kind: 'audio', ...sample }));
  }

  /** Current end of the file. */
  get endMs(): Ms {
    return Math.max(this.video.endMs, this.audio.endMs, 0);
  }

  event(event: FeedEvent): void {
    if (this.isOver) return;
    switch (event.type) {
      case 'begin':
        this.begin = event;
        this.early = [];
        this.fromMs = event.fromMs ?? null;
        this.fileFromMs = null;
        this.lastVideoMs = null;
        this.frameMs = event.frameMs ?? defaultFrameMs;
        break;
      case 'live':
        if (this.fromMs === null) this.settle(event.mediaMs);
        break;
      case 'videoConfig':
        this.configured({ video: event.config });
        break;
      case 'audioConfig':
        this.configured({ audio: event.config });
        break;
      case 'video':
      case 'audio':
        if (this.fromMs === null) this.early.push(event);
        else this.place(event);
        break;
    }
  }

  /** There is nothing to wait for. */
  tick(): void {}

  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.finish();
  }

  /** Of a camera that replays: its stream began earlier than what is on the screen. */
  private settle(shownMs: Ms): void {
    const { early } = this;
    this.early = [];
    const times = early.flatMap((sample) => (sample.type === 'video' ? [sample.unit.ptsMs] : []));
    this.fromMs = times.findLast((time) => time <= shownMs) ?? shownMs;
    for (const sample of early) this.place(sample);
  }

  private configured(part: Partial<RecordingTracks>): void {
    const { video, audio } = this.tracks;
    if (!this.isOpen) {
      this.tracks = { ...this.tracks, ...part };
      return;
    }
    const isOther =
      (part.video && (!video || !isSameConfig(video.config, part.video.config))) ||
      (part.audio && audio && !isSameConfig(audio.description, part.audio.description));
    if (!isOther) return;
    this.isOver = true;
    this.finish();
    this.sink.ended('changed');
  }

  private place(sample: Sample): void {
    if (sample.type === 'video') this.placeVideo(sample.unit);
    else if (this.tracks.audio) this.placeAudio(sample.unit, this.tracks.audio);
  }

  private placeVideo({ ptsMs, dtsMs, isKey, data }: VideoUnit): void {
    if (this.fileFromMs === null) {
      if (!isKey || !this.tracks.video) return;
      this.start(ptsMs);
    }
    const fileMs = this.fileTime(ptsMs);
    if (this.lastVideoMs !== null && !this.begin.frameMs) {
      const stepMs = dtsMs - this.lastVideoMs;
      if (stepMs > 0) this.frameMs = Math.min(stepMs, maxFrameMs);
    }
    this.lastVideoMs = dtsMs;
    this.joinMs = Math.max(this.joinMs, fileMs + this.frameMs);
    this.video.add({ ptsMs: fileMs, dtsMs: this.fileTime(dtsMs), isKey, data });
  }

  private placeAudio({ ptsMs, data }: AudioUnit, config: AudioConfig): void {
    if (this.fileFromMs === null) {
      if (this.begin.hasVideo && this.tracks.video) return;
      this.start(ptsMs);
    }
    const fileMs = this.fileTime(ptsMs);
    if (ptsMs < this.fromMs! || fileMs <= this.audio.lastDtsMs - sameMs) return;
    this.audio.addAudio(fileMs, data, config);
    if (!this.tracks.video) this.joinMs = Math.max(this.joinMs, fileMs + this.frameMs);
  }

  /** `firstMs`: the key frame, or the first audio without video. */
  private start(firstMs: Ms): void {
    this.fromMs = Math.max(this.fromMs ?? firstMs, firstMs);
    const leadInMs = this.isOpen ? (this.fromMs - firstMs) * leadInShare : 0;
    this.fileFromMs = this.joinMs + leadInMs;
    if (this.isOpen) return;
    this.isOpen = true;
    this.sink.open(this.tracks);
  }

  private fileTime(mediaMs: Ms): Ms {
    const sinceMs = mediaMs - this.fromMs!;
    return this.fileFromMs! + (sinceMs < 0 ? sinceMs * leadInShare : sinceMs);
  }

  private finish(): void {
    this.video.finish(this.joinMs);
    this.audio.finish(null);
  }
}
