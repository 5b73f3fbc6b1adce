import { expect } from 'expect';
import { describe, it } from 'vitest';
import { isMessageKey, type Locale, translate } from '../../lib/i18n/translate.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';

const cloud = 'ezopen://open.example.com/D1/1.cloud.rec?begin=20250301120000';
const at = Date.UTC(2025, 2, 1, 4, 10);

function playing(): ReturnType<typeof recordedPlayer> {
  const player = recordedPlayer();
  player.setUp(cloud);
  player.send({ type: 'request.play' });
  player.resolved();
  player.firstFrame();
  return player;
}
function shows(player: ReturnType<typeof recordedPlayer>, wallMs: number): void {
  const stats = { framesShown: 9, framesDropped: 0, bytes: 9, wallMs, latencyMs: null };
  player.send({ type: 'event.stats', attempt: player.attempt, stats });
}

const attempts = (player: ReturnType<typeof recordedPlayer>) =>
  player.take().filter((effect) => effect.do === 'resolve');

describe('playback of a recording', () => {
  it('begins where the address says', () => {
    expect(attempts(playing())).toMatchObject([{ startAt: null }]);
  });

  it('continues after an interruption with the frame that was shown', async () => {
    const player = playing();
    shows(player, at);
    player.take();
    player.fail('network', 'network.closed');
    await player.clock.advance(300);
    expect(attempts(player)).toMatchObject([{ startAt: at }]);
  });

  it('begins anew with another address', () => {
    const player = playing();
    shows(player, at);
    player.take();
    player.send({ type: 'request.changeUrl', address: cloud.replace('D1', 'D2') });
    expect(attempts(player)).toMatchObject([{ startAt: null }]);
  });

  it('keeps the moment with another camera, if its address has no times', () => {
    const player = recordedPlayer();
    player.playDay();
    player.send({ type: 'event.position', at });
    player.take();
    const other = 'ezopen://open.example.com/D2/1.cloud.rec';
    player.send({ type: 'request.changeUrl', address: other });
    const address = `${other}?begin=20250301T000000Z&end=20250301T235959Z`;
    expect(attempts(player)).toMatchObject([{ address, startAt: at }]);
    player.openDay();
    player.send({ type: 'request.changeUrl', address: `${other.replace('D2', 'D3')}?alarmId=a1` });
    expect(attempts(player)).toMatchObject([{ startAt: null }]);
  });

  it('tries other engines of recordings only: there is no sub stream and no transcoded form', () => {
    const player = playing();
    const rungs: unknown[] = [];
    while (player.phase !== 'failed' && rungs.length < 9) {
      player.take();
      player.fail('media', 'media.unsupported');
      rungs.push(...attempts(player).map(({ rung }) => rung.name));
    }
    expect(new Set(rungs)).toEqual(new Set(['otherEngine']));
  });

  it('waits at the end of the range with its last frame, and says so', () => {
    const player = playing();
    player.take();
    player.send({ type: 'event.ended', attempt: player.attempt, reason: 'rangeEnd' });
    expect(player.state).toMatchObject({ playback: { phase: 'playing' }, ended: 'rangeEnd' });
    expect(player.take()).toEqual([{ do: 'notify', notice: { type: 'ended', reason: 'rangeEnd' } }]);
    player.send({ type: 'event.stalled', attempt: player.attempt, forMs: 9_000, limitMs: 2_500 });
    expect(player.state.isStalled).toBe(false);
    player.send({ type: 'event.resumed', attempt: player.attempt });
    expect(player.state.ended).toBeNull();
  });

  it('returns to the rate that the camera supports, and says so', () => {
    const player = playing();
    player.send({ type: 'request.setRate', rate: 4 });
    player.take();
    player.send({ type: 'event.rate', attempt: player.attempt, rate: 1 });
    expect(player.state.recorded.rate).toBe(1);
    expect(player.take()).toEqual([{ do: 'notify', notice: { type: 'rate', rate: 1 } }]);
  });

  it.each([
    [2_400, '无录像，已跳过 2 秒', 'No recording, skipped 2 s'],
    [59_600, '无录像，已跳过 1 分钟', 'No recording, skipped 1 min'],
    [12 * 60_000, '无录像，已跳过 12 分钟', 'No recording, skipped 12 min'],
    [30 * 3_600_000 + 300_000, '无录像，已跳过 30 小时 5 分钟', 'No recording, skipped 30 h 5 min'],
  ])('reports a gap of %i ms that was skipped, to the viewer with %p', (gapMs, chinese, english) => {
    const player = playing();
    player.take();
    player.send({ type: 'event.gap', attempt: player.attempt, begin: at, end: at + gapMs });
    expect(player.take()).toEqual([{ do: 'notify', notice: { type: 'gap', begin: at, end: at + gapMs } }]);
    const { text, params } = player.state.toast!;
    const said = (locale: Locale) => isMessageKey(text) && translate(locale, text, params);
    expect([said('zh-CN'), said('en-US')]).toEqual([chinese, english]);
  });

  it('skips nothing while it follows the clock of a group', () => {
    const player = playing();
    player.send({ type: 'event.following', isFollowing: true });
    player.take();
    player.send({ type: 'event.gap', attempt: player.attempt, begin: at, end: at + 60_000 });
    expect(player.take()).toEqual([]);
    expect(player.state.toast).toBeNull();
  });

  it('gives up with 未找到录像片段 if nothing is recorded', () => {
    const player = playing();
    player.fail('other', 'playback.none');
    expect(player.state.playback).toMatchObject({
      phase: 'failed',
      playbackFailure: { code: 'playback.none' },
    });
  });
});
