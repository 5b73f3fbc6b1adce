import { expect } from 'expect';
import fc from 'fast-check';
import { beforeEach, describe, it } from 'vitest';
import { type Holder, PtzBusy, PtzControl, type PtzMove } from '../../lib/domain/ptz/ptz-control.ts';
import { PtzLink } from '../../lib/domain/ptz/ptz-link.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import type { PtzDriver } from '../../lib/media/ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakePtz } from '../kit/fake-ptz.ts';
import { propertySeed } from '../kit/mutation.ts';

const ann: Holder = { name: 'ann', grantId: 'g1', clientAddress: '203.0.113.1' };
const ben: Holder = { name: 'ben', grantId: 'g2', clientAddress: '203.0.113.2' };
const move = (direction: PtzMove['direction'], speed = 1): PtzMove => ({ direction, speed });
const lost = new AppError('ptz.unreachable', 'no answer in time');

describe('PTZ control of one camera', () => {
  let clock: FakeClock;
  let ptz: FakePtz;
  let control: PtzControl;
  let reported: string[];
  let open: () => Promise<PtzDriver>;
  let opened: number;

  const setUp = () => {
    clock = new FakeClock();
    ptz = new FakePtz(clock);
    reported = [];
    opened = 0;
    open = async () => ptz;
    const find = async () => ({ kind: 'demo', deviceSerial: 'CAM1', channelNo: 1 }) as const;
    const opener = () => {
      opened += 1;
      return open();
    };
    control = new PtzControl({
      link: new PtzLink(find, opener, { clock }),
      clock,
      events: {
        started: ({ name }, { direction }) => reported.push(`${name} ${direction}`),
        limit: ({ name }, { direction }) => reported.push(`${name} limit ${direction}`),
        ended: ({ name }, reason) => reported.push(`${name} ${reason}`),
        stopFailed: (_, isLast) => reported.push(isLast ? 'given up' : 'stop failed'),
      },
    });
  };
  beforeEach(setUp);

  /** Holding a direction, as a player does: one start command every 400 ms. */
  async function hold(holder: Holder, direction: PtzMove['direction'], forMs: number): Promise<void> {
    for (let passed = 0; passed < forMs; passed += 400) {
      await control.start(holder, move(direction));
      await clock.advance(Math.min(400, forMs - passed));
    }
  }

  it('moves until it is stopped', async () => {
    expect(await control.start(ann, move('left'))).toEqual({ outcome: 'accepted', direction: 'left' });
    await clock.advance(300);
    await control.stop(ann);
    const { x } = ptz.position;
    expect(x).toBeCloseTo(-30);
    await clock.advance(10_000);
    expect(ptz.position.x).toBe(x);
    expect(ptz.commands).toEqual(['left', 'stop']);
    expect(reported).toEqual(['ann left', 'ann released']);
  });

  describe('when the stop is lost', () => {
    it('ends the motion within 1 s', async () => {
      await hold(ann, 'right', 2_000);
      await clock.advance(1_000);
      expect(ptz.isMoving).toBe(false);
      const { x } = ptz.position;
      expect(x).toBeLessThanOrEqual(300);
      await clock.advance(60_000);
      expect(ptz.position.x).toBe(x);
      expect(reported.at(-1)).toBe('ann lease');
    });

    it('would move without limit without the lease (control)', async () => {
      await ptz.start('right');
      await clock.advance(63_000);
      expect(ptz.isMoving).toBe(true);
      expect(ptz.position.x).toBeCloseTo(6_300);
    });
  });

  it('continues while starts are repeated, with one command to the camera', async () => {
    await hold(ann, 'up', 20_000);
    expect(ptz.isMoving).toBe(true);
    expect(ptz.commands).toEqual(['up']);
    expect(reported).toEqual(['ann up']);
  });

  it('changes direction for the same viewer', async () => {
    await hold(ann, 'up', 400);
    await control.start(ann, move('left'));
    expect(ptz.commands).toEqual(['up', 'left']);
    expect(reported).toEqual(['ann up', 'ann left']);
  });

  it('lets one viewer control the camera at a time', async () => {
    await control.start(ann, move('up'));
    await expect(control.start(ben, move('down'))).rejects.toBeInstanceOf(PtzBusy);
    await control.stop(ben);
    expect(ptz.isMoving).toBe(true);
    await control.stop(ann);
    expect(await control.start(ben, move('down'))).toMatchObject({ outcome: 'accepted' });
    expect(ptz.commands).toEqual(['up', 'stop', 'down']);
  });

  it('lets another viewer control the camera as soon as a lease has expired', async () => {
    await control.start(ann, move('up'));
    await clock.advance(999);
    await expect(control.start(ben, move('down'))).rejects.toBeInstanceOf(PtzBusy);
    await clock.advance(1);
    expect(await control.start(ben, move('down'))).toMatchObject({ outcome: 'accepted' });
  });

  it('has no effect for a stop without movement', async () => {
    await control.stop(ann);
    expect(ptz.attempts).toEqual({ start: 0, stop: 0 });
  });

  it('reports the limit that was reached, once', async () => {
    ptz.range = { x: 50, y: 50 };
    await hold(ann, 'left', 800);
    expect(await control.start(ann, move('left'))).toEqual({ outcome: 'limit', direction: 'left' });
    expect(await control.start(ann, move('left'))).toEqual({ outcome: 'limit', direction: 'left' });
    expect(reported).toEqual(['ann left', 'ann limit left']);
    expect(await control.start(ann, move('right'))).toEqual({ outcome: 'accepted', direction: 'right' });
  });

  it('rejects a direction that the camera does not support', async () => {
    ptz.axes = { pan: true, tilt: false };
    await expect(control.start(ann, move('up'))).rejects.toMatchObject({ code: 'ptz.unsupported' });
    expect(ptz.attempts.start).toBe(0);
    expect(await control.start(ben, move('left'))).toMatchObject({ outcome: 'accepted' });
  });

  it.each(['revoked', 'changed'] as const)('stops immediately when the grant is %s', async (reason) => {
    await control.start(ann, move('up'));
    await control.drop(reason, (holder) => holder.grantId === 'other');
    expect(ptz.isMoving).toBe(true);
    await control.drop(reason, (holder) => holder.grantId === ann.grantId);
    expect(ptz.isMoving).toBe(false);
    expect(reported.at(-1)).toBe(`ann ${reason}`);
  });

  describe('with a slow camera', () => {
    it('lets a stop overtake a pending start, and stops again after it', async () => {
      ptz.startDelayMs = 2_000;
      const starting = control.start(ann, move('up'));
      await clock.advance(100);
      const stopping = control.stop(ann);
      await clock.advance(0);
      expect(ptz.attempts.stop).toBe(1);
      await clock.advance(2_000);
      await Promise.all([starting, stopping]);
      expect(ptz.commands).toEqual(['stop', 'up', 'stop']);
      expect(ptz.isMoving).toBe(false);
    });

    it('keeps one command pending, however often the player repeats it', async () => {
      ptz.startDelayMs = 1_500;
      const answers: Promise<unknown>[] = [];
      for (let press = 0; press < 4; press += 1) {
        answers.push(control.start(ann, move('up')));
        await clock.advance(0); // lets the command reach the camera before the clock advances
        await clock.advance(400);
      }
      expect(ptz.attempts.start).toBe(1);
      await Promise.all(answers);
      expect(ptz.commands).toEqual(['up']);
    });

    it('never moves for a viewer who released the button while the camera was being connected', async () => {
      let connect: (ptz: PtzDriver) => void = () => {};
      open = () => new Promise((resolve) => (connect = resolve));
      const starting = control.start(ann, move('up'));
      await clock.advance(500);
      await control.stop(ann);
      connect(ptz);
      await starting;
      await clock.advance(5_000);
      expect(ptz.attempts.start).toBe(0);
    });

    it('sends the latest direction when directions change faster than the camera responds', async () => {
      ptz.startDelayMs = 300;
      const first = control.start(ann, move('up'));
      await clock.advance(0);
      const more = (['left', 'down', 'right'] as const).map((direction) =>
        control.start(ann, move(direction)),
      );
      await clock.advance(300);
      await clock.advance(300);
      await Promise.all([first, ...more]);
      expect(ptz.commands).toEqual(['up', 'right']);
    });
  });

  describe('when the camera does not respond', () => {
    it('retries a stop until the camera accepts it', async () => {
      await control.start(ann, move('up'));
      ptz.stopError = lost;
      await expect(control.stop(ann)).rejects.toBe(lost);
      await clock.advance(1_000);
      expect(ptz.attempts.stop).toBe(3);
      expect(ptz.isMoving).toBe(true);
      ptz.stopError = null;
      await clock.advance(1_000);
      expect(ptz.isMoving).toBe(false);
      const { stop } = ptz.attempts;
      await clock.advance(60_000);
      expect(ptz.attempts.stop).toBe(stop);
    });

    it('gives up after some attempts, and reports it', async () => {
      await control.start(ann, move('up'));
      ptz.stopError = lost;
      await clock.advance(120_000);
      expect(reported.filter((event) => event === 'stop failed')).toHaveLength(10);
      expect(reported.at(-1)).toBe('given up');
      expect(control.isAtRest).toBe(true);
      expect(ptz.isClosed).toBe(true);
    });

    it('leaves retries to the next command', async () => {
      await control.start(ann, move('up'));
      ptz.stopError = lost;
      await control.stop(ann).catch(() => {});
      ptz.stopError = null;
      await control.start(ben, move('down'));
      await clock.advance(900);
      expect(ptz.commands).toEqual(['up', 'down']);
      await clock.advance(200);
      expect(ptz.isMoving).toBe(false);
    });

    it('stops what may have been started, and releases the camera for others', async () => {
      ptz.startError = lost;
      await expect(control.start(ann, move('up'))).rejects.toBe(lost);
      await clock.advance(0);
      expect(ptz.attempts.stop).toBe(1);
      ptz.startError = null;
      expect(await control.start(ben, move('up'))).toMatchObject({ outcome: 'accepted' });
    });

    it('does not connect for a minute to a camera that rejected the login', async () => {
      open = () => Promise.reject(new AppError('ptz.auth', 'refused'));
      for (let press = 0; press < 10; press += 1) {
        await expect(control.start(ann, move('up'))).rejects.toMatchObject({ code: 'ptz.auth' });
        await clock.advance(400);
      }
      expect(opened).toBe(1);
      await clock.advance(60_000);
      open = async () => ptz;
      expect(await control.start(ann, move('up'))).toMatchObject({ outcome: 'accepted' });
    });
  });

  it('closes: stops, releases the camera, and leaves no timer', async () => {
    await control.start(ann, move('up'));
    await control.close();
    expect(ptz.isMoving).toBe(false);
    expect(ptz.isClosed).toBe(true);
    expect(clock.pending).toBe(0);
    await control.close();
  });

  it('never moves more than a second after the last start, whatever two viewers do', async () => {
    process.stdout.write(`ptz-control: ORIEL_SEED=${propertySeed}\n`);
    const property = fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 120 }), async (moves) => {
      setUp();
      let lastStart = 0;
      for (const { viewer, does, direction, isSlow, thenMs } of moves) {
        ptz.startDelayMs = isSlow ? 80 : 0;
        ptz.stopDelayMs = isSlow ? 80 : 0;
        if (does === 'start') {
          lastStart = clock.monotonic();
          void control.start(viewer, move(direction)).catch(() => 'in use');
        } else if (does === 'stop') void control.stop(viewer);
        else void control.drop('revoked');
        // Small steps, because promises settle between them.
        for (let passed = 0; passed < thenMs; passed += 20) await clock.advance(20);
        // Up to two commands may be in progress, one queued behind the other.
        const sinceMs = clock.monotonic() - lastStart;
        if (sinceMs > 1_000 + 4 * 80 && ptz.isMoving) throw new Error(`moving after ${sinceMs} ms`);
      }
      for (let passed = 0; passed < 1_400; passed += 20) await clock.advance(20);
      expect(ptz.isMoving).toBe(false);
      expect(ptz.commands.at(-1) ?? 'stop').toBe('stop');
    });
    await fc.assert(property, { numRuns: 100, seed: propertySeed, endOnFailure: true });
  });
});

const step = fc.record({
  viewer: fc.constantFrom(ann, ben),
  does: fc.constantFrom('start' as const, 'start' as const, 'stop' as const, 'revoke' as const),
  direction: fc.constantFrom('up' as const, 'down' as const, 'left' as const, 'right' as const),
  isSlow: fc.boolean(),
  thenMs: fc.oneof({ weight: 9, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(2_500) }),
});
