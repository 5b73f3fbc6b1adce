import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { outcome } from '../kit/system-console.ts';

/** The page `/templates` plays a demo camera. */
describe.each(engines)('the page of templates on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
  });

  const openToAll = async () => {
    const { records } = ok(
      await app.admin.call('GET', '/system/config/page', { query: { configKey: 'site.gallery' } }),
    );
    const { configId, version } = records[0];
    ok(await app.admin.call('PUT', '/system/config', { body: { configId, version, configValue: 'true' } }));
  };
  const open = () => app.anonymous.call('POST', '/gallery/open');
  const grants = () => app.db.selectFrom('accessTokenGrant').select('id').execute();

  it('is for those who are signed in, until the operator opens it to all', async () => {
    expect(outcome(await open())).toEqual(['U0200', '模板展示没有公开，请先登录']);
    expect((await app.anonymous.call('POST', '/gallery/access')).status).toBe(401);
    const user = await app.signIn({ noRole: true });
    expect(ok(await user.call('POST', '/gallery/access')).path).toBe('DEMO00001/1');
    await openToAll();
    expect(ok(await open()).path).toBe('DEMO00001/1');
  });

  it('has access to live video and recordings of the first demo camera, and to nothing else', async () => {
    await openToAll();
    const { accessToken } = ok(await open());
    const live = async (camera: string) =>
      (
        await app.call('/api/lapp/live/url/ezopen', {
          ezopen: `ezopen://oriel/${camera}/1.live`,
          accessToken,
        })
      ).code;
    expect([await live('DEMO00001'), await live('DEMO00002')]).toEqual(['200', '10031']);
    const { code } = await app.call('/api/lapp/device/ptz/start', {
      accessToken,
      ...{ deviceSerial: 'DEMO00001', channelNo: '1', direction: '0', speed: '1' },
    });
    expect(code).not.toBe('200');
    expect(await grants()).toHaveLength(1);
  });

  it('stores one token for all visitors, and another one before it ends', async () => {
    await openToAll();
    const { accessToken } = ok(await open());
    expect(ok(await open()).accessToken).toBe(accessToken);
    await app.clock.advance(31 * 60_000);
    expect(ok(await open()).accessToken).not.toBe(accessToken);
    expect(await grants()).toHaveLength(2);
  });

  it('says so if there is no demo camera', async () => {
    await openToAll();
    await app.db.updateTable('device').set({ enabled: 0 }).execute();
    expect((await open()).code).toBe(404);
  });
});
