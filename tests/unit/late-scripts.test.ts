import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ok } from '../../lib/kernel/result.ts';
import type { Feature, FeatureContext } from '../../player-frame/session/feature.ts';
import { createFeatureHost } from '../../player-frame/session/feature-host.ts';
import { type EngineMaker, PlaybackAttempt } from '../../player-frame/session/playback-attempt.ts';
import type { TokenHolder } from '../../player-frame/session/token-holder.ts';
import { ladder } from '../../player-frame/state/ladder.ts';
import type { PlayerInput } from '../../player-frame/state/player-events.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { camera, recordedPlayer } from '../kit/recorded-player.ts';

const unreachable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const { signal } = new AbortController();

describe('an engine script that cannot be fetched', () => {
  it('is a network error of this attempt, so the next one fetches it again', async () => {
    const events: PlayerInput[] = [];
    const target = { url: 'https://a.example/live/A/1/main.flv', ticket: 'TICKET' };
    const attempt = new PlaybackAttempt(
      {
        clock: new FakeClock(),
        random: () => 0.5,
        addresses: { resolve: async () => ok({ target, deviceName: '', expireInMs: 600_000 }) },
        // the only member used here
        tokens: { get: async () => ok('TOKEN') } as unknown as TokenHolder,
        makeEngine: unreachable as EngineMaker,
        stage: {} as never,
        send: (event) => events.push(event),
      },
      {
        do: 'resolve',
        attempt: 1,
        address: camera,
        rung: ladder[0]!,
        token: 'current',
        isRetry: false,
        startAt: null,
      },
    );
    await new Promise((next) => setTimeout(next, 0));
    await attempt.load();
    expect(events).toMatchObject([
      { type: 'event.resolved' },
      { type: 'event.failed', failure: { kind: 'network', code: 'network.unreachable' } },
    ]);
    await attempt.close();
  });
});

describe('the script of the features', () => {
  function host() {
    const player = recordedPlayer();
    const done: string[] = [];
    const feature: Feature = {
      handlers: { getStats: () => ({ fps: 25 }) },
      run: (effect) => void done.push(effect.do),
    };
    const state = { fetches: 0, isThere: false };
    const context = {
      getState: () => player.state,
      explain: async ({ code }: { code: string }) => ({
        code,
        message: '',
        source: 'player',
        retryable: true,
      }),
    } as unknown as FeatureContext; // the members used here
    const features = createFeatureHost(context, () => {
      state.fetches += 1;
      return state.isThere ? Promise.resolve([() => feature]) : unreachable();
    });
    return { features, state, done };
  }

  it('is fetched with the first call that needs one, and once', async () => {
    const { features, state } = host();
    state.isThere = true;
    const calls = [1, 2].map(async () => features.handlers.getStats({}, signal));
    expect(await Promise.all(calls)).toEqual([{ fps: 25 }, { fps: 25 }]);
    expect(state.fetches).toBe(1);
  });

  it('fails the call if it cannot be fetched, and is fetched again by the next one', async () => {
    const { features, state } = host();
    const call = async () => features.handlers.getStats({}, signal);
    await expect(call()).rejects.toMatchObject({ name: 'RequestError', code: 'network.unreachable' });
    state.isThere = true;
    expect(await call()).toEqual({ fps: 25 });
    expect(state.fetches).toBe(2);
  });

  it('runs pending actions once it is loaded, unless the host page disconnects', async () => {
    const { features, state, done } = host();
    features.run({ do: 'capture' });
    await expect(features.load()).rejects.toThrow();
    state.isThere = true;
    await features.load();
    expect(done).toEqual(['capture']);
    const other = host();
    other.features.run({ do: 'capture' });
    await other.features.reset();
    other.state.isThere = true;
    await other.features.load().catch(() => other.features.load());
    expect(other.done).toEqual([]);
  });
});
