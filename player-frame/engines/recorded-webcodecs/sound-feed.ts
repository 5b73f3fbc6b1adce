import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { LoadedPart, PartStore } from '../recorded/part-store.ts';
import type { RecordedTimeline } from '../recorded/recorded-timeline.ts';
import { lastAtOrBefore } from '../recorded/recorded-timeline.ts';
import { AudioPipeline } from '../webcodecs/audio-pipeline.ts';
import type { AudioSink } from '../webcodecs/messages.ts';
import { stretchLookaheadS, TimeStretch } from '../webcodecs/time-stretch.ts';

/** Packets are decoded this much before their time: what the audio thread holds. */
const leadMs: Ms = 120;
/** At slower and faster speeds sound is not heard. */
const [slowest, fastest] = [0.5, 2];

/** Sends the sound of a recording to the audio thread as it is played, at its own pitch. Silent above 2x. */
export class SoundFeed {
  private readonly pipeline = new AudioPipeline(
    () => undefined,
    (sampleRate, channels) => new TimeStretch(sampleRate, channels),
  );
  private store: PartStore | null = null;
  private timeline: RecordedTimeline | null = null;
  private hasSink = false;
  private rate = 1;
  private trim = 1;
  private loaded: LoadedPart | null = null;
  private configured: LoadedPart['audio'] = null;
  private part = -1;
  private next = 0;
  private isOn = false;
  private generation = 0;

  open(store: PartStore, timeline: RecordedTimeline): void {
    this.store = store;
    this.timeline = timeline;
  }

  setSink(sink: AudioSink | null): void {
    this.hasSink = sink !== null;
    this.pipeline.setSink(sink);
    this.configured = null;
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.pipeline.setSpeed(rate * this.trim);
    this.stop();
  }

  /** Continues without a break. */
  setTrim(trim: number): void {
    this.trim = trim;
    this.pipeline.setSpeed(this.rate * trim);
  }

  /** Continues with the packet at this time. */
  begin(now: EpochMs): void {
    this.stop();
    const place = this.timeline?.placeOf(now);
    if (!place || !this.isAudible) return;
    this.isOn = true;
    void this.enter(place.index, now);
  }

  /** Silent at once: what was sent in advance is not played. */
  stop(): void {
    if (this.isOn) this.pipeline.discard();
    this.isOn = false;
    this.generation += 1;
    this.loaded = null;
  }

  tick(now: EpochMs): void {
    if (!this.isOn && this.isAudible) this.begin(now);
    const until = now + this.leadMs;
    const packets = this.loaded?.packets;
    if (!packets || !this.timeline) return;
    for (let packet = packets[this.next]; packet && packet.wallMs <= until; packet = packets[this.next]) {
      this.next += 1;
      this.pipeline.push({ ptsMs: packet.wallMs - this.timeline.range.begin, data: packet.data });
    }
    const hasNext = this.part + 1 < this.timeline.parts.length && !this.timeline.gapBefore(this.part + 1);
    if (this.next >= packets.length && hasNext) void this.enter(this.part + 1, 0);
  }

  close(): void {
    this.stop();
    this.pipeline.stop();
  }

  private get isAudible(): boolean {
    return this.hasSink && this.rate >= slowest && this.rate <= fastest;
  }

  /** In media time. What is stretched is held back until its surroundings are known. */
  private get leadMs(): Ms {
    const speed = this.rate * this.trim;
    return leadMs * speed + (speed === 1 ? 0 : stretchLookaheadS * 1_000);
  }

  private async enter(part: number, from: EpochMs): Promise<void> {
    this.loaded = null;
    this.part = part;
    const { generation } = this;
    const loaded = await this.store?.load(part).catch(() => null);
    if (!loaded || generation !== this.generation) return;
    if (loaded.audio && loaded.audio !== this.configured) {
      this.pipeline.configure(loaded.audio);
      this.configured = loaded.audio;
    }
    this.loaded = loaded;
    this.next =
      from === 0
        ? 0
        : Math.max(
            0,
            lastAtOrBefore(loaded.packets, from, ({ wallMs }) => wallMs),
          );
  }
}
