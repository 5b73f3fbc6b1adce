import { expect } from 'expect';
import { describe, it } from 'vitest';
import { EngineError, type MediaEngine } from '../../player-frame/engines/engine.ts';
import { makeRecordedPlayback } from '../../player-frame/session/features/recorded-playback.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, cloudDay, otherCamera, shanghaiDay } from '../kit/recorded-player.ts';

const hour = 3_600_000;
const noon = shanghaiDay.begin + 12 * hour;

/** Every ability of an engine; records what is called. Seeks end when the test says so. */
function fakeEngine() {
  const calls: unknown[] = [];
  const steps: { resolve(): void; reject(error: Error): void }[] = [];
  let settleSeek: { resolve(): void; reject(error: Error): void } | null = null;
  const engine = {
    time: noon as number | null,
    currentTime: () => engine.time,
    pausable: {
      pause: () => void calls.push('pause'),
      resume: async () => void calls.push('resume'),
    },
    rateable: { rates: [0.5, 1, 2, 4], setRate: (rate: number) => void calls.push({ rate }) },
    seekable: {
      range: () => shanghaiDay,
      seek: (to: number) => {
        calls.push({ to });
        return new Promise<void>((resolve, reject) => {
          settleSeek = { resolve, reject };
        });
      },
    },
    steppable: {
      step: (direction: number) => {
        calls.push({ direction });
        return new Promise<void>((resolve, reject) => steps.push({ resolve, reject }));
      },
    },
  };
  return {
    engine,
    calls,
    steps,
    endSeek: (isDone = true) => (isDone ? settleSeek?.resolve() : settleSeek?.reject(new Error('none'))),
  };
}

function playing(address = cloudDay) {
  const fake = fakeEngine();
  const made = featurePlayer(makeRecordedPlayback, {
    engine: () => fake.engine as unknown as MediaEngine,
  });
  made.player.playDay(address);
  const { clock } = made.player;
  /** Lets promises settle. */
  const settle = () => clock.advance(0);
  return { ...made, ...fake, clock, settle };
}

describe('the time on the screen', () => {
  it('is polled once per second; failed polls are ignored', async () => {
    const { player, clock, engine } = playing();
    await clock.advance(100);
    engine.time = noon + 900;
    await clock.advance(999);
    expect(player.state.recorded.position).toBe(noon);
    await clock.advance(1);
    expect(player.state.recorded.position).toBe(noon + 900);
    engine.time = null;
    await clock.advance(1_000);
    expect(player.state.recorded.position).toBe(noon + 900);
    engine.time = noon + 3_000;
    await clock.advance(1_000);
    expect(player.state.recorded.position).toBe(noon + 3_000);
  });

  it('is that of the first frame, and of each frame of another second, 100 ms after it was drawn', async () => {
    const { player, clock, engine } = playing();
    for (const time of [noon + 440, noon + 1_000, noon + 5_960, noon + 900]) {
      engine.time = time;
      await clock.advance(100);
      expect(player.state.recorded.position).toBe(time);
    }
  });
});

describe('seek', () => {
  it.each([
    '12300',
    '1230000',
    '20250301T123000',
    '20250301 123000Z',
    '250000',
    '126000',
    '',
    '20250231T000000Z',
  ])('rejects %p with seek时间格式错误', async (time) => {
    const { call } = playing();
    await expect(call('seek', { time })).rejects.toMatchObject({ code: 'seek.format' });
  });

  it('rejects another date with seek时间不能跨日期', async () => {
    const { call, calls } = playing();
    await expect(call('seek', { time: '20250302T000000Z' })).rejects.toMatchObject({
      code: 'seek.otherDate',
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['a time of day', '083000'],
    ['a full timestamp', '20250301T083000Z'],
  ])('plays %s of the camera, and is answered when the frame is shown', async (_, time) => {
    const { call, calls, endSeek, reported, settle } = playing();
    const answer = call('seek', { time });
    await settle();
    const to = shanghaiDay.begin + 8.5 * hour;
    expect(calls).toEqual([{ to }]);
    expect(reported).toContainEqual({ name: 'seek', data: { at: to } });
    endSeek();
    await expect(answer).resolves.toBeUndefined();
  });

  it('is answered without an error if there is no frame', async () => {
    const { call, endSeek, player, settle } = playing();
    const answer = call('seek', { time: '083000' });
    await settle();
    endSeek(false);
    await expect(answer).resolves.toBeUndefined();
    expect(player.state.recorded.seekFailures).toBe(1);
  });

  it('is throttled by params.seekFrequency, 2000 ms by default: the last one wins', async () => {
    const { player, calls, clock, feature, reported } = playing();
    for (const hours of [1, 2, 3])
      player.send({ type: 'request.seek', to: shanghaiDay.begin + hours * hour });
    expect(calls).toEqual([{ to: shanghaiDay.begin + hour }]);
    await clock.advance(1_999);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(calls.slice(1)).toEqual([{ to: shanghaiDay.begin + 3 * hour }]);
    // The page learns of those that are carried out.
    expect(reported.filter(({ name }) => name === 'seek').map(({ data }) => data)).toEqual(
      [1, 3].map((hours) => ({ at: shanghaiDay.begin + hours * hour })),
    );
    await feature.begin?.({ seekFrequency: 300 });
    player.send({ type: 'request.seek', to: noon });
    await clock.advance(300);
    expect(calls.slice(2)).toEqual([{ to: noon }]);
  });

  it('is carried out, if it is made while another day is being opened', async () => {
    const { player, clock } = playing();
    const yesterday = shanghaiDay.begin - 24 * hour;
    player.send({ type: 'request.seek', to: yesterday });
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', startAt: yesterday }));
    player.send({ type: 'request.seek', to: yesterday + hour });
    player.openDay({}, { begin: yesterday, end: shanghaiDay.begin });
    // The first one is shown meanwhile, and the timeline stays where the second one leads.
    expect(player.state.recorded.seekTarget).toBe(yesterday + hour);
    player.take();
    await clock.advance(2_000);
    expect(player.take()).toContainEqual(
      expect.objectContaining({ do: 'resolve', startAt: yesterday + hour }),
    );
    player.openDay({}, { begin: yesterday, end: shanghaiDay.begin });
    expect(player.state.recorded.seekTarget).toBeNull();
  });

  it.each<[string, (made: ReturnType<typeof playing>) => void]>([
    ['stop', ({ player }) => player.send({ type: 'request.stop' })],
    ['live video', ({ player }) => player.send({ type: 'request.toLive' })],
    ['another camera', ({ player }) => player.send({ type: 'request.changeUrl', address: otherCamera })],
    [
      'the same day of another camera',
      ({ player }) =>
        player.send({ type: 'request.changeUrl', address: cloudDay.replace('DEMO00001', 'DEMO00002') }),
    ],
    ['another day', ({ player }) => player.send({ type: 'request.setDate', date: '2025-02-20' })],
    ['a failure', ({ player }) => player.fail('denied', '20018')],
    ['another time, which the page chose', ({ call }) => void call('toRecorded', { at: noon })],
  ])('that waits does not undo %s', async (_what, change) => {
    const made = playing();
    const { player, clock, calls, reported } = made;
    for (const hours of [1, -2]) player.send({ type: 'request.seek', to: shanghaiDay.begin + hours * hour });
    change(made);
    const { address } = player.state;
    const opened = player.take().filter((effect) => effect.do === 'resolve');
    await clock.advance(5_000);
    expect(player.take().filter((effect) => effect.do === 'resolve')).toEqual([]);
    expect([player.state.address, calls]).toEqual([address, [{ to: shanghaiDay.begin + hour }]]);
    expect(reported.filter(({ name }) => name === 'seek')).toHaveLength(1);
    for (const effect of opened) expect(effect.startAt).not.toBe(shanghaiDay.begin - 2 * hour);
  });

  it('of live video is rejected', async () => {
    const { player, call } = playing();
    player.play(camera);
    await expect(call('seek', { time: '083000' })).rejects.toMatchObject({ code: 'player.noSeek' });
  });
});

describe('recordings of a camera', () => {
  it('pause, then play from the timestamp by an address of their own', async () => {
    const { player, calls } = playing(cloudDay.replace('cloud.rec', 'rec'));
    player.send({ type: 'request.seek', to: noon });
    expect(calls).toEqual(['pause']);
    expect(player.state.address).toBe(
      'ezopen://open.example.com/DEMO00001/1.rec?begin=20250301T120000Z&end=20250301T235959Z',
    );
    expect(player.phase).toBe('resolving');
  });
});

describe('the range of the page', () => {
  it('is not left from live video', () => {
    const { player } = playing();
    player.send({
      type: 'request.setUp',
      address: camera,
      playbackRange: { begin: '20250301T080000Z', end: '20250301T180000Z' },
    });
    player.send({ type: 'request.play' });
    player.openDay();
    player.take();
    player.send({ type: 'request.toRecorded', at: noon + 10 * hour });
    expect(player.take()).toContainEqual(
      expect.objectContaining({
        do: 'resolve',
        address:
          'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250301T080000Z&end=20250301T180000Z',
        startAt: shanghaiDay.begin + 8 * hour,
      }),
    );
  });
});

describe('calls and events', () => {
  it('pause, resume, fast, slow, setRate and step reach the engine', async () => {
    const { call, calls, reported, steps, settle } = playing();
    await call('pause', {});
    await call('resume', {});
    await expect(call('fast', {})).resolves.toBe(2);
    await expect(call('slow', {})).resolves.toBe(1);
    await call('setRate', { rate: 0.5 });
    const stepped = call('step', { direction: 'back' });
    await settle();
    steps[0]!.resolve();
    await stepped;
    expect(calls).toEqual([
      'pause',
      'resume',
      { rate: 2 },
      { rate: 1 },
      { rate: 0.5 },
      'pause',
      { direction: -1 },
    ]);
    expect(reported.map(({ name }) => name)).toEqual([
      'pause',
      'resume',
      'rateChange',
      'rateChange',
      'rateChange',
      'pause',
    ]);
  });

  it('step is answered when its frame is on the screen, one after the other, or rejected if there is none', async () => {
    const { call, player, engine, steps, settle } = playing();
    const answers: string[] = [];
    const press = (direction: string) =>
      void call('step', { direction }).then(
        () => answers.push(direction),
        ({ code }) => answers.push(code),
      );
    press('forward');
    press('forward');
    press('back');
    await settle();
    expect([answers, steps.length]).toEqual([[], 1]);
    engine.time = noon + 40;
    steps[0]!.resolve();
    await settle();
    expect([answers, steps.length, player.state.recorded.position]).toEqual([['forward'], 2, noon + 40]);
    steps[1]!.reject(new EngineError({ kind: 'other', code: 'step.none', message: '' }));
    await settle();
    steps[2]!.resolve();
    await settle();
    expect(answers).toEqual(['forward', 'step.none', 'back']);
  });

  it('a key that is held waits for no frame', async () => {
    const { player, steps, settle } = playing();
    for (let press = 0; press < 3; press += 1) player.send({ type: 'request.stepFrame', direction: 1 });
    await settle();
    steps[0]!.resolve();
    await settle();
    expect(steps).toHaveLength(1);
    player.send({ type: 'request.stepFrame', direction: 1 });
    await settle();
    expect(steps).toHaveLength(2);
  });

  it('fast above 4 rejects, and the words of calls are checked', async () => {
    const { call } = playing();
    await call('setRate', { rate: 4 });
    await expect(call('fast', {})).rejects.toMatchObject({ code: 'rate.max' });
    await expect(call('step', { direction: 'up' })).rejects.toMatchObject({ code: 'option.invalid' });
    await expect(call('setRecType', { recType: 'sd' })).rejects.toMatchObject({ code: 'option.invalid' });
  });

  it('the end of the range is reported with it', () => {
    const { player, reported } = playing();
    player.send({ type: 'event.ended', attempt: player.attempt, reason: 'rangeEnd' });
    player.send({ type: 'event.ended', attempt: player.attempt, reason: 'noMoreSegments' });
    const range = shanghaiDay;
    expect(reported).toEqual([
      { name: 'playbackEnd', data: { reason: 'reachRangeEnd', ...range } },
      { name: 'playbackEnd', data: { reason: 'noMoreSegment', ...range } },
    ]);
  });

  it('a gap that was skipped is reported', () => {
    const { player, reported } = playing();
    player.send({ type: 'event.gap', attempt: player.attempt, begin: noon + 0.4, end: noon + hour });
    expect(reported).toEqual([{ name: 'gap', data: { begin: noon, end: noon + hour } }]);
  });

  it('the other storage is reported', async () => {
    const { call, player, reported } = playing();
    const answer = call('setRecType', { recType: 'rec' });
    player.openDay();
    await answer;
    expect(reported).toContainEqual({ name: 'recTypeChange', data: { recType: 'rec' } });
  });
});
