import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { newTotpSecret, totpStepOf } from '../../lib/domain/identity/totp.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import { type ConsoleAnswer, type TestConsole, testConsole, testPassword } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { testOrigin } from '../kit/domain.ts';
import { stepOn } from '../kit/soak.ts';
import { solveCaptcha } from '../kit/solve-captcha.ts';

const wrong = { code: 500, success: false, message: '账号或密码错误' };
const minute = 60_000;

describe.each(engines)('signing in to the console on $engine', ({ engine, start }) => {
  let bench: DatabaseBench;
  let adminConsole: TestConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    adminConsole = await testConsole(await bench.open());
  });

  const login = (
    accountNo: string,
    password = testPassword,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> =>
    adminConsole.anonymous.call('POST', '/login', {
      body: {
        accountNo,
        password,
        smsCode: '',
        uuid: '',
        userType: 'ADMIN',
        loginType: 'PASSWORD',
        device: 'PC',
        ...more,
      },
      headers,
      atOnce: true,
    });
  const from = (address: string) => ({ [clientAddressHeader]: address });
  const cookieOf = (answer: ConsoleAnswer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  it('returns a token, and sets a cookie that scripts cannot read', async () => {
    const { username } = await adminConsole.signIn();
    const answer = await login(`  ${username.toUpperCase()} `);
    expect(answer).toMatchObject({ code: 20001, success: true });
    expect(answer.data.expiresInMs).toBe(15 * minute);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^oriel_sid=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const info = await adminConsole.withBearer(answer.data.token).call('GET', '/get-user-info');
    expect(info.data.userName).toBe(username);
  });

  it('names the cookie __Host- and limits it to https if the public address uses https', async () => {
    const secure = await testConsole(adminConsole.database, {}, { publicOrigin: () => 'https://oriel.test' });
    const { username } = await secure.signIn();
    const answer = await secure.anonymous.call('POST', '/login', {
      body: { accountNo: username, password: testPassword },
      headers: { origin: 'https://oriel.test' },
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-oriel_sid=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('renews the token by the cookie, from pages of the same origin only', async () => {
    const { username } = await adminConsole.signIn();
    const cookie = cookieOf(await login(username));
    const renew = (headers: Record<string, string>) =>
      adminConsole.anonymous.call('POST', '/token/renew', { headers: { cookie, ...headers } });
    const renewed = await renew({});
    expect(renewed.code).toBe(20001);
    expect((await adminConsole.withBearer(renewed.data.token).call('GET', '/get-user-info')).code).toBe(
      20001,
    );
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${testOrigin}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of foreign) {
      expect(await renew(headers)).toMatchObject({ code: 403, message: '请求来源不可信', data: null });
    }
    // A request without Origin and Sec-Fetch-Site, so not from a page.
    const silent = new Request(`${testOrigin}/api/admin/token/renew`, {
      method: 'POST',
      headers: { cookie },
    });
    expect(await (await adminConsole.handle(silent)).json()).toMatchObject({ code: 403 });
  });

  it('the cookie alone grants no access', async () => {
    const { username } = await adminConsole.signIn({ permissions: ['system:post:add'] });
    const cookie = cookieOf(await login(username));
    for (const [method, path] of [
      ['GET', '/get-user-info'],
      ['GET', '/logout'],
      ['POST', '/logout'],
      ['GET', '/system/user/profile'],
      ['PUT', '/system/user/profile/updatePwd'],
      ['DELETE', '/system/user/profile/totp'],
    ] as const) {
      const answer = await adminConsole.anonymous.call(method, path, {
        headers: { cookie },
        ...(method === 'GET' ? {} : { body: {} }),
      });
      expect(answer).toMatchObject({ status: 401, code: 'U0230' });
    }
  });

  it('the message is the same for an unknown account and a wrong password', async () => {
    const { username } = await adminConsole.signIn();
    const known = await login(username, 'not-their-password');
    const unknown = await login('nobody_of_this_name', 'not-their-password', {}, from('192.0.2.11'));
    expect(known).toMatchObject(wrong);
    expect({ ...unknown, headers: null, traceId: null, text: null }).toEqual({
      ...known,
      headers: null,
      traceId: null,
      text: null,
    });
    const rows = await adminConsole.database.db
      .selectFrom('loginLog')
      .select(['msg', 'status'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { msg: '密码错误', status: '1' },
      { msg: '账号不存在', status: '1' },
    ]);
  });

  it('a disabled account is reported only with the right password, and its sessions return U0231', async () => {
    const user = await adminConsole.signIn();
    await adminConsole.database.db
      .updateTable('user')
      .set({ status: '1' })
      .where('id', '=', user.userId)
      .execute();
    expect(await user.call('GET', '/get-user-info')).toMatchObject({ status: 401, code: 'U0231' });
    expect(await login(user.username, 'wrong-password-here')).toMatchObject(wrong);
    expect(await login(user.username)).toMatchObject({ code: 500, message: '账号已停用，请联系管理员' });
  });

  it('locks an account for an address after 5 failures for a quarter of an hour, not for other addresses', async () => {
    const user = await adminConsole.signIn({ address: '192.0.2.77' });
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await readCaptcha(user.username, 'wrong-password-here')).toMatchObject(wrong);
      await adminConsole.clock.advance(30_000);
    }
    const held = await readCaptcha(user.username);
    expect(held).toMatchObject({ code: 500, success: false });
    expect(held.message).toMatch(/^登录失败次数过多，请 \d+ 分钟后再试$/);
    // A device from which the user has signed in before.
    expect((await login(user.username, testPassword, {}, from('192.0.2.77'))).code).toBe(20001);
    await adminConsole.clock.advance(15 * minute);
    expect((await readCaptcha(user.username)).code).toBe(20001);
  });

  it('increases the delay after each failure', async () => {
    const { username } = await adminConsole.signIn();
    for (let failure = 0; failure < 3; failure += 1) await readCaptcha(username, 'wrong-password-here');
    expect((await readCaptcha(username)).message).toBe('登录失败次数过多，请 1 秒后再试');
    await adminConsole.clock.advance(1_000);
    await readCaptcha(username, 'wrong-password-here');
    expect((await readCaptcha(username)).message).toBe('登录失败次数过多，请 2 秒后再试');
  });

  const attempted = 10_000 / stepOn(engine, 10);
  it(`at most 30 of ${attempted} attempts compute a hash`, async () => {
    const { username } = await adminConsole.signIn();
    const before = adminConsole.adminConsole.hasher.computed;
    const attempts = Array.from({ length: attempted }, (_, index) => index);
    // Concurrent attempts on several accounts, from one address with varying X-Forwarded-For.
    for (let at = 0; at < attempts.length; at += 100) {
      await Promise.all(
        attempts.slice(at, at + 100).map((index) =>
          login(
            index % 3 === 0 ? username : `guess_${index % 50}`,
            `password-number-${index}`,
            {},
            {
              'x-forwarded-for': `198.51.100.${index % 200}`,
            },
          ),
        ),
      );
    }
    const reached = adminConsole.adminConsole.hasher.computed - before;
    globalThis.console.log(`${attempted} attempts computed ${reached} hashes`);
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThanOrEqual(30);
    const { rows } = await adminConsole.database.db
      .selectFrom('loginLog')
      .select((build) => build.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBeLessThan(100);
  }, 300_000);

  it('attempts on one account share a limit across all addresses', async () => {
    const { username } = await adminConsole.signIn({ address: '192.0.2.77' });
    const before = adminConsole.adminConsole.hasher.computed;
    for (let index = 0; index < 60; index += 1) {
      await login(username, `password-number-${index}`, {}, from(`198.51.100.${index}`));
    }
    expect(adminConsole.adminConsole.hasher.computed - before).toBeLessThanOrEqual(30);
    expect((await login(username, testPassword, {}, from('192.0.2.77'))).code).toBe(20001);
  });

  /** Signs in like a browser, solving the captcha if there is one. */
  async function readCaptcha(accountNo: string, password = testPassword): Promise<ConsoleAnswer> {
    const captcha = await adminConsole.anonymous.call('GET', '/captchaImage');
    const read = captcha.data.captchaEnabled
      ? { uuid: captcha.data.uuid, smsCode: adminConsole.captchaAnswer().toLowerCase() }
      : {};
    return login(accountNo, password, read);
  }

  describe('the captcha', () => {
    it('is required after 2 failures of the address', async () => {
      const { username } = await adminConsole.signIn();
      expect((await adminConsole.anonymous.call('GET', '/captchaImage')).data).toEqual({
        captchaEnabled: false,
        uuid: '',
        img: '',
        registerEnabled: false,
        challengeEnabled: true,
      });
      await login(username, 'wrong-password-here');
      await login(username, 'wrong-password-here');
      const refusal = await login(username);
      expect(refusal).toMatchObject({ code: 500, message: '请输入验证码' });
      expect(refusal.errors).toEqual([{ path: 'smsCode', message: '请输入验证码' }]);
      const { data } = await adminConsole.anonymous.call('GET', '/captchaImage');
      expect(data.captchaEnabled).toBe(true);
      expect(data.img).toMatch(/^data:image\/png;base64,/);
      const right = { uuid: data.uuid, smsCode: adminConsole.captchaAnswer() };
      expect((await login(username, testPassword, right)).code).toBe(20001);
    });

    it('is no longer required after a quarter of an hour', async () => {
      const { username } = await adminConsole.signIn();
      await login(username, 'wrong-password-here');
      await login(username, 'wrong-password-here');
      expect(await login(username)).toMatchObject({ code: 500, message: '请输入验证码' });
      await adminConsole.clock.advance(15 * 60_000);
      expect((await adminConsole.anonymous.call('GET', '/captchaImage')).data.captchaEnabled).toBe(false);
      expect((await login(username)).code).toBe(20001);
    });
  });

  describe.each([
    ['/captchaImage', () => solvedImage()],
    ['/captchaChallenge', () => solvedChallenge()],
  ])('a captcha of %s', (path, solved) => {
    it('is valid once, whatever the password', async () => {
      await adminConsole.setSetting('sys.account.captchaEnabled', 'true');
      const { username } = await adminConsole.signIn();
      const read = await solved();
      expect(await login(username, 'wrong-password-here', read)).toMatchObject(wrong);
      expect(await login(username, testPassword, read)).toMatchObject({ message: '验证码错误或已失效' });
    });

    it('of 50 concurrent sign-ins with one captcha, one is processed', async () => {
      await adminConsole.setSetting('sys.account.captchaEnabled', 'true');
      const { username } = await adminConsole.signIn();
      const before = adminConsole.adminConsole.hasher.computed;
      const read = await solved();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => login(username, testPassword, read)),
      );
      expect(answers.filter(({ code }) => code === 20001)).toHaveLength(1);
      expect(adminConsole.adminConsole.hasher.computed - before).toBe(1);
    });

    it('expires after 120 seconds, and is invalid from another address or with a wrong answer', async () => {
      await adminConsole.setSetting('sys.account.captchaEnabled', 'true');
      const { username } = await adminConsole.signIn();
      const old = await solved();
      await adminConsole.clock.advance(120_000);
      expect((await login(username, testPassword, old)).message).toBe('验证码错误或已失效');
      expect((await login(username, testPassword, await solved(), from('192.0.2.99'))).message).toBe(
        '验证码错误或已失效',
      );
      expect((await login(username, testPassword, { ...(await solved()), smsCode: '' })).message).toBe(
        '验证码错误或已失效',
      );
      expect((await login(username, testPassword, await solved())).code).toBe(20001);
    });

    it('is limited to 10 per minute and address', async () => {
      await adminConsole.setSetting('sys.account.captchaEnabled', 'true');
      const issued = async (path: string) => (await adminConsole.anonymous.call('GET', path)).code;
      // Images and challenges are counted together.
      for (let pair = 0; pair < 5; pair += 1) {
        expect([await issued(path), await issued('/captchaImage')]).toEqual([20001, 20001]);
      }
      expect([await issued(path), await issued('/captchaImage')]).toEqual([429, 429]);
      await adminConsole.clock.advance(minute);
      expect(await issued(path)).toBe(20001);
    });
  });

  /** A captcha with its right answer. */
  async function solvedImage() {
    const { data } = await adminConsole.anonymous.call('GET', '/captchaImage');
    return { uuid: String(data.uuid), smsCode: adminConsole.captchaAnswer() };
  }
  async function solvedChallenge() {
    const { data } = await adminConsole.anonymous.call('GET', '/captchaChallenge');
    return { uuid: String(data.uuid), smsCode: (await solveCaptcha(data.challenge)).key };
  }

  describe('a challenge, for people who cannot see the image', () => {
    beforeEach(() => adminConsole.setSetting('sys.account.captchaEnabled', 'true'));
    const challenge = async (query = {}) =>
      (await adminConsole.anonymous.call('GET', '/captchaChallenge', { query })).data;

    it('requires the whole key: neither its published half nor the counter is an answer', async () => {
      const { username } = await adminConsole.signIn();
      const wrongAnswers = [
        ({ key }: { key: string }) => key.slice(0, 32),
        ({ key }: { key: string }) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'),
        ({ counter }: { counter: number }) => String(counter),
      ];
      for (const answer of wrongAnswers) {
        const { uuid, challenge: work } = await challenge();
        const smsCode = answer(await solveCaptcha(work));
        expect(await login(username, testPassword, { uuid, smsCode })).toMatchObject({
          message: '验证码错误或已失效',
        });
      }
    });

    it('is not answered by the work of another one', async () => {
      const { username } = await adminConsole.signIn();
      const [first, second] = [await challenge(), await challenge()];
      const smsCode = (await solveCaptcha(first.challenge)).key;
      expect(await login(username, testPassword, { uuid: second.uuid, smsCode })).toMatchObject({
        message: '验证码错误或已失效',
      });
    });

    it('takes at least half of the work that it announces', async () => {
      const { challenge: work } = await challenge();
      const { counter } = await solveCaptcha(work);
      expect(work.keyPrefix).toHaveLength(32);
      expect(counter).toBeGreaterThanOrEqual(Math.floor(work.maxCounter / 2));
      expect(counter).toBeLessThanOrEqual(work.maxCounter);
    });

    it('is not issued where no captcha is required, and for registration only while it is open', async () => {
      expect(await challenge({ purpose: 'register' })).toEqual({
        captchaEnabled: false,
        uuid: '',
        challenge: null,
      });
      await adminConsole.setSetting('sys.account.registerUser', 'true');
      const { uuid, challenge: work } = await challenge({ purpose: 'register' });
      const smsCode = (await solveCaptcha(work)).key;
      const body = { accountNo: 'newcomer', password: testPassword, uuid, smsCode };
      // Of this purpose only.
      const { username } = await adminConsole.signIn();
      const other = await challenge({ purpose: 'register' });
      const key = (await solveCaptcha(other.challenge)).key;
      expect(await login(username, testPassword, { uuid: other.uuid, smsCode: key })).toMatchObject({
        message: '验证码错误或已失效',
      });
      expect((await adminConsole.anonymous.call('POST', '/register', { body })).code).toBe(20001);
      await adminConsole.setSetting('sys.account.captchaEnabled', 'false');
      expect((await challenge()).captchaEnabled).toBe(false);
    });
  });

  it('is never issued to blocked addresses', async () => {
    await adminConsole.setSetting('sys.login.blackIPList', '10.0.0.0/8;192.0.2.*');
    const { username } = await adminConsole.signIn();
    expect((await login(username)).message).toBe('当前地址不允许登录');
    expect((await login(username, testPassword, {}, from('198.51.100.1'))).code).toBe(20001);
  });

  describe('the second factor', () => {
    const secret = newTotpSecret(systemEntropy);
    const codeAt = async (now: number, of = secret) => {
      const { Secret, TOTP } = await import('otpauth');
      return new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: now });
    };

    it('is shown once, confirmed by a code, required at sign-in, and each code is valid once', async () => {
      const user = await adminConsole.signIn();
      expect(
        (await user.call('POST', '/system/user/profile/totp', { body: { password: 'not-the-password' } }))
          .code,
      ).toBe(40000);
      const begun = await user.call('POST', '/system/user/profile/totp', {
        body: { password: testPassword },
      });
      expect(begun.data.uri).toMatch(/^otpauth:\/\/totp\//);
      const own: string = begun.data.secret;
      const confirm = (code: string) =>
        user.call('PUT', '/system/user/profile/totp', { body: { secret: own, code } });
      expect((await confirm('000000')).message).toBe('动态验证码错误');
      expect((await confirm(await codeAt(adminConsole.clock.now(), own))).code).toBe(20001);
      expect((await user.call('GET', '/system/user/profile')).data.totpEnabled).toBe(true);

      const requested = await login(user.username);
      expect(requested).toMatchObject({ code: 500, message: '请输入动态验证码' });
      expect(requested.errors).toEqual([{ path: 'totpCode', message: '请输入动态验证码' }]);
      await adminConsole.clock.advance(60_000);
      const code = await codeAt(adminConsole.clock.now(), own);
      const both = await Promise.all([
        login(user.username, testPassword, { totpCode: code }),
        login(user.username, testPassword, { totpCode: code }),
      ]);
      expect(both.filter((answer) => answer.code === 20001)).toHaveLength(1);

      await user.renew();
      expect(
        (await user.call('DELETE', '/system/user/profile/totp', { body: { password: testPassword } })).code,
      ).toBe(20001);
      expect((await login(user.username)).code).toBe(20001);
    });

    it('accepts codes within half a minute, each once', async () => {
      const now = 1_760_000_010_000;
      const step = Math.floor(now / 30_000);
      expect(totpStepOf(secret, await codeAt(now - 30_000), now, null)).toBe(step - 1);
      expect(totpStepOf(secret, await codeAt(now + 30_000), now, null)).toBe(step + 1);
      expect(totpStepOf(secret, await codeAt(now - 60_000), now, null)).toBeNull();
      expect(totpStepOf(secret, await codeAt(now), now, step)).toBeNull();
    });

    it('can be required of the first administrator before anything else', async () => {
      const root = await adminConsole.root();
      await adminConsole.setSetting('sys.account.totpForRoot', 'true');
      expect((await root.call('GET', '/get-user-info')).data.totpRequired).toBe(true);
      expect(await root.call('GET', '/system/user/profile')).toMatchObject({
        code: 403,
        message: '请先启用两步验证再继续操作',
      });
      const begun = await root.call('POST', '/system/user/profile/totp', {
        body: { password: testPassword },
      });
      const code = await codeAt(adminConsole.clock.now() + 1_001, begun.data.secret);
      await root.call('PUT', '/system/user/profile/totp', { body: { secret: begun.data.secret, code } });
      expect((await root.call('GET', '/system/user/profile')).code).toBe(20001);
    });
  });
});
