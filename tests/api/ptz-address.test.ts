import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { operatorMessage } from '../../lib/domain/errors/operator-errors.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import type { PtzSpec } from '../../lib/media/ports.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';
import { FakePtz } from '../kit/fake-ptz.ts';
import { recordLog } from '../kit/record-log.ts';

const ptzStart = '/api/lapp/device/ptz/start';
const stored = { username: 'admin', password: 'stored-secret' };
const path = '/onvif/device_service';

describe.each(anyEngine)('the ONVIF address of a camera on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let accessToken: string;
  let opened: PtzSpec[];
  let answer: () => FakePtz;
  let changes: number;
  let record: ReturnType<typeof recordLog>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    opened = [];
    changes = 0;
    record = recordLog();
    answer = () => new FakePtz(domain.clock);
    domain = await testDomain(database, {
      log: record.log,
      openPtz: async (spec) => {
        opened.push(spec);
        return answer();
      },
    });
    domain.sources.onChanged(() => (changes += 1));
    ({ accessToken } = await domain.integrator());
  });
  const run: TestDomain['operator']['run'] = (...call) => domain.operator.run(...call);
  const main = { kind: 'rtsp', url: 'rtsp://192.168.1.2/main', ...stored } as const;
  const add = (onvif?: object) =>
    run('camera.add', {
      serial: 'CAM1',
      name: '门口',
      main,
      ...(onvif === undefined ? {} : { onvif: { url: `http://192.168.1.2:8000${path}`, ...onvif } }),
    });
  const update = (change: object) => run('camera.update', { serial: 'CAM1', ...change });

  /** The connection details used for a PTZ command. */
  async function used(): Promise<PtzSpec | undefined> {
    opened.length = 0;
    const form = { deviceSerial: 'CAM1', channelNo: '1', direction: '0', speed: '1', accessToken };
    await domain.call(ptzStart, form);
    await domain.call('/api/lapp/device/ptz/stop', form);
    await update({ name: '门口' });
    return opened[0];
  }

  it('gets the credentials of the stream, and follows when they change', async () => {
    const added = await add({});
    expect(added.onvif).toEqual({ label: 'http://192.168.1.2:8000', hasPassword: true });
    const url = `http://192.168.1.2:8000${path}`;
    expect(await used()).toEqual({ kind: 'onvif', url, channelNo: 1, ...stored });
    const login = { username: 'viewer', password: 'next' };
    await update({ login });
    expect(await used()).toEqual({ kind: 'onvif', url, channelNo: 1, ...login });
  });

  it('keeps credentials of its own', async () => {
    const own = { username: 'onvif', password: 'own' };
    await add({ login: own });
    await update({ login: { username: 'viewer', password: 'next' } });
    expect(await used()).toMatchObject(own);
    await update({ onvif: { login: { username: 'other', password: 'x' } } });
    expect(await used()).toMatchObject({ username: 'other', password: 'x' });
    await update({ onvif: { url: 'http://192.168.1.2/other' } });
    expect(await used()).toMatchObject({ url: 'http://192.168.1.2/other', username: 'other', password: 'x' });
  });

  it('takes credentials from an address that contains them', async () => {
    await add({ url: `http://root:three@192.168.1.9${path}` });
    expect(await used()).toMatchObject({ url: `http://192.168.1.9${path}`, username: 'root' });
  });

  it('can be added, changed and removed without interrupting viewers', async () => {
    await add();
    expect(await used()).toBeUndefined();
    changes = 0;
    await update({ onvif: { url: `http://192.168.1.2${path}` } });
    expect(await used()).toMatchObject(stored);
    await update({ onvif: { url: `http://192.168.1.2:81${path}` } });
    expect(await used()).toMatchObject({ url: `http://192.168.1.2:81${path}`, ...stored });
    expect((await update({ onvif: null })).onvif).toBeNull();
    expect(await used()).toBeUndefined();
    expect(changes).toBe(0);
  });

  describe('on another host', () => {
    const elsewhere = [`http://evil.example${path}`, `http://192.168.1.20${path}`, `http://[::1]${path}`];

    it.each(elsewhere)('does not get the stored password: %s', async (url) => {
      await add({});
      const before = await run('camera.list', {});
      await expect(update({ onvif: { url } })).rejects.toMatchObject({ code: 'camera.loginNeeded' });
      expect(await run('camera.list', {})).toEqual(before);
      await update({ onvif: { url, login: { username: 'new', password: 'given' } } });
      expect(await used()).toMatchObject({ username: 'new', password: 'given' });
    });

    it.each(elsewhere)('does not get it when it is first added: %s', async (url) => {
      await add();
      await expect(update({ onvif: { url } })).rejects.toMatchObject({ code: 'camera.loginNeeded' });
      await expect(
        run('camera.add', { serial: 'CAM2', name: '二', main, onvif: { url } }),
      ).rejects.toMatchObject({ code: 'camera.loginNeeded' });
      expect((await run('camera.list', {})).map(({ serial }) => serial)).not.toContain('CAM2');
    });

    it('does not get it through a stream address that moves along', async () => {
      await add({});
      const moved = { mainUrl: 'rtsp://evil.example/a', onvif: { url: `http://evil.example${path}` } };
      await expect(update(moved)).rejects.toMatchObject({ code: 'camera.loginNeeded' });
      await update({ ...moved, mainUrl: 'rtsp://root:own@evil.example/a' });
      expect(await used()).toMatchObject({ username: 'root', password: 'own' });
      expect(JSON.stringify(opened)).not.toContain(stored.password);
    });

    it('needs no credentials if none are stored', async () => {
      await run('camera.add', {
        serial: 'CAM1',
        name: '门口',
        main: { ...main, username: '', password: '' },
      });
      await update({ onvif: { url: `http://192.168.1.20${path}` } });
      expect(await used()).toMatchObject({ username: '', password: '' });
    });
  });

  it('is stored encrypted and never shown', async () => {
    await add({ login: { username: 'onvif-user', password: 'onvif-secret' } });
    const rows = JSON.stringify(await database.db.selectFrom('ptz').selectAll().execute());
    const shown = JSON.stringify(await run('camera.list', {}));
    for (const secret of ['onvif-user', 'onvif-secret', 'device_service']) {
      expect(rows).not.toContain(secret);
      expect(shown).not.toContain(secret);
      expect(record.lines.join('\n')).not.toContain(secret);
    }
  });

  it('is deleted with its device, and belongs to one organisation', async () => {
    await add({});
    await addForeignDevice(database, 'THEIRS');
    const theirs = run('camera.update', { serial: 'THEIRS', onvif: { url: `http://192.168.1.2${path}` } });
    await expect(theirs).rejects.toMatchObject({ code: 'camera.notFound' });
    await run('camera.remove', { serial: 'CAM1' });
    expect(await database.db.selectFrom('ptz').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['camera.badUrl', { onvif: { url: 'rtsp://192.168.1.2/' } }],
    ['camera.noOnvif', { onvif: { login: stored } }],
  ])('rejects invalid values with %s', async (code, change) => {
    await add();
    await expect(update(change)).rejects.toMatchObject({ code });
    expect(operatorMessage(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
  });

  describe('camera check', () => {
    const check = async () => (await run('camera.check', { serial: 'CAM1' })).ptz;

    it('reports the axes of the camera', async () => {
      await add({});
      answer = () => Object.assign(new FakePtz(domain.clock), { axes: { pan: true, tilt: false } });
      expect(await check()).toEqual({ ok: true, axes: { pan: true, tilt: false } });
      const capacity = await domain.call('/api/lapp/device/capacity', { deviceSerial: 'CAM1', accessToken });
      expect(capacity.data).toMatchObject({ ptz_left_right: '1', ptz_top_bottom: '0' });
    });

    it('reports why they are unknown', async () => {
      await add({});
      answer = () => {
        throw new AppError('ptz.auth', 'the camera refused user name or password');
      };
      expect(await check()).toMatchObject({ ok: false, code: 'ptz.auth' });
    });

    it('reports nothing for a camera without PTZ', async () => {
      await add();
      expect(await check()).toBeNull();
    });
  });
});
