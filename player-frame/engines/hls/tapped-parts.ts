import type { Clock } from '../../../lib/kernel/clock.ts';
import type { RecordedTarget } from '../engine.ts';
import { PartStore } from '../recorded/part-store.ts';
import type { RecordedTimeline } from '../recorded/recorded-timeline.ts';
import { type ShownPlace, ShownTaps } from '../recorded/shown-taps.ts';

/** hls.js loads about 20 s in advance. */
const maxParts = 24;

/** What is shown, for a recorder. What Media Source has buffered cannot be read, so the loaded parts are kept. */
export class TappedParts {
  private readonly taps: ShownTaps;
  private store: PartStore | null = null;

  constructor(clock: Clock) {
    this.taps = new ShownTaps(clock);
  }

  set ticket(ticket: string) {
    if (this.store) this.store.ticket = ticket;
  }

  /** Sends to this port from the shown frame on. `port` null: ends that. */
  feed(
    port: MessagePort | null,
    playing: {
      readonly timeline: RecordedTimeline;
      readonly target: RecordedTarget;
      readonly ticket: string;
    } | null,
    shown: ShownPlace | null,
  ): void {
    const before = this.store;
    this.store = null;
    if (port && playing) {
      const { timeline, target, ticket } = playing;
      this.store = new PartStore(timeline.parts, target.url, target.decryption ?? null, maxParts);
      this.store.ticket = ticket;
    }
    const store = this.store;
    const source = playing &&
      store && { timeline: playing.timeline, load: (part: number) => store.load(part) };
    void this.taps.feed(port, source, shown).then(() => before?.close());
  }

  /** hls.js has loaded a part, clear. */
  loaded(part: number, payload: ArrayBuffer): void {
    // A copy: hls.js changes times in it.
    this.store?.add(part, new Uint8Array(payload.slice(0)));
  }

  shown(place: ShownPlace, isJump: boolean): void {
    this.taps.shown(place, isJump);
  }

  flush(): void {
    this.taps.flush();
  }
}
