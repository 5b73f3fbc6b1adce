import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import type {
  DeviceRecordings,
  PlaybackAdmission,
  RecordedSegment,
  RecordStore,
} from '../../lib/media/ports.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { type TestDomain, testDomain, testOrigin } from '../kit/domain.ts';

const minute = 60_000;
/** 1 March 2025, 00:00:00 in Asia/Shanghai, the zone of the organisation. */
const march = Date.parse('2025-02-28T16:00:00Z');
const day = 24 * 60 * minute;

interface Opened {
  readonly url: string;
  readonly token: string;
  readonly range: { readonly begin: number; readonly end: number };
  readonly timeZone: string;
}

describe.each(anyEngine)('recordings in the open-platform API on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;
  let camera: DeviceRecordings['stretches'];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    camera = async () => [];
    domain = await testDomain(database, {
      deviceRecordings: {
        stretches: (...path) => camera(...path),
        inspect: async () => ({ recorded: null }),
        replay: () => Promise.reject(new Error('no replay in this test')),
      },
    });
    app = await domain.integrator();
  });

  const open = (path: string, accessToken = app.accessToken) =>
    domain.call('/api/lapp/live/url/ezopen', { ezopen: `ezopen://open.ys7.com/${path}`, accessToken });
  const opened = async (path: string, accessToken = app.accessToken) => {
    const { code, data } = await open(path, accessToken);
    if (code !== '200') throw new Error(code);
    return data as Opened;
  };
  const tokenFor = async (request: object) =>
    (await domain.operator.run('token.issue', { appKey: app.appKey, ...request })).accessToken;
  const channelId = async (serial = 'DEMO00001') =>
    (
      await database.db
        .selectFrom('channel')
        .select('id')
        .where('deviceSerial', '=', serial)
        .executeTakeFirstOrThrow()
    ).id;
  const record = async (
    starts: readonly number[],
    over: Partial<RecordedSegment> = {},
    store: RecordStore = 'cloud',
  ) => {
    const key = { tenantId: 'default', channelId: await channelId(), store };
    await domain.recordings.segments.put(
      starts.map((startMs) => ({
        key,
        startMs,
        endMs: startMs + minute,
        bytes: 1,
        kind: 'schedule',
        ...over,
      })),
    );
  };
  const addOnvifCamera = () =>
    domain.operator.run('camera.add', {
      serial: 'REAL',
      name: '球机',
      main: { kind: 'rtsp', url: 'rtsp://cam.example/1' },
      onvif: { url: 'http://cam.example/onvif/device_service' },
    });

  describe('POST /api/lapp/live/url/hls', () => {
    const playlist = (path: string, accessToken = app.accessToken) =>
      domain.call('/api/lapp/live/url/hls', { ezopen: `ezopen://open.ys7.com/${path}`, accessToken });
    const path = 'DEMO00001/1.cloud.rec?begin=20250301T080000Z&end=20250301T090000Z';
    const range = { begin: march + 8 * 60 * minute, end: march + 9 * 60 * minute + 1_000 };
    const wanted = { deviceSerial: 'DEMO00001', channelNo: 1, store: 'cloud' } as const;
    const signatureOf = ({ data }: { data: unknown }) => (data as { url: string }).url.split('/').at(-2)!;

    it('returns the playlist of a recorded address with a signature in its path, which starts playback within a minute', async () => {
      const answer = await playlist(path);
      expect(answer).toMatchObject({
        code: '200',
        data: { range, timeZone: 'Asia/Shanghai', expireTime: domain.clock.now() + minute },
      });
      expect((answer.data as { url: string }).url).toMatch(
        new RegExp(`^${testOrigin}/vod/DEMO00001/1/cloud/opl1[.][^/]+/index[.]m3u8$`),
      );
      const { gate } = domain.recordings;
      const started = await gate.admitSigned(signatureOf(answer), wanted);
      expect(started).toMatchObject({ ok: true, value: { fromMs: range.begin, toMs: range.end } });
      await domain.clock.advance(minute);
      expect(await gate.admitSigned(signatureOf(answer), wanted)).toMatchObject({
        ok: false,
        error: { status: 401, code: '10002' },
      });
    });

    it('what has started lasts as long as the range and an hour, and extends nothing', async () => {
      const { gate } = domain.recordings;
      const started = await gate.admitSigned(signatureOf(await playlist(path)), wanted);
      const signature = started.ok ? started.value.continuing! : '';
      await domain.clock.advance(2 * 60 * minute);
      expect(await gate.admitSigned(signature, wanted)).toMatchObject({
        ok: true,
        value: { fromMs: range.begin, toMs: range.end, continuing: null },
      });
      await domain.clock.advance(1_000);
      expect(await gate.admitSigned(signature, wanted)).toMatchObject({ ok: false });
    });

    it('a signature is for one channel and one store, is no ticket, and ends with its token', async () => {
      const { gate } = domain.recordings;
      const answer = await playlist(path);
      const signature = signatureOf(answer);
      const codeOf = async (asked: Promise<{ ok: boolean; error?: { code: string } }>) =>
        (await asked).error?.code;
      expect(await codeOf(gate.admitSigned(signature, { ...wanted, channelNo: 2 }) as never)).toBe('10031');
      expect(await codeOf(gate.admitSigned(signature, { ...wanted, store: 'device' }) as never)).toBe(
        '10031',
      );
      expect(await codeOf(gate.admit(signature, wanted) as never)).toBe('10002');
      expect(await codeOf(gate.admitSigned((await opened(path)).token, wanted) as never)).toBe('10002');
      await domain.operator.run('token.revoke', { grantId: app.grantId });
      expect(await codeOf(gate.admitSigned(signature, wanted) as never)).toBe('10002');
    });

    it('is not available for live video, encrypted devices, and cameras that keep their recordings themselves: 20015', async () => {
      expect((await playlist('DEMO00001/1.live')).code).toBe('20015');
      await addOnvifCamera();
      expect((await playlist('REAL/1.rec?begin=20250301')).code).toBe('20015');
      const main = { kind: 'demo', scene: 'yard' } as const;
      const lock = { isEncrypted: true, validCode: 'ABCDEF' };
      await domain.operator.run('camera.add', { serial: 'LOCKED', name: '加密', main, ...lock });
      expect((await playlist('LOCKED/1.cloud.rec')).code).toBe('400035');
      const ezopen = 'ezopen://ABCDEF@open.ys7.com/LOCKED/1.cloud.rec';
      const { code } = await domain.call('/api/lapp/live/url/hls', { ezopen, accessToken: app.accessToken });
      expect(code).toBe('20015');
    });
  });

  describe('POST /api/lapp/live/url/ezopen', () => {
    it('returns the playlist of a recorded address, a ticket, its range and its zone', async () => {
      const begin = march + 8 * 60 * minute;
      const end = march + 9 * 60 * minute + 1_000;
      expect(await opened('DEMO00001/1.cloud.rec?begin=20250301T080000Z&end=20250301T090000Z')).toMatchObject(
        {
          url: `${testOrigin}/vod/DEMO00001/1/cloud/index.m3u8?begin=${begin}&end=${end}`,
          token: expect.stringMatching(/^opt1\./),
          range: { begin, end },
          hasLive: true,
          timeZone: 'Asia/Shanghai',
        },
      );
      expect((await opened('DEMO00001/1.rec?begin=20250301')).url).toContain(
        '/vod/DEMO00001/1/device/index.m3u8?',
      );
    });

    it.each([
      ['a begin only: until 23:59:59 of its date', '?begin=2025030112', march + day / 2, march + day],
      ['a date that ends', '?begin=20250301&end=20250302', march, march + 2 * day],
      [
        'hours from UTC',
        '?begin=20250301&timeZone=-5',
        march + 13 * 60 * minute,
        march + day + 13 * 60 * minute,
      ],
    ])('reads %s', async (_, query, begin, end) => {
      expect((await opened(`DEMO00001/1.cloud.rec${query}`)).range).toEqual({ begin, end });
    });

    it('without a begin starts at 00:00:00 today in the zone of the organisation', async () => {
      const today = Math.floor((domain.clock.now() + 8 * 60 * minute) / day) * day - 8 * 60 * minute;
      expect((await opened('DEMO00001/1.cloud.rec')).range).toEqual({ begin: today, end: today + day });
    });

    it('plays the 23 hours of the day on which daylight saving time begins', async () => {
      const values = { configValue: 'Europe/Berlin' };
      await database.db.updateTable('setting').set(values).where('configKey', '=', 'site.timeZone').execute();
      const { range, timeZone } = await opened('DEMO00001/1.cloud.rec?begin=20260329');
      expect([range.end - range.begin, timeZone]).toEqual([23 * 60 * minute, 'Europe/Berlin']);
    });

    it('answers a date at which nothing can be recorded at once', async () => {
      const { range } = await opened('DEMO00001/1.cloud.rec?begin=19700101');
      expect(range).toEqual({ begin: 0, end: 16 * 60 * minute });
    });

    it('reads the zone of an address by its name, and UTC', async () => {
      const query = '?begin=2025-03-01T00:00:00Z&timeZone=Asia/Kolkata';
      const { range, timeZone } = await opened(`DEMO00001/1.cloud.rec${query}`);
      const begin = Date.UTC(2025, 2, 1);
      expect([range, timeZone]).toEqual([{ begin, end: begin + 18.5 * 60 * minute }, 'Asia/Kolkata']);
    });

    it.each([
      '?begin=00010101',
      '?begin=20250302&end=20250301',
      '?begin=2025030',
      '?begin=20250230',
      '?begin=20250301T24Z',
    ])('rejects %s with 回放时间格式有误，请确认', async (query) => {
      expect(await open(`DEMO00001/1.cloud.rec${query}`)).toMatchObject({
        code: '10001',
        msg: '回放时间格式有误，请确认',
      });
    });

    it('requires playback.cloud for our storage and playback.local for that of the camera', async () => {
      const codes = async (capability: string) => {
        const token = await tokenFor({ capabilities: [capability] });
        const answers = ['live', 'cloud.rec', 'rec'].map((mode) => open(`DEMO00001/1.${mode}`, token));
        return (await Promise.all(answers)).map(({ code }) => code);
      };
      expect(await codes('live')).toEqual(['200', '10031', '10031']);
      expect(await codes('playback.cloud')).toEqual(['10031', '200', '10031']);
      expect(await codes('playback.local')).toEqual(['10031', '10031', '200']);
    });

    it('requires the verification code of an encrypted device: 400035, 400036', async () => {
      const main = { kind: 'demo', scene: 'yard' } as const;
      const lock = { isEncrypted: true, validCode: 'ABCDEF' };
      await domain.operator.run('camera.add', { serial: 'LOCKED', name: '加密', main, ...lock });
      const codeOf = async (code: string) =>
        (
          await domain.call('/api/lapp/live/url/ezopen', {
            ezopen: `ezopen://${code}open.ys7.com/LOCKED/1.cloud.rec`,
            accessToken: app.accessToken,
          })
        ).code;
      expect([await codeOf(''), await codeOf('WRONG1@'), await codeOf('ABCDEF@')]).toEqual([
        '400035',
        '400036',
        '200',
      ]);
    });

    it('plays what a camera keeps itself as a replay, and rejects a camera that keeps nothing with 20015', async () => {
      const main = { kind: 'rtsp', url: 'rtsp://cam.example/1' } as const;
      await domain.operator.run('camera.add', { serial: 'PLAIN', name: '枪机', main });
      expect((await open('PLAIN/1.rec')).code).toBe('20015');
      expect((await open('PLAIN/1.cloud.rec')).code).toBe('200');
    });
  });

  describe('the playback gate', () => {
    const wanted = { deviceSerial: 'DEMO00001', channelNo: 1, store: 'cloud' } as const;
    const admit = async (token: string, over: object = {}) => {
      const admission = await domain.recordings.gate.admit(token, { ...wanted, ...over });
      return admission.ok ? 'admitted' : `${admission.error.status} ${admission.error.code}`;
    };
    const path = 'DEMO00001/1.cloud.rec?begin=20250301';

    it('admits every request for the channel and range of the ticket', async () => {
      const { token, range } = await opened(path);
      const admission = await domain.recordings.gate.admit(token, wanted);
      const expected: PlaybackAdmission = {
        key: { tenantId: 'default', channelId: await channelId(), store: 'cloud' },
        fromMs: range.begin,
        toMs: range.end,
        grantId: expect.any(String) as unknown as string,
        applicationId: expect.any(String) as unknown as string,
        expiresAt: app.expireTime,
        validUntil: expect.any(Number) as unknown as number,
      };
      expect(admission).toEqual({ ok: true, value: expected });
      expect(await admit(token)).toBe('admitted');
    });

    it.each([
      ['another device', { deviceSerial: 'DEMO00002' }],
      ['another channel', { channelNo: 2 }],
      ['the other store', { store: 'device' }],
    ])('rejects a ticket for %s with 403 10031', async (_, over) => {
      expect(await admit((await opened(path)).token, over)).toBe('403 10031');
    });

    it('rejects a media ticket, an access token and a changed ticket with 401 10002', async () => {
      const { token } = await opened(path);
      const live = await opened('DEMO00001/1.live');
      for (const text of [live.token, app.accessToken, '', `${token}x`, token.replace('opt1', 'omt1')]) {
        expect(await admit(text)).toBe('401 10002');
      }
      const asLive = await domain.gate.admit(token, { ...wanted, profile: 'main', video: 'asSent' });
      expect(asLive.ok).toBe(false);
    });

    it('rejects a ticket after a day, and earlier when its token expires', async () => {
      const [long, short] = [
        await opened(path),
        await opened(path, await tokenFor({ expireSeconds: 3_600 })),
      ];
      await domain.clock.advance(3_600_000);
      expect([await admit(long.token), await admit(short.token)]).toEqual(['admitted', '401 10002']);
      await domain.clock.advance(day - 3_600_000);
      expect(await admit(long.token)).toBe('401 10002');
    });

    it('rejects requests at once after the token was revoked, and reports the end of a running replay', async () => {
      const { token } = await opened(path);
      const admission = await domain.recordings.gate.admit(token, wanted);
      const { grantId } = (admission as { value: PlaybackAdmission }).value;
      expect(await domain.recordings.gate.ended([grantId])).toEqual(new Set());
      const told: string[] = [];
      domain.recordings.gate.onRevoked((id) => told.push(id));
      await domain.operator.run('token.revoke', { grantId: app.grantId });
      expect(await admit(token)).toBe('401 10002');
      expect(told).toEqual([grantId]);
      expect(await domain.recordings.gate.ended([grantId])).toEqual(new Set([grantId]));
    });

    it.each([
      [
        'the camera is disabled',
        () => domain.operator.run('camera.disable', { serial: 'DEMO00001' }),
        '404 20002',
      ],
      [
        'the application is disabled',
        () => domain.operator.run('app.disable', { appKey: app.appKey }),
        '401 10002',
      ],
    ])('rejects requests at once after %s', async (_, end, code) => {
      const { token } = await opened(path);
      expect(await admit(token)).toBe('admitted');
      await end();
      expect(await admit(token)).toBe(code);
    });

    it('rejects requests 2 s after the organisation is disabled, which nothing announces', async () => {
      const { token } = await opened(path);
      expect(await admit(token)).toBe('admitted');
      await database.db.updateTable('tenant').set({ enabled: 0 }).execute();
      await domain.clock.advance(2_000);
      expect(await admit(token)).toBe('401 10002');
    });
  });

  describe('POST /api/lapp/video/by/time', () => {
    const byTime = (form: Record<string, string> = {}, accessToken = app.accessToken) =>
      domain.call('/api/lapp/video/by/time', {
        accessToken,
        recType: '1',
        deviceSerial: 'DEMO00001',
        channelNo: '1',
        startTime: String(march),
        endTime: String(march + day),
        ...form,
      });
    const file = (startTime: number, endTime: number, recType = 1, videoType = 1) => ({
      downloadPath: `/vod/DEMO00001/1/${recType === 1 ? 'cloud' : 'device'}`,
      ownerId: 'DEMO00001',
      iStorageVersion: 1,
      videoType,
      startTime,
      endTime,
      recType,
    });

    it('answers an array of stretches without gaps, each store for itself', async () => {
      await record([0, 1, 2, 5].map((at) => march + at * minute));
      await record([march + 6 * minute + 500], { kind: 'alarm' });
      await record([march + 3 * minute], {}, 'device');
      await record([march - 3 * minute, march + day]);
      expect((await byTime()).data).toEqual([
        file(march, march + 3 * minute),
        file(march + 5 * minute, march + 6 * minute),
        file(march + 6 * minute + 500, march + 7 * minute + 500, 1, 2),
      ]);
      expect((await byTime({ recType: '2' })).data).toEqual([
        file(march + 3 * minute, march + 4 * minute, 2),
      ]);
    });

    it('answers version 2.0 with files, isAll and nextFileTime', async () => {
      expect((await byTime({ version: '2.0' })).data).toEqual({ files: [], isAll: true, nextFileTime: null });
      await record([march]);
      expect((await byTime({ version: '2.0' })).data).toEqual({
        files: [file(march, march + minute)],
        isAll: true,
        nextFileTime: null,
      });
    });

    it('pages through 20,000 segments without losing or repeating one', async () => {
      // Two segments without a gap, then one of a minute.
      const starts = Array.from(
        { length: 20_001 },
        (_, at) => march + Math.floor(at / 2) * 3 * minute + (at % 2) * minute,
      );
      await record(starts);
      const range = { version: '2.0', endTime: String(march + 100 * day) };
      const files: { startTime: number; endTime: number }[] = [];
      let pages = 0;
      for (let from: number | null = march; from !== null; pages += 1) {
        const { data } = await byTime({ ...range, startTime: String(from) });
        const page = data as { files: typeof files; isAll: boolean; nextFileTime: number | null };
        expect(page.isAll).toBe(page.nextFileTime === null);
        files.push(...page.files);
        from = page.nextFileTime;
      }
      expect(pages).toBe(3);
      const total = files.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
      expect(total).toBe(20_001 * minute);
      expect(files.every(({ startTime }, at) => at === 0 || startTime >= files[at - 1]!.endTime)).toBe(true);
    });

    it.each([
      ['endTime', { startTime: '5', endTime: '5' }],
      ['version', { endTime: String(march + 32 * day) }],
      ['recType', { recType: '3' }],
      ['startTime', { startTime: '-1' }],
    ])('rejects a wrong %s with 10001', async (field, form) => {
      expect(await byTime(form)).toMatchObject({ code: '10001', msg: `请求参数有误: ${field}` });
    });

    it('requires the capability of the store', async () => {
      const cloud = await tokenFor({ capabilities: ['playback.cloud'] });
      expect((await byTime({}, cloud)).code).toBe('200');
      expect((await byTime({ recType: '2' }, cloud)).code).toBe('10031');
    });

    it('asks a camera for the recordings it keeps itself', async () => {
      await addOnvifCamera();
      const real = { deviceSerial: 'REAL', recType: '2' };
      camera = async (spec, from, to) => {
        expect(spec).toMatchObject({ kind: 'onvif', channelNo: 1 });
        return [{ fromMs: from, toMs: to - 1 }];
      };
      expect((await byTime(real)).data).toEqual([
        { ...file(march, march + day - 1, 2), ownerId: 'REAL', downloadPath: '/vod/REAL/1/device' },
      ]);
      expect((await opened('REAL/1.rec?begin=20250301')).url).toBe(
        `${testOrigin}/rec/REAL/1.flv?at=${march}`,
      );
      expect(
        await domain.recordings.cameras.find({ tenantId: 'default', deviceSerial: 'REAL', channelNo: 1 }),
      ).toMatchObject({ kind: 'onvif' });
      const codeFor = async (reason: string) => {
        camera = async () => {
          throw new AppError(reason, reason);
        };
        return (await byTime(real)).code;
      };
      expect(await codeFor('recordings.unsupported')).toBe('20015');
      expect(await codeFor('recordings.unreachable')).toBe('20007');
      expect(await codeFor('recordings.auth')).toBe('1052674');
      expect(await codeFor('recordings.protocol')).toBe('1052674');
    });
  });

  describe('POST /api/lapp/video/days', () => {
    const days = async (month: string, form: Record<string, string> = {}) =>
      (
        await domain.call('/api/lapp/video/days', {
          accessToken: app.accessToken,
          deviceSerial: 'DEMO00001',
          channelNo: '1',
          recType: '1',
          month,
          ...form,
        })
      ).data;

    it('names the days of a month with recordings, in the zone of the organisation or the given one', async () => {
      await record([march, march + 5 * day, march + 31 * day - 30_000]);
      expect(await days('202503')).toEqual({
        days: ['20250301', '20250306', '20250331'],
        timeZone: 'Asia/Shanghai',
      });
      // The last segment continues after midnight.
      expect(await days('202504')).toEqual({ days: ['20250401'], timeZone: 'Asia/Shanghai' });
      expect(await days('202502', { timeZone: '0' })).toEqual({ days: ['20250228'], timeZone: 'Etc/UTC' });
      expect(await days('202502', { recType: '2' })).toMatchObject({ days: [] });
    });
  });
});
