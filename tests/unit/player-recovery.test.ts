import { expect } from 'expect';
import { describe, it } from 'vitest';
import { judge, retryDelay } from '../../player-frame/state/failure-policy.ts';
import { camera, hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

/** The `resolve` effects since the last call. */
const attempts = (player: ReturnType<typeof recordedPlayer>) =>
  player.take().filter((effect) => effect.do === 'resolve');

describe('a network error', () => {
  it('retries loading, keeps the last frame, and reports reason and delay', async () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'network.closed');
    expect(player.state.playback).toEqual({
      phase: 'reconnecting',
      address: camera,
      playbackFailure: { code: 'network.closed', stage: 'stream', message: null },
      retryAt: player.clock.now() + 300,
    });
    expect(player.take()[0]).toEqual({ do: 'closeEngine', keepFrame: true });
    await player.clock.advance(300);
    expect(attempts(player)).toMatchObject([{ isRetry: true, token: 'current' }]);
    expect(player.state.playback).toMatchObject({ phase: 'reconnecting', retryAt: null });
    player.resolved();
    expect(player.phase).toBe('reconnecting');
    player.firstFrame();
    expect(player.phase).toBe('playing');
  });

  it('increases the delay with each consecutive failure, up to 15 s', () => {
    const delays = Array.from({ length: 60 }, (_, index) => retryDelay(index + 1, false, 0.5));
    expect(delays.slice(0, 4)).toEqual([300, 600, 1_200, 1_200]);
    expect(Math.max(...delays)).toBe(15_000);
  });

  it('varies the delay of players that failed together', () => {
    expect(retryDelay(3, false, 0)).toBeLessThan(retryDelay(3, false, 0.9));
  });

  it('forgets earlier failures once playback has lasted 5 s, and reports the next outage', async () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'network.closed');
    player.fail('network', 'network.closed');
    expect(player.state.failures).toBe(2);
    await player.clock.advance(600);
    player.resolved();
    player.firstFrame();
    await player.clock.advance(5_000);
    player.take();
    player.fail('network', 'network.closed');
    expect(player.state.failures).toBe(1);
    expect(player.take()).toContainEqual(
      expect.objectContaining({ do: 'notify', notice: expect.objectContaining({ type: 'reconnecting' }) }),
    );
  });

  it('handles a second outage with short delays, however long the first one was', async () => {
    const player = recordedPlayer();
    player.play();
    for (let count = 0; count < 40; count += 1) player.fail('network', 'network.unreachable');
    player.resolved();
    player.firstFrame();
    await player.clock.advance(5_000);
    player.fail('network', 'network.closed');
    expect(player.state.playback).toMatchObject({ retryAt: player.clock.now() + 300 });
  });

  it('notifies the host page once per outage', async () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'network.closed');
    await player.clock.advance(300);
    player.fail('network', 'network.unreachable');
    const reported = player.take().filter((effect) => effect.do === 'notify');
    expect(reported).toMatchObject([
      { notice: { type: 'reconnecting', playbackFailure: { code: 'network.closed' } } },
    ]);
  });

  it('retries immediately when the network is back', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.online', isOnline: false });
    player.fail('network', 'network.closed');
    player.take();
    player.send({ type: 'event.online', isOnline: true });
    expect(attempts(player)).toHaveLength(1);
    expect(player.state.failures).toBe(0);
  });

  it('retries immediately when the tab is visible again', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.visible', isVisible: false });
    player.fail('network', 'network.closed');
    player.take();
    player.send({ type: 'event.visible', isVisible: true });
    expect(player.takeNames()).toEqual(['setVisible', 'resolve']);
  });

  it('retries immediately on request, and cancels the timer of the previous retry', async () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'network.closed');
    player.take();
    player.send({ type: 'request.retryNow', id: 4 });
    expect(player.takeNames()).toEqual(['resolve', 'answer']);
    await player.clock.advance(1_000);
    expect(player.take()).toEqual([]);
  });

  it('waits for a busy server as long as that asks, each time', async () => {
    const player = recordedPlayer();
    player.playDay();
    for (let refusals = 0; refusals < 3; refusals += 1) {
      player.fail('network', 'playback.busy');
      expect(player.state.playback).toMatchObject({
        phase: 'reconnecting',
        playbackFailure: { code: 'playback.busy' },
        retryAt: player.clock.now() + 3_000,
      });
      player.take();
      await player.clock.advance(2_999);
      expect(player.takeNames()).toEqual([]);
      await player.clock.advance(1);
      expect(player.takeNames()).toEqual(['resolve']);
      player.resolved();
    }
    player.firstFrame();
    expect(player.phase).toBe('playing');
  });

  it('treats a stream without a frame for 12 s as failed', async () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play' });
    player.resolved();
    await player.clock.advance(11_999);
    expect(player.phase).toBe('loading');
    await player.clock.advance(1);
    expect(player.state.playback).toMatchObject({
      phase: 'reconnecting',
      playbackFailure: { code: 'network.timeout' },
    });
  });
});

describe('a hidden tab', () => {
  it('waits for its first frame until it is visible', async () => {
    const player = recordedPlayer();
    player.send({ type: 'event.visible', isVisible: false });
    player.setUp();
    player.send({ type: 'request.play' });
    player.resolved();
    await player.clock.advance(60_000);
    expect(player.phase).toBe('loading');
    player.send({ type: 'event.visible', isVisible: true });
    await player.clock.advance(12_000);
    expect(player.phase).toBe('reconnecting');
  });

  it('notifies an engine whose first frame arrived while hidden', () => {
    const player = recordedPlayer();
    player.send({ type: 'event.visible', isVisible: false });
    player.setUp();
    player.send({ type: 'request.play' });
    player.resolved();
    player.take();
    player.firstFrame();
    expect(player.take()).toContainEqual({ do: 'setVisible', visible: false });
  });
});

describe('a frozen video', () => {
  it('is shown as stalled, and resumes without a reconnection', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.stalled', attempt: player.attempt, forMs: 2_000, limitMs: 2_500 });
    expect(player.state.isStalled).toBe(true);
    player.send({ type: 'event.resumed', attempt: player.attempt });
    expect(player.state.isStalled).toBe(false);
  });

  it('is reconnected after 2.5 s', async () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.stalled', attempt: player.attempt, forMs: 2_000, limitMs: 2_500 });
    await player.clock.advance(499);
    expect(player.phase).toBe('playing');
    await player.clock.advance(1);
    expect(player.state.playback).toMatchObject({
      phase: 'reconnecting',
      playbackFailure: { code: 'network.stalled' },
    });
  });

  it('is waited for while the server itself waits for the camera', async () => {
    const player = recordedPlayer();
    player.play();
    const { attempt } = player;
    player.send({
      type: 'event.source',
      attempt,
      state: 'retrying',
      code: 'source.unreachable',
      retryInMs: 4_000,
    });
    expect(player.state.sourceFailure).toEqual({
      code: 'source.unreachable',
      retryAt: player.clock.now() + 4_000,
    });
    player.send({ type: 'event.stalled', attempt, forMs: 9_000, limitMs: 2_500 });
    await player.clock.advance(60_000);
    expect(player.phase).toBe('playing');
    player.send({ type: 'event.source', attempt, state: 'live', code: null, retryInMs: null });
    expect(player.state.sourceFailure).toBeNull();
  });

  it('is also waited for before the first frame, without a limit', async () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play' });
    player.resolved();
    const { attempt } = player;
    player.send({ type: 'event.source', attempt, state: 'retrying', code: '20007', retryInMs: 2_000 });
    await player.clock.advance(30_000);
    expect(player.phase).toBe('loading');
    player.send({ type: 'event.source', attempt, state: 'live', code: null, retryInMs: null });
    await player.clock.advance(12_000);
    expect(player.phase).toBe('reconnecting');
  });
});

describe('a media error', () => {
  it('recovers immediately, twice, then takes the next fallback', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('media', 'media.decode');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'asSent' } }]);
    player.fail('media', 'media.decode');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'asSent' } }]);
    player.fail('media', 'media.decode');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'otherEngine' } }]);
  });

  it('tries the other engine, the substream, then a transcoded one, and reports why', () => {
    const player = recordedPlayer();
    player.setUp(hdCamera);
    player.send({ type: 'request.play' });
    player.take();
    const names: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      player.fail('media', 'media.unsupported');
      names.push(...attempts(player).map(({ rung }) => rung.name));
    }
    expect(names).toEqual(['otherEngine', 'subStream', 'transcoded']);
    expect(player.phase).toBe('resolving');
    expect(player.state.fallbackReason).toBe('media.unsupported');
    player.fail('media', 'media.unsupported');
    expect(player.state.playback).toMatchObject({
      phase: 'failed',
      playbackFailure: { code: 'media.unsupported' },
    });
  });

  it('has no smaller stream to fall back to if the address requests the substream', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.play' });
    player.fail('media', 'media.unsupported');
    player.take();
    player.fail('media', 'media.unsupported');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'transcoded' } }]);
  });

  it('explains a lower quality than requested, once', () => {
    const player = recordedPlayer();
    player.play(hdCamera);
    player.fail('media', 'media.unsupported');
    player.resolved();
    player.firstFrame();
    expect(player.state.toast).toBeNull();
    player.fail('media', 'media.unsupported');
    player.resolved();
    player.firstFrame();
    expect(player.state.toast?.text).toBe('player.fallback.subStream');
    player.fail('network', 'network.closed');
    player.send({ type: 'request.retryNow' });
    player.firstFrame();
    expect(player.state.toast?.id).toBe(1);
  });

  it('starts without fallbacks for another address', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('media', 'media.unsupported');
    player.send({ type: 'request.changeUrl', address: hdCamera });
    expect(player.state).toMatchObject({ rung: 0, fallbackReason: null });
  });
});

describe('a rejected token', () => {
  it('is renewed once as expired, requested once more as denied, then reported', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('denied', '10002');
    expect(attempts(player)).toMatchObject([{ token: 'expired' }]);
    player.fail('other', '10002');
    expect(attempts(player)).toMatchObject([{ token: 'denied' }]);
    player.fail('other', '10002');
    expect(player.state.playback).toMatchObject({ phase: 'failed', playbackFailure: { code: '10002' } });
    expect(player.take()).toContainEqual(
      expect.objectContaining({ do: 'notify', notice: expect.objectContaining({ type: 'failed' }) }),
    );
  });

  it('is renewed again after stable playback', async () => {
    const player = recordedPlayer();
    player.play();
    player.fail('denied', '10002');
    player.resolved();
    player.firstFrame();
    await player.clock.advance(10_000);
    player.take();
    player.fail('denied', 'grant.expired');
    expect(attempts(player)).toMatchObject([{ token: 'expired' }]);
  });
});

describe('a stream that the server ended', () => {
  /** A player that has been playing for 2 s. */
  async function steady() {
    const player = recordedPlayer();
    player.play(camera, true);
    await player.clock.advance(2_000);
    player.take();
    return player;
  }
  const reported = (player: ReturnType<typeof recordedPlayer>) =>
    player.take().flatMap((effect) => (effect.do === 'notify' ? [effect.notice.type] : []));

  it('is requested again with the renewed token when the old one expired, without an event', async () => {
    const player = await steady();
    player.send({ type: 'event.tokenRenewed', attempt: player.attempt });
    player.fail('denied', 'grant.expired');
    expect(player.phase).toBe('playing');
    expect(player.take()).toMatchObject([
      { do: 'closeEngine', keepFrame: true },
      { do: 'resolve', token: 'current', isRetry: true },
    ]);
    await player.clock.advance(700);
    player.resolved();
    expect(player.takeNames()).toEqual(['loadEngine']);
    await player.clock.advance(700);
    player.firstFrame();
    expect(player.state).toMatchObject({ handOver: null, hasFreshToken: false });
    expect(reported(player)).toEqual(['handedOver']);
    await player.clock.advance(500);
    expect(player.take()).toEqual([{ do: 'setMuted', muted: false }]);
    await player.clock.advance(60_000);
    expect(player.phase).toBe('playing');
  });

  it('is reported as reconnecting when that takes 1.5 s', async () => {
    const player = await steady();
    player.send({ type: 'event.tokenRenewed', attempt: player.attempt });
    player.fail('denied', 'grant.expired');
    await player.clock.advance(1_499);
    expect(player.phase).toBe('playing');
    await player.clock.advance(1);
    expect(player.state.playback).toMatchObject({
      phase: 'reconnecting',
      playbackFailure: { code: 'grant.expired' },
    });
    player.resolved();
    player.firstFrame();
    expect(reported(player)).toEqual(['playing']);
  });

  it('requires a new token if none was renewed', async () => {
    const player = await steady();
    player.fail('denied', 'grant.expired');
    expect(player.phase).toBe('reconnecting');
    expect(attempts(player)).toMatchObject([{ token: 'expired' }]);
  });

  it.each(['grant.ended', 'stream.notFound'])(
    'is requested before %s is reported: one error',
    async (code) => {
      const player = await steady();
      player.fail('other', code);
      expect(player.phase).toBe('playing');
      expect(reported(player)).toEqual([]);
      player.send({
        type: 'event.failed',
        attempt: player.attempt,
        failure: { kind: 'other', code: '20002', stage: 'address', message: null },
      });
      expect(player.state.playback).toMatchObject({ phase: 'failed', playbackFailure: { code: '20002' } });
      expect(reported(player)).toEqual(['failed']);
    },
  );

  it('gets a new token when the grant was revoked, requested as expired', async () => {
    const player = await steady();
    player.fail('denied', 'grant.ended');
    player.take();
    player.fail('other', '10002');
    expect(player.phase).toBe('reconnecting');
    expect(attempts(player)).toMatchObject([{ token: 'expired' }]);
  });

  it('is not reconnected without an event repeatedly', async () => {
    const player = await steady();
    player.fail('denied', 'grant.ended');
    player.resolved();
    player.firstFrame();
    await player.clock.advance(999);
    player.fail('denied', 'grant.ended');
    expect(player.phase).toBe('reconnecting');
  });

  it('can be stopped meanwhile', async () => {
    const player = await steady();
    player.fail('other', 'stream.notFound');
    player.take();
    player.send({ type: 'request.stop', id: 1 });
    expect(player.take()).toContainEqual({ do: 'answer', id: 1 });
    await player.clock.advance(2_000);
    expect(player.phase).toBe('idle');
  });
});

describe('a camera that is reconfigured', () => {
  const changed = { state: 'retrying', code: 'source.changed', retryInMs: 0 } as const;

  it('is waited for, without a failure', () => {
    const player = recordedPlayer();
    player.play();
    const { attempt } = player;
    player.send({ type: 'event.source', attempt, ...changed });
    expect(player.state).toMatchObject({ isStalled: true, sourceFailure: null });
    player.send({ type: 'event.source', attempt, state: 'live', code: null, retryInMs: null });
    expect(player.state.isStalled).toBe(false);
    expect(player.take()).toEqual([]);
  });

  it('is reported with the code of a subsequent failure', () => {
    const player = recordedPlayer();
    player.play();
    const { attempt } = player;
    player.send({ type: 'event.source', attempt, ...changed });
    player.send({ type: 'event.source', attempt, state: 'retrying', code: 'source.auth', retryInMs: 500 });
    expect(player.take()).toMatchObject([
      { do: 'notify', notice: { type: 'reconnecting', playbackFailure: { code: 'source.auth' } } },
    ]);
  });
});

describe('a call that waits for a frame', () => {
  it('is rejected with the reason after 25 s, while the player keeps trying', async () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play', id: 7 });
    player.fail('network', 'network.unreachable');
    await player.clock.advance(20_000);
    player.send({ type: 'request.play', id: 8 });
    player.take();
    await player.clock.advance(4_999);
    const refused = () => player.take().filter((effect) => effect.do === 'refuse');
    expect(refused()).toEqual([]);
    await player.clock.advance(1);
    expect(refused()).toMatchObject([{ id: 7, playbackFailure: { code: 'network.timeout' } }]);
    expect(player.phase).toBe('reconnecting');
    expect(player.state.waiting).toEqual([8]);
  });

  it('is rejected with the reason that the server reports for the camera', async () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.changeUrl', address: hdCamera, id: 7 });
    player.resolved();
    const playbackFailure = { state: 'retrying', code: 'source.unreachable', retryInMs: 1_000 } as const;
    player.send({ type: 'event.source', attempt: player.attempt, ...playbackFailure });
    player.take();
    await player.clock.advance(25_000);
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 7, playbackFailure: { code: 'source.unreachable' } },
    ]);
  });
});

describe('any other fatal error', () => {
  it.each([
    '10031',
    '20002',
    '400035',
    '400036',
    'ezopen.mode',
    'token.missing',
    'token.threw',
    'stream.notFound',
  ])('ends playback on %s and releases everything', (code) => {
    const player = recordedPlayer();
    player.play();
    player.fail('other', code);
    expect(player.phase).toBe('failed');
    expect(player.take()[0]).toEqual({ do: 'closeEngine', keepFrame: true });
  });

  it.each(['20007', '395404', '395546', '110029', 'source.unreachable', '50000'])(
    'keeps trying on %s, which is temporary',
    (code) => {
      expect(judge({ kind: 'other', code, stage: 'address', message: null }, 0, 0)).toMatchObject({
        what: 'retry',
      });
    },
  );

  it('retries less often if a person must change something first', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'viewer.tooMany');
    expect(player.state.playback).toMatchObject({ retryAt: player.clock.now() + 2_000 });
  });

  it('can be retried manually', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('other', '20002');
    player.take();
    player.send({ type: 'request.retryNow' });
    expect(player.takeNames()).toEqual(['resolve']);
    expect(player.phase).toBe('resolving');
  });
});
