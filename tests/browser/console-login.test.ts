import { expect } from 'expect';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { seriousFindings } from '../kit/axe.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { emptyPage } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';
import { watchNotices } from '../kit/watch-changes.ts';

const password = adminPassword;

let oriel: OrielInstance;
let browser: Browser;
/** Of most tests: the first page of a new one takes three times as long. */
let shared: BrowserContext;
let context: BrowserContext;
let page: Page;
/** All console errors of the browser. */
let complaints: string[];

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  shared = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

beforeEach(async () => {
  context = shared;
  page = await newPage();
});
afterEach(async () => {
  for (const each of context.pages()) await each.close();
  await context.clearCookies();
  if (context !== shared) await context.close();
});

async function newPage(): Promise<Page> {
  complaints = [];
  const made = await emptyPage(context);
  made.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  made.on('pageerror', (error) => complaints.push(error.message));
  return made;
}

async function fillIn(account: string, secret: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

async function signIn(at = '/user/login', account = 'admin', secret = password): Promise<void> {
  await page.goto(oriel.origin + at);
  await fillIn(account, secret);
}

/** Runs in the page: time for which the next notice is visible, ms. */
function timeNotice(): Promise<number> {
  return new Promise((done) => {
    let from: number | undefined;
    new MutationObserver(() => {
      if (document.querySelector('.mantine-Notification-root')) from ??= performance.now();
      else if (from !== undefined) done(performance.now() - from);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** All of the browser's storage, as text. */
const kept = () =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

describe('the language', () => {
  it('is that of the browser until another is selected, which the server then renders', async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    page = await newPage();
    await page.goto(`${oriel.origin}/user/home`);
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
    expect([await page.title(), await page.locator('html').getAttribute('lang')]).toEqual([
      'Sign in · Oriel',
      'en-US',
    ]);
    await page.getByRole('button', { name: '简体中文' }).click();
    await page.getByRole('heading', { name: '登录管理平台' }).waitFor();
    for (const [path, text] of [
      ['/user/login', '账号'],
      ['/user/home', '进入管理平台'],
      ['/404', '抱歉，您访问的页面不存在'],
      ['/nothing/here', '页面不存在'],
    ] as const) {
      const response = await page.goto(oriel.origin + path);
      expect([path, await response?.text()]).toEqual([path, expect.stringContaining('lang="zh-CN"')]);
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    // The missing pages, and calls without a session.
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  });
});

describe('signing in', () => {
  it('leads to /index, stores the marker and no password, and signing out leads to the login page', async () => {
    await signIn();
    await page.waitForURL('**/index');
    // Requests in progress when the session ends are denied, which the browser logs.
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe('session');
    expect(await kept()).not.toContain(password);
    expect(await kept()).not.toMatch(/ocb1\./);
    await page.getByRole('button', { name: /管理员.*账户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByText('确定注销并退出系统吗？').waitFor();
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL(`${oriel.origin}/user/login`);
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    await page.goto(`${oriel.origin}/index`);
    expect(page.url()).toBe(`${oriel.origin}/user/login?redirect=%2Findex`);
    expect(complaints).toEqual([]);
  });

  it('with a wrong password shows exactly one notice, for 5 s', async () => {
    await page.goto(`${oriel.origin}/user/login`);
    const received = await watchNotices(page);
    const shownMs = page.evaluate(timeNotice);
    await fillIn('admin', 'Wrong-horse-battery-7');
    // By the clock of the page, from appearance to removal.
    expect(await shownMs).toBeGreaterThan(4_900);
    expect(received).toEqual(['账号或密码错误']);
  });

  it('returns to the requested page, with its query', async () => {
    await page.goto(`${oriel.origin}/account/settings?tab=security`);
    expect(page.url()).toBe(`${oriel.origin}/user/login?redirect=%2Faccount%2Fsettings%3Ftab%3Dsecurity`);
    await fillIn('admin', password);
    await page.waitForURL('**/account/settings?tab=security');
    await page.getByText('登录设备').first().waitFor();
  });

  // tests/unit/console-request-session.test.ts has other forms.
  it('navigates to /index if redirect is another origin', async () => {
    await signIn(`/user/login?redirect=${encodeURIComponent('/\\evil.example')}`);
    await page.waitForURL(`${oriel.origin}/index`);
  });

  it('redirects from the login page and / with a session', async () => {
    await signIn();
    await page.waitForURL('**/index');
    for (const path of ['/user/login', '/']) {
      await page.goto(oriel.origin + path);
      expect(page.url()).toBe(`${oriel.origin}/index`);
    }
  });

  it('is possible with the keyboard alone', async () => {
    await page.goto(`${oriel.origin}/user/login`);
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'accountNo');
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/index');
  });

  it('and signing out in one tab applies to the others', async () => {
    await signIn();
    await page.waitForURL('**/index');
    const other = await context.newPage();
    await other.goto(`${oriel.origin}/account/center`);
    await other.getByText('最近登录').waitFor();
    await page.getByRole('button', { name: /管理员.*账户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await other.waitForURL(`${oriel.origin}/user/login?redirect=%2Faccount%2Fcenter`);
  });
});

describe('a session ended by another user', () => {
  let made = 0;
  /** A user of this attempt only, with a permanent password. */
  async function makePerson(): Promise<string> {
    made += 1;
    const account = `person${made}`;
    const oldPassword = await ConsoleCalls.as(oriel, 'admin', password, (calls) =>
      calls.user(account, `职员${made}`, []),
    );
    await ConsoleCalls.as(oriel, account, oldPassword, (calls) =>
      calls.call('PUT', '/system/user/profile/updatePwd', { oldPassword, newPassword: password }),
    );
    return account;
  }

  it('is reported once, leads to the login page, and the one-time password must be changed first', async () => {
    const account = await makePerson();
    await signIn('/user/login?redirect=%2Faccount%2Fsettings', account);
    const save = page.getByRole('button', { name: '保存', exact: true });
    await save.waitFor();
    const received = await watchNotices(page);
    const { oneTimePassword } = (await oriel.oriel(['user', 'reset-password', account])) as {
      oneTimePassword: string;
    };
    await save.click();
    await page.waitForURL(`${oriel.origin}/user/login?redirect=%2Findex`);
    await page.getByRole('alert').filter({ hasText: '登录状态已过期，请重新登录' }).waitFor();
    expect(received).toEqual(['登录状态已过期，请重新登录']);
    await fillIn(account, oneTimePassword);
    await page.getByRole('heading', { name: '请先修改密码' }).waitFor();
    const another = 'Another-horse-battery-8';
    await page.getByLabel('新密码').fill(another);
    await page.getByLabel('确认密码').fill(another);
    await page.getByRole('button', { name: '修改密码' }).click();
    await page.waitForURL('**/index');
  });
});

describe('without a token', () => {
  it('the cookie alone grants no access and signs nobody out', async () => {
    await signIn();
    await page.waitForURL('**/index');
    const statuses = await page.evaluate(async () =>
      Promise.all(
        ['/api/admin/get-user-info', '/api/admin/logout'].map(async (path) => (await fetch(path)).status),
      ),
    );
    expect(statuses).toEqual([401, 401]);
    await page.reload();
    await page.waitForURL('**/index');
  });

  it('the bearer token is sent to no other origin', async () => {
    const seen: { origin: string; hasBearer: boolean }[] = [];
    page.on('request', (request) => {
      const headers = request.headers();
      seen.push({ origin: new URL(request.url()).origin, hasBearer: 'authorization' in headers });
    });
    await signIn();
    await page.waitForURL('**/index');
    await page.goto(`${oriel.origin}/account/center`);
    await page.getByText('最近登录').waitFor();
    expect(seen.some(({ hasBearer }) => hasBearer)).toBe(true);
    expect(seen.filter(({ origin }) => origin !== oriel.origin)).toEqual([]);
  });
});

it.each(['/user/login', '/user/register', '/user/home'])(
  '%s has no serious findings, light and dark, on a desktop and on a phone',
  async (path) => {
    for (const scheme of ['light', 'dark']) {
      await page.addInitScript((wanted) => localStorage.setItem('color_scheme', wanted), scheme);
      await page.setViewportSize({ width: 1440, height: 844 });
      await page.goto(oriel.origin + path, { waitUntil: 'networkidle' });
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(scheme);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect([scheme, width, await seriousFindings(page)]).toEqual([scheme, width, []]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([scheme, width, overflow <= 0]).toEqual([scheme, width, true]);
      }
    }
    expect(complaints).toEqual([]);
  },
);

describe('a captcha', () => {
  /** Every sign-in requires one while `use` runs. */
  const withCaptcha = (use: () => Promise<void>) =>
    ConsoleCalls.as(oriel, 'admin', password, async (calls) => {
      const { records } = await calls.call('GET', '/system/config/page?configKey=sys.account.captchaEnabled');
      const { configId } = records[0];
      const set = async (configValue: string) => {
        const { version } = await calls.call('GET', `/system/config/${configId}`);
        await calls.call('PUT', '/system/config', { configId, version, configValue });
      };
      await set('true');
      try {
        await use();
      } finally {
        await set('false');
      }
    });

  const languages = [
    ['zh-CN', '', '账号', '无法看图？改用自动验证', '改用图片验证码', '自动验证已完成，请继续。'],
    [
      'en-US',
      ', also after a wrong password',
      'Account',
      'Cannot see the image? Verify without it',
      'Use the image instead',
      'Verification complete. You can continue.',
    ],
  ] as const;
  // Last in this file, and the wrong password last of all: the next failure of this address requires a captcha.
  it.each(languages)(
    'in %s can be passed without sight, with the keyboard alone%s',
    async (locale, afterFailure, account, toChallenge, toImage, done) => {
      await withCaptcha(async () => {
        context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale });
        page = await newPage();
        const requested: string[] = [];
        page.on('request', (request) => requested.push(new URL(request.url()).origin));
        await page.goto(`${oriel.origin}/user/login`);
        const button = page.getByRole('button', { name: toChallenge });
        await button.waitFor();
        await page.getByLabel(account).focus();
        await page.keyboard.type('admin');
        await page.keyboard.press('Tab');
        await page.keyboard.type(afterFailure ? 'Wrong-horse-battery-7' : password);
        const focused = () => page.evaluate(() => document.activeElement?.textContent);
        for (let tab = 0; tab < 6 && (await focused()) !== toChallenge; tab += 1) {
          await page.keyboard.press('Tab');
        }
        await page.keyboard.press('Enter');
        await page.getByRole('status').filter({ hasText: done }).waitFor();
        expect(await focused()).toBe(toImage);
        expect(await seriousFindings(page)).toEqual([]);
        const shots = process.env.ORIEL_SHOTS;
        if (shots) await page.screenshot({ path: `${shots}/captcha-challenge-${locale}.png` });
        await page.getByLabel(account).focus();
        await page.keyboard.press('Enter');
        if (afterFailure) {
          await page.getByText('Incorrect account or password', { exact: true }).waitFor();
          // The next one is computed without another request of the user.
          await page.getByLabel(account).focus();
          await page.keyboard.press('Tab');
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.type(password);
          await page.keyboard.press('Enter');
        }
        await page.waitForURL('**/index');
        expect(new Set(requested)).toEqual(new Set([oriel.origin]));
        expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
      });
    },
  );
});
