/** Attacks on sessions, passwords and two-step verification, with partial credentials and with concurrent requests. */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import {
  type ConsoleAnswer,
  type SignedIn,
  type TestConsole,
  testConsole,
  testPassword,
} from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const setup = { code: 'GOOD-CODE', burned: false };
const passwords = Array.from({ length: 8 }, (_, at) => `harbour-${at}-lantern-${at * 7 + 31}`);

describe.each(engines)('attacks on sessions on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let adminConsole: TestConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    setup.burned = false;
    adminConsole = await testConsole(await bench.open(), {
      setupCodes: {
        isValid: async (code) => code === setup.code && !setup.burned,
        burn: async () => {
          setup.burned = true;
        },
      },
    });
  });

  const from = (address: string) => ({ [clientAddressHeader]: address });
  const login = (accountNo: string, password = testPassword, headers: Record<string, string> = {}) =>
    adminConsole.anonymous.call('POST', '/login', { body: { accountNo, password }, headers });
  const cookieOf = (answer: ConsoleAnswer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const info = (bearer: string) => adminConsole.withBearer(bearer).call('GET', '/get-user-info');
  const made = (answers: readonly ConsoleAnswer[]) => answers.filter(({ code }) => code === 20001);

  it('exactly one of 50 concurrent first administrators, from 50 addresses, is created', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        adminConsole.anonymous.call('POST', '/setup', {
          body: { code: setup.code, accountNo: `keeper_${at}`, nickName: '管理员', password: passwords[0]! },
          headers: from(`198.51.100.${at}`),
          atOnce: true,
        }),
      ),
    );
    expect(made(answers)).toHaveLength(1);
    for (const answer of answers) expect([20001, 'U0200', 40000, 429]).toContain(answer.code);
    const users = await adminConsole.database.db.selectFrom('user').select(['id', 'isRoot']).execute();
    expect(users).toEqual([expect.objectContaining({ isRoot: 1 })]);
    const again = await adminConsole.anonymous.call('POST', '/setup', {
      body: { code: setup.code, accountNo: 'late', nickName: '管理员', password: passwords[0]! },
      headers: from('203.0.113.9'),
    });
    expect(again.code).toBe('U0200');
  });

  it('a stolen token grants no access after its session ended, however it ended', async () => {
    const root = await adminConsole.root();
    const ends: [string, (victim: SignedIn, stolen: string) => Promise<unknown>][] = [
      ['signing out', (victim) => victim.call('POST', '/logout')],
      ['signing out by GET', (victim) => victim.call('GET', '/logout')],
      [
        'ending the session on the online users page',
        (victim) => root.call('DELETE', `/monitor/online/${victim.sessionId}`),
      ],
      [
        'resetting the password',
        ({ userId }) => root.call('PUT', '/system/user/resetPwd', { body: { id: userId } }),
      ],
      [
        'disabling the user',
        ({ userId }) =>
          root.call('PUT', '/system/user/changeStatus', { body: { userId, version: 1, status: '1' } }),
      ],
      ['deleting the user', ({ userId }) => root.call('DELETE', `/system/user/${userId}`)],
      [
        'changing the password on another device',
        async ({ username }) => {
          const { data } = await login(username);
          return adminConsole.withBearer(data.token).call('PUT', '/system/user/profile/updatePwd', {
            body: { oldPassword: testPassword, newPassword: passwords[1] },
          });
        },
      ],
    ];
    for (const [what, end] of ends) {
      const victim = await adminConsole.signIn({ permissions: ['system:user:list'] });
      const stolen = victim.bearer;
      expect([what, (await info(stolen)).code]).toEqual([what, 20001]);
      expect([what, ((await end(victim, stolen)) as ConsoleAnswer).code]).toEqual([what, 20001]);
      for (const path of ['/get-user-info', '/system/user/page', '/getRouters']) {
        const answer = await adminConsole.withBearer(stolen).call('GET', path);
        expect([what, path, answer.status]).toEqual([what, path, 401]);
        expect(['U0230', 'U0231']).toContain(answer.code);
      }
      await expect(victim.renew()).rejects.toThrow();
    }
  });

  it('signing in always creates a new session, whatever cookie was set before', async () => {
    const [thief, victim] = [await adminConsole.signIn(), await adminConsole.signIn()];
    const planted = cookieOf(await login(thief.username));
    expect(planted).not.toBe('');
    const signedIn = await login(victim.username, testPassword, { cookie: planted });
    expect(signedIn.code).toBe(20001);
    const own = cookieOf(signedIn);
    expect(own).not.toBe(planted);
    const renew = async (cookie: string) =>
      (await adminConsole.anonymous.call('POST', '/token/renew', { headers: { cookie } })).data
        .token as string;
    expect((await info(await renew(planted))).data.userId).toBe(thief.userId);
    expect((await info(await renew(own))).data.userId).toBe(victim.userId);
    // An invented session id in the cookie is not adopted.
    const invented = await login(victim.username, testPassword, {
      cookie: planted.replace(/=.*/, '=invented'),
    });
    expect(cookieOf(invented)).not.toContain('invented');
  });

  it('one of several concurrent password changes succeeds, and a reset in between is not undone', async () => {
    const user = await adminConsole.signIn();
    const answers = await Promise.all(
      passwords.map((newPassword) =>
        user.call('PUT', '/system/user/profile/updatePwd', {
          body: { oldPassword: testPassword, newPassword },
          atOnce: true,
        }),
      ),
    );
    expect(made(answers)).toHaveLength(1);
    const open = [];
    for (const [at, password] of passwords.entries()) {
      // A new address for each attempt, so that no failure limit applies.
      const answer = await login(user.username, password, from(`203.0.113.${at + 1}`));
      if (answer.code === 20001) open.push(password);
    }
    expect(open).toHaveLength(1);
    expect(passwords.indexOf(open[0]!)).toBe(answers.findIndex(({ code }) => code === 20001));
  });

  it('one of two concurrent setups of two-step verification succeeds', async () => {
    const user = await adminConsole.signIn();
    const { Secret, TOTP } = await import('otpauth');
    const begin = async () =>
      (await user.call('POST', '/system/user/profile/totp', { body: { password: testPassword } })).data
        .secret as string;
    const secrets = [await begin(), await begin(), await begin()];
    const codes = secrets.map((secret) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: adminConsole.clock.now() }),
    );
    const answers = await Promise.all(
      secrets.map((secret, at) =>
        user.call('PUT', '/system/user/profile/totp', { body: { secret, code: codes[at] }, atOnce: true }),
      ),
    );
    expect(made(answers)).toHaveLength(1);
    await adminConsole.clock.advance(60_000);
    const works = [];
    for (const [at, secret] of secrets.entries()) {
      const totpCode = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: adminConsole.clock.now(),
      });
      const answer = await adminConsole.anonymous.call('POST', '/login', {
        body: { accountNo: user.username, password: testPassword, totpCode },
        // A separate address for each attempt: after two failures an address has to solve a captcha.
        headers: from(`203.0.113.${at}`),
      });
      works.push(answer.code === 20001);
    }
    expect(works).toEqual(answers.map(({ code }) => code === 20001));
  });

  it('registration is rejected once it is disabled, also for pending requests', async () => {
    const root = await adminConsole.root();
    await adminConsole.setSetting('sys.account.registerUser', 'true');
    const captchas = [];
    for (let at = 0; at < 6; at += 1) {
      const { data } = await adminConsole.anonymous.call('GET', '/captchaImage', {
        query: { purpose: 'register' },
        headers: from(`203.0.113.${at}`),
      });
      captchas.push({ uuid: data.uuid, smsCode: adminConsole.captchaAnswer() });
    }
    const { configId, version } = (
      await root.call('GET', '/system/config/page', { query: { configKey: 'sys.account.registerUser' } })
    ).data.records[0];
    const off = await root.call('PUT', '/system/config', {
      body: { configId, version, configValue: 'false' },
    });
    expect(off.code).toBe(20001);
    const answers = await Promise.all(
      captchas.map((read, at) =>
        adminConsole.anonymous.call('POST', '/register', {
          body: { accountNo: `newcomer_${at}`, password: passwords[2], ...read },
          headers: from(`203.0.113.${at}`),
          atOnce: true,
        }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(captchas.map(() => 'U0200'));
  });

  it('account names that look alike are one account or invalid', async () => {
    const root = await adminConsole.root();
    const add = (userName: string, nickName = '某人') =>
      root.call('POST', '/system/user', { body: { userName, nickName, status: '0' }, atOnce: true });
    const same = ['Harbour', 'harbour', 'HARBOUR', 'hArbour', 'harbouR', 'haRBour'];
    const answers = await Promise.all(same.map((name) => add(name)));
    expect(made(answers)).toHaveLength(1);
    for (const answer of answers) if (answer.code !== 20001) expect(answer.message).toBe('用户账号已存在');
    const alike = [
      'аdmin',
      'admin​',
      'ａｄｍｉｎ',
      'adm\u0131n',
      'admin\u200d',
      '\u202enimda',
      'admın',
      'ad\u00admin',
    ];
    for (const name of alike) expect([name, (await add(name)).code]).toEqual([name, 40000]);
    const unseen = ['\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u3164', '\u2060', '\u061c'];
    for (const [at, character] of unseen.entries()) {
      const answer = await add(`person_${at}`, `管理${character}员`);
      expect([at, answer.code, answer.errors[0]?.path]).toEqual([at, 40000, 'nickName']);
      const role = await root.call('POST', '/system/role', {
        body: { roleName: `超级${character}管理员`, roleKey: `r${at}`, roleSort: 1, status: '0' },
      });
      expect([at, role.code]).toEqual([at, 40000]);
      const own = await root.call('PUT', '/system/user/profile', {
        body: { nickName: `管理${character}员` },
      });
      expect([at, own.code]).toEqual([at, 40000]);
    }
    for (const [at, name] of ['👨‍👩‍👧 一家', '❤️‍🔥', '葛󠄀城', 'José O’Neil'].entries())
      expect([name, (await add(`fine_${at}`, name)).code]).toEqual([name, 20001]);
  });
});
