import { expect } from 'expect';
import { describe, it } from 'vitest';
import { StallWatch } from '../../player-frame/engines/stall-watch.ts';

/** A watch of a stream with a frame every `everyMs`, which were shown until `untilMs`. */
function playing(everyMs: number, untilMs: number): StallWatch {
  const watch = new StallWatch();
  watch.expect(everyMs);
  for (let now = 0; now <= untilMs; now += everyMs) watch.progress(now);
  return watch;
}

describe('stall watch', () => {
  it('reports nothing before the first frame: loading is not a stall', () => {
    expect(new StallWatch().check(60_000)).toBeNull();
  });

  it('reports after 2 s that frames stopped, with the age of the last one', () => {
    const watch = playing(40, 4_000);
    expect(watch.check(5_900)).toBeNull();
    expect(watch.check(6_100)).toEqual({ type: 'stalled', forMs: 2_100, limitMs: 2_500 });
  });

  it('repeats the report once per second, not with each check', () => {
    const watch = playing(40, 4_000);
    const reported = Array.from({ length: 40 }, (_, index) => watch.check(6_000 + index * 100));
    expect(reported.filter((event) => event !== null)).toHaveLength(4);
  });

  it('reports once that frames resumed', () => {
    const watch = playing(40, 4_000);
    watch.check(7_000);
    expect(watch.progress(7_100)).toEqual({ type: 'resumed' });
    expect(watch.progress(7_140)).toBeNull();
  });

  it.each([
    ['60 frames per second', 1_000 / 60, 2_000, 2_500],
    ['2 frames per second', 500, 2_000, 2_500],
    ['a frame per second', 1_000, 3_000, 4_000],
    ['a frame every 5 s', 5_000, 15_000, 20_000],
  ])('allows %s three intervals and at least 2 s, and ends after four', (_, everyMs, stalledMs, limitMs) => {
    const watch = playing(everyMs, everyMs);
    expect(watch.check(everyMs + stalledMs - 10)).toBeNull();
    expect(watch.check(everyMs + stalledMs + 10)).toMatchObject({ type: 'stalled', limitMs });
  });

  it.each([200, 1_000, 1_900, 2_300, 5_000])(
    'never reports a frame every %d ms as a stall, also if they arrive in pairs',
    (everyMs) => {
      const watch = new StallWatch();
      watch.expect(everyMs);
      const reported = [];
      for (let now = 0; now < 120_000; now += 50) {
        if (now % (2 * everyMs) === 0) watch.progress(now);
        reported.push(watch.check(now));
      }
      expect(reported.filter((event) => event !== null)).toEqual([]);
    },
  );

  it('trusts the server that a camera with few frames is working, from the first frame on', () => {
    const watch = new StallWatch();
    const reported = [];
    for (let now = 0; now < 9_000; now += 50) {
      if (now === 0) watch.progress(now);
      else if (now >= 1_000 && now % 1_000 === 0) watch.alive(now, now);
      reported.push(watch.check(now));
    }
    expect(reported.filter((event) => event !== null)).toEqual([]);
  });

  it('does not trust it for a camera that was fast', () => {
    const watch = playing(40, 4_000);
    watch.alive(1_000, 5_000);
    watch.alive(2_000, 6_000);
    expect(watch.check(5_900)).toBeNull();
    expect(watch.check(6_100)).toMatchObject({ type: 'stalled' });
  });

  it('does not trust it when its messages stop, or last for too long', () => {
    const watch = playing(1_000, 3_000);
    for (let now = 4_000; now <= 6_000; now += 1_000) watch.alive(now - 3_000, now);
    expect(watch.check(8_500)).toBeNull();
    expect(watch.check(8_700)).toMatchObject({ type: 'stalled' });
    const lost = playing(3_000, 3_000);
    for (let now = 4_000; now < 60_000; now += 1_000) lost.alive(now - 3_000, now);
    expect(lost.check(60_000)).toMatchObject({ type: 'stalled' });
  });

  it('expects nothing while the camera is offline, and starts again when it is back', () => {
    const watch = playing(40, 4_000);
    watch.excuse(true, 4_100);
    expect(watch.check(20_000)).toBeNull();
    watch.excuse(false, 20_000);
    expect(watch.check(21_900)).toBeNull();
    expect(watch.check(22_100)).toMatchObject({ type: 'stalled' });
  });
});
