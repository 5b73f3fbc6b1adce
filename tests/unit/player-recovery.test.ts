import { describe, expect, it } from '@jest/globals';
import { judge, retryDelay } from '../../player-frame/state/failure-policy.ts';
import { camera, hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

/** The `resolve` effects since the last call. */
const attempts = (player: ReturnType<typeof recordedPlayer>) =>
  player.take().filter((effect) => effect.do === 'resolve');

describe('a network error', () => {
  it('retries loading, keeps the last picture, and says why and when', async () => {
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
    expect(attempts(player)).toMatchObject([{ isRetry: true, token: 'held' }]);
    expect(player.state.playback).toMatchObject({ phase: 'reconnecting', retryAt: null });
    player.resolved();
    expect(player.phase).toBe('reconnecting');
    player.firstFrame();
    expect(player.phase).toBe('playing');
  });

  it('waits longer after each failure in a row, and never longer than 15 s', () => {
    const delays = Array.from({ length: 60 }, (_, index) => retryDelay(index + 1, false, 0.5));
    expect(delays.slice(0, 4)).toEqual([300, 600, 1_200, 1_200]);
    expect(Math.max(...delays)).toBe(15_000);
  });

  it('spreads a crowd that failed together', () => {
    expect(retryDelay(3, false, 0)).toBeLessThan(retryDelay(3, false, 0.9));
  });

  it('forgets earlier failures once a picture has lasted 5 s, and tells of the next outage', async () => {
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

  it('meets a second outage with quick tries, however long the first one was', async () => {
    const player = recordedPlayer();
    player.play();
    for (let count = 0; count < 40; count += 1) player.fail('network', 'network.unreachable');
    player.resolved();
    player.firstFrame();
    await player.clock.advance(5_000);
    player.fail('network', 'network.closed');
    expect(player.state.playback).toMatchObject({ retryAt: player.clock.now() + 300 });
  });

  it('tells the host page once per outage', async () => {
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

  it('tries at once when the network is back', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.online', isOnline: false });
    player.fail('network', 'network.closed');
    player.take();
    player.send({ type: 'event.online', isOnline: true });
    expect(attempts(player)).toHaveLength(1);
    expect(player.state.failures).toBe(0);
  });

  it('tries at once when somebody looks again', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.visible', isVisible: false });
    player.fail('network', 'network.closed');
    player.take();
    player.send({ type: 'event.visible', isVisible: true });
    expect(player.takeNames()).toEqual(['setVisible', 'resolve']);
  });

  it('tries at once on request, and the timer of the try before does nothing', async () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'network.closed');
    player.take();
    player.send({ type: 'request.retryNow', id: 4 });
    expect(player.takeNames()).toEqual(['resolve', 'answer']);
    await player.clock.advance(1_000);
    expect(player.take()).toEqual([]);
  });

  it('counts a stream that shows nothing for 12 s as failed', async () => {
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
  it('waits for its first picture until somebody looks', async () => {
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

  it('tells an engine that got its picture there that nobody looks', () => {
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

describe('a picture that stops', () => {
  it('is shown as stalled, and resumes by itself', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.stalled', attempt: player.attempt, forMs: 2_000 });
    expect(player.state.isStalled).toBe(true);
    player.send({ type: 'event.resumed', attempt: player.attempt });
    expect(player.state.isStalled).toBe(false);
  });

  it('is connected again after 2.5 s', async () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.stalled', attempt: player.attempt, forMs: 2_000 });
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
    player.send({ type: 'event.stalled', attempt, forMs: 9_000 });
    await player.clock.advance(60_000);
    expect(player.phase).toBe('playing');
    player.send({ type: 'event.source', attempt, state: 'live', code: null, retryInMs: null });
    expect(player.state.sourceFailure).toBeNull();
  });

  it('is also waited for before the first picture, for as long as it takes', async () => {
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
  it('recovers at once, twice, then takes the next rung', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('media', 'media.decode');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'asSent' } }]);
    player.fail('media', 'media.decode');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'asSent' } }]);
    player.fail('media', 'media.decode');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'otherEngine' } }]);
  });

  it('tries the other engine, the smaller stream, then a transcoded one, and says why', () => {
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

  it('has no smaller stream to fall to when the address names the smaller one', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.play' });
    player.fail('media', 'media.unsupported');
    player.take();
    player.fail('media', 'media.unsupported');
    expect(attempts(player)).toMatchObject([{ rung: { name: 'transcoded' } }]);
  });

  it('explains a worse picture than asked for, once', () => {
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

  it('starts from the top for another address', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('media', 'media.unsupported');
    player.send({ type: 'request.changeUrl', address: hdCamera });
    expect(player.state).toMatchObject({ rung: 0, fallbackReason: null });
  });
});

describe('a refused token', () => {
  it('is renewed once as expired, asked for once more as denied, then given up', () => {
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

  it('is no matter of the past once a picture has lasted', async () => {
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

  it('is asked for anew with the fresh token when the old one ran out, and nobody hears of it', async () => {
    const player = await steady();
    player.send({ type: 'event.tokenRenewed', attempt: player.attempt });
    player.fail('denied', 'grant.expired');
    expect(player.phase).toBe('playing');
    expect(player.take()).toMatchObject([
      { do: 'closeEngine', keepFrame: true },
      { do: 'resolve', token: 'held', isRetry: true },
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

  it('is told as reconnecting when that takes 1.5 s', async () => {
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

  it('needs a new token where there is no fresh one', async () => {
    const player = await steady();
    player.fail('denied', 'grant.expired');
    expect(player.phase).toBe('reconnecting');
    expect(attempts(player)).toMatchObject([{ token: 'expired' }]);
  });

  it.each(['grant.ended', 'stream.notFound'])(
    'is asked for before anybody hears of %s: one error',
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

  it('gets a new token when the grant was withdrawn, asked for as expired', async () => {
    const player = await steady();
    player.fail('denied', 'grant.ended');
    player.take();
    player.fail('other', '10002');
    expect(player.phase).toBe('reconnecting');
    expect(attempts(player)).toMatchObject([{ token: 'expired' }]);
  });

  it('is not asked for in silence again and again', async () => {
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

describe('a camera that is set up anew', () => {
  const changed = { state: 'retrying', code: 'source.changed', retryInMs: 0 } as const;

  it('is waited for, and is no trouble', () => {
    const player = recordedPlayer();
    player.play();
    const { attempt } = player;
    player.send({ type: 'event.source', attempt, ...changed });
    expect(player.state).toMatchObject({ isStalled: true, sourceFailure: null });
    player.send({ type: 'event.source', attempt, state: 'live', code: null, retryInMs: null });
    expect(player.state.isStalled).toBe(false);
    expect(player.take()).toEqual([]);
  });

  it('is told of by the code of what fails then', () => {
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

describe('who waits for a picture that does not come', () => {
  it('hears why after 25 s, while the player goes on trying', async () => {
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

  it('hears what the server says of the camera', async () => {
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
  it.each(['10031', '20002', '400035', '400036', 'ezopen.mode', 'token.missing', 'stream.notFound'])(
    'gives up on %s and lets everything go',
    (code) => {
      const player = recordedPlayer();
      player.play();
      player.fail('other', code);
      expect(player.phase).toBe('failed');
      expect(player.take()[0]).toEqual({ do: 'closeEngine', keepFrame: true });
    },
  );

  it.each(['20007', '395404', '395546', '110029', 'source.unreachable', '50000'])(
    'goes on trying on %s, which passes',
    (code) => {
      expect(judge({ kind: 'other', code, stage: 'address', message: null }, 0, 0)).toMatchObject({
        what: 'retry',
      });
    },
  );

  it('asks less often where somebody must change something first', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('network', 'viewer.tooMany');
    expect(player.state.playback).toMatchObject({ retryAt: player.clock.now() + 2_000 });
  });

  it('can be tried again by hand', () => {
    const player = recordedPlayer();
    player.play();
    player.fail('other', '20002');
    player.take();
    player.send({ type: 'request.retryNow' });
    expect(player.takeNames()).toEqual(['resolve']);
    expect(player.phase).toBe('resolving');
  });
});
