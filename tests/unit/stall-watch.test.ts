import { describe, expect, it } from '@jest/globals';
import { StallWatch } from '../../player-frame/engines/stall-watch.ts';

/** A watch that saw progress every `everyMs` until `untilMs`. */
function playing(everyMs: number, untilMs: number): StallWatch {
  const watch = new StallWatch();
  for (let now = 0; now <= untilMs; now += everyMs) watch.progress(now);
  return watch;
}

describe('stall watch', () => {
  it('says nothing before the first picture: loading is no stall', () => {
    expect(new StallWatch().check(60_000)).toBeNull();
  });

  it('says after 2 s that pictures stopped, with the age of the last one', () => {
    const watch = playing(40, 4_000);
    expect(watch.check(5_900)).toBeNull();
    expect(watch.check(6_100)).toEqual({ type: 'stalled', forMs: 2_100 });
  });

  it('repeats itself once a second, not with each check', () => {
    const watch = playing(40, 4_000);
    const reported = Array.from({ length: 40 }, (_, index) => watch.check(6_000 + index * 100));
    expect(reported.filter((event) => event !== null)).toHaveLength(4);
  });

  it('says once that pictures came back', () => {
    const watch = playing(40, 4_000);
    watch.check(7_000);
    expect(watch.progress(7_100)).toEqual({ type: 'resumed' });
    expect(watch.progress(7_140)).toBeNull();
  });

  it('gives a camera with a picture every 2 s three of its own intervals', () => {
    const watch = playing(2_000, 60_000);
    expect(watch.check(65_000)).toBeNull();
    expect(watch.check(66_100)).toMatchObject({ type: 'stalled' });
  });

  it.each([
    ['5 pictures a second', 200],
    ['a picture a second', 1_000],
    ['a picture every 1.9 s', 1_900],
  ])('never calls %s a stall', (_name, everyMs) => {
    const watch = new StallWatch();
    const reported = [];
    for (let now = 0; now < 120_000; now += 50) {
      if (now % everyMs === 0) watch.progress(now);
      reported.push(watch.check(now));
    }
    expect(reported.filter((event) => event !== null)).toEqual([]);
  });

  it('learns from its mistakes: a picture every 2.3 s is no stall after some of them', () => {
    const watch = new StallWatch();
    let lastReportAt = 0;
    for (let now = 0; now < 120_000; now += 50) {
      if (now % 2_300 === 0) watch.progress(now);
      if (watch.check(now)) lastReportAt = now;
    }
    expect(lastReportAt).toBeLessThan(12_000);
  });

  it('believes the server that a camera of few pictures is well, from the first picture on', () => {
    const watch = new StallWatch();
    const reported = [];
    for (let now = 0; now < 30_000; now += 50) {
      if (now % 3_500 === 0) watch.progress(now);
      else if (now % 3_500 >= 1_000 && now % 1_000 === 0) watch.alive(now % 3_500, now);
      reported.push(watch.check(now));
    }
    expect(reported.filter((event) => event !== null)).toEqual([]);
  });

  it('does not believe it of a camera that was quick: its silence says more', () => {
    const watch = playing(40, 4_000);
    watch.alive(1_000, 5_000);
    watch.alive(2_000, 6_000);
    expect(watch.check(5_900)).toBeNull();
    expect(watch.check(6_100)).toMatchObject({ type: 'stalled' });
  });

  it('does not believe it when the word stops coming, or has come for too long', () => {
    const watch = playing(3_000, 3_000);
    watch.alive(1_000, 4_000);
    expect(watch.check(6_500)).toBeNull();
    expect(watch.check(6_700)).toMatchObject({ type: 'stalled' });
    const lost = playing(3_000, 3_000);
    for (let now = 4_000; now < 60_000; now += 1_000) lost.alive(now - 3_000, now);
    expect(lost.check(60_000)).toMatchObject({ type: 'stalled' });
  });

  it('expects nothing while the camera is away, and starts counting when it is back', () => {
    const watch = playing(40, 4_000);
    watch.excuse(true, 4_100);
    expect(watch.check(20_000)).toBeNull();
    watch.excuse(false, 20_000);
    expect(watch.check(21_900)).toBeNull();
    expect(watch.check(22_100)).toMatchObject({ type: 'stalled' });
  });
});
