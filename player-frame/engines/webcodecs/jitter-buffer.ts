import { type PcmRing, ringMask } from './pcm-ring.ts';

/** Audio lag that is not noticeable (ITU-R BT.1359: 125 ms). */
const startTargetS = 0.1;
const minTargetS = 0.06;
const maxTargetS = 0.25;
/** Video that arrives later than this is shown without its audio. */
const maxFloorS = 1;
/** A smaller additional delay is built up by slower playback. */
const audibleS = 0.03;
/** A larger excess over the target is skipped; a smaller one is reduced by playing slightly faster. */
const maxExcessS = 0.2;
/** 1 % is not audible as a change of pitch in speech. */
const correction = 0.01;
const growth = 1.3;
/** Reduction of the target per second without gaps. */
const decayPerS = 0.99;

/**
 * Plays a ring buffer at the output's sample rate: resamples, keeps the buffer near a target that increases with each
 * gap and decreases slowly, and skips outdated samples. Silent while the buffer fills.
 */
export class JitterBuffer {
  targetS = startTargetS;
  gaps = 0;
  private isFilling = true;
  /** Lower limit of the target, for video that arrives late. */
  private floorS = minTargetS;
  /** Position between two source samples, 0 to 1. */
  private fraction = 0;
  /** Buffered duration, smoothed over about half a second, so that packets do not modulate the pitch. */
  private smoothS = 0;

  constructor(
    private readonly ring: PcmRing,
    private readonly outputRate: number,
  ) {}

  /** Media time of the next sample; null while silent. */
  get mediaMs(): number | null {
    return this.isFilling ? null : this.ring.mediaMs;
  }

  /** Plays this much later from now on. */
  delay(byS: number): void {
    this.floorS = Math.min(maxFloorS, this.smoothS + byS);
    this.targetS = Math.max(this.targetS, this.floorS);
    if (byS > audibleS) this.isFilling = true;
  }

  /** Fills both channels of one block. */
  render(left: Float32Array, right: Float32Array): void {
    const { ring } = this;
    // What follows a skip fills the buffer first; otherwise this would count as a gap.
    if (ring.settle()) this.isFilling = true;
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
      this.targetS = Math.min(Math.max(maxTargetS, this.floorS), this.targetS * growth);
      return;
    }
    this.targetS = Math.max(this.floorS, this.targetS * decayPerS ** (left.length / this.outputRate));
    this.resample(left, right, step);
  }

  private speed(): number {
    if (this.smoothS > this.targetS * 1.3) return 1 + correction;
    if (this.smoothS < this.targetS * 0.6) return 1 - correction;
    return 1;
  }

  private resample(left: Float32Array, right: Float32Array, step: number): void {
    const { ring } = this;
    interpolate(left, ring.plane(0), ring.position, this.fraction, step);
    interpolate(right, ring.plane(1), ring.position, this.fraction, step);
    const end = this.fraction + step * left.length;
    const whole = Math.floor(end);
    ring.advance(whole);
    this.fraction = end - whole;
  }
}

/** Catmull-Rom interpolation between the two middle of four samples, at `start`, `start + step`, … after `position`. */
function interpolate(
  output: Float32Array,
  plane: Float32Array,
  position: number,
  start: number,
  step: number,
): void {
  for (let index = 0; index < output.length; index += 1) {
    const at = start + step * index;
    const whole = Math.floor(at);
    const t = at - whole;
    const a = plane[(position + whole) & ringMask]!;
    const b = plane[(position + whole + 1) & ringMask]!;
    const c = plane[(position + whole + 2) & ringMask]!;
    const d = plane[(position + whole + 3) & ringMask]!;
    output[index] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
}
