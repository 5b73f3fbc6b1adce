import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { EVENTS as Events, EZUIKitPlayer as Player } from '../../host-sdk/ezuikit/public-types.d.ts';

/** Typical code of a component written in TypeScript for EZUIKit 9. It is compiled only. */
async function component(EZUIKitPlayer: typeof Player): Promise<void> {
  const ref: { current: Player | null } = { current: null };
  const player = new EZUIKitPlayer({
    id: 'player-container',
    accessToken: 'at.x',
    url: 'ezopen://open.ys7.com/C1/1.hd.live',
    template: 'pcLive',
    width: 600,
    height: 400,
    scaleMode: 1,
    // Options of EZUIKit that have no effect here.
    staticPath: '/ezuikit_static',
    timeLineOptions: { showCoverFold: true },
    loggerOptions: { level: 'INFO', name: 'ezuikit', showTime: true },
    handleError: (error: { type: string; data?: { nErrorCode: number } }) => error.data?.nErrorCode === 5,
    handleSuccess: () => {},
  });
  ref.current = player;
  player.on(EZUIKitPlayer.EVENTS.videoInfo, (info: { width: number }) => info.width);
  player.eventEmitter.on(EZUIKitPlayer.EVENTS.http.getDeviceInfo, (info: { deviceName: string }) => info);
  const level: number | undefined = (await player.getVideoLevel())?.level;
  const isPlayed: boolean = await player.play();
  void [level, isPlayed];
  await ref.current.destroy();
}

describe('the types of the facade', () => {
  it('compile a component of EZUIKit 9 and name the events', () => {
    const name: (typeof Events)['zoom']['onZoomChange'] = 'onZoomChange';
    // @ts-expect-error There is no such event.
    const wrong: (typeof Events)['firstFrame'] = 'firstFrame';
    expect(component).toHaveLength(1);
    expect([name, wrong]).toEqual(['onZoomChange', 'firstFrame']);
  });
});
