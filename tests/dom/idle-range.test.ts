import { expect } from 'expect';
import { afterEach, describe, it, vi } from 'vitest';
import { err, ok } from '../../lib/kernel/result.ts';
import { makeIdleRange } from '../../player-frame/session/features/idle-range.ts';
import type { LappClient } from '../../player-frame/session/lapp-client.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, cloudDay, shanghaiDay } from '../kit/recorded-player.ts';

let end = async (): Promise<void> => {};
afterEach(() => end());

const answered = {
  url: 'https://open.example.com/vod/DEMO00001/1/cloud/index.m3u8',
  token: 'TICKET',
  deviceName: '',
  expireInMs: 60_000,
  range: { begin: shanghaiDay.start, end: shanghaiDay.end },
  timeZone: 'Asia/Shanghai',
};

function idle(address = cloudDay) {
  const liveUrl = vi.fn<LappClient['liveUrl']>(async () => ok(answered));
  const { player, feature } = featurePlayer(makeIdleRange, { lapp: { liveUrl } as unknown as LappClient });
  end = async () => feature.destroy?.();
  player.setUp(address);
  /** What the timeline requests with each drawing. */
  const show = async () => {
    player.send({ type: 'request.showRecordings', from: shanghaiDay.start, to: shanghaiDay.end });
    for (let call = 0; call < 4; call += 1) await player.clock.advance(0);
  };
  return { player, liveUrl, show };
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
