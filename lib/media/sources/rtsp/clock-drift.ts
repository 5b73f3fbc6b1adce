/**
 * Makes the time of a track follow the arrival of its frames. Cameras stamp 25 frames per second and send 21, or count
 * with a clock that is some percent off: by their stamps alone, a recording would have a gap or an overlap again and
 * again, and audio and video would drift apart.
 *
 * A network only ever delays. So the least delayed frames show how the clocks run against each other, and what a stall
 * or jitter delays does not count.
 */
import type { Ms } from '../../../kernel/units.ts';

/** Of the frames within this time, the least delayed one counts. */
const pointMs: Ms = 500;
const windowMs: Ms = 10_000;
/** Of a camera of few frames, which needs a longer window. */
const windowPoints = 6;
/** Before that, the speed is not known. */
const minSpanMs: Ms = 2_700;
const minPoints = 4;
/** No clock is further off. */
const maxSlope = 0.45;
/** A smaller difference is the irregularity of timers and networks: stamps are taken as they are. */
const toleranceMs: Ms = 100;
/** A difference that is being made up for is left at this. */
const closeMs: Ms = 20;
/** It is made up for in about this time, by at most this share of speed. */
const settleMs: Ms = 4_000;
const maxCatchUp = 0.15;
/** A difference that appears at once and lasts is a pause of the camera or a burst, and not its clock. */
const stepMs: Ms = 500;
const stepLastsMs: Ms = 1_500;
const stepPoints = 3;
/** Recordings begin a new run at 2 s. A larger difference is left as it is. */
const maxDifferenceMs: Ms = 1_600;

/** When a frame arrived, and how much later that is than its stamp. */
interface Point {
  readonly atMs: Ms;
  readonly delayMs: Ms;
}

/** Frames in time: their delay as a line over the time of arrival. */
interface Line {
  readonly slope: number;
  /** The slope that the points seem to have; `slope` is 0 if it may be chance. */
  readonly seemingSlope: number;
  readonly zeroMs: Ms;
  /** By how much frames are later than that, on average. */
  readonly jitterMs: Ms;
}

/** From stamps to the time of the track, for the frames from `stampMs` on. */
interface Stretch {
  readonly stampMs: Ms;
  readonly ms: Ms;
  readonly pace: number;
}

export class ClockDrift {
  /** Stamped time per elapsed time: 0.84 for a camera that stamps 25 frames and sends 21. Null: not known yet. */
  speed: number | null = null;
  /** The same by what was seen so far, which may still be chance. */
  seemingSpeed: number | null = null;
  #points: Point[] = [];
  /** When a frame in time arrives, minus its time on the track; null: not known yet. */
  #arrivalMs: Ms | null = null;
  #now: Stretch;
  #before: Stretch;

  /** The frame stamped `stampMs` has the time `ms`. */
  constructor(stampMs: Ms, ms: Ms) {
    this.#now = { stampMs, ms, pace: 1 };
    this.#before = this.#now;
  }

  /** The time of a stamp, which may be some frames old. Later stamps have later times. */
  at(stampMs: Ms): Ms {
    const { stampMs: fromMs, ms, pace } = stampMs < this.#now.stampMs ? this.#before : this.#now;
    return ms + (stampMs - fromMs) * pace;
  }

  /** A frame arrived. Called for each one, in the order of arrival, before its time is asked for. */
  arrived(stampMs: Ms, atMs: Ms): void {
    const point = { atMs, delayMs: atMs - stampMs };
    const last = this.#points.at(-1);
    if (last && Math.floor(last.atMs / pointMs) === Math.floor(atMs / pointMs)) {
      if (point.delayMs < last.delayMs) this.#points[this.#points.length - 1] = point;
      return;
    }
    this.#follow(stampMs);
    this.#points.push(point);
    while (this.#points.length > windowPoints && atMs - this.#points[0]!.atMs > windowMs)
      this.#points.shift();
  }

  /** The camera began to count anew: from this stamp on, time continues at `ms`. */
  restart(stampMs: Ms, ms: Ms): void {
    this.#now = { stampMs, ms, pace: 1 / (this.speed ?? 1) };
    this.#before = this.#now;
    this.#points = [];
    this.#arrivalMs = null;
  }

  #follow(stampMs: Ms): void {
    this.#leaveStep(stampMs);
    const line = inTime(this.#points);
    if (line === null) return;
    const { slope } = line;
    this.speed = 1 - slope;
    this.seemingSpeed = 1 - line.seemingSlope;
    const dueAt = (stamp: Ms): Ms => (stamp + line.zeroMs) / (1 - slope);
    const ms = this.at(stampMs);
    const first = stampOf(this.#points[0]!);
    this.#arrivalMs ??= dueAt(first) - this.at(first);
    const behindMs = dueAt(stampMs) - this.#arrivalMs - ms;
    if (Math.abs(behindMs) > maxDifferenceMs) this.#arrivalMs += behindMs;
    const isFollowed = this.#now.pace !== 1;
    const allowedMs = isFollowed ? closeMs : tolerated(line);
    const isOff = slope !== 0 || (Math.abs(behindMs) > allowedMs && Math.abs(behindMs) <= maxDifferenceMs);
    const catchUp = isOff ? limited(behindMs / settleMs, maxCatchUp) : 0;
    this.#continue(stampMs, ms, (1 + catchUp) / (1 - slope));
  }

  #continue(stampMs: Ms, ms: Ms, pace: number): void {
    if (pace === this.#now.pace) return;
    this.#before = this.#now;
    this.#now = { stampMs, ms, pace };
  }

  /** Forgets what was before a step, so that it is not taken for a drift. */
  #leaveStep(stampMs: Ms): void {
    const points = this.#points;
    const newest = points.at(-1);
    if (this.speed === null || newest === undefined) return;
    const slope = 1 - this.speed;
    const lasting = points.findLastIndex(({ atMs }) => newest.atMs - atMs >= stepLastsMs);
    const from = Math.min(lasting, points.length - stepPoints);
    if (from < 1) return;
    const delays = points.map(({ atMs, delayMs }) => delayMs - slope * atMs);
    const before = Math.min(...delays.slice(0, from));
    const after = Math.min(...delays.slice(from));
    if (Math.abs(after - before) <= stepMs) return;
    this.#points = points.slice(from);
    this.#arrivalMs = null;
    this.#continue(stampMs, this.at(stampMs), 1 / this.speed);
  }
}

/** Null: there are too few points, or they do not lie on a line that a clock could cause. */
function inTime(points: readonly Point[]): Line | null {
  const spanMs = points.length < minPoints ? 0 : points.at(-1)!.atMs - points[0]!.atMs;
  if (spanMs < minSpanMs) return null;
  const half = Math.floor(points.length / 2);
  const slopes = points.slice(half).map((point, index) => {
    const earlier = points[index]!;
    return (point.delayMs - earlier.delayMs) / (point.atMs - earlier.atMs);
  });
  const slope = median(slopes);
  if (Math.abs(slope) > maxSlope) return null;
  const line = lineBelow(points, half, slope);
  const isDrift = Math.abs(slope) * spanMs > tolerated(line);
  return { ...(isDrift ? line : lineBelow(points, half, 0)), seemingSlope: slope };
}

/** Below the newer half, because an older difference may have been made up for. */
function lineBelow(points: readonly Point[], half: number, slope: number): Omit<Line, 'seemingSlope'> {
  const delays = points.map(({ atMs, delayMs }) => delayMs - slope * atMs);
  const zeroMs = Math.min(...delays.slice(half));
  const jitterMs = delays.reduce((sum, delayMs) => sum + Math.abs(delayMs - zeroMs), 0) / delays.length;
  return { slope, zeroMs, jitterMs };
}

/** Of a difference, with this jitter. */
const tolerated = ({ jitterMs }: Pick<Line, 'jitterMs'>): Ms => toleranceMs + 2 * jitterMs;

const stampOf = ({ atMs, delayMs }: Point): Ms => atMs - delayMs;

const limited = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
