import type { PcmRing } from './pcm-ring.ts';

/** Sound that is this far behind the picture is not noticed (ITU-R BT.1359: 125 ms). */
const startTargetS = 0.1;
const minTargetS = 0.06;
const maxTargetS = 0.25;
/** This much above the target is cut away at once; less is caught up by playing a little faster. */
const maxExcessS = 0.2;
/** 1 % is not heard as a change of pitch in speech. */
const correction = 0.01;
const growth = 1.3;
/** How much the target shrinks in each second without a gap. */
const decayPerS = 0.99;

/**
 * Plays a ring at the output's rate: resamples, keeps the ring near a target that grows with each gap and
 * shrinks slowly without, skips what is too old. Silence while the ring fills.
 */
export class JitterBuffer {
  targetS = startTargetS;
  gaps = 0;
  private isFilling = true;
  /** Position between two source samples, 0 to 1. */
  private fraction = 0;
  /** Amount in the ring, smoothed over about half a second, so that packets do not pull at the pitch. */
  private smoothS = 0;

  constructor(
    private readonly ring: PcmRing,
    private readonly outputRate: number,
  ) {}

  /** Fills both channels of one block. */
  render(left: Float32Array, right: Float32Array): void {
    const { ring } = this;
    ring.settle();
    const rate = ring.sampleRate;
    if (rate === 0) return;
    let available = ring.available;
    if (this.isFilling) {
      if (available < this.targetS * rate) return;
      this.isFilling = false;
      this.smoothS = this.targetS;
    }
    const excess = Math.floor(available - (this.targetS + maxExcessS) * rate);
    if (excess > 0) {
      const skipped = Math.floor(available - this.targetS * rate);
      ring.advance(skipped);
      available -= skipped;
      this.smoothS = this.targetS;
    }
    this.smoothS += (available / rate - this.smoothS) * Math.min(1, left.length / this.outputRate / 0.5);
    const step = (rate / this.outputRate) * this.speed();
    // Four samples around each position are needed.
    if (Math.ceil(this.fraction + step * left.length) + 3 > available) {
      this.isFilling = true;
      this.gaps += 1;
      this.targetS = Math.min(maxTargetS, this.targetS * growth);
      return;
    }
    this.targetS = Math.max(minTargetS, this.targetS * decayPerS ** (left.length / this.outputRate));
    this.resample(left, right, step);
  }

  private speed(): number {
    if (this.smoothS > this.targetS * 1.3) return 1 + correction;
    if (this.smoothS < this.targetS * 0.6) return 1 - correction;
    return 1;
  }

  /** Catmull-Rom between the two middle ones of four samples. */
  private resample(left: Float32Array, right: Float32Array, step: number): void {
    const { ring } = this;
    let at = this.fraction;
    for (let index = 0; index < left.length; index += 1) {
      const whole = Math.floor(at);
      left[index] = between(ring, 0, whole, at - whole);
      right[index] = between(ring, 1, whole, at - whole);
      at += step;
    }
    const whole = Math.floor(at);
    ring.advance(whole);
    this.fraction = at - whole;
  }
}

function between(ring: PcmRing, channel: number, at: number, t: number): number {
  const a = ring.peek(channel, at);
  const b = ring.peek(channel, at + 1);
  const c = ring.peek(channel, at + 2);
  const d = ring.peek(channel, at + 3);
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
