import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { featureRules } from '../../player-frame/state/feature-machine.ts';
import type { Effect, PlayerInput } from '../../player-frame/state/player-events.ts';
import { createPlayerStore } from '../../player-frame/state/player-store.ts';
import * as selectors from '../../player-frame/state/selectors.ts';
import { camera, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`player-store: ORIEL_SEED=${seed}`);
const moment = () => ({ now: 0, chance: 0.5 });

describe('the store', () => {
  it('runs to completion: an effect that returns immediately does not overtake earlier ones', () => {
    const order: string[] = [];
    const store = createPlayerStore((effect) => {
      order.push(effect.do);
      if (effect.do === 'resolve')
        store.send({ type: 'event.resolved', attempt: effect.attempt, deviceName: '' });
    }, moment);
    store.send({ type: 'request.setUp', address: camera, audio: false });
    store.send({ type: 'request.play' });
    expect(order).toEqual(['resolve', 'startTimer', 'loadEngine']);
  });

  it('notifies listeners of a change once, and of nothing else', () => {
    const player = recordedPlayer();
    let reported = 0;
    player.store.subscribe(() => {
      reported += 1;
    });
    player.send({ type: 'request.setVolume', volume: 50 });
    player.send({ type: 'event.firstFrame', attempt: 99 });
    expect(reported).toBe(1);
  });

  it('does not notify unsubscribed listeners', () => {
    const player = recordedPlayer();
    let reported = 0;
    const leave = player.store.subscribe(() => {
      reported += 1;
    });
    leave();
    player.send({ type: 'request.setVolume', volume: 50 });
    expect(reported).toBe(0);
  });

  it('continues after an effect that throws, and throws the error at the end', () => {
    const done: Effect['do'][] = [];
    const store = createPlayerStore((effect) => {
      done.push(effect.do);
      if (effect.do === 'setVolume') throw new Error('no audio device');
    }, moment);
    store.adopt(featureRules);
    expect(() => store.send({ type: 'request.setVolume', volume: 50, id: 1 })).toThrow('no audio device');
    expect(done).toEqual(['setVolume', 'setMuted', 'answer', 'notify']);
    expect(store.getState().audio.volume).toBe(50);
  });
});

describe('selectors', () => {
  it('return the same value for the same state, so that views do not render endlessly', () => {
    const player = recordedPlayer();
    player.play();
    for (const select of Object.values(selectors))
      expect(Object.is(select(player.state), select(player.state))).toBe(true);
  });
});

describe('20,000 sequences of requests and events', () => {
  const attempt = fc.nat(6);
  const event: fc.Arbitrary<PlayerInput> = fc.oneof(
    fc.constantFrom<PlayerInput>(
      { type: 'request.play' },
      { type: 'request.stop' },
      { type: 'request.togglePlay' },
      { type: 'request.retryNow' },
      { type: 'request.openSound' },
      { type: 'request.closeSound' },
      { type: 'request.toggleSound' },
      { type: 'request.expand', to: 'fullscreen' },
      { type: 'request.expand', to: 'none' },
      { type: 'request.enableZoom', scale: 3 },
      { type: 'request.toggleZoom' },
      { type: 'request.zoomTo', scale: 9 },
      { type: 'request.pan', dx: 0.1, dy: 0.1 },
      { type: 'request.togglePtz' },
      { type: 'request.ptzMove', direction: 2 },
      { type: 'request.ptzStop' },
      { type: 'request.forbidPtz', isForbidden: false },
      { type: 'request.startRecording' },
      { type: 'request.toggleRecording' },
      { type: 'request.stopRecording' },
      { type: 'request.capture' },
      { type: 'request.enterCode', code: 'CODE42' },
      { type: 'request.showCodePrompt', isShown: false },
      { type: 'event.recordingStarted', at: 1 },
      { type: 'event.recordingEnded', why: 'lost' },
      { type: 'event.ptzAvailable', isCapable: false },
      { type: 'event.ptzMoved', direction: 2, press: 1, code: '60004' },
      { type: 'event.online', isOnline: true },
      { type: 'event.online', isOnline: false },
      { type: 'event.visible', isVisible: true },
      { type: 'event.visible', isVisible: false },
    ),
    fc
      .constantFrom(camera, otherCamera, 'nonsense')
      .map((address): PlayerInput => ({ type: 'request.changeUrl', address })),
    attempt.map((number): PlayerInput => ({ type: 'event.resolved', attempt: number, deviceName: '' })),
    attempt.map((number): PlayerInput => ({ type: 'event.firstFrame', attempt: number })),
    fc
      .tuple(
        attempt,
        fc.constantFrom('network', 'media', 'denied', 'other'),
        fc.constantFrom('10002', '20002', 'network.closed', 'media.unsupported', 'media.decode', '20007'),
      )
      .map(
        ([number, kind, code]): PlayerInput => ({
          type: 'event.failed',
          attempt: number,
          failure: { kind, code, stage: 'stream', message: null },
        }),
      ),
    fc
      .tuple(attempt, fc.constantFrom('retry', 'loading', 'stall', 'audio', 'toast'))
      .map(([number, what]): PlayerInput => ({ type: 'event.timerElapsed', attempt: number, what })),
  );

  it('never run two attempts at a time, and settle every request exactly once', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let open = 0;
        const answered = new Map<number, number>();
        const store = createPlayerStore((effect) => {
          if (effect.do === 'resolve') open += 1;
          if (effect.do === 'closeEngine') open = 0;
          // `expand` counts as an answer: its implementation answers the request later.
          const isAnswer = effect.do === 'answer' || effect.do === 'refuse' || effect.do === 'expand';
          if (isAnswer && effect.id !== undefined) {
            answered.set(effect.id, (answered.get(effect.id) ?? 0) + 1);
          }
          if (open > 1) throw new Error('two attempts at the same time');
        }, moment);
        store.adopt(featureRules);
        store.send({ type: 'request.setUp', address: camera, audio: true });
        let requested = 0;
        for (const one of events) {
          const isRequest = one.type.startsWith('request.');
          if (isRequest) requested += 1;
          store.send(isRequest ? ({ ...one, id: requested } as PlayerInput) : one);
        }
        if (store.getState().playback.phase !== 'idle') store.send({ type: 'request.stop' });
        for (let id = 1; id <= requested; id += 1) expect([id, answered.get(id)]).toEqual([id, 1]);
      }),
      { seed, numRuns: rounds(1_000, 20_000) },
    );
  }, 120_000);
});
