import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bearerLifeMs } from '../../lib/domain/identity/bearer.ts';
import { type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

describe.each(engines)('sessions of the console on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let adminConsole: TestConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    adminConsole = await testConsole(await bench.open());
  });

  it('returns the user with role codes and permissions', async () => {
    const user = await adminConsole.signIn({ permissions: ['system:post:list', 'system:post:add'] });
    const answer = await user.call('GET', '/get-user-info');
    expect(answer).toMatchObject({ status: 200, code: 20001, success: true });
    expect(answer.data).toMatchObject({
      tenantId: 'default',
      userId: user.userId,
      userName: user.username,
      permissions: ['system:post:add', 'system:post:list'],
      pwdChangeRequired: false,
      timeZone: 'Asia/Shanghai',
      allData: true,
      passwordLength: 12,
      brand: { name: '', logo: '', color: '', support: '' },
    });
  });

  it('returns ROLE_DEFAULT for users without a role, and *:*:* for the first administrator', async () => {
    const unprivileged = await adminConsole.signIn({ noRole: true });
    const root = await adminConsole.root();
    const { data } = await unprivileged.call('GET', '/get-user-info');
    expect([data.roleCodes, data.allData]).toEqual([['ROLE_DEFAULT'], false]);
    expect((await root.call('GET', '/get-user-info')).data).toMatchObject({
      roleCodes: ['admin'],
      permissions: ['*:*:*'],
      totpAdvised: true,
      passwordLength: 15,
    });
  });

  it('ends a bearer token after a quarter of an hour with U0230 and HTTP 401', async () => {
    const user = await adminConsole.signIn();
    await adminConsole.clock.advance(bearerLifeMs);
    expect(await user.call('GET', '/get-user-info')).toMatchObject({
      status: 401,
      code: 'U0230',
      message: '登录状态已过期，请重新登录',
    });
    await user.renew();
    expect((await user.call('GET', '/get-user-info')).status).toBe(200);
  });

  it('GET /logout requires the bearer token, and ends the session', async () => {
    const user = await adminConsole.signIn();
    expect((await adminConsole.anonymous.call('GET', '/logout')).code).toBe('U0230');
    expect((await user.call('GET', '/logout')).code).toBe(20001);
    expect((await user.call('GET', '/get-user-info')).code).toBe('U0230');
  });
});
