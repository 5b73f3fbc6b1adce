import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { DecoderPace } from '../recorded/decoder-pace.ts';

const periodMs: Ms = 1_000;
/** A decoder that keeps up reaches this share of the rate. */
const leastShare = 0.75;

/** Whether the element reaches its rate. */
export class ElementPace {
  private readonly pace: DecoderPace;
  private rate = 1;
  /** Of the period that is measured. */
  private from: { readonly at: Ms; readonly mediaS: number } | null = null;

  constructor(
    private readonly video: Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'seeking'>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.pace = new DecoderPace(() => clock.monotonic());
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.pace.setRate(rate);
    this.from = null;
  }

  /** Called several times per second. `canPlay`: it should play, and has what it plays next. */
  watch(canPlay: boolean): void {
    const { currentTime: mediaS, paused, seeking } = this.video;
    const at = this.clock.monotonic();
    if (!canPlay || paused || seeking) {
      this.from = null;
      return;
    }
    this.from ??= { at, mediaS };
    const forMs = at - this.from.at;
    if (forMs < periodMs) return;
    if ((mediaS - this.from.mediaS) * 1_000 < forMs * this.rate * leastShare) this.pace.behind();
    this.from = { at, mediaS };
  }

  isByKeyFrames(keyIntervalMs: Ms): boolean {
    return this.pace.isByKeyFrames(keyIntervalMs);
  }
}
