import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { PlaybackGate } from '../../lib/media/ports.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { addForeignDevice } from '../kit/domain.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const serial = 'DEMO00001';
const wanted = { deviceSerial: serial, channelNo: 1, store: 'cloud' } as const;
const wantedLive = { deviceSerial: serial, channelNo: 1, profile: 'main', video: 'asSent' } as const;

/** A camera is removed, and another one is added under its serial number: nothing of the first one is shown. */
describe.each(engines)('a camera that was replaced under its serial number, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  let accessToken: string;
  /** 10:00:00 of yesterday in Asia/Shanghai. */
  let from: number;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    ({ accessToken } = await app.integrator());
    from = Math.floor((app.clock.now() + 8 * hour) / day) * day - day + 2 * hour;
    await record(await channelId(), from);
  });
  afterEach(() => app.end());

  const channelId = async () =>
    (
      await app.db
        .selectFrom('channel')
        .select('id')
        .where('deviceSerial', '=', serial)
        .executeTakeFirstOrThrow()
    ).id;
  const record = (id: string, startMs: number) =>
    app.recordings.segments.put([
      {
        key: { tenantId: 'default', channelId: id, store: 'cloud' },
        ...{ startMs, endMs: startMs + minute, bytes: 1, kind: 'schedule' as const },
      },
    ]);
  const civil = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');
  const address = (mode = 'cloud.rec') =>
    `ezopen://oriel/${serial}/1.${mode}?begin=${civil(from).slice(0, 10).replaceAll('-', '')}`;
  const open = async (ezopen = address(), token = accessToken) =>
    (await app.call('/api/lapp/live/url/ezopen', { ezopen, accessToken: token })).data as { token: string };
  const ticket = async (...of: Parameters<typeof open>) => (await open(...of)).token;
  const signature = async () => {
    const answer = await app.call('/api/lapp/live/url/hls', { ezopen: address(), accessToken });
    return (answer.data as { url: string }).url.split('/').at(-2)!;
  };
  const gate = () => app.recordings.gate;
  type Asked = Awaited<ReturnType<PlaybackGate['admit']>>;
  const answerOf = (asked: Asked) =>
    asked.ok ? asked.value.key.channelId : `${asked.error.status} ${asked.error.code}`;
  const admit = async (text: string) => answerOf(await gate().admit(text, wanted));
  const admitSigned = async (text: string) => answerOf(await gate().admitSigned(text, wanted));

  const remove = () => app.operator.run('camera.remove', { serial });
  const add = () =>
    app.operator.run('camera.add', { serial, name: '新摄像头', main: { kind: 'demo', scene: 'hall' } });
  const replaced = [
    ['of the same organisation', add],
    ['of another organisation', () => addForeignDevice({ db: app.db }, serial)],
  ] as const;

  describe.each(replaced)('by one %s', (_, addNext) => {
    it('is not shown to those with a ticket, from the moment of its removal', async () => {
      const text = await ticket();
      expect(await admit(text)).toBe(await channelId());
      await remove();
      expect(await admit(text)).toBe('404 20002');
      await addNext();
      expect(await admit(text)).toBe('404 20002');
    });

    it('is not shown under a signed address, whether it has started or not', async () => {
      const [text, unused] = [await signature(), await signature()];
      const started = await gate().admitSigned(text, wanted);
      const continuing = started.ok ? started.value.continuing! : '';
      expect(await admitSigned(continuing)).toBe(await channelId());
      await remove();
      await addNext();
      for (const old of [text, unused, continuing]) expect(await admitSigned(old)).toBe('404 20002');
    });

    it('is not replayed or sent any further: media are told at once to ask, and that it has ended', async () => {
      const admission = await gate().admit(await ticket(), wanted);
      const { grantId } = admission.ok ? admission.value : { grantId: '' };
      expect(await gate().ended([grantId])).toEqual(new Set());
      let doubts = 0;
      gate().onDoubt(() => {
        doubts += 1;
      });
      await remove();
      expect(doubts).toBe(1);
      await addNext();
      expect(await gate().ended([grantId])).toEqual(new Set([grantId]));
    });

    it('is not shown by a link that was shared', async () => {
      const { shareCode } = ok(
        await app.admin.call('POST', '/iot/share', {
          body: {
            ...{ name: '门口', channelId: await channelId(), store: 'cloud', beginTime: civil(from) },
            ...{ endTime: civil(from + minute), expireTime: civil(app.clock.now() + day) },
          },
        }),
      );
      const openShare = () => app.anonymous.call('POST', '/share/open', { body: { code: shareCode } });
      const share = ok(await openShare());
      const text = await ticket(`ezopen://oriel/${share.path}`, share.accessToken);
      expect(await admit(text)).toBe(await channelId());
      await remove();
      await addNext();
      expect(await admit(text)).toBe('401 10002');
      expect((await openShare()).message).toBe('链接无效或已结束，或 PIN 不正确，请向分享者确认');
      const again = await app.call('/api/lapp/live/url/ezopen', {
        ...{ ezopen: `ezopen://oriel/${share.path}`, accessToken: share.accessToken },
      });
      expect(again.code).toBe('10002');
    });

    it('has no alarms and no pictures any more', async () => {
      await app.alarms.sink({
        ...{ tenantId: 'default', channelId: await channelId(), kind: 'motion', source: 'stream' },
        at: app.clock.now(),
      });
      const { id: alarmId } = await app.db.selectFrom('alarm').select('id').executeTakeFirstOrThrow();
      const content = Buffer.from('a key frame').toString('base64');
      await app.db
        .insertInto('alarmPicture')
        .values({ alarmId, tenantId: 'default', isEncrypted: 0, content })
        .execute();
      const picture = () => app.admin.call('GET', `/iot/alarm/${alarmId}/picture`);
      ok(await picture());
      await remove();
      await addNext();
      expect((await picture()).success).toBe(false);
      expect((await app.db.selectFrom('alarmPicture').selectAll().execute()).length).toBe(0);
    });
  });

  it('is not in the lists and addresses of the next one, whose recordings are shown', async () => {
    const before = await channelId();
    await remove();
    await add();
    const next = await channelId();
    expect(next).not.toBe(before);
    expect(await admit(await ticket())).toBe(next);
    expect(await admitSigned(await signature())).toBe(next);
    const list = async () =>
      (
        await app.call('/api/lapp/video/by/time', {
          ...{ accessToken, deviceSerial: serial, channelNo: '1', recType: '1' },
          ...{ startTime: String(from - hour), endTime: String(from + hour) },
        })
      ).data;
    expect(await list()).toEqual([]);
    await record(next, from + minute);
    expect(await list()).toMatchObject([{ startTime: from + minute, endTime: from + 2 * minute }]);
  });

  it('is not shown live: a media ticket permits what has the serial number in its organisation', async () => {
    const [one, other] = [
      await ticket(`ezopen://oriel/${serial}/1.hd.live`),
      await ticket(`ezopen://oriel/${serial}/1.hd.live`),
    ];
    await remove();
    await add();
    const admission = await app.gate.admit(one, wantedLive);
    expect(admission).toMatchObject({ ok: true, value: { key: { tenantId: 'default' } } });
    if (admission.ok) {
      expect(await app.sources.find(admission.value.key)).toMatchObject({ kind: 'demo', scene: 'hall' });
      await remove();
      await addForeignDevice({ db: app.db }, serial);
      expect(await app.gate.ended([admission.value.grantId])).toEqual(new Set([admission.value.grantId]));
    }
    expect(await app.gate.admit(other, wantedLive)).toMatchObject({ ok: false, error: { code: '20002' } });
  });
});
