/**
 * The heads of demo cameras: where each looks, as a function of time. A head belongs to one device and channel,
 * turns whether or not anybody watches, and stays where it was left until the process ends.
 */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { PtzDirection, PtzDriver } from '../../ports.ts';
import { demoHome, demoTravel, type ViewPosition, viewStep } from './demo-view.ts';

export interface DemoPtz extends PtzDriver {
  /** Where the head looks at this time of the clock's monotonic scale: multiples of `viewStep`. */
  positionAt(time: Ms): ViewPosition;
}

export interface DemoPtzDrivers {
  /** Always the same head for the same device and channel. */
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

/** Steps of the view in a second, for speeds 0, 1 and 2; a picture shows one, two or four at a time. */
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
  /** Where the head was when the motion began, or is without one. */
  private settled: ViewPosition = demoHome;
  private motion: Motion | null = null;

  constructor(private readonly clock: Clock) {}

  positionAt(time: Ms): ViewPosition {
    if (this.motion === null) return this.settled;
    const { direction, stepsPerSecond: pace, since } = this.motion;
    // A thousandth, because a step that is due now must not be lost to rounding.
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

  /** The head stays where it is, for whoever takes it next. */
  close(): Promise<void> {
    return this.stop();
  }

  private settle(now: Ms): void {
    this.settled = this.positionAt(now);
    this.motion = null;
  }
}

const between = (value: number, max: number): number => Math.max(0, Math.min(max, value));
