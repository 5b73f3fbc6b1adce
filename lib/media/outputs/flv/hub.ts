import type { FlvTag } from '../../../codec/flv/flv-tags.ts';
import { flvFileHeader, scriptTag } from '../../../codec/flv/flv-tags.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { AccessUnit, TrackSet } from '../../ports.ts';
import type { RelayLimits } from '../../stream/limits.ts';
import { isSameConfiguration, isSameTrackSet } from '../../stream/track-set.ts';
import { type Batch, Batcher } from './batcher.ts';
import { ChunkLog, type StreamHeaders } from './chunk-log.ts';
import { FlvMuxer } from './flv-muxer.ts';
import { shareBytes } from './shared-bytes.ts';
import { Timeline } from './timeline.ts';
import type { LiveViewer, StreamEnd, Subscription } from './viewer.ts';
import { ViewerCursor } from './viewer-cursor.ts';

export const endTracksChanged: StreamEnd = {
  code: 'tracks.changed',
  message: 'The stream changed: connect again.',
};
const endTooSlow: StreamEnd = {
  code: 'viewer.tooSlow',
  message: 'The connection is too slow for this stream.',
};

/** How often viewers who are behind are looked at although nothing arrives. */
const CHECK_EVERY_MS = 1_000;
/** Sound alone has no key frames; a viewer may start, or be moved on, at steps of this length. */
const SOUND_GROUP_MS = 1_000;

/** From one running source to all viewers of a stream: muxes once, keeps one group, drops for the slow. */
export class Hub {
  private readonly viewers = new Set<ViewerCursor>();
  private readonly behind = new Set<ViewerCursor>();
  private readonly log: ChunkLog;
  private timeline: Timeline;
  private readonly batcher: Batcher;
  private readonly stopChecking: () => void;
  private muxer: FlvMuxer | null = null;
  private headers: StreamHeaders | null = null;
  private isWaitingForKey = true;
  private lastKeyMs: Ms = 0;
  private lastWall: { wallMs: EpochMs; timestampMs: Ms } | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly limits: RelayLimits,
    /** The number of viewers changed. */
    private readonly onViewers: (count: number) => void,
  ) {
    this.log = new ChunkLog(limits.maxGopBytes);
    this.timeline = new Timeline(clock);
    this.batcher = new Batcher(clock, limits.merge, (batch) => this.publish(batch));
    this.stopChecking = clock.every(CHECK_EVERY_MS, () => this.checkBehind());
  }

  get viewerCount(): number {
    return this.viewers.size;
  }

  get tracks(): TrackSet | null {
    return this.headers?.tracks ?? null;
  }

  /** Bytes kept for new and late viewers. */
  get heldBytes(): number {
    return this.log.heldBytes;
  }

  /** Joins at once when the running source has told its tracks, else as soon as it does. */
  join(viewer: LiveViewer): Subscription {
    const cursor = new ViewerCursor(viewer, this.log, this.limits.viewer, this.clock);
    this.viewers.add(cursor);
    this.viewersChanged();
    if (this.muxer && this.headers) this.open(cursor, this.headers);
    return {
      resume: () => {
        if (!this.viewers.has(cursor)) return;
        cursor.resume();
        this.track(cursor);
      },
      close: () => this.remove(cursor),
      finish: (end) => this.end(cursor, end),
    };
  }

  /** A new source begins: what comes next is a new time scale, and no old group may be joined. */
  restart(): void {
    this.batcher.flush();
    this.timeline.restart();
    this.log.forgetGop();
    this.muxer = null;
    this.isWaitingForKey = true;
  }

  /** Who joins now begins with the next key frame: what is cached would show a frozen picture as a live one. */
  forgetGroup(): void {
    this.log.forgetGop();
  }

  setTracks(tracks: TrackSet): void {
    const old = this.headers;
    if (this.muxer && old && isSameConfiguration(old.tracks, tracks)) return;
    this.batcher.flush();
    if (old && !isSameTrackSet(old.tracks, tracks)) this.endOpen(endTracksChanged);
    this.begin(tracks);
  }

  unit(unit: AccessUnit): void {
    if (!this.muxer || !this.headers) return;
    const { video } = this.headers.tracks;
    if (unit.data.byteLength > this.limits.maxUnitBytes) {
      if (unit.kind === 'video') this.isWaitingForKey = true;
      return;
    }
    const timestampMs = this.timeline.place(unit.kind, unit.dtsMs);
    const tags = this.muxer.unit(unit, timestampMs);
    if (tags.length === 0) return;
    const isStart = video ? unit.kind === 'video' && unit.isKey : this.isNewSoundGroup(timestampMs);
    if (this.isWaitingForKey && !isStart) return;
    this.isWaitingForKey = false;
    if (isStart) {
      this.lastKeyMs = timestampMs;
      this.lastWall = { wallMs: unit.wallMs, timestampMs };
      tags.unshift(this.clockTag(timestampMs, unit.wallMs));
    }
    this.batcher.add(tags, timestampMs, isStart, video !== null && unit.kind === 'audio');
    if (this.timeline.isExhausted) this.renew(this.headers.tracks);
  }

  /** A script tag for every open viewer, now. */
  tell(name: string, value: Parameters<typeof scriptTag>[1]): void {
    if (!this.headers) return;
    const timestampMs = this.timeline.now();
    this.batcher.control(scriptTag(name, value, timestampMs), timestampMs);
  }

  /** Ends viewers: all of them, or those alone to whom nothing was sent yet. */
  endAll(end: StreamEnd): void {
    for (const cursor of [...this.viewers]) this.end(cursor, end);
  }

  endWaiting(end: StreamEnd): void {
    for (const cursor of [...this.viewers]) if (!cursor.isOpen) this.end(cursor, end);
  }

  /** Safe to call twice. Viewers must have been ended. */
  close(): void {
    this.stopChecking();
    this.batcher.flush();
  }

  private begin(tracks: TrackSet): void {
    this.log.forgetGop();
    this.isWaitingForKey = true;
    this.muxer = new FlvMuxer(tracks);
    this.headers = this.makeHeaders(tracks, this.muxer);
    for (const cursor of [...this.viewers]) if (!cursor.isOpen) this.open(cursor, this.headers);
  }

  /** The format's timestamps have run out: everybody connects again and time starts at zero. */
  private renew(tracks: TrackSet): void {
    this.batcher.flush();
    this.endOpen(endTracksChanged);
    this.timeline = new Timeline(this.clock);
    this.begin(tracks);
  }

  private publish(batch: Batch): void {
    if (!this.headers) return;
    const number = this.log.end;
    const chunk = this.log.append({
      kind: batch.kind,
      bytes: shareBytes(batch.pieces),
      headers: this.headers,
      timestampMs: batch.timestampMs,
    });
    for (const cursor of this.viewers) {
      cursor.offer(chunk, number);
      if (cursor.isBehind) this.behind.add(cursor);
    }
    if (this.behind.size > 0) this.checkBehind();
    if (batch.kind === 'key' || this.log.start === null) this.trim();
  }

  private checkBehind(): void {
    for (const cursor of [...this.behind]) {
      if (cursor.check() === 'tooSlow') this.end(cursor, endTooSlow);
      else this.track(cursor);
    }
  }

  private trim(): void {
    let neededFrom = Number.POSITIVE_INFINITY;
    for (const cursor of this.behind) neededFrom = Math.min(neededFrom, cursor.neededFrom);
    this.log.trim(neededFrom);
  }

  private track(cursor: ViewerCursor): void {
    if (cursor.isBehind && this.viewers.has(cursor)) this.behind.add(cursor);
    else this.behind.delete(cursor);
  }

  private open(cursor: ViewerCursor, headers: StreamHeaders): void {
    const hasWholeGroup = cursor.open(headers);
    this.track(cursor);
    // The cached group's clock tag is as old as the group. Who has it all learns the time of now.
    if (!hasWholeGroup || !this.lastWall) return;
    const mediaMs = this.timeline.extrapolated();
    const tag = this.clockTag(mediaMs, this.lastWall.wallMs + (mediaMs - this.lastWall.timestampMs));
    cursor.viewer.write(shareBytes(tag));
  }

  /** `mediaMs` passed here at `serverMs`, and was taken by the camera at `wallMs`. */
  private clockTag(mediaMs: Ms, wallMs: EpochMs): FlvTag {
    const serverMs = this.clock.now();
    return scriptTag('onOrielClock', { mediaMs, wallMs, serverMs }, Math.min(mediaMs, this.timeline.now()));
  }

  private makeHeaders(tracks: TrackSet, muxer: FlvMuxer): StreamHeaders {
    const tags = muxer.headers(this.timeline.now()).flat();
    return { tracks, opening: shareBytes([flvFileHeader(tracks), ...tags]), again: shareBytes(tags) };
  }

  private isNewSoundGroup(timestampMs: Ms): boolean {
    return this.isWaitingForKey || timestampMs - this.lastKeyMs >= SOUND_GROUP_MS;
  }

  private endOpen(end: StreamEnd): void {
    for (const cursor of [...this.viewers]) if (cursor.isOpen) this.end(cursor, end);
  }

  private end(cursor: ViewerCursor, end: StreamEnd): void {
    if (!this.remove(cursor)) return;
    const lastTag = scriptTag('onOrielEnd', { code: end.code }, this.timeline.now());
    cursor.viewer.end(end, cursor.isOpen ? shareBytes(lastTag) : null);
  }

  private remove(cursor: ViewerCursor): boolean {
    this.behind.delete(cursor);
    if (!this.viewers.delete(cursor)) return false;
    this.viewersChanged();
    return true;
  }

  private viewersChanged(): void {
    this.batcher.setViewers(this.viewers.size);
    this.onViewers(this.viewers.size);
  }
}
