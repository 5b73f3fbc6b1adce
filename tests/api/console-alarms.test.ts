import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const north = 'DEMO00001';
const elsewhere = 'DEMO00002';
const alarmPermissions = ['iot:alarm:list', 'iot:alarm:query', 'iot:alarm:acknowledge'];

describe.each(engines)('alarms in the console on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  let alarmToken: string;
  /** Has access to department `north` only. */
  let guard: SignedIn;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    await app.demoToNorth();
    guard = await app.signIn({ permissions: alarmPermissions, deptId: app.north, dataScope: 3 });
    ({ alarmToken } = ok(await issue(app.admin, { name: '门禁' })));
  });
  afterEach(() => app.end());

  const issue = (user: SignedIn, body: object) => user.call('POST', '/iot/alarmToken', { body });
  const report = (deviceSerial: string, form: Record<string, string> = {}, token = alarmToken) =>
    app.call('/api/lapp/alarm/report', { alarmToken: token, deviceSerial, alarmType: 'person', ...form });
  const raise = async (deviceSerial: string, form: Record<string, string> = {}) =>
    ((await report(deviceSerial, form)).data as { alarmId: string }).alarmId;
  const acknowledge = (user: SignedIn, ids: readonly string[]) =>
    user.call('PUT', '/iot/alarm/acknowledge', { body: { ids } });
  const acknowledgeOne = (user: SignedIn, id: string) =>
    user.call('PUT', '/iot/alarm/acknowledgeOne', { body: { id } });
  const states = async () =>
    Object.fromEntries(
      (await app.db.selectFrom('alarm').select(['id', 'state']).execute()).map(({ id, state }) => [
        id,
        state,
      ]),
    );
  const summary = async (user: SignedIn) => ok(await user.call('GET', '/iot/alarm/summary'));
  const logged = async () =>
    (
      await app.db
        .selectFrom('operationLog')
        .select(['bizKey', 'operName'])
        .where('bizKey', 'like', 'iot.alarm:%')
        .execute()
    ).map(({ bizKey, operName }) => `${operName} ${bizKey}`);

  const picture = (user: SignedIn, id: string) => user.call('GET', `/iot/alarm/${id}/picture`);
  const keyFrame = Buffer.from('a key frame');
  /** As the media plane: a picture of each alarm of `north`. */
  const takePictures = (size = keyFrame.length, isEncrypted = false) =>
    app.alarms.pictures.takeWith(async ({ camera }) =>
      camera.deviceSerial === north ? { bytes: Buffer.alloc(size, keyFrame), isEncrypted } : null,
    );
  const untilPictured = async (id: string) => {
    for (;;) {
      const row = ok(await app.admin.call('GET', `/iot/alarm/${id}`));
      if (row.hasImage) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  describe('have a picture', () => {
    it('of the sub stream at the time of the alarm, for those who may see the camera', async () => {
      const asked: unknown[] = [];
      takePictures();
      app.alarms.pictures.takeWith(async (alarm) => {
        asked.push(alarm);
        return null;
      });
      const own = await raise(north);
      await untilPictured(own);
      expect(asked).toMatchObject([{ id: own, camera: { deviceSerial: north, profile: 'sub' } }]);
      const expected = { content: keyFrame.toString('base64'), isEncrypted: false };
      expect(ok(await picture(guard, own))).toEqual(expected);
      const listed = ok(await guard.call('GET', '/iot/alarm/page')).records;
      expect(listed).toMatchObject([{ id: own, hasImage: true }]);
      const foreign = await raise(elsewhere);
      expect((await picture(guard, foreign)).code).toBe(404);
      expect(ok(await picture(app.admin, foreign))).toBeNull();
      // Prolonging takes no other picture.
      await raise(north);
      expect(asked.filter((one) => (one as { id: string }).id === own)).toHaveLength(1);
    });

    it('that stays encrypted, of an encrypted device', async () => {
      takePictures(keyFrame.length, true);
      const id = await raise(north);
      await untilPictured(id);
      expect(ok(await picture(guard, id))).toMatchObject({ isEncrypted: true });
    });

    it('the oldest of which are removed: 16 MB of a camera are kept', async () => {
      takePictures(6 * 1024 * 1024);
      const ids: string[] = [];
      for (const alarmType of ['line', 'person', 'vehicle']) {
        ids.push(await raise(north, { alarmType }));
        await untilPictured(ids.at(-1)!);
        await app.clock.advance(1_000);
      }
      const kept = await Promise.all(ids.map(async (id) => ok(await picture(app.admin, id)) !== null));
      expect(kept).toEqual([false, true, true]);
      const rows = ok(await app.admin.call('GET', '/iot/alarm/page'));
      expect(rows.records.filter(({ hasImage }: { hasImage: boolean }) => hasImage)).toHaveLength(2);
    });
  });

  describe('are news', () => {
    const news = async (user: SignedIn, query: Record<string, string> = {}) =>
      ok(await user.call('GET', '/iot/alarm/news', { query }));

    it('once, for those who may see the camera: how many, and the newest', async () => {
      await raise(north);
      await app.clock.advance(60_000);
      const start = await news(guard);
      expect(start).toMatchObject({ count: 0, newest: null });
      await app.clock.advance(1_000);
      const first = await raise(north, { alarmType: 'line' });
      await app.clock.advance(1_000);
      const foreign = await raise(elsewhere);
      const mine = await news(guard, { after: start.last });
      expect(mine).toMatchObject({ count: 1, newest: { id: first, title: '越界侦测' } });
      expect(await news(guard, { after: mine.last })).toEqual({ last: mine.last, count: 0, newest: null });
      const all = await news(app.admin, { after: start.last });
      expect(all).toMatchObject({ count: 2, newest: { id: foreign } });
      expect(await news(app.admin, { after: all.last })).toMatchObject({ count: 0 });
    });

    it('each of which is looked at once, also by those who may not see it', async () => {
      const { last: before } = await news(guard);
      await raise(elsewhere);
      const { last } = await news(guard, { after: before });
      expect(last).toBe(before + 1);
      // The database was restored from a backup.
      expect(await news(guard, { after: '1000' })).toEqual({ last, count: 0, newest: null });
      const seen = await raise(north);
      expect(await news(guard, { after: last })).toMatchObject({ count: 1, newest: { id: seen } });
    });

    it('of the kinds that a person wants', async () => {
      const { last: after } = await news(guard);
      await app.clock.advance(1_000);
      await raise(north, { alarmType: 'line' });
      const person = await raise(north, { alarmType: 'person' });
      expect(await news(guard, { after, kinds: 'person,vehicle' })).toMatchObject({
        count: 1,
        newest: { id: person },
      });
      expect(await news(guard, { after, kinds: 'tamper' })).toMatchObject({ count: 0, newest: null });
    });

    it('also those of a process whose clock is behind', async () => {
      await raise(north);
      const { last: after } = await news(guard);
      app.clock.setWall(app.clock.now() - 600_000);
      const late = await raise(north);
      app.clock.setWall(app.clock.now() + 600_000);
      expect(await news(guard, { after })).toMatchObject({ count: 1, newest: { id: late } });
    });

    it('once in the time that is set for the camera; all of them are listed', async () => {
      const set = (noticeMinutes: number) => {
        const alarmOptions = JSON.stringify({ onvif: false, motion: false, sensitivity: 3, noticeMinutes });
        return app.db.updateTable('channel').set({ alarmOptions }).execute();
      };
      await set(10);
      const { last: after } = await news(guard);
      const first = await raise(north);
      await app.clock.advance(60_000);
      await raise(north);
      await app.clock.advance(9 * 60_000 - 1);
      await raise(north, { alarmType: 'line' });
      const { last } = await news(guard, { after });
      expect(await news(guard, { after })).toMatchObject({ count: 1, newest: { id: first } });
      await app.clock.advance(1);
      const second = await raise(north, { alarmType: 'tamper' });
      expect(await news(guard, { after: last })).toMatchObject({ count: 1, newest: { id: second } });
      expect(await app.db.selectFrom('alarm').select('id').execute()).toHaveLength(4);
    });
  });

  describe('are acknowledged', () => {
    it('once, with who did it and when, one operation logged for each', async () => {
      const first = await raise(north);
      const second = await raise(north, { alarmType: 'line' });
      ok(await acknowledgeOne(guard, first));
      const at = app.clock.now();
      await app.clock.advance(60_000);
      ok(await acknowledge(app.admin, [first, second, second]));
      const rows = await app.db.selectFrom('alarm').select(['id', 'ackBy', 'ackAt']).execute();
      const ofFirst = rows.find(({ id }) => id === first)!;
      expect(ofFirst).toMatchObject({ ackBy: guard.username });
      expect(Math.abs(ofFirst.ackAt! - at)).toBeLessThan(5_000);
      expect(rows.find(({ id }) => id === second)).toMatchObject({ ackBy: 'founder' });
      expect((await logged()).sort()).toEqual(
        [`${guard.username} iot.alarm:${first}`, `founder iot.alarm:${second}`].sort(),
      );
    });

    it('all or none: one outside the data scope, or that does not exist, leaves the others open', async () => {
      const own = await raise(north);
      const foreign = await raise(elsewhere);
      for (const other of [foreign, '0'.repeat(32)]) {
        expect((await acknowledge(guard, [own, other])).code).toBe(404);
        expect(await states()).toEqual({ [own]: '0', [foreign]: '0' });
      }
      expect(await logged()).toEqual([]);
    });

    it('not without the permission', async () => {
      const id = await raise(north);
      const watcher = await app.signIn({ permissions: ['iot:alarm:list', 'iot:alarm:query'] });
      expect((await acknowledgeOne(watcher, id)).code).toBe(403);
      expect((await acknowledge(watcher, [id])).code).toBe(403);
      expect(await states()).toEqual({ [id]: '0' });
    });

    it('and are not open again when they are prolonged', async () => {
      const id = await raise(north);
      ok(await acknowledgeOne(guard, id));
      await app.clock.advance(10_000);
      expect(await raise(north)).toBe(id);
      expect(await states()).toEqual({ [id]: '1' });
    });

    it('by two users at the same time, which succeeds for both and is set by one', async () => {
      const id = await raise(north);
      const answers = await Promise.all([acknowledgeOne(guard, id), acknowledgeOne(app.admin, id)]);
      answers.forEach(ok);
      const { ackBy } = await app.db.selectFrom('alarm').select('ackBy').executeTakeFirstOrThrow();
      expect([guard.username, 'founder']).toContain(ackBy);
    });
  });

  describe('are counted', () => {
    it('while they are open, with the newest of the data scope', async () => {
      expect(await summary(guard)).toEqual({ open: 0, newest: null });
      const first = await raise(north);
      await app.clock.advance(60_000);
      const second = await raise(north, { alarmType: '烟雾' });
      await app.clock.advance(60_000);
      const third = await raise(elsewhere);
      expect(await summary(guard)).toMatchObject({ open: 2, newest: { id: second, title: '烟雾' } });
      expect(await summary(app.admin)).toMatchObject({ open: 3, newest: { id: third, title: '人形检测' } });
      ok(await acknowledgeOne(guard, second));
      expect(await summary(guard)).toMatchObject({ open: 1, newest: { id: first, title: '人形检测' } });
    });

    it('for nobody without the permission to list them', async () => {
      const other = await app.signIn({ permissions: ['iot:alarm:acknowledge'] });
      expect((await other.call('GET', '/iot/alarm/summary')).code).toBe(403);
    });
  });

  describe('are reported with tokens', () => {
    const issuing = ['iot:alarmToken:list', 'iot:alarmToken:add', 'iot:alarmToken:remove'];

    it('that are shown once, and stored as a digest only', async () => {
      const { id, alarmToken: made } = ok(await issue(app.admin, { name: '消防', cameras: [`${north}:1`] }));
      expect(made).toMatch(/^[\w-]{40,}$/);
      const { records } = ok(await app.admin.call('GET', '/iot/alarmToken/page'));
      expect(records.map(({ name }: { name: string }) => name)).toContain('消防');
      expect(JSON.stringify(records)).not.toContain(made);
      const stored = await app.db.selectFrom('alarmToken').selectAll().where('id', '=', id).execute();
      expect(stored).toMatchObject([{ name: '消防', createdBy: 'founder', lastUsedAt: null }]);
      expect(JSON.stringify(stored)).not.toContain(made);
      const log = JSON.stringify(await app.db.selectFrom('operationLog').selectAll().execute());
      expect(log).toContain('消防');
      expect(log).not.toContain(made);
    });

    it('that cover the cameras of their list, show when they were used, and end when they are deleted', async () => {
      const { id, alarmToken: made } = ok(await issue(app.admin, { name: '消防', cameras: [north] }));
      expect((await report(north, {}, made)).code).toBe('200');
      expect((await report(elsewhere, {}, made)).code).toBe('10031');
      const [used] = ok(
        await app.admin.call('GET', '/iot/alarmToken/page', { query: { name: '消防' } }),
      ).records;
      expect(used).toMatchObject({ cameras: [north], lastUsedTime: expect.stringMatching(/^2025-/) });
      ok(await app.admin.call('DELETE', `/iot/alarmToken/${id}`));
      expect((await report(north, {}, made)).code).toBe('10002');
    });

    it('that reach no camera outside the data scope of their issuer', async () => {
      const clerk = await app.signIn({ permissions: issuing, deptId: app.north, dataScope: 3 });
      const refused = await issue(clerk, { name: '门禁2', cameras: [north, elsewhere] });
      expect(refused.errors).toMatchObject([{ path: 'cameras' }]);
      expect((await issue(clerk, { name: '门禁3' })).message).toContain('请指定摄像头');
      const { alarmToken: made } = ok(await issue(clerk, { name: '门禁4', cameras: [north] }));
      expect((await report(north, {}, made)).code).toBe('200');
      const names = (await app.db.selectFrom('alarmToken').select('name').execute()).map(({ name }) => name);
      expect(names.sort()).toEqual(['门禁', '门禁4'].sort());
    });

    it('not of another organisation', async () => {
      const stranger = await app.signIn({ tenantId: 'foreign', permissions: issuing });
      const { records } = ok(await stranger.call('GET', '/iot/alarmToken/page'));
      expect(records).toEqual([]);
      const { alarmToken: made } = ok(await issue(stranger, { name: '别家' }));
      expect((await report(north, {}, made)).code).toBe('20002');
    });
  });
});
