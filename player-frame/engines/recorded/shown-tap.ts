import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { RecordTap } from '../record-tap.ts';
import { frameAt, isSameVideo, keyBefore, type LoadedPart } from './part-store.ts';
import type { RecordedTimeline } from './recorded-timeline.ts';

/** A frame on the screen. */
export interface ShownPlace {
  readonly part: number;
  readonly wallMs: EpochMs;
}

export interface ShownSource {
  readonly timeline: RecordedTimeline;
  readonly load: (part: number) => Promise<LoadedPart>;
}

/** From one shown frame to a later one, with everything between them. */
interface Stretch {
  /** Null: it continues the one before. */
  readonly from: ShownPlace | null;
  to: ShownPlace;
}

/** A single key frame of a time lapse. */
export interface Still {
  readonly config: SizedVideoConfig;
  readonly data: Uint8Array;
  readonly wallMs: EpochMs;
  readonly forMs: Ms;
}

/** Times of presented frames are rounded. */
const roundingMs: Ms = 5;

/**
 * Sends what is shown of a recording to a recorder: the samples of the stretches that were on the screen, whatever the
 * speed at which they were watched, and the frames of a time lapse as they were seen. The samples come from the loaded
 * parts, so nothing depends on what is decoded.
 */
export class ShownTap {
  private readonly tap: RecordTap;
  private readonly waiting: (Stretch | Still)[] = [];
  private copying: Promise<void> | null = null;
  private isOver = false;
  /** Next samples to copy. */
  private cursor = { part: 0, frame: 0, packet: 0 };
  private video: SizedVideoConfig | null = null;
  private hasBegun = false;
  private current: LoadedPart | null = null;
  /** Of the newest frame that was passed on. */
  private newest: ShownPlace | null = null;
  /** The first frame after a change of the tracks, with which the next file begins. */
  changedAt: ShownPlace | null = null;

  constructor(
    port: MessagePort,
    private readonly source: ShownSource,
    first: ShownPlace | null,
  ) {
    this.tap = new RecordTap(port);
    this.tap.add({ type: 'begin', hasVideo: true, hasAudio: false });
    this.tap.flush();
    if (first) this.shown(first, true);
  }

  /** `isJump`: it does not follow the frame before it. */
  shown(place: ShownPlace, isJump: boolean): void {
    const last = this.waiting.at(-1);
    const isBack = this.newest !== null && place.wallMs < this.newest.wallMs - roundingMs;
    if (isBack && !isJump) return;
    this.newest = place;
    if (isJump || (last && !('to' in last))) this.waiting.push({ from: place, to: place });
    else if (last) last.to = place;
    else this.waiting.push({ from: null, to: place });
  }

  /** A key frame of a time lapse, which was on the screen for `forMs`. */
  still(frame: Still): void {
    this.newest = null;
    this.waiting.push(frame);
  }

  /** Sends what was shown since the last call. */
  flush(): Promise<void> {
    this.copying ??= this.copyAll().finally(() => {
      this.copying = null;
    });
    return this.copying;
  }

  /** Resolves when everything has been sent. */
  async close(): Promise<void> {
    await this.flush();
    // What was shown while it was copied.
    await this.flush();
    this.stop();
  }

  private stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.tap.close();
  }

  private async copyAll(): Promise<void> {
    try {
      for (let next = this.waiting.shift(); next && !this.isOver; next = this.waiting.shift()) {
        if ('data' in next) this.copyStill(next);
        else await this.copyStretch(next);
      }
      if (!this.isOver) this.tap.flush();
    } catch {
      // The server refuses, or the network is gone: the file ends with what there is.
      this.stop();
    }
  }

  private copyStill({ config, data, wallMs, forMs }: Still): void {
    if (this.isOther(config, { part: -1, wallMs })) return;
    this.tap.add({ type: 'begin', hasVideo: true, hasAudio: false, fromMs: wallMs, frameMs: forMs });
    this.configure(config);
    this.tap.add({ type: 'video', unit: { ptsMs: wallMs, dtsMs: wallMs, isKey: true, data } });
    this.current = null;
  }

  private async copyStretch({ from, to }: Stretch): Promise<void> {
    const start = from ?? (this.current ? null : to);
    if (start) await this.begin(start);
    while (!this.isOver && this.cursor.part < to.part) {
      this.copyUntil(Number.POSITIVE_INFINITY);
      const part = this.cursor.part + 1;
      if (!this.current || this.source.timeline.gapBefore(part))
        await this.begin({ part, wallMs: this.source.timeline.parts[part]!.startMs });
      else await this.enter(part);
    }
    if (!this.isOver && this.cursor.part === to.part) this.copyUntil(to.wallMs + roundingMs);
  }

  /** With the key frame before this frame. */
  private async begin(at: ShownPlace): Promise<void> {
    const part = await this.source.load(at.part);
    if (this.isOther(part.video, at)) return;
    const from = frameAt(part, at.wallMs + roundingMs);
    const frame = part.frames[from];
    if (!frame) {
      // Sound only: the stretch begins with the next part.
      this.current = null;
      this.cursor = { part: at.part, frame: 0, packet: 0 };
      return;
    }
    const fromMs = frame.wallMs;
    this.tap.add({ type: 'begin', hasVideo: true, hasAudio: part.audio !== null, fromMs });
    if (part.video) this.configure(part.video);
    if (part.audio) this.tap.add({ type: 'audioConfig', config: part.audio });
    const packet = part.packets.findIndex(({ wallMs }) => wallMs >= fromMs);
    this.current = part;
    this.cursor = {
      part: at.part,
      frame: keyBefore(part, from),
      packet: packet < 0 ? part.packets.length : packet,
    };
  }

  private async enter(index: number): Promise<void> {
    const part = await this.source.load(index);
    if (this.isOther(part.video, { part: index, wallMs: this.source.timeline.parts[index]!.startMs })) return;
    this.current = part;
    this.cursor = { part: index, frame: 0, packet: 0 };
  }

  /** In the order of decoding: what is shown later, but needed, is included. */
  private copyUntil(untilMs: EpochMs): void {
    const { current, cursor } = this;
    if (!current) return;
    const lastFrame = current.frames.findLastIndex(({ wallMs }) => wallMs <= untilMs);
    for (; cursor.frame <= lastFrame; cursor.frame += 1) {
      const { wallMs, decodeMs, isKey, data } = current.frames[cursor.frame]!;
      this.tap.add({ type: 'video', unit: { ptsMs: wallMs, dtsMs: decodeMs, isKey, data } });
    }
    for (let next = current.packets[cursor.packet]; next && next.wallMs <= untilMs; ) {
      this.tap.add({ type: 'audio', unit: { ptsMs: next.wallMs, data: next.data } });
      cursor.packet += 1;
      next = current.packets[cursor.packet];
    }
  }

  private configure(config: SizedVideoConfig): void {
    this.hasBegun = true;
    this.video = config;
    this.tap.add({ type: 'videoConfig', config });
  }

  /** One file cannot contain two formats: the recorder ends this one. */
  private isOther(config: SizedVideoConfig | null, at: ShownPlace): boolean {
    if (!this.hasBegun || !config || !this.video || isSameVideo(config, this.video)) return false;
    this.changedAt = at;
    this.tap.add({ type: 'videoConfig', config });
    this.waiting.length = 0;
    this.stop();
    return true;
  }
}
