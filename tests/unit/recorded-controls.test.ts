import { expect } from 'expect';
import { describe, it } from 'vitest';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { snapshotOf } from '../../player-frame/session/snapshot.ts';
import { selectFixedRange, selectFixedTimes } from '../../player-frame/state/recorded.ts';
import { addressAt, civilRangeOf, dateOf, instantsOf } from '../../player-frame/state/recorded-address.ts';
import { selectPosition } from '../../player-frame/state/selectors.ts';
import { camera, cloudDay, otherCamera, recordedPlayer, shanghaiDay } from '../kit/recorded-player.ts';

type Player = ReturnType<typeof recordedPlayer>;

const hour = 3_600_000;
const noon = shanghaiDay.begin + 12 * hour;
const deviceDay = cloudDay.replace('cloud.rec', 'rec');

function playing(address = cloudDay): Player {
  const player = recordedPlayer();
  player.playDay(address);
  return player;
}
const codesOf = (player: Player) =>
  player.take().flatMap((effect) => (effect.do === 'refuse' ? [effect.playbackFailure.code] : []));
const notices = (player: Player) =>
  player.take().flatMap((effect) => (effect.do === 'notify' ? [effect.notice] : []));

describe('where nothing is recorded', () => {
  it('another time can be chosen, because the message asks for it', () => {
    const player = playing();
    player.fail('other', 'playback.none');
    expect(player.phase).toBe('failed');
    player.take();
    player.send({ type: 'request.seek', to: noon, id: 1 });
    expect(player.take()).toEqual([
      { do: 'openRecorded', at: noon, recordType: 'cloud.rec' },
      { do: 'answer', id: 1 },
    ]);
  });

  it.each(['device.offline', 'ezopen.playbackTime'])('but not after another failure: %s', (code) => {
    const player = playing();
    player.fail('other', code);
    player.take();
    player.send({ type: 'request.seek', to: noon, id: 1 });
    expect(codesOf(player)).toEqual(['player.notPlaying']);
  });
});

describe('pause and resume', () => {
  it('hold the frame of a recording, and continue it', () => {
    const player = playing();
    player.send({ type: 'request.pause', id: 1 });
    expect(player.take()).toEqual([
      { do: 'pause' },
      { do: 'answer', id: 1 },
      { do: 'notify', notice: { type: 'paused', isPaused: true } },
    ]);
    expect(snapshotOf(player.state, 0)).toMatchObject({ phase: 'playing', paused: true, rate: 1 });
    player.send({ type: 'request.resume' });
    expect(player.takeNames()).toEqual(['resume', 'notify']);
    expect(player.state.recorded.isPaused).toBe(false);
  });

  it('are what the play button does; live video is stopped', () => {
    const player = playing();
    player.send({ type: 'request.togglePlay' });
    expect(player.state.recorded.isPaused).toBe(true);
    player.send({ type: 'request.togglePlay' });
    expect(player.state.recorded.isPaused).toBe(false);
    player.play();
    player.send({ type: 'request.togglePlay' });
    expect(player.phase).toBe('idle');
  });

  it('are kept by an engine that replaces the one before, with its rate', async () => {
    const player = playing();
    player.send({ type: 'request.setRate', rate: 2 });
    player.send({ type: 'request.pause' });
    player.send({ type: 'event.position', at: noon });
    player.take();
    player.fail('network', 'network.closed');
    await player.clock.advance(300);
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', startAt: noon }));
    player.openDay();
    expect(player.take()).toEqual(expect.arrayContaining([{ do: 'setRate', rate: 2 }, { do: 'pause' }]));
  });

  it('start a recording again that is at its end', () => {
    const player = playing();
    player.send({ type: 'event.ended', attempt: player.attempt, reason: 'rangeEnd' });
    player.take();
    player.send({ type: 'request.togglePlay' });
    expect(player.take()).toContainEqual({ do: 'seek', to: shanghaiDay.begin });
  });

  it('are rejected for live video, and while nothing is playing', () => {
    const player = recordedPlayer();
    player.send({ type: 'request.pause', id: 1 });
    expect(codesOf(player)).toEqual(['player.notPlaying']);
    player.play();
    player.send({ type: 'request.pause', id: 2 });
    expect(codesOf(player)).toEqual(['player.noPause']);
  });
});

describe('fast and slow', () => {
  it('go 1 to 2 to 4, and 4 to 2 to 1', () => {
    const player = playing();
    const rates = (['faster', 'faster', 'slower', 'slower'] as const).map((way) => {
      player.send({ type: `request.${way}` });
      return player.state.recorded.rate;
    });
    expect(rates).toEqual([2, 4, 2, 1]);
    expect(notices(player)).toEqual([2, 4, 2, 1].map((rate) => ({ type: 'rate', rate })));
  });

  it('go from 0.5 of the menu to 1', () => {
    const player = playing();
    player.send({ type: 'request.setRate', rate: 0.5 });
    player.send({ type: 'request.faster' });
    expect(player.state.recorded.rate).toBe(1);
  });

  it('are rejected above 4 and below 1', () => {
    const player = playing();
    player.send({ type: 'request.slower', id: 1 });
    player.send({ type: 'request.setRate', rate: 4 });
    player.send({ type: 'request.faster', id: 2 });
    expect(codesOf(player)).toEqual(['rate.min', 'rate.max']);
    expect(player.state.recorded.rate).toBe(4);
  });

  it('has any speed of a time lapse, if its engine has one', () => {
    const player = recordedPlayer();
    player.playDay(cloudDay, { rates: [1, 16, 60, 1_440] });
    player.send({ type: 'request.setRate', rate: 500 });
    expect(player.state.recorded.rate).toBe(500);
    player.send({ type: 'request.setRate', rate: 1_441, id: 1 });
    player.send({ type: 'request.setRate', rate: 3, id: 2 });
    expect(codesOf(player)).toEqual(['rate.unsupported', 'rate.unsupported']);
  });

  it('other rates than those of the engine are rejected', () => {
    const player = playing();
    player.send({ type: 'request.setRate', rate: 3, id: 1 });
    expect(codesOf(player)).toEqual(['rate.unsupported']);
    player.play();
    player.send({ type: 'request.setRate', rate: 2, id: 2 });
    expect(codesOf(player)).toEqual(['player.noRate']);
  });
});

describe('seeking in cloud recordings', () => {
  it('says that nothing is recorded there, and when the next recording begins', () => {
    const player = playing();
    player.send({ type: 'request.seek', to: noon });
    player.send({ type: 'event.sought', to: noon, isDone: true, shownAt: noon + 90_000 });
    expect(player.state.toast).toMatchObject({ text: 'timeline.gapNext', params: { time: '12:01:30' } });
    expect(player.state.recorded).toMatchObject({ position: noon + 90_000, seekTarget: null });
  });

  it('shows the target on the timeline until its frame is on the screen', () => {
    const player = playing();
    player.send({ type: 'event.position', at: shanghaiDay.begin + 1_000 });
    player.send({ type: 'request.seek', to: noon, id: 1 });
    expect(player.take()).toEqual([{ do: 'seek', to: noon }]);
    expect(selectPosition(player.state)).toBe(noon);
    player.send({ type: 'event.sought', to: noon, isDone: true });
    expect(player.take()).toEqual([{ do: 'answer', id: 1 }]);
    player.send({ type: 'event.position', at: noon + 1_000 });
    expect(selectPosition(player.state)).toBe(noon + 1_000);
  });

  it('follows the playback again after 6 seconds without a frame, which is counted', async () => {
    const player = playing();
    player.send({ type: 'request.seek', to: noon, id: 1 });
    player.take();
    await player.clock.advance(5_999);
    expect(player.state.recorded.seekTarget).toBe(noon);
    await player.clock.advance(1);
    expect(player.state.recorded).toMatchObject({ seekTarget: null, seekFailures: 1 });
    expect(player.take()).toEqual([{ do: 'answer', id: 1 }]);
  });

  it('ignores failures silently, but counts them', () => {
    const player = playing();
    player.send({ type: 'request.seek', to: noon, id: 1 });
    player.take();
    player.send({ type: 'event.sought', to: noon, isDone: false });
    expect(player.take()).toEqual([{ do: 'answer', id: 1 }]);
    expect(player.state).toMatchObject({ playback: { phase: 'playing' }, recorded: { seekFailures: 1 } });
  });

  it('the last of several targets counts', () => {
    const player = playing();
    player.send({ type: 'request.seek', to: noon, id: 1 });
    player.send({ type: 'request.seek', to: noon + hour, id: 2 });
    player.send({ type: 'event.sought', to: noon, isDone: true });
    expect(player.state.recorded.seekTarget).toBe(noon + hour);
    player.take();
    player.send({ type: 'event.sought', to: noon + hour, isDone: true });
    expect(player.take()).toEqual([
      { do: 'answer', id: 1 },
      { do: 'answer', id: 2 },
    ]);
  });

  it('opens another day if the target is outside of the range', () => {
    const player = playing();
    const yesterday = shanghaiDay.begin - hour;
    player.send({ type: 'request.seek', to: yesterday });
    expect(player.take()).toContainEqual({
      ...{ do: 'openRecorded', at: yesterday, recordType: 'cloud.rec', isSeek: true },
    });
    expect(selectPosition(player.state)).toBe(yesterday);
  });

  it.each([
    ['before', shanghaiDay.begin - hour],
    ['after', shanghaiDay.end + hour],
  ])('is set to the begin of a window that the page fixed, on phones, if the target is %s it', (_, to) => {
    const player = playing();
    player.send({ type: 'request.display', change: { isMobile: true } });
    player.take();
    player.send({ type: 'request.seek', to });
    expect(player.take()).toContainEqual({ do: 'seek', to: shanghaiDay.begin });
  });
});

describe('a seek in a pause', () => {
  const yesterday = shanghaiDay.begin - 24 * hour;
  const open = (player: Player, to: number, recordType: 'cloud.rec' | 'rec' = 'cloud.rec') => {
    player.send({ type: 'request.seek', to });
    const zone = zoneOf('Asia/Shanghai');
    const moment = addressAt(player.state.address, recordType, to, { zone, fixed: null });
    player.send({ type: 'request.playRecorded', ...moment });
  };

  it('shows the frame of another day, and stays paused', () => {
    const player = playing();
    player.send({ type: 'request.pause' });
    open(player, yesterday);
    player.take();
    player.openDay({}, { begin: yesterday, end: shanghaiDay.begin });
    expect(player.take()).toContainEqual({ do: 'pause' });
    expect(player.state.recorded).toMatchObject({ isPaused: true, position: yesterday });
  });

  it('stays paused after a day on which nothing is recorded', () => {
    const player = playing();
    player.send({ type: 'request.pause' });
    open(player, yesterday);
    player.fail('other', 'playback.none');
    open(player, noon);
    player.openDay();
    expect(player.take()).toContainEqual({ do: 'pause' });
    expect(player.state.recorded.isPaused).toBe(true);
  });

  it('plays from the chosen time in the storage of a camera, as specified', () => {
    const player = playing(deviceDay);
    player.send({ type: 'request.pause' });
    open(player, yesterday, 'rec');
    expect(player.state.recorded.isPaused).toBe(false);
  });
});

describe('seeking in the storage of a camera', () => {
  it('plays from the chosen timestamp by a new address, and keeps the last frame', () => {
    const player = playing(deviceDay);
    player.send({ type: 'request.setRate', rate: 2 });
    player.send({ type: 'request.seek', to: noon, id: 1 });
    expect(player.take()).toContainEqual({ do: 'openRecorded', at: noon, recordType: 'rec', isSeek: true });
    const address = 'ezopen://open.example.com/DEMO00001/1.rec?begin=20250301T120000Z&end=20250301T235959Z';
    player.send({ type: 'request.playRecorded', address, startAt: noon });
    expect(player.take()).toEqual([
      { do: 'closeEngine', keepFrame: true },
      expect.objectContaining({ do: 'resolve', address, startAt: noon }),
    ]);
    player.openDay({}, { begin: noon, end: shanghaiDay.end });
    expect(player.take()).toEqual(
      expect.arrayContaining([
        { do: 'answer', id: 1 },
        { do: 'setRate', rate: 2 },
      ]),
    );
    expect(player.state.recorded).toMatchObject({ seekTarget: null, isPaused: false });
  });
});

describe('a window that the page fixed with its address, on phones', () => {
  const four = { begin: noon - 2 * hour, end: noon + 2 * hour };
  const address = `ezopen://open.example.com/DEMO00001/1.rec?begin=20250301100000&end=20250301135959`;
  /** Sought to noon, from where on the storage of the camera was opened. */
  function sought(): Player {
    const player = recordedPlayer();
    player.setUp(address);
    player.send({ type: 'request.display', change: { isMobile: true } });
    player.send({ type: 'request.play' });
    player.openDay({}, four);
    player.send({ type: 'request.seek', to: noon });
    const fixed = selectFixedTimes(player.state);
    const zone = zoneOf('Asia/Shanghai');
    player.send({ type: 'request.playRecorded', ...addressAt(address, 'rec', noon, { zone, fixed }) });
    player.openDay({}, { begin: noon, end: four.end });
    player.take();
    return player;
  }

  it('stays the same after a seek in the storage of a camera', () => {
    const player = sought();
    expect(player.state.address).toMatch(/begin=20250301T120000Z&end=20250301T135959Z$/);
    expect(selectFixedRange(player.state)).toEqual(four);
    player.send({ type: 'request.seek', to: noon - hour });
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'openRecorded', at: noon - hour }));
  });

  it('is that of the other storage, too', () => {
    const player = sought();
    player.send({ type: 'request.setRecordType', recordType: 'cloud.rec' });
    expect(player.state.address).toBe(
      'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250301T100000Z&end=20250301T135959Z',
    );
  });

  it('is replaced by that of another address', () => {
    const player = sought();
    player.send({ type: 'request.changeUrl', address: deviceDay });
    player.openDay();
    expect(selectFixedRange(player.state)).toEqual(shanghaiDay);
  });
});

describe('switching between cloud and device', () => {
  const begun = (player: Player) =>
    player.take().flatMap((effect) => (effect.do === 'resolve' ? [effect] : []));

  it('starts at 00:00:00 of the date of the url', () => {
    const player = playing(
      'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250301101500&end=20250301120000',
    );
    player.send({ type: 'event.position', at: noon });
    player.send({ type: 'request.setRecordType', recordType: 'rec' });
    expect(begun(player)).toMatchObject([
      {
        address: 'ezopen://open.example.com/DEMO00001/1.rec?begin=20250301T000000Z&end=20250301T235959Z',
        startAt: null,
      },
    ]);
  });

  it('starts today if the url has no date', () => {
    const player = recordedPlayer();
    player.play(camera);
    player.send({ type: 'request.setRecordType', recordType: 'cloud.rec' });
    expect(begun(player)).toMatchObject([
      { address: 'ezopen://open.example.com/DEMO00001/1.cloud.rec', startAt: null },
    ]);
  });

  it('closes PTZ, recording and zoom, keeps the last frame, and is reported', () => {
    const player = recordedPlayer();
    player.play(camera);
    player.send({ type: 'request.openPtz' });
    player.send({ type: 'request.enableZoom' });
    player.send({ type: 'request.startRecording' });
    player.take();
    player.send({ type: 'request.setRecordType', recordType: 'rec' });
    const effects = player.take();
    expect(effects).toContainEqual({ do: 'endRecord' });
    expect(effects).toContainEqual({ do: 'closeEngine', keepFrame: true });
    expect(effects).toContainEqual({ do: 'notify', notice: { type: 'recordType', recordType: 'rec' } });
    expect(player.state).toMatchObject({ zoom: null, ptz: { isOpen: false }, hasFrame: true });
  });

  it('forgets pause, rate and position of the recording before, but not the zone of the camera', () => {
    const player = playing();
    player.send({ type: 'request.setRate', rate: 4 });
    player.send({ type: 'request.pause' });
    player.send({ type: 'event.position', at: noon });
    player.send({ type: 'request.setRecordType', recordType: 'rec' });
    expect(player.state.recorded).toMatchObject({
      ...{ rate: 1, isPaused: false, position: null, timeZone: 'Asia/Shanghai' },
    });
  });
});

describe('the date', () => {
  it('is played from 00:00:00 to 23:59:59', () => {
    const player = playing(deviceDay);
    player.send({ type: 'request.setDate', date: '2025-02-28' });
    expect(player.state.address).toBe(
      'ezopen://open.example.com/DEMO00001/1.rec?begin=20250228T000000Z&end=20250228T235959Z',
    );
    expect(notices(player)).toContainEqual({ type: 'timeline', date: '2025-02-28' });
  });

  it('cannot be changed on phones if the url fixed a begin or an end', () => {
    const player = playing();
    player.send({ type: 'request.display', change: { isMobile: true } });
    player.send({ type: 'request.setDate', date: '2025-02-28' });
    expect(player.state.address).toBe(cloudDay);
  });
});

describe('the range of the page', () => {
  const playbackRange = { begin: '20250301T080000Z', end: '20250301T180000Z' };
  const eight = { begin: shanghaiDay.begin + 8 * hour, end: shanghaiDay.begin + 18 * hour + 1_000 };

  it('replaces that of the address, and is not left', () => {
    const player = recordedPlayer();
    player.send({ type: 'request.setUp', address: cloudDay, playbackRange });
    player.send({ type: 'request.play' });
    player.openDay({}, eight);
    expect(player.take()).toContainEqual(
      expect.objectContaining({
        do: 'resolve',
        address:
          'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250301T080000Z&end=20250301T180000Z',
      }),
    );
    player.send({ type: 'request.seek', to: shanghaiDay.begin + hour });
    expect(player.take()).toContainEqual({ do: 'seek', to: eight.begin });
  });

  it('may be over midnight, and is reached as a whole in the storage of a camera, which is read from a time on', () => {
    const night = { begin: shanghaiDay.end - hour, end: shanghaiDay.end + hour };
    const player = recordedPlayer();
    const address = cloudDay.replace('cloud.rec', 'rec');
    const range = { begin: '20250301T230000Z', end: '20250302T005959Z' };
    player.send({ type: 'request.setUp', address, playbackRange: range });
    player.send({ type: 'request.play' });
    // A seek to 00:30 was the last request.
    player.openDay({}, { begin: shanghaiDay.end + hour / 2, end: night.end });
    const sought = (to: number) => {
      player.send({ type: 'request.seek', to });
      const { at } = player.take().find(({ do: name }) => name === 'openRecorded') as { at: number };
      player.send({ type: 'event.sought', to: at, isDone: true });
      return at;
    };
    expect([night.begin, shanghaiDay.end - 1, night.end - 1].map(sought)).toEqual([
      night.begin,
      shanghaiDay.end - 1,
      night.end - 1,
    ]);
    expect([night.begin - 1, night.end].map(sought)).toEqual([night.begin, night.begin]);
  });
});

describe('another address in the range of the page', () => {
  const range = { begin: '20250301T080000Z', end: '20250301T180000Z' };
  const limited = 'begin=20250301T080000Z&end=20250301T180000Z';
  function changedTo(address: string): Player {
    const player = recordedPlayer();
    player.send({ type: 'request.setUp', address: cloudDay, playbackRange: range });
    player.send({ type: 'request.play' });
    player.openDay({}, { begin: noon - 4 * hour, end: noon + 6 * hour + 1_000 });
    player.send({ type: 'request.changeUrl', address });
    return player;
  }

  it.each([
    ['a day', cloudDay.replace('0301', '0228')],
    ['a part of the range', cloudDay.replace('0301', '0301100000')],
    ['an alarm', `${cloudDay.split('?')[0]}?alarmId=a`],
  ])('wins with times of its own: %s', (_, address) => {
    const { state } = changedTo(address);
    expect([state.address, state.recorded.pageRange]).toEqual([address, null]);
  });

  it('is limited to the range without times, of this camera and of another', () => {
    const device = deviceDay.split('?')[0]!;
    const other = otherCamera.replace('live', 'cloud.rec');
    for (const address of [device, other]) {
      const { state } = changedTo(address);
      expect([state.address, state.recorded.pageRange]).toEqual([`${address}?${limited}`, range]);
    }
  });

  it('may be live video, from which the recordings of the range are reached', () => {
    const player = changedTo(camera);
    expect([player.state.address, player.state.recorded.pageRange]).toEqual([camera, range]);
    player.send({ type: 'request.setRecordType', recordType: 'cloud.rec' });
    expect(player.state.address).toBe(`${cloudDay.split('?')[0]}?${limited}`);
  });
});

describe('times in UTC', () => {
  const zone = zoneOf('Europe/Berlin');
  const second = Date.parse('2025-10-26T01:30:00Z'); // 02:30, for the second time

  it('name the second of an hour that occurs twice, where a new address is needed for it', () => {
    const fixed = null;
    expect(addressAt(deviceDay, 'rec', second, { zone, fixed }).address).toContain(
      '?begin=2025-10-26T01:30:00Z&end=20251026T235959Z',
    );
    expect(addressAt(deviceDay, 'rec', second - hour, { zone, fixed }).address).toContain(
      '?begin=20251026T023000Z&',
    );
    const range = { begin: second - hour, end: second + 60_000 };
    expect(instantsOf(civilRangeOf(range, zone), zone)).toEqual(range);
  });

  it('belong to a date of the camera', () => {
    expect(dateOf(`${deviceDay.split('?')[0]}?begin=2025-10-25T22:30:00Z`, 'Europe/Berlin')).toBe('20251026');
  });
});

describe('from live to recorded and back', () => {
  it('a seek in live video plays the recording of that time', () => {
    const player = recordedPlayer();
    player.play(camera);
    player.send({ type: 'request.seek', to: noon });
    expect(player.take()).toEqual([{ do: 'openRecorded', at: noon, recordType: 'cloud.rec' }]);
    const address = `${cloudDay}T000000Z&end=20250301T235959Z`;
    player.send({ type: 'request.playRecorded', address, startAt: noon });
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', address, startAt: noon }));
    expect(selectPosition(player.state)).toBe(noon);
  });

  it('returns to live by one request', () => {
    const player = playing();
    player.send({ type: 'request.toLive' });
    expect(player.state.address).toBe(camera);
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', startAt: null }));
  });

  it('another camera has its own times, if its address has some', () => {
    const player = playing();
    player.send({ type: 'event.position', at: noon });
    player.send({
      type: 'request.changeUrl',
      address: `${otherCamera.replace('live', 'cloud.rec')}?begin=20250302`,
    });
    expect(player.state.recorded).toMatchObject({ position: null, range: null });
  });
});

describe('single frames', () => {
  it('are shown in a pause', () => {
    const player = playing();
    player.send({ type: 'request.stepFrame', direction: -1 });
    expect(player.takeNames()).toEqual(['pause', 'notify', 'stepFrame']);
    player.send({ type: 'request.stepFrame', direction: 1 });
    expect(player.take()).toEqual([{ do: 'stepFrame', direction: 1 }]);
  });
});
