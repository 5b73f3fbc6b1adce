import { expect } from 'expect';
import { afterEach, describe, it, vi } from 'vitest';
import { alarmDeviceList } from '../../lib/contracts/lapp/alarm-list.call.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import { makeRecordings } from '../../player-frame/session/features/recordings.ts';
import type { LappClient, RecordedCall } from '../../player-frame/session/lapp-client.ts';
import type { Failure } from '../../player-frame/state/player-events.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { cloudDay, shanghaiDay } from '../kit/recorded-player.ts';

const hour = 3_600_000;
const noon = shanghaiDay.begin + 12 * hour;
const refused = (code: string) => err<Failure>({ kind: 'other', code, stage: 'address', message: null });

let end = async (): Promise<void> => {};
afterEach(() => end());

function world(alarms: (form: Readonly<Record<string, string>>) => Result<unknown, Failure>) {
  const forms: Readonly<Record<string, string>>[] = [];
  const recorded = vi.fn(async (name: RecordedCall, form: Readonly<Record<string, string>>) => {
    if (name !== 'alarmDeviceList') {
      const files = [{ startTime: noon, endTime: noon + hour, videoType: 1 }];
      return ok({ files, isAll: true, nextFileTime: null });
    }
    forms.push(form);
    return alarms(form);
  });
  const { player, feature, reported } = featurePlayer(makeRecordings, {
    lapp: { recorded } as unknown as LappClient,
  });
  end = async () => feature.destroy?.();
  player.playDay(cloudDay);
  const look = async () => {
    player.send({ type: 'request.showRecordings', from: noon, to: noon + hour });
    for (let call = 0; call < 4; call += 1) await player.clock.advance(0);
    return player.state.recordings;
  };
  return { player, look, forms, reported };
}

const motion = (name: string) => ({
  alarmId: 'a',
  alarmTime: noon + 60_000,
  alarmName: name,
  alarmType: 'motion',
});

it('the page is told what is recorded in the range that is played, once', async () => {
  const { player, look, reported } = world(() => ok([]));
  await look();
  await player.clock.advance(30_000);
  await look();
  expect(reported.filter(({ name }) => name === 'recordings')).toEqual([
    { name: 'recordings', data: { recType: 'cloud.rec', files: [{ begin: noon, end: noon + hour }] } },
  ]);
});

it('what the companions of the camera recorded is known apart', async () => {
  const { player, feature } = featurePlayer(makeRecordings, {
    lapp: {
      recorded: async (name: RecordedCall, { deviceSerial }: Readonly<Record<string, string>>) => {
        const startTime = noon + (deviceSerial === 'DEMO00001' ? 0 : hour);
        const files = [{ startTime, endTime: startTime + hour, videoType: 1 }];
        return ok(name === 'alarmDeviceList' ? [] : { files, isAll: true, nextFileTime: null });
      },
    } as unknown as LappClient,
  });
  end = async () => feature.destroy?.();
  const companions = ['DEMO00001', 'DEMO00002'].map((serial) => `ezopen://open.example.com/${serial}/1.live`);
  await feature.begin?.({ companions });
  player.playDay(cloudDay);
  player.send({ type: 'request.showRecordings', from: noon, to: noon + hour });
  for (let call = 0; call < 8; call += 1) await player.clock.advance(0);
  const { time, others } = player.state.recordings!;
  expect([time.all.starts[0], others.starts[0]]).toEqual([noon, noon + hour]);
});

describe('alarms of the camera on the screen', () => {
  it('are listed with fields that the contract accepts, and named in the language of the player', async () => {
    const { player, look, forms } = world(({ lang, startTime }) =>
      ok(Number(startTime) === shanghaiDay.begin ? [motion(lang === 'en' ? 'Motion' : '移动侦测')] : []),
    );
    const known = await look();
    expect([...known!.alarms.times]).toEqual([noon + 60_000]);
    expect(known!.alarms.names).toEqual(['移动侦测']);
    const form = alarmDeviceList.form.parse(forms[0]);
    expect(form).toMatchObject({
      ...{ deviceSerial: 'DEMO00001', channelNo: 1, accessToken: 'TOKEN', status: '2', alarmType: '-1' },
      ...{ startTime: shanghaiDay.begin, endTime: shanghaiDay.end, pageStart: 0, pageSize: 500 },
    });
    player.send({ type: 'request.setLanguage', language: 'en' });
    expect((await look())!.alarms.names).toEqual(['Motion']);
  });

  it.each(['10031', '20032'])('are none and requested once if the token is refused with %s', async (code) => {
    const { player, look, forms } = world(() => refused(code));
    for (let view = 0; view < 5; view += 1) {
      const known = await look();
      expect([known!.alarms.times.length, known!.time.all.starts.length]).toEqual([0, 1]);
      await player.clock.advance(30_000);
    }
    expect(forms).toHaveLength(1);
  });

  it('are none after another failure, and requested again after 10 s', async () => {
    let isFailing = true;
    const { player, look, forms } = world(() => (isFailing ? refused('50000') : ok([motion('Motion')])));
    expect((await look())!.alarms.times).toHaveLength(0);
    isFailing = false;
    const before = forms.length;
    await look();
    expect(forms).toHaveLength(before);
    await player.clock.advance(10_001);
    expect((await look())!.alarms.times).toHaveLength(1);
  });

  it('stay when the recordings of the other store are shown', async () => {
    const { player, look, forms } = world(() => ok([motion('Motion')]));
    await look();
    const before = forms.length;
    player.send({ type: 'request.setRecordType', recordType: 'rec' });
    player.openDay();
    expect((await look())!.alarms.times).toHaveLength(1);
    expect(forms).toHaveLength(before);
  });
});
