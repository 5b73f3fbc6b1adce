import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { Pacer } from '../../lib/media/outputs/replay/pacer.ts';
import { FakeClock } from '../kit/fake-clock.ts';

describe('the speed at which a recording is sent', () => {
  let clock: FakeClock;
  let pacer: Pacer;
  let sent: { atMs: number | null; sentAt: number }[];
  let holds: boolean[];
  let hasCapacity: boolean;
  let isBlocked: boolean;

  beforeEach(() => {
    clock = new FakeClock();
    sent = [];
    holds = [];
    hasCapacity = true;
    isBlocked = false;
    pacer = new Pacer({
      clock,
      hasCapacity: () => hasCapacity,
      onHold: (isHeld) => void holds.push(isHeld),
      onBlocked: () => {
        isBlocked = true;
      },
    });
  });

  const push = (atMs: number | null, bytes = 1_000) =>
    pacer.push({ atMs, bytes, release: () => void sent.push({ atMs, sentAt: clock.monotonic() }) });
  const frames = (count: number, from = 0) => {
    for (let index = 0; index < count; index += 1) push(from + index * 40);
  };
  const sentAt = () => sent.map((each) => each.sentAt);

  it('is that of the recording, although the camera sends everything at once', async () => {
    frames(10);
    await clock.advance(1_000);
    expect(sentAt()).toEqual([0, 40, 80, 120, 160, 200, 240, 280, 320, 360]);
  });

  it('is unlimited for what comes before the requested time', async () => {
    for (let index = 0; index < 20; index += 1) push(null);
    frames(3, 5_000);
    expect(sent).toHaveLength(21);
    await clock.advance(80);
    expect(sentAt().slice(20)).toEqual([0, 40, 80]);
  });

  it('does not follow jitter, but continues from an interruption without a burst', async () => {
    frames(2);
    await clock.advance(200);
    push(80); // 120 ms late
    push(120);
    expect(sentAt().slice(2)).toEqual([200, 200]);
    await clock.advance(2_000);
    push(160);
    push(200);
    push(240);
    await clock.advance(100);
    expect(sentAt().slice(4)).toEqual([2_200, 2_240, 2_280]);
  });

  it('lets the camera wait while two seconds are waiting, and continues at half of that', async () => {
    frames(60);
    expect(holds).toEqual([true]);
    await clock.advance(1_300);
    expect(holds).toEqual([true]);
    await clock.advance(200);
    expect(holds).toEqual([true, false]);
  });

  it('lets the camera wait for a viewer, and then continues where it was', async () => {
    frames(3);
    hasCapacity = false;
    await clock.advance(1_000);
    expect(sentAt()).toEqual([0]);
    hasCapacity = true;
    pacer.resume();
    await clock.advance(100);
    expect(sentAt()).toEqual([0, 1_000, 1_040]);
  });

  it('gives up a viewer who accepts nothing for 30 s', async () => {
    frames(3);
    hasCapacity = false;
    await clock.advance(29_900);
    expect(isBlocked).toBe(false);
    await clock.advance(300);
    expect(isBlocked).toBe(true);
  });

  it('ends at once, without a timer left', async () => {
    frames(10);
    pacer.stop();
    push(400);
    expect(clock.pending).toBe(0);
    expect(sent).toHaveLength(1);
  });
});
