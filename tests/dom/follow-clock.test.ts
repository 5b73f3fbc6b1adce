import { expect } from 'expect';
import { describe, it } from 'vitest';
import { EngineError, type MediaEngine } from '../../player-frame/engines/engine.ts';
import { nothingStored } from '../../player-frame/engines/failures.ts';
import { makeFollowClock } from '../../player-frame/session/features/follow-clock.ts';
import { trimOf } from '../../player-frame/session/shared-clock.ts';
import { selectOverlay } from '../../player-frame/state/selectors.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, shanghaiDay } from '../kit/recorded-player.ts';

const noon = shanghaiDay.begin + 12 * 3_600_000;
const pageNow = () => performance.timeOrigin + performance.now();

/** A player whose engine shows `noon + shownMs`, while the clock says noon. Performance stands still for a test. */
function following(
  shownMs: number,
  { running = true, address }: { running?: boolean; address?: string } = {},
) {
  const calls: unknown[] = [];
  const engine = {
    time: noon + shownMs,
    currentTime: () => engine.time,
    playedTime: (): number | null => null,
    pausable: { pause: () => void calls.push('pause'), resume: async () => void calls.push('resume') },
    rateable: { rates: [1, 2], setRate() {}, trim: (factor: number) => void calls.push({ factor }) },
    seekable: { range: () => shanghaiDay, seek: async (to: number) => void calls.push({ to }) },
  };
  const made = featurePlayer(makeFollowClock, { engine: () => engine as unknown as MediaEngine });
  made.player.playDay(address);
  const clock = { at: noon, since: Math.round(pageNow()), rate: 1, running };
  return { ...made, engine, calls, clock };
}
const factorsOf = (calls: readonly unknown[]) =>
  calls.flatMap((call) =>
    typeof call === 'object' && call && 'factor' in call ? [call.factor as number] : [],
  );

describe('a player that follows a clock', () => {
  it.each([
    [0, 1],
    [9, 1],
    [40, 0.96],
    [100, 0.95],
    [-40, 1.04],
    [-400, 1.05],
  ])('is %i ms ahead: its rate is multiplied by %f', (aheadMs, factor) => {
    expect(trimOf(aheadMs)).toBeCloseTo(factor);
  });

  it('plays a little faster while it is behind', async () => {
    const { call, calls, clock } = following(-200);
    await call('followClock', { clock });
    expect(factorsOf(calls)).toEqual([1.05]);
  });

  it.each([-60, 600])(
    'is in time while its frame is %i ms away, if the engine plays that of the clock',
    async (ms) => {
      const { call, calls, clock, engine } = following(ms);
      engine.playedTime = () => noon + pageNow() - clock.since;
      await call('followClock', { clock });
      expect(calls).toEqual([{ factor: 1 }]);
    },
  );

  it('seeks if it is more than 500 ms away, at most every 1.5 s', async () => {
    const { call, calls, clock, player } = following(-5_000);
    await call('followClock', { clock });
    await player.clock.advance(1_400);
    const seeks = () => calls.flatMap((each) => (each as { to?: number }).to ?? []);
    expect(seeks()).toHaveLength(1);
    expect(Math.abs(seeks()[0]! - noon)).toBeLessThan(500);
    await player.clock.advance(200);
    expect(seeks()).toHaveLength(2);
  });

  it('waits for the clock where nothing is recorded', async () => {
    const { call, calls, clock, engine, player } = following(-5_000);
    await call('followClock', { clock });
    engine.time = noon + 60_000;
    await player.clock.advance(200);
    expect(calls.at(-1)).toBe('pause');
    await player.clock.advance(1_000);
    expect(calls.at(-1)).toBe('pause');
    expect(selectOverlay(player.state)).toBe('awaiting');
    expect(player.state.recorded.awaiting).toEqual({ next: noon + 60_000 });
    await call('followClock', { clock: { ...clock, at: noon + 59_990 } });
    expect(calls).toContain('resume');
    expect(selectOverlay(player.state)).toBe('none');
  });

  it('says that it follows, so that a gap counts as awaited, until it leaves', async () => {
    const { call, clock, player } = following(0);
    await call('followClock', { clock });
    expect(player.state.recorded.isFollowing).toBe(true);
    await call('followClock', {});
    expect(player.state.recorded.isFollowing).toBe(false);
  });

  it('says that nothing is recorded, searches every 10 s, and joins when there is a recording', async () => {
    const { call, clock, engine, player } = following(-5_000);
    const searched: number[] = [];
    engine.seekable.seek = async () => {
      searched.push(player.clock.monotonic());
      throw new EngineError(nothingStored);
    };
    await call('followClock', { clock });
    await player.clock.advance(19_000);
    expect(player.state.recorded.awaiting).toEqual({ next: null });
    expect(searched).toHaveLength(2);
    engine.time = noon + pageNow() - clock.since;
    await player.clock.advance(200);
    expect(player.state.recorded.awaiting).toBeNull();
  });

  it('opens the recordings of a day again where there were none', async () => {
    const { call, clock, player } = following(0);
    await call('followClock', { clock });
    player.take();
    player.fail('other', 'playback.none');
    const opened = () => player.take().filter((effect) => effect.do === 'openRecorded');
    await player.clock.advance(400);
    expect(opened()).toHaveLength(1);
    await player.clock.advance(9_000);
    expect(opened()).toHaveLength(0);
    await player.clock.advance(1_000);
    expect(opened()).toHaveLength(1);
  });

  it('shows the same frame in a pause', async () => {
    const { call, calls, clock, player } = following(300, { running: false });
    await call('followClock', { clock });
    expect(player.state.recorded.isPaused).toBe(true);
    expect(calls).toEqual([{ to: noon }]);
  });

  it('shows the same frame in a pause that follows a seek', async () => {
    const { call, calls, clock, engine, player } = following(-5_000);
    await call('followClock', { clock });
    await player.clock.advance(200);
    // It played on until it was paused.
    engine.time = noon + 200;
    await call('followClock', { clock: { ...clock, running: false } });
    expect(calls.at(-1)).toEqual({ to: noon });
    engine.time = noon;
    await player.clock.advance(200);
    expect(selectOverlay(player.state)).toBe('none');
  });

  it('is paused and continued by the clock, not against the viewer', async () => {
    const { call, clock, player } = following(0);
    await call('followClock', { clock });
    player.send({ type: 'request.pause' });
    await player.clock.advance(1_000);
    expect(player.state.recorded.isPaused).toBe(true);
    await call('followClock', { clock });
    expect(player.state.recorded.isPaused).toBe(false);
    await call('followClock', { clock: { ...clock, rate: 2 } });
    expect(player.state.recorded.rate).toBe(2);
  });

  it('opens another day with the clock', async () => {
    const { call, clock, player } = following(0);
    const yesterday = shanghaiDay.begin - 3_600_000;
    await call('followClock', { clock: { ...clock, at: yesterday } });
    expect(player.take()).toContainEqual(
      expect.objectContaining({ do: 'openRecorded', recordType: 'cloud.rec' }),
    );
  });

  it('leaves live video for the moment of the clock', async () => {
    const { call, clock, player } = following(0);
    player.play(camera);
    await call('followClock', { clock });
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'openRecorded' }));
  });

  it('plays at its own rate without a clock', async () => {
    const { call, calls, clock, player } = following(-200);
    await call('followClock', { clock });
    await call('followClock', {});
    await player.clock.advance(1_000);
    expect(factorsOf(calls)).toEqual([1.05, 1]);
  });
});
