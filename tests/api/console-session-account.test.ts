import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bespokeCalls } from '../../lib/contracts/admin/calls/index.ts';
import { HasherBusy } from '../../lib/domain/identity/password-hasher.ts';
import { maxImageBytes } from '../../lib/domain/images/image-sanitizer.ts';
import { type TestConsole, testConsole, testPassword } from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { cheapHasher } from '../kit/domain.ts';
import { imagesWithHiddenData, sampleImage } from '../kit/sample-images.ts';

const day = 24 * 60 * 60_000;
const hour = 60 * 60_000;
const better = 'river-candle-orbit-52';

describe.each(anyEngine)('accounts and their sessions on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let adminConsole: TestConsole;
  const setup = { code: 'GOOD-CODE', burned: 0 };
  let isBusy = false;
  const hasher = cheapHasher();
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    setup.burned = 0;
    isBusy = false;
    adminConsole = await testConsole(await bench.open(), {
      hasher: {
        ...hasher,
        verify: async (hash, password) => {
          if (isBusy) throw new HasherBusy();
          return hasher.verify(hash, password);
        },
      },
      setupCodes: {
        isValid: async (code) => code === setup.code && setup.burned === 0,
        burn: async () => {
          setup.burned += 1;
        },
      },
    });
  });

  /** Sets the wall clock only: running the timers of a whole week would take too long. */
  const later = (by: number) => adminConsole.clock.setWall(adminConsole.clock.now() + by);
  const login = (accountNo: string, password = testPassword, rememberMe = false) =>
    adminConsole.anonymous.call('POST', '/login', { body: { accountNo, password, rememberMe } });

  describe('the first administrator', () => {
    const account = { code: 'GOOD-CODE', accountNo: 'keeper', nickName: '管理员', password: better };
    const setUp = (change: Partial<typeof account> = {}) =>
      adminConsole.anonymous.call('POST', '/setup', { body: { ...account, ...change } });

    it('is created with the setup code, once, and signs in', async () => {
      expect((await adminConsole.anonymous.call('GET', '/setup')).data).toEqual({ needed: true });
      expect((await setUp()).code).toBe(20001);
      expect(setup.burned).toBe(1);
      expect((await adminConsole.anonymous.call('GET', '/setup')).data).toEqual({ needed: false });
      expect(await setUp({ accountNo: 'keeper2' })).toMatchObject({
        code: 'U0200',
        message: '管理员已存在，不能再次初始化',
      });
      const logged = await adminConsole.database.db.selectFrom('operationLog').selectAll().execute();
      expect(logged).toEqual([
        expect.objectContaining({
          title: '用户',
          businessType: 1,
          operName: 'keeper',
          bizName: '管理员',
          method: '/setup',
          deptName: null,
        }),
      ]);
      expect(logged[0]?.operAddress).not.toBe('');
      expect(JSON.stringify(logged)).not.toContain(better);
      expect(JSON.stringify(logged)).not.toContain('GOOD-CODE');
      const { data } = await login('keeper', better);
      const info = await adminConsole.withBearer(data.token).call('GET', '/get-user-info');
      expect(info.data).toMatchObject({
        roleCodes: ['admin'],
        permissions: ['*:*:*'],
        pwdChangeRequired: false,
      });
    });

    it('one of 4 concurrent attempts with the code succeeds', async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, index) => setUp({ accountNo: `keeper_${index}` })),
      );
      expect(answers.filter(({ code }) => code === 20001)).toHaveLength(1);
      const roots = await adminConsole.database.db
        .selectFrom('user')
        .select('id')
        .where('isRoot', '=', 1)
        .execute();
      expect(roots).toHaveLength(1);
    });

    it('needs 15 characters, and rejects common passwords', async () => {
      expect(await setUp({ password: 'river-orbit-52' })).toMatchObject({
        code: 40000,
        errors: [{ path: 'password', message: '密码不能少于 15 个字符' }],
      });
      expect((await setUp({ password: 'Password12345678' })).message).toBe(
        '密码过于常见，请换一个更难猜测的密码',
      );
      expect(setup.burned).toBe(0);
      expect((await setUp()).code).toBe(20001);
    });

    it('cannot be created by guessing: 5 codes in a quarter of an hour', async () => {
      for (let guess = 0; guess < 5; guess += 1) {
        expect(await setUp({ code: `GUESS-${guess}` })).toMatchObject({
          code: 40000,
          message: '初始化代码错误或已失效',
        });
      }
      expect(await setUp()).toMatchObject({ code: 429 });
    });

    it('can be created on the command line, with a one-time password that must be changed', async () => {
      const made = await adminConsole.operator.run('user.createAdmin', {
        accountNo: 'keeper',
        nickName: '管理员',
      });
      const { data } = await login('keeper', made.oneTimePassword ?? '');
      const client = adminConsole.withBearer(data.token);
      expect((await client.call('GET', '/get-user-info')).data.pwdChangeRequired).toBe(true);
      expect(await adminConsole.operator.run('user.list', {})).toMatchObject([
        { accountNo: 'keeper', isRoot: true },
      ]);
      await expect(
        adminConsole.operator.run('user.createAdmin', { accountNo: 'keeper2', nickName: 'x' }),
      ).rejects.toThrow('An administrator already exists');
      const again = await adminConsole.operator.run('user.resetPassword', { accountNo: 'keeper' });
      expect((await client.call('GET', '/get-user-info')).code).toBe('U0231');
      expect((await login('keeper', again.oneTimePassword)).code).toBe(20001);
    });
  });

  describe('registration', () => {
    const register = async (change: Record<string, unknown> = {}) => {
      const { data } = await adminConsole.anonymous.call('GET', '/captchaImage', {
        query: { purpose: 'register' },
      });
      const read = { uuid: data.uuid, smsCode: adminConsole.captchaAnswer() };
      return adminConsole.anonymous.call('POST', '/register', {
        body: { accountNo: 'newcomer', password: better, ...read, ...change },
      });
    };

    it('is disabled by default', async () => {
      expect(await register()).toMatchObject({ code: 'U0200', message: '当前系统没有开启注册功能' });
    });

    it('creates an account without roles, and requires a captcha', async () => {
      await adminConsole.setSetting('sys.account.registerUser', 'true');
      expect(await register({ smsCode: '?' })).toMatchObject({ code: 40000, message: '验证码错误或已失效' });
      expect((await register()).code).toBe(20001);
      expect((await register({ accountNo: 'NewComer' })).code).toBe('U0210');
      const { data } = await login('newcomer', better);
      expect((await adminConsole.withBearer(data.token).call('GET', '/get-user-info')).data).toMatchObject({
        roleCodes: ['ROLE_DEFAULT'],
        permissions: [],
        nickName: 'newcomer',
      });
    });
  });

  describe('passwords', () => {
    const change = (
      client: { call: TestConsole['anonymous']['call'] },
      oldPassword: string,
      newPassword: string,
    ) => client.call('PUT', '/system/user/profile/updatePwd', { body: { oldPassword, newPassword } });

    it('changing one ends all other sessions with U0231', async () => {
      const user = await adminConsole.signIn();
      const other = adminConsole.withBearer((await login(user.username)).data.token);
      expect(await change(user, 'not-my-password', better)).toMatchObject({
        code: 40000,
        message: '密码错误',
      });
      expect((await change(user, testPassword, better)).code).toBe(20001);
      expect(await other.call('GET', '/get-user-info')).toMatchObject({ status: 401, code: 'U0231' });
      expect((await user.call('GET', '/get-user-info')).code).toBe(20001);
      expect((await login(user.username, better)).code).toBe(20001);
    });

    it('rejects the last 5', async () => {
      const user = await adminConsole.signIn();
      const used = [testPassword, ...[1, 2, 3, 4].map((index) => `${better}-${index}`)];
      for (const [index, next] of used.slice(1).entries()) {
        expect((await change(user, used[index] ?? '', next)).code).toBe(20001);
      }
      const current = used.at(-1) ?? '';
      for (const old of used) {
        expect((await change(user, current, old)).message).toBe('新密码不能与最近 5 次使用过的密码相同');
      }
      expect((await change(user, current, `${better}-5`)).code).toBe(20001);
      expect((await change(user, `${better}-5`, testPassword)).code).toBe(20001);
    }, 60_000);

    it('rejects the old password after 5 failed attempts of an open page', async () => {
      const user = await adminConsole.signIn();
      for (let guess = 0; guess < 5; guess += 1) await change(user, `guess-number-${guess}`, better);
      expect(await change(user, testPassword, better)).toMatchObject({ code: 429 });
    });

    it('a password that a busy server could not check does not count as a failed attempt', async () => {
      const user = await adminConsole.signIn();
      isBusy = true;
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(await change(user, testPassword, better)).toMatchObject({ message: '系统繁忙，请稍后再试' });
      isBusy = false;
      expect((await change(user, testPassword, better)).code).toBe(20001);
    });

    it('a required change blocks everything else', async () => {
      const user = await adminConsole.signIn({ mustChangePassword: true, permissions: ['system:post:list'] });
      expect((await user.call('GET', '/get-user-info')).data.pwdChangeRequired).toBe(true);
      const refused = bespokeCalls.filter(
        ({ policy, beforeSetup }) => policy !== 'public' && policy !== 'cookie' && beforeSetup !== 'always',
      );
      expect(refused.length).toBeGreaterThan(30);
      for (const { method, path, takes } of refused) {
        expect(await user.call(method, path.replaceAll(/\{\w+\}/g, '1'))).toMatchObject({
          // Clients of the store look at the HTTP status.
          status: takes === 'storageForm' ? 403 : 200,
          code: 403,
          message: '请先修改密码再继续操作',
        });
      }
      expect((await change(user, testPassword, better)).code).toBe(20001);
      expect((await user.call('GET', '/system/user/profile')).code).toBe(20001);
    });

    it('a password older than the settings allow must be changed at the next sign-in', async () => {
      const { username } = await adminConsole.signIn();
      await adminConsole.setSetting('sys.account.passwordValidateDays', '30');
      later(31 * day);
      const { data } = await login(username);
      expect(
        (await adminConsole.withBearer(data.token).call('GET', '/get-user-info')).data.pwdChangeRequired,
      ).toBe(true);
    });
  });

  describe('sessions', () => {
    const opened = async (rememberMe: boolean) => {
      const { username } = await adminConsole.signIn();
      const answer = await login(username, testPassword, rememberMe);
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return () => adminConsole.anonymous.call('POST', '/token/renew', { headers: { cookie } });
    };

    it('end after 12 hours without activity, remembered ones after 7 days in any case', async () => {
      const defaults = await opened(false);
      const remembered = await opened(true);
      later(11 * hour);
      expect((await defaults()).code).toBe(20001);
      later(12 * hour);
      expect(await defaults()).toMatchObject({ status: 401, code: 'U0230' });
      expect((await remembered()).code).toBe(20001);
      later(6 * day);
      expect((await remembered()).code).toBe(20001);
      later(2 * hour);
      expect((await remembered()).code).toBe('U0230');
    });

    it('end after 7 days even if active', async () => {
      const defaults = await opened(false);
      for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
        expect((await defaults()).code).toBe(20001);
        later(6 * hour);
      }
      later(6 * hour);
      expect((await defaults()).code).toBe('U0230');
    });

    it('are listed for their user, and can be ended one by one: the next call returns U0231', async () => {
      const user = await adminConsole.signIn();
      const token: string = (await login(user.username)).data.token;
      const { data } = await user.call('GET', '/system/user/profile/sessions');
      expect(data).toHaveLength(2);
      const other = data.find((session: { current: boolean }) => !session.current);
      expect(other).toMatchObject({ ipaddr: '192.0.2.10', rememberMe: false });
      expect(JSON.stringify(data)).not.toContain('token');
      const stranger = await adminConsole.signIn();
      expect((await stranger.call('DELETE', `/system/user/profile/sessions/${other.id}`)).code).toBe(404);
      expect((await user.call('DELETE', `/system/user/profile/sessions/${other.id}`)).code).toBe(20001);
      expect(await adminConsole.withBearer(token).call('GET', '/get-user-info')).toMatchObject({
        status: 401,
        code: 'U0231',
      });
    });

    it('end with their user', async () => {
      const user = await adminConsole.signIn();
      await adminConsole.database.db.deleteFrom('user').where('id', '=', user.userId).execute();
      expect((await user.call('GET', '/get-user-info')).code).toBe('U0230');
    });

    it('apply a changed role with the next call', async () => {
      const user = await adminConsole.signIn({ permissions: ['system:post:list'] });
      const permissions = async () => (await user.call('GET', '/get-user-info')).data.permissions;
      expect(await permissions()).toEqual(['system:post:list']);
      const { db } = adminConsole.database;
      await db
        .updateTable('role')
        .set({ status: '1' })
        .where('id', '=', user.roleId ?? 0)
        .execute();
      await db
        .updateTable('tenant')
        .set((row) => ({ permissionsVersion: row('permissionsVersion', '+', 1) }))
        .execute();
      expect(await permissions()).toEqual([]);
    });
  });

  describe("the user's own profile", () => {
    it('is read and changed, except fields that only administrators change', async () => {
      const user = await adminConsole.signIn();
      const put = (body: object) => user.call('PUT', '/system/user/profile', { body });
      const answer = await put({
        nickName: '张三',
        phonenumber: '13800000000',
        email: 'zs@example.com',
        sex: '0',
        isRoot: 1,
        status: '1',
        userName: 'other',
        roleIds: [1],
      });
      expect(answer.code).toBe(20001);
      const { data } = await user.call('GET', '/system/user/profile');
      expect(data).toMatchObject({
        nickName: '张三',
        phonenumber: '13800000000',
        email: 'zs@example.com',
        sex: '0',
        userName: user.username,
      });
      const row = await adminConsole.database.db
        .selectFrom('user')
        .selectAll()
        .where('id', '=', user.userId)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ isRoot: 0, status: '0', username: user.username });
      expect((await put({ nickName: '李四', version: 1 })).code).toBe('U0210');
      expect(await put({ nickName: '', phonenumber: '1' })).toMatchObject({
        code: 40000,
        message: '昵称不能为空',
        errors: [
          { path: 'nickName', message: '昵称不能为空' },
          { path: 'phonenumber', message: '请输入正确的手机号码' },
        ],
      });
      // Rejecting a number that somebody else has would confirm it.
      const other = await adminConsole.signIn();
      const same = { nickName: '王五', phonenumber: '13800000000' };
      expect((await other.call('PUT', '/system/user/profile', { body: same })).code).toBe(20001);
    });

    it('keeps fields that were not sent, and logs the difference, masked', async () => {
      const user = await adminConsole.signIn();
      const put = (body: object) => user.call('PUT', '/system/user/profile', { body });
      const profile = async () => (await user.call('GET', '/system/user/profile')).data;
      const full = { nickName: '张三', phonenumber: '13800000000', email: 'zs@example.com', sex: '0' };
      expect((await put(full)).code).toBe(20001);
      expect((await put({ nickName: '张三丰' })).code).toBe(20001);
      expect(await profile()).toMatchObject({ ...full, nickName: '张三丰' });
      expect((await put({ sex: '1' })).code).toBe(20001);
      expect(await profile()).toMatchObject({ ...full, nickName: '张三丰', sex: '1' });
      expect((await put({ phonenumber: '', email: 'z@example.com' })).code).toBe(20001);
      expect(await profile()).toMatchObject({ phonenumber: '', email: 'z@example.com', sex: '1' });

      const logged = await adminConsole.database.db
        .selectFrom('operationLog')
        .select('diff')
        .where('bizKey', '=', `system.user:${user.userId}`)
        .orderBy('id')
        .execute();
      const changes = logged.map(({ diff }) =>
        (JSON.parse(diff ?? '[]') as { field: string; from: unknown; to: unknown }[]).map(
          ({ field, from, to }) => [field, from, to],
        ),
      );
      expect(changes.slice(1)).toEqual([
        [['nickName', '张三', '张三丰']],
        [['sex', '0', '1']],
        [
          ['phonenumber', '138****0000', null],
          ['email', 'z***@example.com', 'z***@example.com'],
        ],
      ]);
      expect(changes[0]).toContainEqual(['phonenumber', null, '138****0000']);
    });

    it('accepts an avatar by its content, re-encodes it, and returns it', async () => {
      const user = await adminConsole.signIn();
      const upload = (file: { name: string; type: string; bytes: Uint8Array | string }) =>
        user.call('POST', '/system/user/profile/avatar', {
          file: { ...file, bytes: typeof file.bytes === 'string' ? file.bytes : Uint8Array.from(file.bytes) },
        });
      const refusals = [
        ['me.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        ['me.png', '<html><script>alert(1)</script>'],
      ] as const;
      for (const [name, bytes] of refusals) {
        expect(await upload({ name, type: 'image/png', bytes })).toMatchObject({
          code: 40_000,
          message: '仅支持 PNG、JPEG、WebP 或 GIF 图片',
          errors: [{ path: 'file' }],
        });
      }
      const large = { name: 'me.png', type: 'image/png', bytes: new Uint8Array(maxImageBytes) };
      expect((await upload(large)).message).toBe('图片大小限制 2MB！');
      const sample = await sampleImage('png');
      expect((await upload({ ...sample, name: 'me.php' })).message).toBe('图片内容与文件扩展名或类型不符');
      for (const [, file] of await imagesWithHiddenData()) {
        const { data } = await upload(file);
        expect(data.avatar).toMatch(/^\/api\/admin\/avatar\/[0-9a-f]{32}$/);
        const shown = await adminConsole.anonymous.call('GET', data.avatar.replace('/api/admin', ''));
        const header = (name: string) => shown.headers.get(name);
        expect(header('content-type')).toBe(file.type === 'image/gif' ? 'image/png' : file.type);
        expect(header('x-content-type-options')).toBe('nosniff');
        expect(header('content-security-policy')).toBe("default-src 'none'; sandbox");
        expect(header('content-disposition')).toMatch(/^inline; filename="avatar\.(?:png|jpeg|webp)"/);
        expect(Buffer.from(shown.blob ?? []).includes('oriel-payload')).toBe(false);
      }
      expect((await adminConsole.anonymous.call('GET', `/avatar/${'0'.repeat(32)}`)).code).toBe(404);
    });
  });
});
