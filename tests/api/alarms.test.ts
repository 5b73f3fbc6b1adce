import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { connectDatabase, type OpenDatabase } from '../../lib/db/client.ts';
import { alarmDirectory } from '../../lib/domain/alarms/alarm-directory.ts';
import { forgetAlarms } from '../../lib/domain/alarms/alarm-retention.ts';
import { digest } from '../../lib/domain/crypto/digest.ts';
import { leaseMs, recorderLeases } from '../../lib/domain/recordings/recorder-leases.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { urlOf } from '../kit/postgres.ts';
import { until, wait } from '../kit/steady-viewer.ts';

const report = '/api/lapp/alarm/report';
const list = '/api/lapp/alarm/device/list';
const own = 'DEMO00001';
const alarmToken = 'alarm-token-of-this-test';

interface Listed {
  readonly alarmId: string;
  readonly alarmName: string;
  readonly alarmType: string;
  readonly alarmTime: number;
  readonly endTime: number;
}

describe.each(engines)('alarms on $engine', ({ engine, start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let accessToken: string;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    domain = await testDomain(database);
    ({ accessToken } = await domain.integrator());
    await addToken(alarmToken, null);
  });

  const addToken = (token: string, cameras: readonly string[] | null) =>
    database.db
      .insertInto('alarmToken')
      .values({
        id: digest(token).slice(0, 32),
        tenantId: 'default',
        name: '门禁',
        tokenHash: digest(token),
        cameras: cameras && JSON.stringify(cameras),
        deptId: null,
        createdBy: '',
        createdAt: domain.clock.now(),
        lastUsedAt: null,
      })
      .execute();

  const send = (form: Record<string, string>, token = alarmToken) =>
    domain.call(report, { alarmToken: token, deviceSerial: own, alarmType: 'person', ...form });
  const raised = async (form: Record<string, string> = {}) =>
    (await send(form)).data as { readonly alarmId: string; readonly isNew: boolean };
  const ask = (form: Record<string, string> = {}) =>
    domain.call(list, { accessToken, deviceSerial: own, ...form });
  const listed = async (form: Record<string, string> = {}) => (await ask(form)).data as Listed[];

  describe('POST /api/lapp/alarm/report', () => {
    it('stores an alarm, which the list of its device contains', async () => {
      const at = domain.clock.now() - 4_000;
      const { alarmId, isNew } = await raised({ time: String(at) });
      expect(isNew).toBe(true);
      expect(await listed()).toEqual([
        {
          alarmId,
          alarmName: '人形检测',
          alarmType: 'person',
          alarmTime: at,
          endTime: at,
          deviceSerial: own,
          deviceName: expect.any(String),
          channelNo: 1,
          isChecked: 0,
          isEncrypt: 0,
          preTime: 5,
          delayTime: 30,
        },
      ]);
    });

    it('keeps an unknown type as the name of an external alarm', async () => {
      await raised({ alarmType: '烟雾' });
      expect(await listed()).toMatchObject([{ alarmType: 'external', alarmName: '烟雾' }]);
    });

    it('takes JSON with a bearer token, and a time with its offset from UTC', async () => {
      const at = domain.clock.now() - 10_000;
      const inShanghai = new Date(at + 8 * 3_600_000).toISOString().replace('Z', '+08:00');
      const answer = await domain.call(
        report,
        {},
        {
          headers: { 'content-type': 'application/json', authorization: `Bearer ${alarmToken}` },
          body: JSON.stringify({
            deviceSerial: own,
            channelNo: 1,
            alarmType: 'line',
            time: inShanghai,
          }),
        },
      );
      expect(answer).toMatchObject({ status: 200, code: '200', data: { isNew: true } });
      expect(await listed()).toMatchObject([{ alarmType: 'line', alarmTime: at }]);
    });

    it('prolongs the running alarm of the same camera and kind, and no other', async () => {
      const first = await raised();
      await domain.clock.advance(14_000);
      expect(await raised()).toEqual({ ...first, isNew: false });
      await domain.clock.advance(14_000);
      expect(await raised()).toEqual({ ...first, isNew: false });
      expect((await raised({ alarmType: 'line' })).isNew).toBe(true);
      const end = domain.clock.now();
      expect(await listed({ alarmType: 'person' })).toMatchObject([
        { alarmTime: end - 28_000, endTime: end },
      ]);
      await domain.clock.advance(16_000);
      expect((await raised()).isNew).toBe(true);
    });

    it('begins another alarm after an hour, so that no recording is longer', async () => {
      const first = await raised();
      const ids = new Set<string>();
      for (let at = 0; at <= 3_610; at += 10) {
        domain.clock.setWall(domain.clock.now() + 10_000);
        ids.add((await raised()).alarmId);
      }
      ids.delete(first.alarmId);
      expect(ids.size).toBe(1);
    });

    it('has no effect when the same externalId is reported again, even days later', async () => {
      const first = await raised({ externalId: 'E-1' });
      domain.clock.setWall(domain.clock.now() + 3 * 86_400_000);
      expect(await raised({ externalId: 'E-1' })).toEqual({ ...first, isNew: false });
      expect(await listed()).toEqual([]);
      expect((await raised({ externalId: 'E-2' })).isNew).toBe(true);
    });

    it('stores one alarm when the same is reported many times at once', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => raised({ externalId: 'E-1' })));
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(answers.map(({ alarmId }) => alarmId)).size).toBe(1);
    });

    it('moves a time in the future to now', async () => {
      await raised({ time: String(domain.clock.now() + 3_600_000) });
      expect(await listed()).toMatchObject([{ alarmTime: domain.clock.now() }]);
    });

    it.each([
      ['alarmToken', { alarmToken: '' }],
      ['deviceSerial', { deviceSerial: '../etc' }],
      ['channelNo', { channelNo: '0' }],
      ['alarmType', { alarmType: '' }],
      ['alarmType', { alarmType: 'x'.repeat(65) }],
      ['time', { time: 'yesterday' }],
      ['time', { time: '2026-03-01T08:00:00' }],
      ['time', { time: '1000000000000' }],
      ['externalId', { externalId: 'with space' }],
    ])('rejects a bad %s with 10001: %j', async (field, form) => {
      expect(await send(form as Record<string, string>)).toMatchObject({
        code: '10001',
        msg: `请求参数有误: ${field}`,
      });
      expect(await listed()).toEqual([]);
    });

    it('rejects an end before the beginning with 10001', async () => {
      const now = domain.clock.now();
      const answer = await send({ time: String(now - 1_000), endTime: String(now - 2_000) });
      expect(answer).toMatchObject({ code: '10001', msg: '请求参数有误: endTime' });
    });

    it('rejects a wrong token with 10002, and an access token too', async () => {
      expect((await send({}, 'wrong')).code).toBe('10002');
      expect((await send({}, accessToken)).code).toBe('10002');
    });

    it('is all that an alarm token permits: 10002 everywhere else', async () => {
      const { alarmId } = await raised();
      const camera = { accessToken: alarmToken, deviceSerial: own, channelNo: '1' };
      const answers = [
        await domain.call(list, camera),
        await domain.call('/api/lapp/video/by/id', { ...camera, alarmId }),
        await domain.call('/api/lapp/device/info', camera),
        await domain.call('/api/lapp/live/url/ezopen', { ...camera, ezopen: `ezopen://oriel/${own}/1.live` }),
      ];
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '10002'));
    });

    it('rejects a camera that the token does not cover with 10031, whether it exists or not', async () => {
      await addToken('narrow', ['DEMO00002', 'GONE1']);
      expect((await send({}, 'narrow')).code).toBe('10031');
      expect((await send({ deviceSerial: 'NEVER1' }, 'narrow')).code).toBe('10031');
      expect((await send({ deviceSerial: 'DEMO00002' }, 'narrow')).code).toBe('200');
      expect((await send({ deviceSerial: 'GONE1' }, 'narrow')).code).toBe('20002');
    });

    it('rejects cameras of others, disabled ones and missing channels', async () => {
      await addForeignDevice(database, 'FOREIGN1');
      expect((await send({ deviceSerial: 'FOREIGN1' })).code).toBe('20002');
      expect((await send({ channelNo: '9' })).code).toBe('20032');
      await domain.operator.run('camera.disable', { serial: own });
      expect((await send({})).code).toBe('20002');
    });

    it('accepts 600 reports of a token in a minute, then answers 429 10029', async () => {
      for (let sent = 0; sent < 600; sent += 1) await send({ deviceSerial: 'NEVER1' });
      const limited = await send({});
      expect(limited).toMatchObject({ status: 429, code: '10029' });
      expect(limited.headers.get('retry-after')).toBe('60');
      await domain.clock.advance(60_000);
      expect((await send({})).code).toBe('200');
    });
  });

  describe('POST /api/lapp/alarm/device/list', () => {
    it('pages through the alarms, newest first', async () => {
      const times: number[] = [];
      for (let each = 0; each < 5; each += 1) {
        await raised();
        times.unshift(domain.clock.now());
        await domain.clock.advance(60_000);
      }
      const first = await ask({ pageSize: '2' });
      expect(JSON.parse(first.text).page).toEqual({ total: 5, page: 0, size: 2 });
      expect((first.data as Listed[]).map(({ alarmTime }) => alarmTime)).toEqual(times.slice(0, 2));
      expect((await listed({ pageSize: '2', pageStart: '2' })).map(({ alarmTime }) => alarmTime)).toEqual(
        times.slice(4),
      );
    });

    it('filters by time, type and state, and covers 24 hours without a time', async () => {
      const at = domain.clock.now();
      await raised();
      domain.clock.setWall(at + 86_400_001);
      await raised({ alarmType: 'tamper' });
      const types = async (form: Record<string, string>) =>
        (await listed(form)).map(({ alarmType }) => alarmType);
      expect(await types({})).toEqual(['tamper']);
      expect(await types({ startTime: String(at), endTime: String(at + 1) })).toEqual(['person']);
      expect(await types({ startTime: '0', alarmType: 'person' })).toEqual(['person']);
      expect(await types({ status: '1' })).toEqual([]);
      expect(await types({ status: '0' })).toEqual(['tamper']);
      expect(await listed({ lang: 'en' })).toMatchObject([{ alarmName: 'Tampering' }]);
    });

    it('shows only the channels that the token covers', async () => {
      await domain.operator.run('camera.add', {
        serial: own,
        channelNo: 2,
        name: 'second',
        main: { kind: 'demo', scene: 'yard' },
      });
      await raised({ channelNo: '2' });
      const { appKey } = await domain.integrator();
      const only1 = await domain.operator.run('token.issue', { appKey, cameras: [`${own}:1`] });
      expect(await listed({ accessToken: only1.accessToken })).toEqual([]);
      expect(await listed({ channelNo: '2' })).toHaveLength(1);
    });
  });

  describe('POST /api/lapp/video/by/id', () => {
    const byId = (alarmId: string, form: Record<string, string> = {}) =>
      domain.call('/api/lapp/video/by/id', {
        accessToken,
        deviceSerial: own,
        channelNo: '1',
        alarmId,
        ...form,
      });
    const record = async (startMs: number, endMs: number) => {
      const { id: channelId } = await database.db
        .selectFrom('channel')
        .select('id')
        .where('deviceSerial', '=', own)
        .executeTakeFirstOrThrow();
      const key = { tenantId: 'default', channelId, store: 'cloud' as const };
      await domain.recordings.segments.put([{ key, startMs, endMs, bytes: 1_000, kind: 'alarm' }]);
    };

    it('answers recType and the fields of the file, for the time around the alarm', async () => {
      const { alarmId } = await raised();
      const at = domain.clock.now();
      await record(at - 60_000, at + 60_000);
      expect(await byId(alarmId)).toMatchObject({
        code: '200',
        data: {
          downloadPath: `/vod/${own}/1/cloud`,
          ownerId: own,
          iStorageVersion: expect.any(Number),
          videoType: 2,
          recType: 1,
          startTime: at - 5_000,
          endTime: at + 30_000,
        },
      });
    });

    it('answers the file that shows the beginning, where there is a gap', async () => {
      const { alarmId } = await raised();
      const at = domain.clock.now();
      await record(at - 4_000, at - 2_000);
      await record(at, at + 8_000);
      expect((await byId(alarmId)).data).toMatchObject({ startTime: at, endTime: at + 8_000 });
    });

    it('answers 395402 未找到录像文件 without a recording, and 120301 找不到该报警消息 for an alarm of another camera', async () => {
      const { alarmId } = await raised();
      expect(await byId(alarmId)).toMatchObject({
        code: '395402',
        msg: expect.stringContaining('未找到录像文件'),
      });
      const other = await byId(alarmId, { deviceSerial: 'DEMO00002' });
      expect(other).toMatchObject({ code: '120301', msg: expect.stringContaining('找不到该报警消息') });
      expect((await byId('0'.repeat(32))).code).toBe('120301');
    });
  });

  describe('POST /api/lapp/live/url/ezopen with alarmId', () => {
    const open = (query: string, mode = 'cloud.rec', serial = own) =>
      domain.call('/api/lapp/live/url/ezopen', {
        accessToken,
        ezopen: `ezopen://open.ys7.com/${serial}/1.${mode}${query}`,
      });
    const opened = async (query: string, mode?: string) => {
      const { code, data } = await open(query, mode);
      if (code !== '200') throw new Error(code);
      return data as { url: string; token: string; range: { begin: number; end: number }; timeZone: string };
    };

    it.each([
      ['cloud.rec', 'cloud'],
      ['rec', 'device'],
    ] as const)(
      'of %s selects the recording of that alarm, from pre-roll to post-roll',
      async (mode, store) => {
        const { alarmId } = await raised();
        const range = { begin: domain.clock.now() - 5_000, end: domain.clock.now() + 30_000 };
        const { url, token, ...answer } = await opened(`?alarmId=${alarmId}`, mode);
        expect(answer).toMatchObject({ range, timeZone: 'Asia/Shanghai' });
        const path = `/vod/${own}/1/${store}/index.m3u8`;
        expect(url.endsWith(`${path}?begin=${range.begin}&end=${range.end}`)).toBe(true);
        const wanted = { deviceSerial: own, channelNo: 1, store };
        const admitted = await domain.recordings.gate.admit(token, wanted);
        expect(admitted).toMatchObject({ ok: true, value: { fromMs: range.begin, toMs: range.end } });
      },
    );

    it('grows while the alarm lasts', async () => {
      const { alarmId } = await raised();
      const { begin } = (await opened(`?alarmId=${alarmId}`)).range;
      await domain.clock.advance(10_000);
      await raised();
      expect((await opened(`?alarmId=${alarmId}`)).range).toEqual({
        begin,
        end: domain.clock.now() + 30_000,
      });
    });

    it('leaves the range to a begin, and has no effect on live video', async () => {
      const { range } = await opened(`?begin=20250301&alarmId=${'0'.repeat(32)}`);
      expect(range.begin).toBe(Date.parse('2025-02-28T16:00:00Z'));
      expect((await open(`?alarmId=${'0'.repeat(32)}`, 'live')).code).toBe('200');
    });

    it('answers 120301 找不到该报警消息 for an unknown alarm, one of another camera and of another organisation', async () => {
      const { alarmId } = await raised();
      for (const answer of [
        await open(`?alarmId=${'0'.repeat(32)}`),
        await open('?alarmId=gone', 'rec'),
        await open(`?alarmId=${alarmId}`, 'cloud.rec', 'DEMO00002'),
      ])
        expect(answer).toMatchObject({ code: '120301', msg: expect.stringContaining('找不到该报警消息') });
      await database.db
        .insertInto('tenant')
        .values({ id: 'foreign', name: '别家', enabled: 1, createdAt: 1 })
        .execute();
      await database.db
        .updateTable('alarm')
        .set({ tenantId: 'foreign' as never })
        .execute();
      expect((await open(`?alarmId=${alarmId}`)).code).toBe('120301');
    });
  });

  if (engine === 'PostgreSQL')
    describe('of several processes', () => {
      /** As in another process, on the same database. */
      async function another(): Promise<{ domain: TestDomain; end: () => Promise<void> }> {
        const connection = await connectDatabase({ url: await urlOf(database.db) });
        const made = await testDomain(connection);
        return {
          domain: made,
          async end() {
            await made.recordings.release();
            made.stop();
            await connection.close();
          },
        };
      }

      it('one watches a camera, and another one continues when it ends', async () => {
        const alarmOptions = JSON.stringify({ onvif: false, motion: true, sensitivity: 3 });
        await database.db
          .updateTable('channel')
          .set({ alarmOptions })
          .where('deviceSerial', '=', own)
          .execute();
        const { domain: second, end } = await another();
        const [first] = await domain.alarms.directory.tasks();
        expect(first).toMatchObject({ camera: { deviceSerial: own }, motion: { sensitivity: 3 } });
        expect(await second.alarms.directory.tasks()).toEqual([]);
        let isNotified = false;
        second.alarms.directory.onChanged(() => {
          isNotified = true;
        });
        // The first one still extends its lease.
        await domain.clock.advance(3_000);
        await second.clock.advance(3_000);
        expect(await second.alarms.directory.tasks()).toEqual([]);
        expect(isNotified).toBe(false);
        await domain.recordings.release();
        await second.clock.advance(3_000);
        await until('the other process is notified', () => isNotified);
        expect(await second.alarms.directory.tasks()).toEqual([first]);
        await end();
      });

      it.each(['rejects', 'does not respond'])(
        'one whose database %s stops watching when its lease expires, and watches again when it is back',
        async (how) => {
          const alarmOptions = JSON.stringify({ onvif: false, motion: true, sensitivity: 3 });
          await database.db
            .updateTable('channel')
            .set({ alarmOptions })
            .where('deviceSerial', '=', own)
            .execute();
          const clock = new FakeClock();
          const real = recorderLeases(database.db, clock, { processId: 'one', killedProcessId: null });
          let isAway = false;
          const directory = alarmDirectory({
            database,
            ptzDirectory: { find: () => Promise.reject(new Error('no camera of this test has ONVIF')) },
            leases: {
              get heldUntil() {
                return real.heldUntil;
              },
              take(keys) {
                if (!isAway) return real.take(keys);
                return how === 'rejects' ? Promise.reject(new Error('away')) : new Promise(() => {});
              },
              release: () => real.release(),
            },
            clock,
            log: silentLogger,
          });
          let watched = -1;
          const follow = () =>
            directory.tasks().then(
              ({ length }) => {
                watched = length;
              },
              () => undefined,
            );
          directory.onChanged(() => void follow());
          await follow();
          expect(watched).toBe(1);
          isAway = true;
          const pass = async (ms: number) => {
            for (let left = ms; left > 0; left -= 500) {
              await clock.advance(500);
              await wait(2);
            }
          };
          await pass(leaseMs - 500);
          expect(watched).toBe(1);
          // Noticed when the leases would be extended.
          await pass(5_000);
          expect(watched).toBe(0);
          isAway = false;
          await pass(4_000);
          await until('it watches again', () => watched === 1);
          directory.stop();
          await real.release();
        },
      );

      it('the one that records a camera also watches it, so that the camera has one connection', async () => {
        const plan = { enabled: true, mode: 'always', days: [], keepDays: 7, preRecordSec: 5 };
        const { domain: second, end } = await another();
        await database.db
          .updateTable('channel')
          .set({
            recordPlan: JSON.stringify(plan),
            alarmOptions: JSON.stringify({ onvif: false, motion: true, sensitivity: 3 }),
          })
          .where('deviceSerial', '=', own)
          .execute();
        expect(await second.recordings.directory.tasks(second.clock.now())).toHaveLength(1);
        expect(await domain.alarms.directory.tasks()).toEqual([]);
        expect(await second.alarms.directory.tasks()).toHaveLength(1);
        await end();
      });

      it('an alarm that one of them stores is recorded by the one that records the camera', async () => {
        const { domain: second, end } = await another();
        const triggers: object[] = [];
        second.alarms.onTriggered((trigger) => triggers.push(trigger));
        // What was stored before it listens is read then.
        await raised();
        await until('a notification', () => triggers.length > 0);
        await domain.clock.advance(5_000);
        await raised();
        await until('another one', () => triggers.length > 1);
        const { id: channelId } = await database.db
          .selectFrom('channel')
          .select('id')
          .where('deviceSerial', '=', own)
          .executeTakeFirstOrThrow();
        expect(triggers.at(-1)).toEqual({ tenantId: 'default', channelId, at: domain.clock.now() });
        await end();
      });
    });

  it('alarms are deleted with their camera, and when their recordings would be', async () => {
    const ids = async () =>
      (await database.db.selectFrom('alarm').select('id').execute()).map(({ id }) => id);
    const old = await raised();
    const week = 7 * 86_400_000;
    domain.clock.setWall(domain.clock.now() + 4 * week);
    const recent = await raised({ deviceSerial: 'DEMO00002' });
    await forgetAlarms(database.db, domain.clock.now());
    expect(await ids()).toEqual([old.alarmId, recent.alarmId]);
    const plan = { enabled: false, days: [], keepDays: 7, preRecordSec: 5 };
    await database.db
      .updateTable('channel')
      .set({ recordPlan: JSON.stringify(plan) })
      .execute();
    await forgetAlarms(database.db, domain.clock.now());
    expect(await ids()).toEqual([recent.alarmId]);
    await domain.operator.run('camera.remove', { serial: 'DEMO00002' });
    expect(await ids()).toEqual([]);
  });
});
