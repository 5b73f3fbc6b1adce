import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import type { RecordStore } from '../../lib/media/ports.ts';
import { describeCameras, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const plan = { enabled: true, mode: 'always', days: [], keepDays: 30, preRecordSec: 5 };

describeCameras('recordings in the console', (testConsole) => {
  let viewer: SignedIn;
  let ids: Record<string, string>;
  /** 00:00:00 of the current day in Asia/Shanghai. */
  let midnight: number;

  beforeEach(async () => {
    const { db, clock, north } = testConsole();
    viewer = await testConsole().signIn({
      permissions: ['iot:recording:list', 'iot:recording:play'],
      deptId: north,
      dataScope: 3,
    });
    await testConsole().demoToNorth();
    const rows = await db.selectFrom('channel').select(['id', 'deviceSerial']).execute();
    ids = Object.fromEntries(rows.map(({ id, deviceSerial }) => [deviceSerial, id]));
    const noon = Math.floor((clock.now() + 8 * hour) / day) * day + 4 * hour;
    await clock.advance(Math.max(0, noon - clock.now()));
    midnight = Math.floor((clock.now() + 8 * hour) / day) * day - 8 * hour;
  });

  const record = (serial: string, from: number, to: number, bytes: number, store: RecordStore = 'cloud') => {
    const key = { tenantId: 'default', channelId: ids[serial]!, store };
    const starts = Array.from({ length: Math.round((to - from) / minute) }, (_, at) => from + at * minute);
    return testConsole().recordings.segments.put(
      starts.map((startMs) => ({ key, startMs, endMs: startMs + minute, bytes, kind: 'schedule' })),
    );
  };
  const setPlan = (recordPlan: object) =>
    testConsole()
      .db.updateTable('channel')
      .set({ recordPlan: JSON.stringify(recordPlan) })
      .execute();
  const get = async (path: string, user = viewer) => ok(await user.call('GET', `/iot/recording${path}`));

  it('list the storage used by the cameras of the data scope, and when the disk is full', async () => {
    const now = testConsole().clock.now();
    await setPlan(plan);
    await record('DEMO00001', now - 2 * hour, now, 0);
    await record('DEMO00001', now - 2 * hour, now - hour, 1, 'device');
    await record('DEMO00002', now - hour, now, 1);
    const { recordings, fullInDays } = await get('/usage');
    expect(recordings).toMatchObject([
      { serial: 'DEMO00001', store: 'device', bytes: 60, keepDays: 7, limitInDays: null },
      { serial: 'DEMO00001', store: 'cloud', bytes: 0, keepDays: 30, maxBytes: null },
    ]);
    // 5 of 10 bytes are free, and recordings leave one of them. The other camera, which this user does not see, needs 24 × 60 bytes a day.
    expect(fullInDays).toBeCloseTo(4 / (24 * 60));
    expect((await get('/usage', testConsole().admin)).recordings).toHaveLength(3);
  });

  it('count those of other organisations, which share the disk, in the time until it is full', async () => {
    const { clock, recordings } = testConsole();
    const now = clock.now();
    await setPlan(plan);
    const key = { tenantId: 'other', channelId: 'elsewhere', store: 'cloud' as const };
    const starts = Array.from({ length: 60 }, (_, at) => now - hour + at * minute);
    await recordings.segments.put(
      starts.map((startMs) => ({ key, startMs, endMs: startMs + minute, bytes: 1, kind: 'schedule' })),
    );
    expect(await get('/usage')).toEqual({ fullInDays: expect.closeTo(4 / (24 * 60)), recordings: [] });
  });

  it('say when a recording reaches its own size, which keeps the disk from filling up', async () => {
    const now = testConsole().clock.now();
    await setPlan({ ...plan, maxGb: 1 });
    await record('DEMO00001', now - hour, now, 2 ** 30 / 120);
    const { recordings } = await get('/usage');
    expect(recordings[0].limitInDays).toBeCloseTo(1 / 24);
  });

  it('name the days of a month, and the parts of a day', async () => {
    const { clock, db } = testConsole();
    await setPlan(plan);
    // Nothing is missing of the time before the camera existed.
    await db
      .updateTable('channel')
      .set({ createdAt: midnight - day })
      .execute();
    await record('DEMO00001', midnight, midnight + 2 * hour, 1);
    const id = ids.DEMO00001;
    const date = new Date(midnight + 8 * hour).toISOString().slice(0, 10);
    expect(await get(`/${id}/days?store=cloud&month=${date.slice(0, 7).replace('-', '')}`)).toEqual({
      days: [date],
    });
    await clock.advance(10 * minute);
    const { dayMs, stretches } = await get(`/${id}/day?store=cloud&day=${date}`);
    expect(dayMs).toBe(day);
    expect(stretches).toEqual([
      {
        beginMs: 0,
        endMs: 2 * hour,
        beginTime: '00:00:00',
        endTime: '02:00:00',
        kind: 'schedule',
        reasons: [],
      },
      {
        beginMs: 2 * hour,
        endMs: clock.now() - midnight,
        beginTime: '02:00:00',
        endTime: expect.any(String),
        kind: 'missing',
        reasons: [],
      },
    ]);
    const yesterday = new Date(midnight - 16 * hour).toISOString().slice(0, 10);
    expect((await get(`/${id}/day?store=device&day=${yesterday}`)).stretches).toMatchObject([
      { kind: 'plan', beginMs: 0, endMs: day, endTime: '24:00:00' },
    ]);
  });

  describe('are played', () => {
    const play = (user = viewer, id = ids.DEMO00001) =>
      user.call('POST', '/iot/recording/play', { body: { id } });
    const open = async (accessToken: string, mode: string) =>
      (
        await testConsole().call('/api/lapp/live/url/ezopen', {
          accessToken,
          ezopen: `ezopen://oriel/DEMO00001/1.${mode}`,
        })
      ).code;

    it('with a token for this camera, without live video unless the user may see it', async () => {
      const { accessToken, path } = ok(await play());
      expect(path).toBe('DEMO00001/1');
      const codes = [
        await open(accessToken, 'cloud.rec'),
        await open(accessToken, 'rec'),
        await open(accessToken, 'live'),
      ];
      expect(codes).toEqual(['200', '200', '10031']);
      const both = await testConsole().signIn({ permissions: ['iot:recording:play', 'iot:camera:play'] });
      expect(await open(ok(await play(both)).accessToken, 'live')).toBe('200');
    });

    it('until the permission is withdrawn, and not outside the data scope', async () => {
      const { accessToken } = ok(await play());
      await testConsole().db.updateTable('device').set({ deptId: testConsole().south }).execute();
      await testConsole().db.updateTable('channel').set({ deptId: testConsole().south }).execute();
      await testConsole().adminConsole.cameraPages.maintainPreviews();
      expect(await open(accessToken, 'cloud.rec')).toBe('10002');
      expect((await play()).code).not.toBe(20001);
    });
  });
});
