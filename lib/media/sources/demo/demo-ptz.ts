/**
 * PTZ of demo cameras: the view as a function of time. Each belongs to one device and channel, moves
 * independently of viewers, and keeps its position until the process ends.
 */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { PtzDirection, PtzDriver } from '../../ports.ts';
import { demoHome, demoTravel, type ViewPosition, viewStep } from './demo-view.ts';

export interface DemoPtz extends PtzDriver {
  /** The view at this monotonic time, in multiples of `viewStep`. */
  positionAt(time: Ms): ViewPosition;
}

export interface DemoPtzDrivers {
  /** Always the same driver for the same device and channel. */
  driverOf(deviceSerial: string, channelNo: number): DemoPtz;
}

export function createDemoPtz(clock: Clock): DemoPtzDrivers {
  const drivers = new Map<string, DemoPtz>();
  return {
    driverOf(deviceSerial, channelNo) {
      const name = `${channelNo}/${deviceSerial}`;
      const ptz = drivers.get(name) ?? new DemoDriver(clock);
      drivers.set(name, ptz);
      return ptz;
    },
  };
}

/** Steps per second for speeds 0, 1 and 2: one, two or four per frame. */
const stepsPerSecond = [15, 30, 60] as const;

const courses: Readonly<Record<PtzDirection, { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 }>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

interface Motion {
  readonly direction: PtzDirection;
  readonly stepsPerSecond: number;
  readonly since: Ms;
}

class DemoDriver implements DemoPtz {
  readonly axes = { pan: true, tilt: true };
  /** Position at the start of the movement, or the current position. */
  private settled: ViewPosition = demoHome;
  private motion: Motion | null = null;

  constructor(private readonly clock: Clock) {}

  positionAt(time: Ms): ViewPosition {
    if (this.motion === null) return this.settled;
    const { direction, stepsPerSecond: pace, since } = this.motion;
    // Plus a thousandth, so that a step due now is not lost to rounding.
    const went = viewStep * Math.max(0, Math.floor(((time - since) * pace) / 1000 + 0.001));
    const course = courses[direction];
    return {
      x: between(this.settled.x + course.x * went, demoTravel.pan),
      y: between(this.settled.y + course.y * went, demoTravel.tilt),
    };
  }

  async start(direction: PtzDirection, speed: number): Promise<'accepted' | 'limit'> {
    const pace = stepsPerSecond[speed >= 2 ? 2 : speed >= 1 ? 1 : 0];
    const isSameMotion = this.motion?.direction === direction && this.motion.stepsPerSecond === pace;
    const now = this.clock.monotonic();
    const here = this.positionAt(now);
    const course = courses[direction];
    const isAtLimit =
      between(here.x + course.x, demoTravel.pan) === here.x &&
      between(here.y + course.y, demoTravel.tilt) === here.y;
    if (isAtLimit) {
      this.settle(now);
      return 'limit';
    }
    if (!isSameMotion) {
      this.settle(now);
      this.motion = { direction, stepsPerSecond: pace, since: now };
    }
    return 'accepted';
  }

  async stop(): Promise<void> {
    this.settle(this.clock.monotonic());
  }

  /** The position is kept. */
  close(): Promise<void> {
    return this.stop();
  }

  private settle(now: Ms): void {
    this.settled = this.positionAt(now);
    this.motion = null;
  }
}

const between = (value: number, max: number): number => Math.max(0, Math.min(max, value));
