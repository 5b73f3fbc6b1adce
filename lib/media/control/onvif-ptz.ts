/** PTZ of a real camera over ONVIF (profiles S and T). Start reading at `openOnvifPtz`. */

import type { Clock } from '../../kernel/clock.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { Ms } from '../../kernel/units.ts';
import type { OnvifCamera, PtzDirection, PtzDriver } from '../ports.ts';
import { logIn, type OnvifCam, onvifCam, readProfiles } from './onvif-cam.ts';
import {
  chooseProfile,
  isAtEnd,
  isMovable,
  type PlaneRange,
  type PtzState,
  ptzRanges,
  ptzState,
  type Range,
} from './onvif-capabilities.ts';
import { ptzFailure, type SoapNetwork } from './soap-post.ts';

/** Timeout for connecting and reading the PTZ capabilities. */
const openMs: Ms = 8_000;
/** Timeout that the camera applies to a command: it stops the movement if the server no longer can. */
const commandMs: Ms = 3_000;
/** Interval at which a command is repeated because of that timeout. */
const repeatMs: Ms = 1_500;
/** Interval of position requests while the camera moves. */
const checkEveryMs: Ms = 700;
/** Time to leave a limit before the limit is reported. */
const leaveMs: Ms = 250;

/** Fraction of the maximum speed for speeds 0, 1, 2. */
const shares = [0.3, 0.6, 1] as const;

const defaultSpeeds: PlaneRange = { x: { min: -1, max: 1 }, y: { min: -1, max: 1 } };

interface PtzCapabilities {
  /** Escaped for XML. */
  readonly profileToken: string;
  readonly speeds: PlaneRange;
  /** Null: the camera does not report limits. */
  readonly ends: PlaneRange | null;
}

/**
 * Connects, checks the login, and reads the PTZ capabilities. A camera without PTZ opens as a driver without
 * axes. Rejects with `AppError` `ptz.…`.
 */
export async function openOnvifPtz(spec: OnvifCamera, network: SoapNetwork): Promise<PtzDriver> {
  const cam = onvifCam(spec, network);
  const late = new AbortController();
  const cancel = network.clock.after(openMs, () => late.abort());
  cam.signal = late.signal;
  try {
    const capabilities = await learn(cam, spec.channelNo);
    cam.signal = undefined;
    return new OnvifPtz(cam, capabilities, network.clock);
  } finally {
    cancel();
  }
}

/** Null: the camera has no PTZ. */
async function learn(cam: OnvifCam, channelNo: number): Promise<PtzCapabilities | null> {
  await logIn(cam);
  if (!cam.hasService('ptz')) return null;
  const profile = chooseProfile(await readProfiles(cam), channelNo);
  if (profile === null) return null;
  const node = await cam
    .request((done) => cam.getNodes(done))
    .then((nodes) => ptzRanges(nodes, profile.nodeToken))
    .catch((error) => {
      if (error.code === 'ptz.protocol' || error.code === 'ptz.unsupported') return null;
      throw error;
    });
  if (node !== null && node.speeds === null) return null;
  return {
    profileToken: escapeMarkup(profile.token),
    speeds: node?.speeds ?? defaultSpeeds,
    ends: profile.ends ?? node?.positions ?? null,
  };
}

interface Motion {
  readonly direction: PtzDirection;
  readonly speed: number;
  /** Monotonic. */
  movedAt: Ms;
  checkedAt: Ms;
  lastSeen: PtzState | null;
  isAtLimit: boolean;
}

class OnvifPtz implements PtzDriver {
  readonly axes: PtzDriver['axes'];
  readonly #cam: OnvifCam;
  readonly #capabilities: PtzCapabilities | null;
  readonly #clock: Clock;
  #isClosed = false;
  #motion: Motion | null = null;

  constructor(cam: OnvifCam, capabilities: PtzCapabilities | null, clock: Clock) {
    this.#cam = cam;
    this.#capabilities = capabilities;
    this.#clock = clock;
    this.axes = {
      pan: capabilities !== null && isMovable(capabilities.speeds.x),
      tilt: capabilities !== null && isMovable(capabilities.speeds.y),
    };
  }

  async start(direction: PtzDirection, speed: number): Promise<'accepted' | 'limit'> {
    const capabilities = this.#capabilities;
    if (capabilities === null || this.#isClosed) {
      throw ptzFailure('ptz.unsupported', 'the camera has no PTZ');
    }
    const motion = this.#motion;
    return motion?.direction === direction && motion.speed === speed
      ? this.#continueMotion(capabilities, motion)
      : this.#startMotion(capabilities, direction, speed);
  }

  async stop(): Promise<void> {
    const capabilities = this.#capabilities;
    if (capabilities === null) return;
    this.#motion = null;
    const cam = this.#cam;
    await cam.request((done) => cam.stop({ profileToken: capabilities.profileToken, panTilt: true }, done));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #startMotion(capabilities: PtzCapabilities, direction: PtzDirection, speed: number) {
    const before = this.#readState(capabilities);
    before.catch(() => {
      /* awaited below, unless the command fails first */
    });
    const now = this.#clock.monotonic();
    await this.#sendMove(capabilities, direction, speed);
    const motion: Motion = {
      direction,
      speed,
      movedAt: now,
      checkedAt: now,
      lastSeen: await before,
      isAtLimit: false,
    };
    this.#motion = motion;
    if (!motion.lastSeen || !capabilities.ends || !isAtEnd(motion.lastSeen, capabilities.ends, direction))
      return 'accepted';
    // Continuously rotating cameras leave their limit on the other side.
    await new Promise<void>((resolve) => this.#clock.after(leaveMs, resolve));
    return this.#judge(capabilities, motion);
  }

  async #continueMotion(capabilities: PtzCapabilities, motion: Motion) {
    const now = this.#clock.monotonic();
    if (motion.isAtLimit) return 'limit';
    if (now - motion.movedAt >= repeatMs) {
      motion.movedAt = now;
      await this.#sendMove(capabilities, motion.direction, motion.speed);
    }
    return now - motion.checkedAt >= checkEveryMs ? this.#judge(capabilities, motion) : 'accepted';
  }

  /** `limit` if the camera is at its limit and not moving. */
  async #judge(capabilities: PtzCapabilities, motion: Motion): Promise<'accepted' | 'limit'> {
    motion.checkedAt = this.#clock.monotonic();
    const seen = await this.#readState(capabilities);
    const { lastSeen } = motion;
    motion.lastSeen = seen;
    if (!seen || !capabilities.ends || !isAtEnd(seen, capabilities.ends, motion.direction)) return 'accepted';
    const rests = seen.isMoving === null ? seen.x === lastSeen?.x && seen.y === lastSeen.y : !seen.isMoving;
    motion.isAtLimit = rests;
    return rests ? 'limit' : 'accepted';
  }

  /** Null: the camera does not report its position. */
  async #readState(capabilities: PtzCapabilities): Promise<PtzState | null> {
    if (capabilities.ends === null) return null;
    const cam = this.#cam;
    const { profileToken } = capabilities;
    return cam
      .request<PtzState | null>((done) =>
        cam.getStatus({ profileToken }, (error, status, xml) =>
          done(error, error ? null : ptzState(status, xml ?? '')),
        ),
      )
      .catch(() => null); // PTZ works without it; a failure shows at the next command
  }

  async #sendMove(capabilities: PtzCapabilities, direction: PtzDirection, speed: number): Promise<void> {
    const share = shares[speed] ?? shares[1];
    const { x, y } = capabilities.speeds;
    const slow = ({ min, max }: Range) => ({ min: min * share, max: max * share });
    const velocity = {
      up: { x: 0, y: slow(y).max },
      down: { x: 0, y: slow(y).min },
      left: { x: slow(x).min, y: 0 },
      right: { x: slow(x).max, y: 0 },
    }[direction];
    const cam = this.#cam;
    const { profileToken } = capabilities;
    const move = { profileToken, ...velocity, onlySendPanTilt: true, timeout: commandMs };
    await cam.request((done) => cam.continuousMove(move, done));
  }
}
