import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { Bearer, tokenOf } from '../../app/_console/api/bearer.ts';
import { loginAddress, safeRedirect } from '../../app/_console/session/redirect.ts';
import { answered, envelope } from '../kit/console-api.ts';
import { sessionWorld } from '../kit/console-session.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { foreignUrls } from '../kit/foreign-urls.ts';

describe('the token', () => {
  let clock: FakeClock;
  let renewals: number;
  let answer: () => Promise<{ text: string; lifeMs: number | null }>;
  let bearer: Bearer;

  beforeEach(() => {
    clock = new FakeClock();
    renewals = 0;
    answer = async () => ({ text: `token ${renewals}`, lifeMs: 900_000 });
    bearer = new Bearer(clock, () => {
      renewals += 1;
      return answer();
    });
  });

  it('is renewed a minute before it expires', async () => {
    bearer.set({ text: 'first', lifeMs: 900_000 });
    await clock.advance(839_999);
    expect([renewals, await bearer.current()]).toEqual([0, 'first']);
    await clock.advance(1);
    expect([renewals, await bearer.current()]).toEqual([1, 'token 1']);
  });

  it('is renewed once for all pending calls', async () => {
    const waiting = [bearer.renew(), bearer.renew(), bearer.current()];
    expect(await Promise.all(waiting)).toEqual(['token 1', 'token 1', 'token 1']);
    expect(renewals).toBe(1);
  });

  it('is recognised as expired after the computer slept', async () => {
    bearer.set({ text: 'first', lifeMs: 900_000 });
    clock.setWall(clock.now() + 3_600_000);
    expect(await bearer.current()).toBe('token 1');
  });

  it('remains in use while renewal fails, and renewal is retried', async () => {
    bearer.set({ text: 'first', lifeMs: 900_000 });
    answer = () => Promise.reject(new Error('no network'));
    await clock.advance(840_000);
    expect([renewals, await bearer.current()]).toEqual([1, 'first']);
    await clock.advance(20_000);
    expect(renewals).toBe(3);
  });

  it('that arrives after a sign-out is dropped', async () => {
    const renewal = bearer.renew();
    bearer.drop();
    expect([await renewal, bearer.hasToken, await bearer.current()]).toEqual([null, false, null]);
  });

  it('of another backend without an expiry is kept', async () => {
    bearer.set(tokenOf({ token: 'opaque' }));
    await clock.advance(604_800_000);
    expect([await bearer.current(), renewals, clock.pending]).toEqual(['opaque', 0, 0]);
  });
});

describe('the end of a session', () => {
  it('20 parallel 401s → one notice, one logout, /index after 500 ms', async () => {
    const world = await sessionWorld().signedIn();
    world.server.sessionEnded = true;
    const calls = Array.from({ length: 20 }, (_, index) =>
      world.api.get(`/system/${index}`).catch(() => 'refused'),
    );
    expect(await Promise.all(calls)).toEqual(Array(20).fill('refused'));
    await world.clock.advance(499);
    expect(world.notices.shown).toEqual([
      { kind: 'error', message: '登录状态已过期，请重新登录', durationMs: 5_000 },
    ]);
    expect([world.server.callsOf('/logout'), world.left]).toEqual([0, []]);
    await world.clock.advance(1);
    await answered();
    expect([world.server.callsOf('/logout'), world.left]).toEqual([1, ['/index']]);
    expect([world.session.get().state, world.storage.getItem('access_token')]).toEqual(['out', null]);
    expect(world.notices.shown).toHaveLength(1);
    // The login page shows the reason too, because the notification disappears with the page after half a second.
    expect([world.session.takeSignOutReason(), world.session.takeSignOutReason()]).toEqual([
      '登录状态已过期，请重新登录',
      null,
    ]);
  });

  it('also follows a token that cannot be renewed', async () => {
    const world = await sessionWorld().signedIn();
    world.server.sessionEnded = true;
    await world.clock.advance(840_000);
    await answered();
    expect(world.notices.messages).toEqual(['登录状态已过期，请重新登录']);
    await world.clock.advance(500);
    await answered();
    expect(world.left).toEqual(['/index']);
  });

  it('in one tab applies to all tabs', async () => {
    const first = await sessionWorld().signedIn();
    const second = sessionWorld({ shares: first, at: '/system/user?pageNum=2' });
    await second.session.start();
    await first.session.logout();
    await second.clock.advance(0);
    expect([second.session.get().state, second.left]).toEqual([
      'out',
      ['/user/login?redirect=%2Fsystem%2Fuser%3FpageNum%3D2'],
    ]);
    expect([first.left, first.server.callsOf('/logout')]).toEqual([['/user/login'], 1]);
  });

  it('clears everything even if the server cannot be reached', async () => {
    const world = await sessionWorld().signedIn();
    world.server.isDown = true;
    await world.session.logout();
    expect(world.session.get()).toMatchObject({ state: 'out', user: null, menus: [], cities: [] });
    expect([world.storage.getItem('access_token'), await world.heldToken(), world.notices.messages]).toEqual([
      null,
      null,
      [],
    ]);
  });
});

describe('unsaved input', () => {
  const typed = async (options: Parameters<typeof sessionWorld>[0] = {}) => {
    const world = sessionWorld(options);
    await world.signedIn();
    world.drafts.write(1, 'system.post.new', '半句话');
    return world;
  };

  it('is deleted on sign-out, and open forms do not store it again', async () => {
    const world = await typed();
    await world.session.logout();
    world.drafts.write(1, 'system.post.new', '整句话');
    expect(JSON.stringify([...world.ofTab])).not.toContain('句话');
    await world.signedIn();
    expect(world.drafts.read(1, 'system.post.new')).toBeNull();
    world.drafts.write(1, 'system.post.new', '又一句话');
    expect(world.drafts.read(1, 'system.post.new')).toBe('又一句话');
  });

  it('is deleted in every tab on sign-out in one, also if the session had ended before', async () => {
    const first = await sessionWorld().signedIn();
    const [second, third] = [await typed({ shares: first }), await typed({ shares: first })];
    third.server.sessionEnded = true;
    await third.api.get('/x').catch(() => null);
    await first.session.logout();
    expect([second, third].map(({ drafts }) => drafts.read(1, 'system.post.new'))).toEqual([null, null]);
  });

  it('is kept when a session ends by itself, in every tab, for the same user only', async () => {
    const world = await typed();
    const beside = sessionWorld({ shares: world });
    await beside.session.start();
    beside.drafts.write(1, 'system.post.7', '半句话');
    world.server.sessionEnded = true;
    await world.api.get('/x').catch(() => null);
    await world.clock.advance(500);
    await answered();
    expect([world.left, beside.session.get().state]).toEqual([['/index'], 'out']);
    world.server.sessionEnded = false;
    await world.signedIn();
    expect(world.drafts.read(1, 'system.post.new')).toBe('半句话');
    expect(beside.drafts.read(1, 'system.post.7')).toBe('半句话');
    world.server.user = { ...world.server.user, userId: 11 };
    await world.signedIn();
    expect(JSON.stringify([...world.ofTab])).not.toContain('半句话');
  });
});

describe('the start of a page', () => {
  it('gets a token by the cookie, then user and menus, then the city tree', async () => {
    const world = sessionWorld();
    world.storage.setItem('access_token', 'session');
    await world.session.start();
    expect(world.server.calls).toEqual(['/token/renew', '/get-user-info', '/getRouters', '/sys/area/tree']);
    const { state, user, menus, cities, cityCount } = world.session.get();
    expect([state, user?.nickName, menus.length, cities.length, cityCount]).toEqual([
      'in',
      '管理员',
      1,
      1,
      3,
    ]);
  });

  it.each(['pwdChangeRequired', 'totpRequired'] as const)(
    'sends no further request while %s',
    async (requiredAction) => {
      const world = sessionWorld();
      world.server.user = { ...world.server.user, [requiredAction]: true };
      await world.signedIn();
      expect(world.server.calls).toEqual(['/login', '/get-user-info']);
      world.server.user = { ...world.server.user, [requiredAction]: false };
      await world.session.reload();
      expect(world.session.get().menus).toHaveLength(1);
    },
  );

  it('reloads only a changed menu, and keeps the current one if that fails', async () => {
    const { session, server, notices } = await sessionWorld().signedIn();
    const before = server.calls.length;
    server.extra.set('/getRouters', () => envelope([{ path: '/other', name: 'other' }]));
    await session.reloadMenus();
    expect(server.calls.slice(before)).toEqual(['/getRouters']);
    expect(session.get()).toMatchObject({ state: 'in', menus: [{ path: '/other' }], cityCount: 3 });
    server.isDown = true;
    await session.reloadMenus();
    expect(session.get()).toMatchObject({ state: 'in', menus: [{ path: '/other' }] });
    expect(notices.shown).toEqual([]);
  });

  it('signs nobody out whose permissions cannot be loaded again: the current ones remain', async () => {
    const { session, server, notices, left } = await sessionWorld().signedIn();
    const before = session.get();
    server.userInfoFails = true;
    await session.reload();
    expect([session.get(), left, session.takeSignOutReason()]).toEqual([before, [], null]);
    expect(notices.messages).toEqual(['获取用户信息失败，请重试']);
  });

  it('gives ROLE_DEFAULT to users without a role', async () => {
    const world = sessionWorld();
    world.server.user = { ...world.server.user, roleCodes: [] };
    await world.signedIn();
    expect(world.session.get().user?.roleCodes).toEqual(['ROLE_DEFAULT']);
  });

  it('deletes a login_password stored by others and never writes one', async () => {
    const world = sessionWorld({ stored: { login_password: 'c2VjcmV0' } });
    expect(world.storage.getItem('login_password')).toBeNull();
    await world.signedIn({ password: 'Correct-horse-1', rememberMe: true });
    const written = JSON.stringify([...world.stored]);
    expect(written).not.toContain('Correct-horse-1');
    expect(world.stored.get('access_token')).toBe('session');
    expect([world.stored.get('login_username'), world.stored.get('login_rememberme')]).toEqual([
      'admin',
      'true',
    ]);
  });

  it.each([
    ['the server is down', (world: ReturnType<typeof sessionWorld>) => (world.server.isDown = true)],
    ['the call fails', (world: ReturnType<typeof sessionWorld>) => (world.server.userInfoFails = true)],
  ])('shows 获取用户信息失败，请重试 once, signs out and navigates to /index when %s', async (_, breakIt) => {
    const world = sessionWorld({ stored: { access_token: 'session' } });
    breakIt(world);
    await world.session.start();
    expect(world.notices.shown).toEqual([
      { kind: 'error', title: '错误', message: '获取用户信息失败，请重试', durationMs: 5_000 },
    ]);
    expect([world.left, world.session.get().state, world.stored.has('access_token')]).toEqual([
      ['/index'],
      'out',
      false,
    ]);
  });

  it('does not loop while the server is down: the next page is signed out, without a message', async () => {
    const world = sessionWorld({ at: '/index' });
    world.server.isDown = true;
    await world.session.start();
    expect([world.session.get().state, world.left, world.notices.shown]).toEqual(['out', [], []]);
  });

  it('sends nothing on the login page and deletes an old marker', async () => {
    const world = sessionWorld({ at: '/user/login', stored: { access_token: 'session' } });
    await world.session.start();
    expect([world.server.calls, world.session.get().state, world.stored.has('access_token')]).toEqual([
      [],
      'out',
      false,
    ]);
  });
});

describe('with another backend', () => {
  it('the login page itself detects an existing session', async () => {
    const world = sessionWorld({ at: '/user/login', foreign: true, stored: { access_token: 'session' } });
    await world.session.start();
    expect(world.session.get().state).toBe('in');
  });

  it('without token renewal a session lasts as long as the page: the next one is signed out, without a message', async () => {
    const world = sessionWorld({ foreign: true, stored: { access_token: 'session' } });
    world.server.extra.set('/token/renew', () => new Response(null, { status: 404 }));
    await world.session.start();
    expect([world.session.get().state, world.left, world.notices.shown, world.stored.size]).toEqual([
      'out',
      [],
      [],
      0,
    ]);
  });
});

describe('signing in', () => {
  it('sends the specified payload, the account trimmed', async () => {
    const world = await sessionWorld().signedIn({ accountNo: '  admin ', smsCode: 'k7m2', uuid: 'u-1' });
    expect(world.server.loginBody).toMatchObject({
      accountNo: 'admin',
      password: 'Correct-horse-1',
      smsCode: 'k7m2',
      uuid: 'u-1',
      userType: 'ADMIN',
      loginType: 'PASSWORD',
      device: 'PC',
    });
  });

  it('notifies other tabs: the login page there continues, and for another user the page reloads', async () => {
    const here = sessionWorld({ at: '/user/login' });
    const waiting = sessionWorld({ shares: here, at: '/user/login?redirect=%2Fsystem%2Fpost' });
    await waiting.session.start();
    await here.signedIn();
    await waiting.clock.advance(0);
    expect(waiting.left).toEqual(['/system/post']);
  });

  it('rejects with the message of the server and shows none itself', async () => {
    const world = sessionWorld();
    world.server.loginFails = '用户名或密码错误';
    await expect(world.signedIn()).rejects.toThrow('用户名或密码错误');
    expect([world.notices.messages, world.stored.has('access_token')]).toEqual([[], false]);
  });
});

describe('redirect', () => {
  const origin = 'https://console.example';

  it.each(['/index', '/system/user?pageNum=2#top', '/account/center'])('returns to %s', (path) => {
    expect(safeRedirect(path, origin)).toBe(path);
  });

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/%5cevil.example/..//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    ' /index',
    '/..//evil.example',
    '/user/login?redirect=/user/login',
    '/user/register',
  ])('replaces %j by the landing page', (path) => {
    const target = safeRedirect(path, origin);
    expect(new URL(target, origin).origin).toBe(origin);
    expect(target.startsWith('//')).toBe(false);
    if (path !== '/%5cevil.example/..//evil.example') expect(target).toBe('/index');
  });

  it.each(foreignUrls)('rejects %s as a target', (place) => {
    expect(new URL(safeRedirect(place, origin), origin).origin).toBe(origin);
  });

  it('keeps the full address on the way to the login page', () => {
    expect(loginAddress('/system/user?a=1&b=2')).toBe(
      '/user/login?redirect=%2Fsystem%2Fuser%3Fa%3D1%26b%3D2',
    );
  });
});
