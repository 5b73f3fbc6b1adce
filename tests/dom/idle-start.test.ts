import { expect } from 'expect';
import { afterEach, describe, it, vi } from 'vitest';
import { err, ok } from '../../lib/kernel/result.ts';
import { makeIdleStart } from '../../player-frame/session/features/idle-start.ts';
import type { LappClient } from '../../player-frame/session/lapp-client.ts';
import { selectPosition } from '../../player-frame/state/selectors.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, cloudDay, shanghaiDay } from '../kit/recorded-player.ts';

let end = async (): Promise<void> => {};
afterEach(() => end());

const answered = {
  url: 'https://open.example.com/vod/DEMO00001/1/cloud/index.m3u8',
  token: 'TICKET',
  deviceName: '',
  expireInMs: 60_000,
  range: shanghaiDay,
  timeZone: 'Asia/Shanghai',
};

function idle(address = cloudDay) {
  const liveUrl = vi.fn<LappClient['liveUrl']>(async () => ok(answered));
  const { player, feature, reported } = featurePlayer(makeIdleStart, {
    lapp: { liveUrl } as unknown as LappClient,
  });
  end = async () => feature.destroy?.();
  player.setUp(address);
  /** What the timeline requests with each drawing. */
  const show = async () => {
    player.send({ type: 'request.showRecordings', from: shanghaiDay.begin, to: shanghaiDay.end });
    for (let call = 0; call < 4; call += 1) await player.clock.advance(0);
  };
  return { player, liveUrl, show, reported };
}

describe('the timeline before playback is started', () => {
  it('learns which time the address names, once', async () => {
    const { player, liveUrl, show } = idle();
    await show();
    await show();
    expect(liveUrl.mock.calls.map(([form]) => form)).toEqual([{ ezopen: cloudDay, accessToken: 'TOKEN' }]);
    expect(player.state.recorded).toMatchObject({ range: shanghaiDay, timeZone: 'Asia/Shanghai' });
    expect(player.phase).toBe('idle');
  });

  it('asks again after a while, if that failed, and for another address at once', async () => {
    const { player, liveUrl, show } = idle();
    liveUrl.mockImplementation(async () =>
      err({ kind: 'network', code: 'network.unreachable', stage: 'address', message: null }),
    );
    await show();
    await show();
    expect(liveUrl).toHaveBeenCalledTimes(1);
    await player.clock.advance(10_000);
    await show();
    expect(liveUrl).toHaveBeenCalledTimes(2);
    player.setUp(cloudDay.replace('0301', '0302'));
    await show();
    expect(liveUrl).toHaveBeenCalledTimes(3);
  });

  it('asks nothing for live video, and nothing while it plays', async () => {
    const { player, liveUrl, show } = idle(camera);
    await show();
    player.setUp(cloudDay);
    player.send({ type: 'request.play' });
    await show();
    expect(liveUrl).not.toHaveBeenCalled();
  });
});

describe('the buttons of recordings before playback is started', () => {
  const stores = { 'cloud.rec': 'none', rec: 'camera' } as const;
  it.each([
    ['live video', camera],
    ['recordings', cloudDay],
  ])('learn which ones the camera has: %s', async (_, address) => {
    const { player, liveUrl } = idle(address);
    const { range, ...ofCamera } = answered;
    liveUrl.mockImplementation(async () =>
      ok({ ...ofCamera, stores, ...(address === cloudDay ? { range } : {}) }),
    );
    const find = async () => {
      player.send({ type: 'request.findStores' });
      for (let call = 0; call < 4; call += 1) await player.clock.advance(0);
    };
    await find();
    await find();
    expect(liveUrl.mock.calls.map(([form]) => form)).toEqual([{ ezopen: address, accessToken: 'TOKEN' }]);
    expect(player.state.recorded).toMatchObject({ stores, range: address === cloudDay ? shanghaiDay : null });
    expect(player.phase).toBe('idle');
    player.send({ type: 'request.play' });
    await find();
    expect(liveUrl).toHaveBeenCalledTimes(1);
  });
});

describe('what the viewer chooses before playback is started', () => {
  const hour = 3_600_000;
  const noon = shanghaiDay.begin + 12 * hour;
  const begun = (player: ReturnType<typeof idle>['player']) => {
    player.take();
    player.send({ type: 'request.play' });
    return player.take().find((effect) => effect.do === 'resolve');
  };

  it('is where it begins', async () => {
    const { player, show } = idle();
    await show();
    player.send({ type: 'request.seek', to: noon });
    expect([player.phase, selectPosition(player.state)]).toEqual(['idle', noon]);
    expect(begun(player)).toMatchObject({ address: cloudDay, startAt: noon });
  });

  it('may be on another day', async () => {
    const { player, show, reported } = idle();
    await show();
    player.send({ type: 'request.seek', to: noon - 24 * hour });
    const address = cloudDay.replace('20250301', '20250228T000000Z&end=20250228T235959Z');
    expect([player.phase, player.state.recorded.range]).toEqual(['idle', null]);
    expect(reported).toContainEqual({ name: 'changePlayUrl', data: { url: address } });
    expect(begun(player)).toMatchObject({ address, startAt: noon - 24 * hour });
  });

  it('is not outside of a fixed range', async () => {
    const { player, show, liveUrl } = idle();
    const range = { begin: noon - 4 * hour, end: noon + 6 * hour + 1_000 };
    liveUrl.mockImplementation(async () => ok({ ...answered, range }));
    const playbackRange = { begin: '20250301T080000Z', end: '20250301T180000Z' };
    player.send({ type: 'request.setUp', address: cloudDay, playbackRange });
    await show();
    player.send({ type: 'request.seek', to: noon + 10 * hour });
    expect(begun(player)).toMatchObject({ startAt: range.begin });
  });

  it('cannot be chosen while it is unknown which time the address names, and can after a stop', async () => {
    const { player } = idle();
    player.take();
    player.send({ type: 'request.seek', to: noon, id: 1 });
    expect(player.take()).toMatchObject([{ do: 'refuse', playbackFailure: { code: 'player.notPlaying' } }]);
    player.playDay();
    player.send({ type: 'request.stop' });
    player.send({ type: 'request.seek', to: noon });
    expect(begun(player)).toMatchObject({ address: cloudDay, startAt: noon });
  });
});
