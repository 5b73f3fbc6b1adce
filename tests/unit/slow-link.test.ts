import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { VideoStats } from '../../player-frame/state/player-state.ts';
import { selectBehindSeconds } from '../../player-frame/state/selectors.ts';
import { camera, hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

const stats: VideoStats = { framesShown: 25, framesDropped: 0, bytes: 1, wallMs: 1, latencyMs: 20 };

/** A player whose connection delivers each second's data with the given delay. */
function slowPlayer(address = hdCamera, maxDelayMs?: number) {
  const player = recordedPlayer();
  player.send({ type: 'request.setUp', address, ...(maxDelayMs === undefined ? {} : { maxDelayMs }) });
  player.send({ type: 'request.play' });
  player.resolved();
  player.firstFrame();
  player.take();
  const report = async (...delays: number[]): Promise<void> => {
    for (const networkDelayMs of delays) {
      await player.clock.advance(1_000);
      const shown = { ...stats, networkDelayMs, latencyMs: networkDelayMs + 20, bitsPerSecond: 48_200 };
      player.send({ type: 'event.stats', attempt: player.attempt, stats: shown });
    }
  };
  return Object.assign(player, {
    report,
    onTime: (seconds: number) => report(...Array.from({ length: seconds }, () => 10)),
    /** The streams requested since the last call; each shows its first frame. */
    requested(): string[] {
      const streams = player
        .take()
        .flatMap((effect) => (effect.do === 'resolve' ? [effect.rung.stream] : []));
      if (streams.length > 0) {
        player.resolved();
        player.firstFrame();
        player.take();
      }
      return streams;
    },
  });
}

describe('a connection that delays the stream', () => {
  it('is left alone below the limit, and after a single late second', async () => {
    const player = slowPlayer();
    await player.report(0, 900, 1_400, 1_400, 1_300, 0, 1_700, 100, 0);
    expect(player.requested()).toEqual([]);
  });

  it('is replaced beyond the limit, which discards the late data, while the player appears to be playing', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    expect(player.state.playback.phase).toBe('playing');
    const effects = player.take();
    expect(effects.map((effect) => effect.do)).toEqual(['closeEngine', 'resolve']);
    expect(effects).toMatchObject([{ keepFrame: true }, { rung: { stream: 'requested' } }]);
  });

  it('is shown as behind until its replacement shows a frame', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    await player.clock.advance(1_000);
    const empty = { ...stats, latencyMs: null, networkDelayMs: null };
    player.send({ type: 'event.stats', attempt: player.attempt, stats: empty });
    expect(selectBehindSeconds(player.state)).toBe(2);
  });

  it('is explained if its replacement shows no frame within 4 s', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    await player.clock.advance(4_000);
    expect(player.state.playback).toMatchObject({
      phase: 'reconnecting',
      playbackFailure: { code: 'viewer.slow' },
    });
  });

  it('carries the sub stream if it is late again within 30 s, and says so', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    expect(player.requested()).toEqual(['requested']);
    await player.report(700, 1_500);
    expect(player.requested()).toEqual(['sub']);
    expect(player.state.toast?.text).toBe('player.slowLink.subStream');
    expect(player.state.address).toBe(hdCamera);
  });

  it('carries the main stream again after 30 s on time; each failure doubles that time', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    player.requested();
    await player.report(700, 1_500);
    player.requested();
    await player.onTime(30);
    expect(player.requested()).toEqual([]);
    await player.onTime(1);
    expect(player.requested()).toEqual(['requested']);
    await player.report(700, 1_500);
    expect(player.requested()).toEqual(['sub']);
    await player.onTime(60);
    expect(player.requested()).toEqual([]);
    await player.onTime(1);
    expect(player.requested()).toEqual(['requested']);
  });

  it('is trusted again after a minute on time', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    player.requested();
    await player.onTime(61);
    await player.report(900, 1_600);
    expect(player.requested()).toEqual(['requested']);
  });

  it('is too slow if even the smallest stream is late: the rate is reported, and the newest frame requested every 10 s', async () => {
    const player = slowPlayer(camera);
    await player.report(200, 900, 1_600);
    expect(player.requested()).toEqual(['requested']);
    await player.report(900, 1_600, 2_200);
    expect(player.requested()).toEqual([]);
    expect(player.state.toast).toMatchObject({
      text: 'player.slowLink.tooSlow',
      params: { rate: '48 kbit/s' },
    });
    expect(player.state.link.tooSlowBitsPerSecond).toBe(48_200);
    await player.report(2_800, 3_400, 4_000, 4_600, 5_200, 5_800, 6_400);
    expect(player.requested()).toEqual(['requested']);
    await player.onTime(6);
    expect(player.state.link.tooSlowBitsPerSecond).toBeNull();
  });

  it('counts as slow, not as broken, if it stalls while data is late', async () => {
    const player = slowPlayer();
    await player.report(200, 700);
    const stalled = { type: 'event.stalled', attempt: player.attempt, forMs: 2_600, limitMs: 2_500 } as const;
    player.send(stalled);
    expect(player.state.playback.phase).toBe('playing');
    expect(player.requested()).toEqual(['requested']);
    player.send({ ...stalled, attempt: player.attempt });
    expect(player.state.playback).toMatchObject({ playbackFailure: { code: 'network.stalled' } });
  });

  it('has the limit of the host page; 0 disables all of this', async () => {
    const tolerant = slowPlayer(hdCamera, 4_000);
    await tolerant.report(1_500, 2_500, 3_500);
    expect(tolerant.requested()).toEqual([]);
    await tolerant.report(4_500);
    expect(tolerant.requested()).toEqual(['requested']);
    const unlimited = slowPlayer(hdCamera, 0);
    await unlimited.report(1_000, 5_000, 10_000, 20_000);
    expect(unlimited.requested()).toEqual([]);
    expect(selectBehindSeconds(unlimited.state)).toBe(20);
  });

  it('has no effect on a hidden player', async () => {
    const player = slowPlayer();
    player.send({ type: 'event.visible', isVisible: false });
    await player.report(900, 1_600, 3_000);
    expect(player.requested()).toEqual([]);
  });

  it('is forgotten with another address', async () => {
    const player = slowPlayer();
    await player.report(200, 900, 1_600);
    player.requested();
    await player.report(700, 1_500);
    player.requested();
    player.send({ type: 'request.changeUrl', address: hdCamera });
    expect(player.requested()).toEqual(['requested']);
  });
});

describe('the seconds behind live', () => {
  it.each([
    [20, 0, null],
    [1_499, 1_400, null],
    [1_520, 0, 2],
    [20, 8_200, 8],
    [22_600, 22_000, 23],
  ])('are shown from the limit on: latency %d ms, delay %d ms', (latencyMs, networkDelayMs, seconds) => {
    const player = recordedPlayer();
    player.play(camera);
    const shown = { ...stats, latencyMs, networkDelayMs };
    player.send({ type: 'event.stats', attempt: player.attempt, stats: shown });
    expect(selectBehindSeconds(player.state)).toBe(seconds);
  });
});
