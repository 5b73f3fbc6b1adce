import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readOrielTag } from '../../player-frame/engines/stream-clock.ts';
import { selectOverlay } from '../../player-frame/state/selectors.ts';
import { camera, recordedPlayer } from '../kit/recorded-player.ts';

describe('the report of the server that a key frame is awaited', () => {
  it('is read', () => {
    const tag = readOrielTag('onOrielAwaitsKey', { waitedMs: 4_000 });
    expect(tag).toEqual({ name: 'awaitsKey', waitedMs: 4_000 });
    expect(readOrielTag('onOrielAwaitsKey', {})).toBeNull();
  });
});

describe('a player whose camera has a long group of pictures', () => {
  /** Receives the server's report each second. */
  async function waiting(player: ReturnType<typeof recordedPlayer>, seconds: number) {
    for (let second = 1; second <= seconds; second += 1) {
      await player.clock.advance(1_000);
      player.send({ type: 'event.awaitsKey', attempt: player.attempt, waitedMs: second * 1_000 });
    }
  }

  it('waits two minutes for its first picture over one connection', async () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.play' });
    player.resolved();
    player.take();
    await waiting(player, 120);
    expect(player.phase).toBe('loading');
    expect(selectOverlay(player.state)).toBe('awaitsKey');
    expect(player.clock.now() - player.state.awaitsKeySince!).toBe(120_000);
    expect(player.takeNames()).toEqual([]);
    player.send({ type: 'event.awaitsKey', attempt: player.attempt, waitedMs: null });
    expect(selectOverlay(player.state)).toBe('loading');
    player.firstFrame();
    expect(player.phase).toBe('playing');
  });

  it('fails as ever if the server says no more', async () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.play' });
    player.resolved();
    await waiting(player, 20);
    player.send({ type: 'event.awaitsKey', attempt: player.attempt, waitedMs: null });
    await player.clock.advance(12_000);
    expect(player.state.playback).toMatchObject({
      phase: 'reconnecting',
      playbackFailure: { code: 'network.timeout' },
    });
  });

  it('waits in the middle of playback too, unless the server says nothing more', async () => {
    const player = recordedPlayer();
    player.play();
    await waiting(player, 30);
    expect(player.takeNames()).toEqual([]);
    expect(selectOverlay(player.state)).toBe('awaitsKey');
    player.send({ type: 'event.awaitsKey', attempt: player.attempt, waitedMs: null });
    player.send({ type: 'event.stalled', attempt: player.attempt, forMs: 2_600, limitMs: 2_500 });
    expect(player.state.playback).toMatchObject({ playbackFailure: { code: 'network.stalled' } });
  });

  it('waits when it continues behind its last frame', async () => {
    const player = recordedPlayer();
    player.play();
    await player.clock.advance(5_000);
    player.fail('network', 'grant.ended');
    expect(player.state.handOver).not.toBeNull();
    player.resolved();
    await waiting(player, 30);
    expect(player.phase).toBe('playing');
    expect(selectOverlay(player.state)).toBe('awaitsKey');
    player.firstFrame();
    expect(player.state.handOver).toBeNull();
  });
});
