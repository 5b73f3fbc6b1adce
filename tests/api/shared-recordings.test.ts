import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PlaybackTickets } from '../../lib/domain/access/playback-ticket.ts';
import { forgetShares } from '../../lib/domain/recordings/share.service.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const own = 'DEMO00001';
const other = 'DEMO00002';
const permissions = [
  'iot:share:list',
  'iot:share:query',
  'iot:share:add',
  'iot:share:remove',
  'iot:recording:play',
];

describe.each(engines)('a shared recording on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  /** Has access to department `north` only, and so to the first demo camera. */
  let guard: SignedIn;
  let ids: Record<string, string>;
  /** 10:00:00 of yesterday in Asia/Shanghai. */
  let from: number;
  let to: number;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    await app.demoToNorth();
    guard = await app.signIn({ permissions, deptId: app.north, dataScope: 3 });
    const rows = await app.db.selectFrom('channel').select(['id', 'deviceSerial']).execute();
    ids = Object.fromEntries(rows.map(({ id, deviceSerial }) => [deviceSerial, id]));
    from = Math.floor((app.clock.now() + 8 * hour) / day) * day - day + 2 * hour;
    to = from + 30 * minute;
    const key = { tenantId: 'default', channelId: ids[own]!, store: 'cloud' } as const;
    // From two hours before the range until two hours after it, without a gap.
    await app.recordings.segments.put(
      Array.from({ length: 270 }, (_, index) => {
        const startMs = from - 2 * hour + index * minute;
        return { key, startMs, endMs: startMs + minute, bytes: 1, kind: 'schedule' as const };
      }),
    );
  });
  afterEach(() => app.end());

  /** In the zone of the organisation. */
  const civil = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');
  const compact = (at: number) => `${civil(at).replace(/[-:]/g, '').replace(' ', 'T')}Z`;
  const make = (over: object = {}, user = guard) =>
    user.call('POST', '/iot/share', {
      body: {
        ...{ name: '门口 10 点', channelId: ids[own], store: 'cloud' },
        ...{ beginTime: civil(from), endTime: civil(to), expireTime: civil(app.clock.now() + day), ...over },
      },
    });
  const made = async (over: object = {}): Promise<{ id: string; shareToken: string }> => ok(await make(over));
  const open = (shareToken: string) => app.anonymous.call('POST', '/share/open', { body: { shareToken } });
  const opened = async (over: object = {}) => {
    const share = await made(over);
    const { accessToken, path } = ok(await open(share.shareToken));
    return { ...share, accessToken: accessToken as string, path: path as string };
  };
  const isOpen = async (shareToken: string) =>
    ok(await app.anonymous.call('POST', '/share/state', { body: { shareToken } })).isOpen;
  const liveUrl = (path: string, accessToken: string) =>
    app.call('/api/lapp/live/url/ezopen', { ezopen: `ezopen://oriel/${path}`, accessToken });
  const wanted = { deviceSerial: own, channelNo: 1, store: 'cloud' } as const;
  const rows = async (user = guard) => ok(await user.call('GET', '/iot/share/page')).records;

  describe('shows', () => {
    it('its range to whoever has the link, without signing in, and counts how often', async () => {
      const { shareToken } = await made();
      const answer = await open(shareToken);
      expect(ok(answer)).toEqual({
        accessToken: expect.any(String),
        appKey: expect.any(String),
        path: `${own}/1.cloud.rec?begin=${compact(from)}&end=${compact(to - 1_000)}`,
        name: '门口 10 点',
        begin: civil(from),
        end: civil(to),
        expireInMs: expect.any(Number),
      });
      const { accessToken, path } = ok(answer);
      const { code, data } = await liveUrl(path, accessToken);
      expect([code, (data as { range: object }).range]).toEqual(['200', { begin: from, end: to }]);
      ok(await open(shareToken));
      expect(await rows()).toMatchObject([
        { opens: 2, lastOpenedTime: civil(Math.floor(app.clock.now() / 1_000) * 1_000), state: 'open' },
      ]);
    });

    it('nothing else: no other time, storage, camera, live video, list or device', async () => {
      const { accessToken } = await opened();
      const answers = async (path: string) => {
        const { code, data } = await liveUrl(path, accessToken);
        return code === '200' ? (data as { range: object }).range : code;
      };
      // Of a whole day, the range; of other times, nothing.
      expect(await answers(`${own}/1.cloud.rec?begin=${compact(from).slice(0, 8)}`)).toEqual({
        begin: from,
        end: to,
      });
      const before = `begin=${compact(from - hour)}&end=${compact(from - 1_000)}`;
      for (const path of [
        `${own}/1.cloud.rec?${before}`,
        `${own}/1.cloud.rec?begin=${compact(to)}&end=${compact(to + hour)}`,
        `${own}/1.rec?begin=${compact(from)}`,
        `${own}/1.live`,
        `${own}/2.cloud.rec`,
        `${other}/1.cloud.rec?begin=${compact(from)}`,
      ])
        expect([path, await answers(path)]).toEqual([path, '10031']);

      const list = await app.call('/api/lapp/video/by/time', {
        ...{ accessToken, deviceSerial: own, channelNo: '1', recType: '1' },
        ...{ startTime: String(from - hour), endTime: String(to + hour), version: '2.0' },
      });
      expect(list.data).toMatchObject({ files: [{ startTime: from, endTime: to }], isAll: true });
      const date = civil(from).slice(0, 7).replace('-', '');
      const days = await app.call('/api/lapp/video/days', {
        ...{ accessToken, deviceSerial: own, channelNo: '1', recType: '1', month: date },
      });
      expect((days.data as { days: string[] }).days).toEqual([compact(from).slice(0, 8)]);
      const refused = async (path: string, form: Record<string, string> = {}) =>
        (await app.call(path, { accessToken, deviceSerial: own, ...form })).code;
      expect(await refused('/api/lapp/device/info')).toBe('10031');
      expect(await refused('/api/lapp/device/capacity')).toBe('10031');
      expect(await refused('/api/lapp/alarm/device/list')).toBe('10031');
      expect(
        await refused('/api/lapp/device/ptz/start', { channelNo: '1', direction: '0', speed: '1' }),
      ).toBe('10031');
    });

    it('nothing outside of its range to a ticket that names more', async () => {
      const { id, accessToken, path } = await opened();
      const { token } = (await liveUrl(path, accessToken)).data as { token: string };
      expect(await app.recordings.gate.admit(token, wanted)).toMatchObject({
        ok: true,
        value: { fromMs: from, toMs: to },
      });
      const { id: grantId } = await app.db
        .selectFrom('accessTokenGrant')
        .select('id')
        .where('shareId', '=', id)
        .executeTakeFirstOrThrow();
      const forged = new PlaybackTickets(app.secrets.mediaKeys).issue(
        {
          ...{ grantId, tenantId: 'default', deviceSerial: own, channelNo: 1, channelId: ids[own]! },
          ...{ store: 'cloud', fromMs: from - 1, toMs: to },
        },
        app.clock.now(),
        app.clock.now() + hour,
      );
      expect(await app.recordings.gate.admit(forged, wanted)).toMatchObject({
        ok: false,
        error: { code: '10031' },
      });
    });
  });

  describe('ends', () => {
    it('at once when it is deleted, also for those who are watching', async () => {
      const { id, shareToken, accessToken, path } = await opened();
      const { token } = (await liveUrl(path, accessToken)).data as { token: string };
      const admission = await app.recordings.gate.admit(token, wanted);
      if (!admission.ok) throw new Error('not admitted');
      const revoked: string[] = [];
      app.recordings.gate.onRevoked((grantId) => revoked.push(grantId));
      ok(await guard.call('DELETE', `/iot/share/${id}`));
      await app.clock.advance(2_000);
      expect(revoked).toEqual([admission.value.grantId]);
      expect((await app.recordings.gate.ended([admission.value.grantId])).size).toBe(1);
      expect(await app.recordings.gate.admit(token, wanted)).toMatchObject({ error: { code: '10002' } });
      expect((await liveUrl(path, accessToken)).code).toBe('10002');
      expect(await isOpen(shareToken)).toBe(false);
      expect((await open(shareToken)).message).toBe('链接无效或已过期，请向分享者索取新的链接');
    });

    it('when it expires', async () => {
      const share = await opened({ expireTime: civil(app.clock.now() + 10 * minute) });
      const { token } = (await liveUrl(share.path, share.accessToken)).data as { token: string };
      expect(await isOpen(share.shareToken)).toBe(true);
      await app.clock.advance(10 * minute + 1_000);
      expect(await app.recordings.gate.admit(token, wanted)).toMatchObject({ error: { code: '10002' } });
      expect(await isOpen(share.shareToken)).toBe(false);
      expect(await rows()).toMatchObject([{ state: 'expired' }]);
    });

    it('and is forgotten 30 days later', async () => {
      await made({ expireTime: civil(app.clock.now() + hour) });
      await forgetShares(app.db, app.clock.now() + hour + 29 * day);
      expect(await rows()).toHaveLength(1);
      await forgetShares(app.db, app.clock.now() + 2 * hour + 30 * day);
      expect(await rows()).toHaveLength(0);
    });

    it('with its camera', async () => {
      const { shareToken, accessToken, path } = await opened();
      await app.db.deleteFrom('device').where('serial', '=', own).execute();
      expect(await isOpen(shareToken)).toBe(false);
      expect((await liveUrl(path, accessToken)).code).toBe('10002');
    });
  });

  it('is opened after any number of wrong tokens from the same address', async () => {
    const { shareToken } = await made();
    const wrong = `${shareToken.slice(0, -1)}${shareToken.endsWith('A') ? 'B' : 'A'}`;
    const messages = new Set<string>();
    for (let count = 0; count < 62; count += 1) messages.add((await open(wrong)).message);
    expect([...messages]).toEqual(['链接无效或已过期，请向分享者索取新的链接', '打开次数过多，请稍后再试']);
    ok(await open(shareToken));
  });

  describe('is made', () => {
    it('with a token that is returned once, and stored as a digest', async () => {
      const { id, shareToken } = await made();
      expect(shareToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const stored = await app.db.selectFrom('recordingShare').selectAll().where('id', '=', id).execute();
      expect(JSON.stringify(stored)).not.toContain(shareToken);
      expect(JSON.stringify(await rows())).not.toContain(shareToken);
      expect(ok(await guard.call('GET', `/iot/share/${id}`))).not.toHaveProperty('shareToken');
    });

    it.each([
      ['an end before its begin', () => ({ endTime: civil(from - minute) }), '结束须晚于开始'],
      ['more than 24 hours', () => ({ beginTime: civil(to - day - minute) }), '一次最多分享 24 小时'],
      [
        'the future',
        () => ({ beginTime: civil(app.clock.now() - hour), endTime: civil(app.clock.now() + hour) }),
        '只能分享已经录制的时段',
      ],
      ['an expiry in the past', () => ({ expireTime: civil(app.clock.now() - hour) }), '到期时间须晚于现在'],
      ['31 days', () => ({ expireTime: civil(app.clock.now() + 31 * day) }), '链接最长有效 30 天'],
    ])('not for %s', async (_name, over, message) => {
      const { errors } = await make(over());
      expect(errors.map((error) => error.message)).toEqual([message]);
    });

    it('only by those who may play the recordings of the camera', async () => {
      expect((await make({ channelId: ids[other] })).errors[0]?.path).toBe('channelId');
      const blind = await app.signIn({ permissions: ['iot:share:add'], deptId: app.north, dataScope: 3 });
      expect((await make({}, blind)).message).toBe('当前操作没有权限');
      await made();
      const elsewhere = await app.signIn({ permissions, deptId: app.south, dataScope: 3 });
      expect(await rows(elsewhere)).toEqual([]);
    });
  });
});
