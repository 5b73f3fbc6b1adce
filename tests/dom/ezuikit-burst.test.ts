import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { EZUIKitPlayer } from '../../host-sdk/ezuikit/ezuikit-player.ts';
import { fakeSdkPlayers } from '../kit/fake-sdk-player.ts';

vi.mock('../../host-sdk/player-handle.ts', () => import('../kit/fake-sdk-player.ts'));

const live = (serial: string, channel = 1) => `ezopen://open.ys7.com/${serial}/${channel}.live`;
let player: EZUIKitPlayer;

beforeEach(() => {
  vi.useFakeTimers();
  fakeSdkPlayers.length = 0;
  const id = document.createElement('iframe');
  player = new EZUIKitPlayer({ id, server: 'https://oriel.example', app: 'APP', url: live('A') });
});
afterEach(() => vi.useRealTimers());

const passed = async () => {
  await vi.advanceTimersByTimeAsync(500);
  const { calls } = fakeSdkPlayers[0]!;
  return calls.filter(([name]) => name === 'play' || name === 'changePlayUrl');
};

describe('calls that start playback, in a burst', () => {
  it('play the address of an earlier call', async () => {
    const changed = player.changePlayUrl(live('B'));
    const played = player.play();
    expect(await passed()).toEqual([['changePlayUrl', live('B')]]);
    expect(await Promise.all([changed, played])).toEqual([live('B'), true]);
    void player.play();
    expect((await passed()).slice(1)).toEqual([['play', undefined]]);
  });

  it('change parts of the address together', async () => {
    void player.changePlayUrl({ deviceSerial: 'B' });
    void player.changePlayUrl({ channelNo: 2 });
    expect(await passed()).toEqual([['changePlayUrl', live('B', 2)]]);
    void player.changePlayUrl({ channelNo: 3 });
    expect((await passed()).slice(1)).toEqual([['changePlayUrl', live('B', 3)]]);
  });
});
