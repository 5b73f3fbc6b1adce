import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';

const deviceInfo = '/api/lapp/device/info';
const deviceCapacity = '/api/lapp/device/capacity';
const liveUrl = '/api/lapp/live/url/ezopen';
const address = (serial = 'DEMO00001', camera = '1.hd.live') => `ezopen://open.ys7.com/${serial}/${camera}`;

const sevenDaysMs = 604_800_000;

describe.each(engines)('requests without permission, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    domain = await testDomain(database);
    app = await domain.integrator();
  });

  /** Every call that requires a token, with the form for one camera. */
  const calls = {
    [deviceInfo]: (serial: string) => ({ deviceSerial: serial }),
    [deviceCapacity]: (serial: string) => ({ deviceSerial: serial }),
    [liveUrl]: (serial: string) => ({ ezopen: address(serial) }),
  };
  const paths = Object.keys(calls) as (keyof typeof calls)[];
  const request = (path: keyof typeof calls, accessToken: string, serial = 'DEMO00001') =>
    domain.call(path, { accessToken, ...calls[path](serial) } as Record<string, string>);

  it.each(paths)('%s rejects an unknown token with 10002', async (path) => {
    expect((await request(path, 'x'.repeat(43))).code).toBe('10002');
    expect((await request(path, `${app.accessToken}=`)).code).toBe('10002');
    expect((await request(path, ` ${app.accessToken}`)).code).toBe('10002');
  });

  it.each(paths)('%s rejects an expired token with 10002', async (path) => {
    domain.clock.setWall(domain.clock.now() + sevenDaysMs - 1);
    expect((await request(path, app.accessToken)).code).toBe('200');
    await domain.clock.advance(1);
    expect((await request(path, app.accessToken)).code).toBe('10002');
  });

  it.each(paths)('%s rejects a revoked token with 10002', async (path) => {
    await domain.operator.run('token.revoke', { grantId: app.grantId });
    expect((await request(path, app.accessToken)).code).toBe('10002');
  });

  it.each(paths)('%s rejects tokens of a disabled application with 10002', async (path) => {
    await domain.operator.run('app.disable', { appKey: app.appKey });
    expect((await request(path, app.accessToken)).code).toBe('10002');
    await domain.operator.run('app.enable', { appKey: app.appKey });
    expect((await request(path, app.accessToken)).code).toBe('200');
  });

  it.each(paths)('%s rejects a missing, a foreign and a disabled device alike with 20002', async (path) => {
    await addForeignDevice(database, 'FOREIGN');
    await domain.operator.run('camera.disable', { serial: 'DEMO00002' });
    const answers = await Promise.all(
      ['MISSING', 'FOREIGN', 'DEMO00002'].map((serial) => request(path, app.accessToken, serial)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      code: '20002',
      msg: expect.stringContaining('不存在'),
    });
  });

  it.each(paths)(
    '%s rejects a camera that the token does not cover with 10031, existing or not',
    async (path) => {
      const { appKey } = app;
      const narrow = await domain.operator.run('token.issue', { appKey, cameras: ['DEMO00001'] });
      expect((await request(path, narrow.accessToken, 'DEMO00001')).code).toBe('200');
      const answers = await Promise.all(
        ['DEMO00002', 'MISSING', 'DEMO0000', 'DEMO000011'].map((serial) =>
          request(path, narrow.accessToken, serial),
        ),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.code).toBe('10031');
    },
  );

  it.each(paths)('%s finds a camera whose serial number is written in another case', async (path) => {
    const { appKey } = app;
    const narrow = await domain.operator.run('token.issue', { appKey, cameras: ['DEMO00001'] });
    expect((await request(path, narrow.accessToken, 'demo00001')).code).toBe('200');
    expect((await request(path, narrow.accessToken, 'demo00002')).code).toBe('10031');
  });

  it('rejects a channel that the token does not cover with 10031, and a missing one with 20032', async () => {
    const { appKey, accessToken } = app;
    const narrow = await domain.operator.run('token.issue', { appKey, cameras: ['DEMO00001:1'] });
    const request = (camera: string, token: string) =>
      domain.call(liveUrl, { ezopen: address('DEMO00001', camera), accessToken: token });
    expect((await request('1.live', narrow.accessToken)).code).toBe('200');
    expect((await request('2.live', narrow.accessToken)).code).toBe('10031');
    expect((await request('2.live', accessToken)).code).toBe('20032');
  });

  it('rejects live streams with 10031 for a token without the capability live', async () => {
    const { appKey } = app;
    const talkOnly = await domain.operator.run('token.issue', { appKey, capabilities: ['talk'] });
    expect((await request(liveUrl, talkOnly.accessToken)).code).toBe('10031');
    expect((await request(deviceInfo, talkOnly.accessToken)).code).toBe('200');
  });
});
