import { describe, expect, it } from '@jest/globals';
import { StallWatch } from '../../player-frame/engines/stall-watch.ts';

/** Progress every `everyMs` until `untilMs`. */
function playing(everyMs: number, untilMs: number): StallWatch {
  const watch = new StallWatch();
  for (let now = 0; now <= untilMs; now += everyMs) watch.progress(now);
  return watch;
}

describe('stall watch', () => {
  it('says nothing before the first picture: loading is no stall', () => {
    expect(new StallWatch().check(60_000)).toBeNull();
  });

  it('says after 2.5 s that pictures stopped, with the age of the last one', () => {
    const watch = playing(40, 4_000);
    expect(watch.check(6_400)).toBeNull();
    expect(watch.check(6_600)).toEqual({ type: 'stalled', forMs: 2_600 });
  });

  it('repeats itself once a second, not with each check', () => {
    const watch = playing(40, 4_000);
    const told = Array.from({ length: 40 }, (_, index) => watch.check(6_500 + index * 100));
    expect(told.filter((fact) => fact !== null)).toHaveLength(4);
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

  it('expects nothing while the camera is away, and starts counting when it is back', () => {
    const watch = playing(40, 4_000);
    watch.excuse(true, 4_100);
    expect(watch.check(20_000)).toBeNull();
    watch.excuse(false, 20_000);
    expect(watch.check(22_000)).toBeNull();
    expect(watch.check(22_600)).toMatchObject({ type: 'stalled' });
  });
});
