/**
 * The wall clock is set while the server runs: an hour forward or back, or ten years forward and back. Whatever was
 * issued before stays valid if it would be by the clock now shown, and what was issued by a wrong clock does not last
 * longer than a day beyond its usual life.
 */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const hour = 60 * 60_000;
const tenYears = 10 * 365 * 24 * hour;
const wanted = { deviceSerial: 'DEMO00001', channelNo: 1, profile: 'main', video: 'asSent' } as const;

describe.each(engines)('a wall clock that is set, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await testConsole(await bench.open());
  });

  const set = (byMs: number) => app.clock.setWall(app.clock.now() + byMs);
  const me = async (user: Awaited<ReturnType<TestConsole['signIn']>>) =>
    (await user.call('GET', '/get-user-info')).code;
  const liveUrl = (accessToken: string) =>
    app.call('/api/lapp/live/url/ezopen', {
      ezopen: `ezopen://open.ys7.com/${wanted.deviceSerial}/1.hd.live`,
      accessToken,
    });
  const ticket = async (accessToken: string) =>
    ((await liveUrl(accessToken)).data as { token: string }).token;
  const admit = async (text: string) => (await app.gate.admit(text, wanted)).ok;
  const login = async (accountNo: string, password: string) => {
    const { data } = await app.anonymous.call('GET', '/captchaImage');
    const solved = data.captchaEnabled ? { uuid: data.uuid, smsCode: app.captchaAnswer() } : {};
    const body = { accountNo, password, ...solved };
    return app.anonymous.call('POST', '/login', { body, atOnce: true });
  };

  it.each([
    ['an hour forward', hour],
    ['an hour back', -hour],
  ])('%s: sessions and tokens continue, and new streams start', async (_, byMs) => {
    const user = await app.signIn();
    const { accessToken } = await app.integrator();
    expect(await admit(await ticket(accessToken))).toBe(true);
    set(byMs);
    await user.renew();
    expect(await me(user)).toBe(20001);
    expect((await liveUrl(accessToken)).code).toBe('200');
    expect(await admit(await ticket(accessToken))).toBe(true);
    expect(await me(await app.signIn())).toBe(20001);
  });

  it('an hour back: a bearer token does not last longer, and a used ticket starts no second stream', async () => {
    const user = await app.signIn();
    const { accessToken } = await app.integrator();
    const used = await ticket(accessToken);
    expect(await admit(used)).toBe(true);
    await app.clock.advance(60_000);
    set(-hour);
    expect(await me(user)).toBe('U0230');
    // Until the clock shows the time at which the ticket was valid.
    await app.clock.advance(hour - 30_000);
    expect(await admit(used)).toBe(false);
  });

  it('ten years forward and back: sessions and tokens are as before, and new streams start', async () => {
    const user = await app.signIn();
    const { accessToken } = await app.integrator();
    const admission = await app.gate.admit(await ticket(accessToken), wanted);
    if (!admission.ok) throw new Error('not admitted');
    set(tenYears);
    expect(await me(user)).toBe('U0230');
    expect((await liveUrl(accessToken)).code).toBe('10002');
    expect(await app.gate.ended([admission.value.grantId])).toEqual(new Set([admission.value.grantId]));
    set(-tenYears);
    await user.renew();
    expect(await me(user)).toBe(20001);
    expect(await admit(await ticket(accessToken))).toBe(true);
  });

  it('back to before their end: expired sessions and tokens are valid again, revoked and signed-out ones are not', async () => {
    const [user, leaver] = [await app.signIn(), await app.signIn()];
    const { accessToken, appKey } = await app.integrator();
    const revoked = await app.operator.run('token.issue', { appKey });
    await app.operator.run('token.revoke', { grantId: revoked.grantId });
    await leaver.call('POST', '/logout');
    const week = 7 * 24 * hour;
    set(week + hour);
    expect(await me(user)).toBe('U0230');
    expect((await liveUrl(accessToken)).code).toBe('10002');
    set(-week);
    await user.renew();
    expect(await me(user)).toBe(20001);
    expect((await liveUrl(accessToken)).code).toBe('200');
    expect((await liveUrl(revoked.accessToken)).code).toBe('10002');
    await expect(leaver.renew()).rejects.toMatchObject({ adminCode: expect.stringMatching(/^U02/) });
  });

  it('ten years forward and back: what was issued meanwhile has ended', async () => {
    set(tenYears);
    const user = await app.signIn();
    const { accessToken } = await app.integrator();
    const issued = await ticket(accessToken);
    expect(await me(user)).toBe(20001);
    set(-tenYears);
    expect(await me(user)).toBe('U0230');
    await expect(user.renew()).rejects.toMatchObject({ adminCode: 'U0230' });
    expect((await liveUrl(accessToken)).code).toBe('10002');
    expect(await admit(issued)).toBe(false);
  });

  it.each([
    ['an hour', hour],
    ['ten years', tenYears],
  ])('%s back: nobody stays locked out, and nothing counts as sent twice', async (_, byMs) => {
    set(byMs);
    const { username } = await app.signIn();
    const founder = await app.root();
    const post = { postCode: 'p', postName: '岗', postSort: 1, status: '0' };
    expect((await founder.call('POST', '/system/post', { body: post, atOnce: true })).code).toBe(20001);
    for (let failures = 0; failures < 8; failures += 1) {
      await app.clock.advance(20_000);
      await login(username, 'a wrong password');
    }
    set(-byMs);
    const again = await app.root();
    const repeated = await again.call('POST', '/system/post', { body: post, atOnce: true });
    expect(repeated.code).not.toBe(601);
    await app.clock.advance(15 * 60_000);
    expect((await login(username, 'correct-horse-7-battery')).code).toBe(20001);
  });
});
