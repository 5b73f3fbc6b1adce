import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type Mock, vi } from 'vitest';
import { ApiContext } from '../../app/_console/api/use-api.ts';
import { LoginPage } from '../../app/_console/session/sign-in/login-page.tsx';
import { RegisterPage } from '../../app/_console/session/sign-in/register-page.tsx';
import { SessionContext } from '../../app/_console/session/use-session.tsx';
import '../../app/_console/settings/settings-store.ts';
import { ServerLanguageContext } from '../../app/_console/text/use-locale.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { createCaptchaChallenge } from '../../lib/domain/identity/captcha-challenge.ts';
import { envelope, failure } from '../kit/console-api.ts';
import { sessionWorld } from '../kit/console-session.ts';

type World = ReturnType<typeof sessionWorld>;

let world: World;
let signedIn: Mock;

beforeEach(() => {
  localStorage.clear();
  world = sessionWorld({ at: '/user/login' });
  signedIn = vi.fn();
});
afterEach(cleanup);

async function open(page = <LoginPage notifier={world.notices} onSignedIn={signedIn} />): Promise<void> {
  render(
    <MantineProvider env="test">
      <ApiContext value={world.api}>
        <SessionContext value={world.session}>{page}</SessionContext>
      </ApiContext>
    </MantineProvider>,
  );
  await waitFor(() => expect(world.server.calls).toContain('/captchaImage'));
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.input(await field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const withCaptcha = { captchaEnabled: true, uuid: 'u-1', img: 'data:image/png;base64,AA==' };

async function fillIn(account = 'admin', password = 'Correct-horse-1'): Promise<void> {
  await type('账号', account);
  await type('密码', password);
}

describe('the login page', () => {
  it('supports password managers and pasting', async () => {
    await open();
    expect((await field('账号')).autocomplete).toBe('username');
    const password = await field('密码');
    expect([password.autocomplete, password.type]).toEqual(['current-password', 'password']);
    expect(fireEvent.paste(password, { clipboardData: { getData: () => 'x' } })).toBe(true);
    // If the form is submitted without JavaScript, no field appears in the URL.
    expect(password.form?.method).toBe('post');
  });

  it('can be switched to English and back', async () => {
    await open();
    press('English');
    expect(await screen.findByRole('heading', { name: 'Sign in to the console' })).toBeVisible();
    expect(localStorage.getItem('app_language')).toBe('en-US');
    press('简体中文');
    expect(await screen.findByRole('heading', { name: '登录管理平台' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '简体中文' })).toBeNull();
  });

  it('has no language switch if the server offers Chinese only', async () => {
    const only = { locale: 'zh-CN', offered: ['zh-CN'] } as const;
    const page = <LoginPage notifier={world.notices} onSignedIn={signedIn} />;
    await open(<ServerLanguageContext value={only}>{page}</ServerLanguageContext>);
    expect(await screen.findByRole('heading', { name: '登录管理平台' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'English' })).toBeNull();
  });

  it('signs in and continues', async () => {
    await open();
    await fillIn('  admin ');
    press('登录');
    await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1));
    expect(world.server.loginBody).toMatchObject({ accountNo: 'admin', rememberMe: false });
  });

  it('sends nothing without an account and a password, and marks the fields', async () => {
    await open();
    await field('账号');
    press('登录');
    expect(await screen.findByText('账号不能为空')).toBeVisible();
    expect(screen.getByText('密码不能为空')).toBeVisible();
    expect(await field('账号')).toHaveFocus();
    expect(world.server.calls).not.toContain('/login');
  });

  it("shows a failed sign-in once, for 5000 ms, with the server's message", async () => {
    world.server.loginFails = '账号或密码错误';
    await open();
    await fillIn();
    press('登录');
    await waitFor(() => expect(world.notices.shown).toHaveLength(1));
    expect(world.notices.shown).toEqual([{ kind: 'error', message: '账号或密码错误', durationMs: 5_000 }]);
    expect(await field('账号')).toHaveValue('admin');
  });

  it('submits once, however often the button is pressed', async () => {
    await open();
    await fillIn();
    const form = (await field('账号')).form as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(signedIn).toHaveBeenCalled());
    expect(world.server.callsOf('/login')).toBe(1);
  });

  it('remembers the account name on request, and never a password', async () => {
    localStorage.setItem('login_username', 'operator');
    localStorage.setItem('login_rememberme', 'true');
    await open();
    expect(await field('账号')).toHaveValue('operator');
    expect(await field('密码')).toHaveValue('');
    expect(screen.getByRole('checkbox')).toBeChecked();
    await type('密码', 'Correct-horse-1');
    press('登录');
    await waitFor(() => expect(signedIn).toHaveBeenCalled());
    expect(JSON.stringify([...world.stored])).not.toContain('Correct-horse-1');
  });

  it('shows once why the previous session ended', async () => {
    world.ofTab.set('login_last_word', '登录状态已过期，请重新登录');
    await open();
    expect((await screen.findByRole('alert')).textContent).toBe('登录状态已过期，请重新登录');
    cleanup();
    await open();
    await field('账号');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('warns that Caps Lock is on', async () => {
    await open();
    const password = await field('密码');
    fireEvent.keyDown(password, { key: 'A', modifierCapsLock: true });
    expect(await screen.findByText('大写锁定已打开')).toBeVisible();
    fireEvent.keyUp(password, { key: 'CapsLock', modifierCapsLock: false });
    await waitFor(() => expect(screen.queryByText('大写锁定已打开')).toBeNull());
  });

  it('links to registration only if it is open', async () => {
    world.server.extra.set('/captchaImage', () =>
      envelope({ captchaEnabled: false, registerEnabled: false }),
    );
    await open();
    await field('账号');
    expect(screen.queryByRole('link', { name: '注册账号' })).toBeNull();
    cleanup();
    world.server.extra.set('/captchaImage', () => envelope({ captchaEnabled: false, registerEnabled: true }));
    await open();
    expect((await screen.findByRole('link', { name: '注册账号' })).getAttribute('href')).toBe(
      '/user/register',
    );
  });
});

describe('the captcha', () => {
  let captchas = 0;

  beforeEach(() => {
    captchas = 0;
    world.server.extra.set('/captchaImage', () => {
      captchas += 1;
      return envelope({ ...withCaptcha, uuid: `u-${captchas}`, registerEnabled: false });
    });
  });

  it('is shown when required, sent with its uuid, and replaced on click', async () => {
    await open();
    const captcha = await screen.findByRole('button', { name: '验证码图片，点击更换' });
    fireEvent.click(captcha);
    await waitFor(() => expect(captchas).toBe(2));
    await fillIn();
    await type('验证码', 'k7m2');
    press('登录');
    await waitFor(() => expect(signedIn).toHaveBeenCalled());
    expect(world.server.loginBody).toMatchObject({ smsCode: 'k7m2', uuid: 'u-2' });
  });

  it('is replaced after every failure, because each is valid once', async () => {
    world.server.loginFails = '验证码错误或已失效';
    await open();
    await fillIn();
    await type('验证码', 'wrong');
    press('登录');
    await waitFor(() => expect(captchas).toBe(2));
    expect(await field('验证码')).toHaveValue('');
  });

  it('is computed instead of read, also for the next attempt, once the user selects that', async () => {
    const key = (await createCaptchaChallenge(systemEntropy)).challenge;
    let challenges = 0;
    world.server.extra.set('/captchaImage', () => envelope({ ...withCaptcha, challengeEnabled: true }));
    world.server.extra.set('/captchaChallenge', () => {
      challenges += 1;
      return envelope({ captchaEnabled: true, uuid: `c-${challenges}`, challenge: key });
    });
    world.server.loginFails = '账号或密码错误';
    await open();
    const button = await screen.findByRole('button', { name: '无法看图？改用自动验证' });
    button.focus();
    fireEvent.click(button);
    expect(await screen.findByRole('status')).toHaveTextContent('正在自动验证');
    expect(screen.getByRole('progressbar', { name: '自动验证的进度' })).toBeVisible();
    expect(screen.queryByLabelText('验证码')).toBeNull();
    // Submitting waits for the computation.
    await fillIn();
    press('登录');
    const computed = { timeout: 20_000 };
    await waitFor(() => expect(challenges).toBe(2), computed);
    expect(document.activeElement).toHaveAccessibleName('改用图片验证码');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('自动验证已完成'), computed);
    world.server.loginFails = null;
    await act(() => world.clock.advance(1_000));
    press('登录');
    await waitFor(() => expect(signedIn).toHaveBeenCalled());
    const sent = world.calls.filter(({ url }) => url.endsWith('/login'));
    const answers = sent.map(({ body }) => JSON.parse(String(body)) as { uuid: string; smsCode: string });
    expect(answers.map(({ uuid }) => uuid)).toEqual(['c-1', 'c-2']);
    for (const { smsCode } of answers) expect(smsCode.startsWith(key.keyPrefix)).toBe(true);
  });

  it('offers no computation if the backend has none, and says what to do instead', async () => {
    await open();
    expect(await screen.findByText(/请 15 分钟后再试/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /自动验证/ })).toBeNull();
  });

  it('reports a failed image and retries', async () => {
    world.server.extra.set('/captchaImage', () => failure(429, '过于频繁'));
    await open();
    const again = await screen.findByRole('button', { name: '验证码加载失败，点击重试' });
    world.server.extra.set('/captchaImage', () => envelope({ captchaEnabled: false }));
    fireEvent.click(again);
    await waitFor(() => expect(screen.queryByText('验证码加载失败，点击重试')).toBeNull());
  });
});

describe('additional steps of the sign-in', () => {
  it('requests the second step without a notice, and sends it with the same account', async () => {
    const bodies: unknown[] = [];
    world.server.extra.set('/login', (call) => {
      const body = JSON.parse(String(call.body)) as { totpCode?: string };
      bodies.push(body);
      return body.totpCode
        ? null
        : failure(500, '请输入动态验证码', {
            errors: [{ path: 'totpCode', message: '请输入动态验证码' }],
          });
    });
    await open();
    await fillIn();
    press('登录');
    const code = await field('动态验证码');
    expect([code.autocomplete, document.activeElement === code]).toEqual(['one-time-code', true]);
    expect(world.notices.shown).toEqual([]);
    await type('动态验证码', '123 456');
    press('继续');
    await waitFor(() => expect(signedIn).toHaveBeenCalled());
    expect(bodies.at(-1)).toMatchObject({
      accountNo: 'admin',
      password: 'Correct-horse-1',
      totpCode: '123456',
    });
  });

  it('shows once, beside the field, that the code of the second step is wrong', async () => {
    world.server.extra.set('/login', () =>
      failure(500, '动态验证码错误', { errors: [{ path: 'totpCode', message: '动态验证码错误' }] }),
    );
    await open();
    await fillIn();
    press('登录');
    await type('动态验证码', '000000');
    press('继续');
    expect(await screen.findByText('动态验证码错误')).toBeVisible();
    expect(world.notices.messages).toEqual([]);
  });

  it('requires a password change before continuing', async () => {
    world.server.user = { ...world.server.user, pwdChangeRequired: true };
    const sent: unknown[] = [];
    world.server.extra.set('/system/user/profile/updatePwd', (call) => {
      sent.push(JSON.parse(String(call.body)));
      world.server.user = { ...world.server.user, pwdChangeRequired: false };
      return envelope(null);
    });
    await open();
    await fillIn();
    press('登录');
    await screen.findByLabelText('新密码', { selector: 'input' });
    // The current password was entered a moment ago, so it is not requested again.
    expect(screen.queryByLabelText('当前密码', { selector: 'input' })).toBeNull();
    expect(signedIn).not.toHaveBeenCalled();
    await type('新密码', 'short');
    press('修改密码');
    expect(await screen.findByText('密码至少 8 个字符')).toBeVisible();
    await type('新密码', 'Another-horse-2');
    await type('确认密码', 'Another-horse-3');
    press('修改密码');
    expect(await screen.findByText('两次输入的密码不一致')).toBeVisible();
    await type('确认密码', 'Another-horse-2');
    press('修改密码');
    await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([{ oldPassword: 'Correct-horse-1', newPassword: 'Another-horse-2' }]);
  });

  it('shows the password rule before anything is typed', async () => {
    world.server.user = { ...world.server.user, pwdChangeRequired: true, passwordLength: 12 };
    await open();
    await fillIn();
    press('登录');
    const field = await screen.findByLabelText('新密码', { selector: 'input' });
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /^至少 12 个字符/,
    );
    await type('新密码', 'Horse-pilot');
    press('修改密码');
    expect(await screen.findByText('密码至少 12 个字符')).toBeVisible();
  });

  it('the first start requires the setup code, creates the administrator and signs in', async () => {
    const made: unknown[] = [];
    world.server.extra.set('/setup', (call) => {
      if (call.method === 'GET') return envelope({ needed: true });
      made.push(JSON.parse(String(call.body)));
      return envelope(null);
    });
    await open();
    await type('初始化代码', ' ABCD-EFGH ');
    await type('账号', 'admin');
    await type('昵称', '管理员');
    await type('密码', 'Correct-horse-1');
    await type('确认密码', 'Correct-horse-1');
    press('创建并登录');
    await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1));
    expect(made).toEqual([
      { code: 'ABCD-EFGH', accountNo: 'admin', password: 'Correct-horse-1', nickName: '管理员' },
    ]);
  });
});

describe('the first start with a captcha', () => {
  it('creates the administrator, then asks to sign in with that account', async () => {
    world.server.extra.set('/setup', () => envelope({ needed: true }));
    world.server.extra.set('/captchaImage', () => envelope({ ...withCaptcha, registerEnabled: false }));
    await open();
    await type('初始化代码', 'ABCD-EFGH');
    await type('账号', 'admin');
    await type('昵称', '管理员');
    await type('密码', 'Correct-horse-1');
    await type('确认密码', 'Correct-horse-1');
    press('创建并登录');
    expect(await field('验证码')).toHaveValue('');
    expect(await field('账号')).toHaveValue('admin');
    expect(world.notices.messages).toEqual(['管理员已创建，请登录']);
    expect(world.server.calls).not.toContain('/login');
  });
});

describe('the registration', () => {
  const register = () => <RegisterPage notifier={world.notices} onRegistered={signedIn} />;

  it('shows that it is closed', async () => {
    world.server.extra.set('/captchaImage', () =>
      envelope({ captchaEnabled: false, registerEnabled: false }),
    );
    await open(register());
    expect(await screen.findByText('注册未开放，请联系管理员开通账号。')).toBeVisible();
    expect(screen.queryByLabelText('账号')).toBeNull();
  });

  it('submits without a token, and marks the fields the server names, which is all it shows of them', async () => {
    world.server.extra.set('/captchaImage', () => envelope({ captchaEnabled: false, registerEnabled: true }));
    let isCaptured = true;
    world.server.extra.set('/register', () =>
      isCaptured
        ? failure('U0210', '账号已存在', { errors: [{ path: 'accountNo', message: '账号已存在' }] })
        : envelope(null),
    );
    await open(register());
    await type('账号', 'operator');
    await type('密码', 'Correct-horse-1');
    await type('确认密码', 'Correct-horse-1');
    press('注册');
    await waitFor(() => expect(screen.getAllByText('账号已存在').length).toBeGreaterThan(0));
    isCaptured = false;
    await act(() => world.clock.advance(1_000));
    press('注册');
    await waitFor(() => expect(signedIn).toHaveBeenCalled());
    const sent = world.calls.filter(({ url }) => url.endsWith('/register'));
    expect(sent.map(({ headers }) => headers.has('authorization'))).toEqual([false, false]);
    expect(world.notices.messages).toEqual(['注册成功，请登录']);
  });
});
