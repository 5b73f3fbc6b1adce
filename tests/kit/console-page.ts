import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type Contrast, minContrast, seriousFindings, untilStill } from './axe.ts';
import { ConsoleCalls } from './console-calls.ts';
import { adminPassword } from './console-data.ts';
import type { OrielInstance } from './start-oriel.ts';
import { NoticeQueue, watchNotices } from './watch-changes.ts';

/** What comes in a moment, on a busy machine too. */
export const soon = expect.configure({ timeout: 30_000 });

export interface PageSnapshot {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** False: what the policy of the pages would stop is not stopped. */
  readonly hasPolicy?: boolean;
}

/**
 * A page of a browser that holds no more than its cookies and these settings, as a new one, but with warm caches: the
 * first page of a new context takes three times as long.
 */
export async function emptyPage(
  context: BrowserContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((stored) => {
    // What is loaded again finds what the page itself has stored.
    if (sessionStorage.getItem('test_began')) return;
    localStorage.clear();
    sessionStorage.setItem('test_began', 'true');
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, settings);
  return page;
}

/** One person at the console, in a browser of their own. Whatever the browser complains of fails `close`. */
export class ConsolePage {
  readonly complaints: string[] = [];

  private constructor(
    readonly origin: string,
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly notices: NoticeQueue,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${page.url()} ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`${page.url()} ${error.message}`));
  }

  static async open(
    browser: Browser,
    { origin }: Pick<OrielInstance, 'origin'>,
    look: PageSnapshot = {},
  ): Promise<ConsolePage> {
    const { width = 1440, height = 900, scheme = 'light', hasPolicy = true } = look;
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      bypassCSP: !hasPolicy,
    });
    await context.addInitScript(`localStorage.setItem('color_scheme', '${scheme}')`);
    const page = await context.newPage();
    return new ConsolePage(origin, context, page, new NoticeQueue(await watchNotices(page)));
  }

  /** With a session that was opened by a call: no page has been shown yet. */
  static async signedIn(
    browser: Browser,
    oriel: Pick<OrielInstance, 'origin'>,
    look: PageSnapshot = {},
    account = 'admin',
    password = adminPassword,
  ): Promise<ConsolePage> {
    const [cookie, person] = await Promise.all([
      ConsoleCalls.cookieOf(oriel, account, password),
      ConsolePage.open(browser, oriel, look),
    ]);
    await person.context.addCookies([{ ...cookie, url: oriel.origin }]);
    return person;
  }

  /** To the first page, or to the one that asks for a password of their own before anything else. */
  async signIn(account: string, password: string): Promise<void> {
    const { page } = this;
    await page.goto(`${this.origin}/user/login`);
    await page.getByLabel('账号').fill(account);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForFunction(
      () => location.pathname === '/index' || document.body?.innerText.includes('请先修改密码'),
    );
  }

  /** Of whoever has just signed in with a one-time password: a password of their own has to come first. */
  async changePassword(to: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('新密码', { exact: true }).fill(to);
    await page.getByLabel('确认密码').fill(to);
    await page.getByRole('button', { name: '修改密码' }).click();
    await this.reported('密码已修改');
    await page.waitForURL('**/index', { waitUntil: 'commit' });
  }

  /** Opens the room at an address and waits until what it shows has come. */
  async openPage(path: string): Promise<void> {
    await this.page.goto(`${this.origin}${path}`);
    await this.settled();
  }

  /**
   * Opens a room as the menu does: the page itself is not loaded again, which takes a third of the time. For walks
   * along many rooms, in a browser without tabs.
   */
  async visit(path: string): Promise<void> {
    const { page, origin } = this;
    if (new URL(path, origin).pathname === new URL(page.url()).pathname) return this.openPage(path);
    const left = await page.evaluateHandle((to) => {
      const title = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
      const left = { title, text: title?.textContent };
      history.pushState(history.state, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      return left;
    }, path);
    await page.waitForFunction((old) => {
      const title = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
      return title && (title !== old.title || title.textContent !== old.text);
    }, left);
    await this.settled();
  }

  async settled(): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
    await this.page.waitForFunction(
      () => document.querySelectorAll('main [aria-busy="true"], .mantine-Skeleton-root').length === 0,
    );
  }

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name });
  }

  /** A button of a row, wherever it stands: beside it, or behind 更多. */
  async act(row: string, action: string): Promise<void> {
    const { page } = this;
    const buttons = this.row(row).first().getByRole('button');
    const beside = buttons.and(page.getByRole('button', { name: new RegExp(`^${action}`) }));
    const more = buttons.and(page.getByRole('button', { name: /^更多/ }));
    // A list that has just been saved to is drawn again, each row with all of its buttons.
    await beside.or(more).first().waitFor();
    if (await beside.count()) return beside.first().click();
    await more.click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  /** Drawers and dialogs; the last one opened. */
  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** Notices of this page, in their order. */
  get received(): readonly string[] {
    return this.notices.received;
  }

  /** Until a notice with this text has come up since the last one that was waited for; it may be gone again. */
  reported(text: string | RegExp): Promise<void> {
    return this.notices.until(text);
  }

  done(): Promise<void> {
    return this.reported(/成功|^已新增|^已修改/);
  }

  still(): Promise<void> {
    return untilStill(this.page);
  }

  findings(): Promise<readonly string[]> {
    return seriousFindings(this.page);
  }

  contrast(): Promise<Contrast> {
    return minContrast(this.page);
  }

  /** Makes the window another one, and waits until the page has been drawn in it. */
  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction((wanted) => innerWidth === wanted, width);
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await this.settled();
    await this.still();
  }

  /** Pixels that the page is wider than its window, once it had time to follow it: lists become cards. */
  async overflow(): Promise<number> {
    const until = Date.now() + 10_000;
    for (;;) {
      const over = await this.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over <= 0 || Date.now() > until) return over;
      await this.page.waitForTimeout(100);
    }
  }

  /** Into the folder that `ORIEL_SHOTS` names, for people to look at. */
  async shot(name: string): Promise<void> {
    const folder = process.env.ORIEL_SHOTS;
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.context.close();
    expect(this.complaints).toEqual([]);
  }

  /** The same, of somebody whose session was ended: the browser tells of each call that was refused then. */
  async closeSignedOut(): Promise<void> {
    await this.context.close();
    expect(this.complaints.filter((one) => !/ 401 /.test(one))).toEqual([]);
  }
}
