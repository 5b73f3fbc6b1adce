import { featureRules } from '../../player-frame/state/feature-machine.ts';
import type { Effect, PlayerInput } from '../../player-frame/state/player-events.ts';
import type { PlaybackAbilities, PlayerState } from '../../player-frame/state/player-state.ts';
import { createPlayerStore } from '../../player-frame/state/player-store.ts';
import { FakeClock } from './fake-clock.ts';

export const camera = 'ezopen://open.example.com/DEMO00001/1.live';
export const hdCamera = 'ezopen://open.example.com/DEMO00001/1.hd.live';
export const cloudDay = 'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250301';
/** 2025-03-01 in Shanghai. */
export const shanghaiDay = { begin: Date.UTC(2025, 1, 28, 16), end: Date.UTC(2025, 2, 1, 16) };
export const otherCamera = 'ezopen://open.example.com/DEMO00002/1.live';

/**
 * The real store and state machine. Effects are recorded; only timers are carried out, so that tests describe events
 * and times.
 */
export function recordedPlayer() {
  const clock = new FakeClock();
  const effects: Effect[] = [];
  const store = createPlayerStore(
    (effect) => {
      effects.push(effect);
      player.onEffect(effect);
      if (effect.do === 'startTimer') {
        const { attempt, what } = effect;
        clock.after(effect.afterMs, () => store.send({ type: 'event.timerElapsed', attempt, what }));
      }
    },
    () => ({ now: clock.now(), chance: 0.5 }),
  );
  store.adopt(featureRules);

  const player = {
    /** Carries out effects, if a test sets it. */
    onEffect: (_effect: Effect): void => {},
    clock,
    store,
    get state(): PlayerState {
      return store.getState();
    },
    get phase() {
      return store.getState().playback.phase;
    },
    get attempt() {
      return store.getState().attempt;
    },
    send(event: PlayerInput): void {
      store.send(event);
    },
    /** Effects since the last `take`, without timers. */
    take(): Effect[] {
      return effects.splice(0).filter((effect) => effect.do !== 'startTimer');
    },
    /** The same, by name. */
    takeNames(): string[] {
      return player.take().map((effect) => effect.do);
    },
    setUp(address = camera, audio = false): void {
      store.send({ type: 'request.setUp', address, audio });
    },
    resolved(deviceName = ''): void {
      store.send({ type: 'event.resolved', attempt: player.attempt, deviceName });
    },
    firstFrame(): void {
      store.send({ type: 'event.firstFrame', attempt: player.attempt });
    },
    fail(kind: 'network' | 'media' | 'denied' | 'other', code: string): void {
      const failure = { kind, code, stage: 'stream', message: null } as const;
      store.send({ type: 'event.failed', attempt: player.attempt, failure });
    },
    /** From the initial state to the first frame. */
    play(address = camera, audio = false, deviceName = ''): void {
      player.setUp(address, audio);
      store.send({ type: 'request.play' });
      player.resolved(deviceName);
      player.firstFrame();
      player.take();
    },
    /** From the initial state to the first frame of a recording, with an engine that has every ability. */
    playDay(address = cloudDay, abilities: Partial<PlaybackAbilities> = {}): void {
      player.setUp(address);
      store.send({ type: 'request.play' });
      player.openDay(abilities);
      player.take();
    },
    /** The same for an attempt that has begun. */
    openDay(
      abilities: Partial<PlaybackAbilities> = {},
      range = shanghaiDay,
      answered: { readonly hasLive?: boolean } = {},
    ): void {
      const { attempt } = player;
      const can = { seek: true, rate: true, pause: true, step: true, rates: [0.5, 1, 2, 4], ...abilities };
      store.send({
        type: 'event.resolved',
        attempt,
        deviceName: '',
        range,
        timeZone: 'Asia/Shanghai',
        ...answered,
      });
      store.send({ type: 'event.engineChosen', attempt, engine: { kind: 'hls', why: '' }, can });
      player.firstFrame();
    },
  };
  return player;
}
