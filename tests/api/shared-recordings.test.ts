import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { PlaybackTickets } from '../../lib/domain/access/playback-ticket.ts';
import { digest } from '../../lib/domain/crypto/digest.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { HasherBusy, type PasswordHasher } from '../../lib/domain/identity/password-hasher.ts';
import { forgetShares } from '../../lib/domain/recordings/share.service.ts';
import { newShareCode } from '../../lib/domain/recordings/share-code.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { cheapHasher } from '../kit/domain.ts';

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
  'iot:camera:play',
];

const oneAnswer = '链接无效或已结束，或 PIN 不正确，请向分享者确认';
const tooMany = '打开次数过多，请稍后再试';

describe.each(engines)('a share link on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  let hasher: PasswordHasher;
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
    hasher = cheapHasher();
    app = await cameraConsole(await bench.open(), { hasher });
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
  const made = async (over: object = {}): Promise<{ id: string; shareCode: string; isEmbeddable: boolean }> =>
    ok(await make(over));
  const open = (code: string, more: { pin?: string; address?: string } = {}) => {
    const { address, ...body } = more;
    return app.anonymous.call('POST', '/share/open', {
      body: { code, ...body },
      headers: address ? { [clientAddressHeader]: address } : {},
    });
  };
  const opened = async (over: object = {}) => {
    const share = await made(over);
    const { accessToken, path } = ok(await open(share.shareCode));
    return { ...share, accessToken: accessToken as string, path: path as string };
  };
  const isOpen = async (accessToken: string) =>
    ok(await app.anonymous.call('POST', '/share/state', { body: { accessToken } })).isOpen;
  const liveUrl = (path: string, accessToken: string) =>
    app.call('/api/lapp/live/url/ezopen', { ezopen: `ezopen://oriel/${path}`, accessToken });
  const wanted = { deviceSerial: own, channelNo: 1, store: 'cloud' } as const;
  const rows = async (user = guard) => ok(await user.call('GET', '/iot/share/page')).records;

  describe('shows', () => {
    it('its range to whoever has the link, without signing in, and counts how often', async () => {
      const { shareCode } = await made();
      const answer = await open(shareCode);
      expect(ok(answer)).toEqual({
        accessToken: expect.any(String),
        appKey: expect.any(String),
        path: `${own}/1.cloud.rec?begin=${compact(from)}&end=${compact(to - 1_000)}`,
        name: '门口 10 点',
        begin: civil(from),
        end: civil(to),
        expireInMs: expect.any(Number),
        watermark: null,
        brand: { name: '', logo: '', color: '', support: '' },
      });
      const { accessToken, path } = ok(answer);
      const { code, data } = await liveUrl(path, accessToken);
      expect([code, data]).toEqual(['200', expect.objectContaining({ range: { begin: from, end: to } })]);
      expect(data).toMatchObject({ hasLive: false });
      ok(await open(shareCode));
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

  describe('has a picture for previews', () => {
    const viewOf = (code: string, address = '192.0.2.7') =>
      app.adminConsole.cameraPages.shares.viewOf(code, address);
    const allow = () => app.setSetting('site.sharePictures', 'true');
    const camera = { tenantId: 'default', deviceSerial: own, channelNo: 1, profile: 'main' };

    it('only if the operator allows it, of its range or of live video, and does not count as opened', async () => {
      const { id, shareCode } = await made();
      const live = await made({ store: 'live' });
      expect(await viewOf(shareCode)).toBeNull();
      await allow();
      expect(await viewOf(shareCode)).toEqual({
        ...{ shareId: id, channelId: ids[own], camera },
        recorded: { store: 'cloud', from, to },
      });
      expect(await viewOf(live.shareCode)).toMatchObject({ camera, recorded: null });
      expect((await rows()).map(({ opens }: { opens: number }) => opens)).toEqual([0, 0]);
    });

    it('not with a PIN or a watermark, of an encrypted or disabled camera, used up, expired, deleted or unknown', async () => {
      await allow();
      const pinned = await made({ pin: '493021' });
      const marked = await made({ watermark: true });
      const once = await made({ maxOpens: 1 });
      const deleted = await made();
      const kept = await made();
      expect(await viewOf(once.shareCode)).not.toBeNull();
      ok(await open(once.shareCode));
      ok(await guard.call('DELETE', `/iot/share/${deleted.id}`));
      for (const { shareCode } of [pinned, marked, once, deleted]) expect(await viewOf(shareCode)).toBeNull();
      expect(await viewOf('0'.repeat(16))).toBeNull();
      const { db } = app;
      const set = (isEncrypt: 0 | 1, enabled: 0 | 1) =>
        db.updateTable('device').set({ isEncrypt, enabled }).where('serial', '=', own).execute();
      for (const [isEncrypt, enabled] of [
        [1, 1],
        [0, 0],
      ] as const) {
        await set(isEncrypt, enabled);
        expect(await viewOf(kept.shareCode)).toBeNull();
      }
      await set(0, 1);
      expect(await viewOf(kept.shareCode)).not.toBeNull();
      await db
        .updateTable('recordingShare')
        .set({ expiresAt: app.clock.now() } as object)
        .execute();
      expect(await viewOf(kept.shareCode)).toBeNull();
    });

    it('60 times in 15 minutes for one address', async () => {
      await allow();
      const { shareCode } = await made();
      for (let count = 0; count < 60; count += 1) await viewOf('0'.repeat(16), '192.0.2.8');
      expect(await viewOf(shareCode, '192.0.2.8')).toBeNull();
      expect(await viewOf(shareCode)).not.toBeNull();
    });
  });

  describe('ends', () => {
    it('at once when it is deleted, also for those who are watching', async () => {
      const { id, shareCode, accessToken, path } = await opened();
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
      expect(await isOpen(accessToken)).toBe(false);
      expect((await open(shareCode)).message).toBe(oneAnswer);
    });

    it('when it expires', async () => {
      const share = await opened({ expireTime: civil(app.clock.now() + 10 * minute) });
      const { token } = (await liveUrl(share.path, share.accessToken)).data as { token: string };
      expect(await isOpen(share.accessToken)).toBe(true);
      await app.clock.advance(10 * minute + 1_000);
      expect(await app.recordings.gate.admit(token, wanted)).toMatchObject({ error: { code: '10002' } });
      expect(await isOpen(share.accessToken)).toBe(false);
      expect(await rows()).toMatchObject([{ state: 'expired' }]);
    });

    it('and is forgotten 30 days later', async () => {
      await made({ expireTime: civil(app.clock.now() + hour) });
      await forgetShares(app.db, app.clock.now() + hour + 29 * day);
      expect(await rows()).toHaveLength(1);
      await forgetShares(app.db, app.clock.now() + 2 * hour + 30 * day);
      expect(await rows()).toHaveLength(0);
    });

    it('while who made it is disabled, also for those who are watching', async () => {
      const { shareCode, accessToken, path } = await opened();
      const { token } = (await liveUrl(path, accessToken)).data as { token: string };
      const admission = await app.recordings.gate.admit(token, wanted);
      if (!admission.ok) throw new Error('not admitted');
      const revoked: string[] = [];
      app.recordings.gate.onRevoked((grantId) => revoked.push(grantId));
      const setStatus = async (status: string) => {
        const { userId } = guard;
        const stored = app.db.selectFrom('user').select('version').where('id', '=', userId);
        const { version } = await stored.executeTakeFirstOrThrow();
        ok(await app.admin.call('PUT', '/system/user/changeStatus', { body: { userId, version, status } }));
      };
      await setStatus('1');
      await app.clock.advance(2_000);
      expect(revoked).toEqual([admission.value.grantId]);
      expect(await app.recordings.gate.admit(token, wanted)).toMatchObject({ error: { code: '10002' } });
      expect((await liveUrl(path, accessToken)).code).toBe('10002');
      expect(await isOpen(accessToken)).toBe(false);
      expect((await open(shareCode)).message).toBe(oneAnswer);
      await setStatus('0');
      ok(await open(shareCode));
      ok(await app.admin.call('DELETE', `/system/user/${guard.userId}`));
      expect((await open(shareCode)).message).toBe(oneAnswer);
    });

    it('with its camera', async () => {
      const { accessToken, path } = await opened();
      await app.db.deleteFrom('device').where('serial', '=', own).execute();
      expect(await isOpen(accessToken)).toBe(false);
      expect((await liveUrl(path, accessToken)).code).toBe('10002');
    });
  });

  it('is opened after any number of wrong tokens from the same address', async () => {
    const { shareCode } = await made();
    const wrong = `${shareCode.slice(0, -1)}${shareCode.endsWith('A') ? 'B' : 'A'}`;
    const messages = new Set<string>();
    for (let count = 0; count < 62; count += 1) messages.add((await open(wrong)).message);
    expect([...messages]).toEqual([oneAnswer, tooMany]);
    ok(await open(shareCode));
  });

  describe('to live video', () => {
    it('shows it, and no recordings, until it expires', async () => {
      const { accessToken, path } = await opened({
        store: 'live',
        expireTime: civil(app.clock.now() + 10 * minute),
      });
      expect(path).toBe(`${own}/1.live`);
      expect((await liveUrl(path, accessToken)).code).toBe('200');
      const recorded = `${own}/1.cloud.rec?begin=${compact(from)}&end=${compact(to)}`;
      expect((await liveUrl(recorded, accessToken)).code).toBe('10031');
      expect((await liveUrl(`${other}/1.live`, accessToken)).code).toBe('10031');
      const [{ store, endTime, expireTime }] = await rows();
      expect([store, endTime]).toEqual(['live', expireTime]);
      await app.clock.advance(10 * minute);
      expect((await liveUrl(path, accessToken)).code).toBe('10002');
    });

    it('is made by those who may watch the camera', async () => {
      const blind = await app.signIn({
        permissions: permissions.filter((name) => name !== 'iot:camera:play'),
        deptId: app.north,
        dataScope: 3,
      });
      expect((await make({ store: 'live' }, blind)).message).toBe('当前操作没有权限');
    });
  });

  describe('with a number of openings', () => {
    it('ends for others after the last one, and not for those who are watching', async () => {
      const { shareCode, accessToken, path } = await opened({ maxOpens: 2 });
      ok(await open(shareCode));
      expect((await open(shareCode)).message).toBe(oneAnswer);
      expect((await liveUrl(path, accessToken)).code).toBe('200');
      expect(await isOpen(accessToken)).toBe(true);
      expect(await rows()).toMatchObject([{ opens: 2, state: 'used' }]);
    });

    it('counts simultaneous ones one by one', async () => {
      const { shareCode: code } = await made({ maxOpens: 3 });
      const { shares } = app.adminConsole.cameraPages;
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => shares.open({ code }, `192.0.2.${index}`)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect(await rows()).toMatchObject([{ opens: 3 }]);
    });
  });

  describe('with a PIN', () => {
    const pin = '493021';

    it('is opened with it only, and stores a slow hash', async () => {
      const { id, shareCode } = await made({ pin });
      const without = await open(shareCode);
      expect(without.errors).toEqual([{ path: 'pin', message: '请输入 PIN' }]);
      expect((await open(shareCode, { pin: '493022' })).message).toBe(oneAnswer);
      ok(await open(shareCode, { pin }));
      const { pinHash } = await app.db
        .selectFrom('recordingShare')
        .select('pinHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(pinHash).toMatch(/^\$argon2id\$/);
      expect(JSON.stringify(await rows())).not.toContain(pinHash);
      const logged = JSON.stringify(await app.db.selectFrom('operationLog').selectAll().execute());
      expect(logged).not.toContain(pin);
    });

    it('is closed for a day after 10 wrong ones, wherever they come from', async () => {
      const { shareCode } = await made({ pin, expireTime: civil(app.clock.now() + 3 * day) });
      for (let guess = 0; guess < 10; guess += 1)
        await open(shareCode, { pin: `00000${guess}`, address: `198.51.100.${guess}` });
      expect((await open(shareCode, { pin })).message).toBe(oneAnswer);
      app.clock.setWall(app.clock.now() + day);
      ok(await open(shareCode, { pin }));
    });

    it('does not judge more than 20 from one address in 15 minutes', async () => {
      const codes = [await made({ pin }), await made({ pin }), await made({ pin })] as const;
      for (let guess = 0; guess < 20; guess += 1)
        await open(codes[guess % 2 === 0 ? 0 : 1].shareCode, { pin: '000000' });
      expect((await open(codes[2].shareCode, { pin })).message).toBe(tooMany);
      await app.clock.advance(15 * minute);
      ok(await open(codes[2].shareCode, { pin }));
    });

    it.each(['12345', '12345a', ' 123456'])('that is no PIN, %j, is refused', async (wrong) => {
      expect((await make({ pin: wrong })).errors).toMatchObject([{ path: 'pin' }]);
    });
  });

  it('answers expired, used up, deleted and unknown ones and a wrong PIN alike, after the same work', async () => {
    const pin = '493021';
    const short = { expireTime: civil(app.clock.now() + 10 * minute), pin };
    const [expired, used, deleted, right] = [
      await made(short),
      await made({ maxOpens: 1, pin }),
      await made({ pin }),
      await made({ pin }),
    ];
    ok(await open(used.shareCode, { pin }));
    ok(await guard.call('DELETE', `/iot/share/${deleted.id}`));
    await app.clock.advance(10 * minute);
    // The first one of the process makes a hash to compare with.
    await open('0000000000000000', { pin });
    const answerTo = async (code: string, given?: string) => {
      const before = hasher.computed;
      const { status, text } = await open(code, given === undefined ? {} : { pin: given });
      const { traceId: _, ...body } = JSON.parse(text);
      return JSON.stringify({ status, body, hashes: hasher.computed - before });
    };
    const unknown = newShareCode(systemEntropy);
    const withPin = [
      await answerTo(unknown, pin),
      await answerTo('no code at all', pin),
      await answerTo(expired.shareCode, pin),
      await answerTo(used.shareCode, pin),
      await answerTo(deleted.shareCode, pin),
      await answerTo(right.shareCode, '000000'),
    ];
    expect(new Set(withPin).size).toBe(1);
    expect(JSON.parse(withPin[0]!)).toMatchObject({ body: { message: oneAnswer }, hashes: 1 });
    const withoutPin = [
      await answerTo(unknown),
      await answerTo(expired.shareCode),
      await answerTo(used.shareCode),
      await answerTo(deleted.shareCode),
    ];
    expect(new Set(withoutPin).size).toBe(1);
    expect(JSON.parse(withoutPin[0]!)).toMatchObject({ body: { message: oneAnswer }, hashes: 0 });
  });

  it('is not opened by 10,000 guesses from 200 addresses', async () => {
    await made();
    const { shares } = app.adminConsole.cameraPages;
    const messages = new Map<string, number>();
    for (let round = 0; round < 50; round += 1)
      await Promise.all(
        Array.from({ length: 200 }, (_, address) =>
          shares.open({ code: newShareCode(systemEntropy) }, `address ${address}`).then(
            () => 'opened',
            ({ message }: Error) => messages.set(message, (messages.get(message) ?? 0) + 1),
          ),
        ),
      );
    expect([...messages]).toEqual([[oneAnswer, 10_000]]);
    expect(await rows()).toMatchObject([{ opens: 0 }]);
  });

  it('shows its mark over the video if it is to, and is found by it', async () => {
    const { shareCode } = await made({ watermark: true });
    const mark = shareCode.slice(0, 4);
    expect(ok(await open(shareCode)).watermark).toBe(mark);
    const { records } = ok(await guard.call('GET', '/iot/share/page', { query: { mark } }));
    expect(records).toMatchObject([{ mark, watermark: true }]);
  });

  it('is embedded in other sites only if it may be', async () => {
    const embed = (code: string) =>
      app.anonymous.call('POST', '/share/open', { body: { code, embedded: true } });
    const { shareCode, ...plain } = await made();
    expect(plain).toMatchObject({ isEmbeddable: false });
    expect((await embed(shareCode)).message).toBe(oneAnswer);
    const { shareCode: other } = await made({ embeddable: true });
    ok(await embed(other));
    ok(await open(other));
  });

  it('is opened however it was written down', async () => {
    const { shareCode } = await made();
    const written = shareCode
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-')
      .replaceAll('0', 'o');
    ok(await open(written.replaceAll('1', 'l')));
  });

  it('of an earlier version, with a token, stays valid', async () => {
    const { id } = await made();
    const shareToken = 'earlier-token-of-43-characters-0123456789AB';
    await app.db
      .updateTable('recordingShare')
      .set({ tokenHash: digest(shareToken), mark: null })
      .where('id', '=', id)
      .execute();
    const answer = await app.anonymous.call('POST', '/share/open', { body: { shareToken } });
    expect(ok(answer)).toMatchObject({ name: '门口 10 点', watermark: null });
  });

  describe('is made', () => {
    it('with a code that is returned once, and stored as a digest', async () => {
      const { id, shareCode } = await made();
      expect(shareCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      const stored = await app.db.selectFrom('recordingShare').selectAll().where('id', '=', id).execute();
      expect(JSON.stringify(stored)).not.toContain(shareCode);
      expect(JSON.stringify(await rows())).not.toContain(shareCode);
      const logged = await app.db.selectFrom('operationLog').selectAll().execute();
      expect(logged.length).toBeGreaterThan(0);
      expect(JSON.stringify(logged)).not.toContain(shareCode);
      expect(ok(await guard.call('GET', `/iot/share/${id}`))).not.toHaveProperty('shareCode');
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

    it('not while too many passwords are checked, which keeps nobody else waiting', async () => {
      vi.spyOn(hasher, 'hash').mockImplementationOnce(async () => {
        // The database is free meanwhile.
        expect(await rows()).toEqual([]);
        throw new HasherBusy();
      });
      const { code, message } = await make({ pin: '493021' });
      expect([code, message]).toEqual([429, '系统繁忙，请稍后再试']);
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
