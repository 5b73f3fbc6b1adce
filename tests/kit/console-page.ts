import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type Contrast, minContrast, seriousFindings, untilStill } from './axe.ts';
import { ConsoleCalls } from './console-calls.ts';
import { adminPassword } from './console-data.ts';
import type { OrielInstance } from './start-oriel.ts';
import { NoticeQueue, watchNotices } from './watch-changes.ts';

/** Assertions that retry for 30 s, for busy machines. */
export const soon = expect.configure({ timeout: 30_000 });

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** False: the browser ignores the Content-Security-Policy of the pages. */
  readonly hasPolicy?: boolean;
  /**
   * True: animations run. By default the browser asks for reduced motion, because without a graphics card each frame of
   * an animation costs processor time, and each step would wait for its end.
   */
  readonly hasMotion?: boolean;
}

/**
 * A new page with no state but its cookies and these settings. Reuses a browser context for its warm caches: the first
 * page of a new context takes three times as long.
 */
export async function emptyPage(
  context: BrowserContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((stored) => {
    // On a reload, keep what the page has stored.
    if (sessionStorage.getItem('test_began')) return;
    localStorage.clear();
    sessionStorage.setItem('test_began', 'true');
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, settings);
  return page;
}

/** A dialog that makes the rest of the page inert. */
const openDialog = '[role="dialog"][aria-modal="true"]';

/** One user of the console, in a separate browser context. `close` fails if the browser logged an error. */
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
    options: PageOptions = {},
  ): Promise<ConsolePage> {
    const { width = 1440, height = 900, scheme = 'light', hasPolicy = true, hasMotion = false } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      bypassCSP: !hasPolicy,
      reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    });
    await context.addInitScript(`localStorage.setItem('color_scheme', '${scheme}')`);
    const page = await context.newPage();
    return new ConsolePage(origin, context, page, new NoticeQueue(await watchNotices(page)));
  }

  /** With a session that was created by a call: no page has been opened yet. */
  static async signedIn(
    browser: Browser,
    oriel: Pick<OrielInstance, 'origin'>,
    options: PageOptions = {},
    account = 'admin',
    password = adminPassword,
  ): Promise<ConsolePage> {
    const [cookie, person] = await Promise.all([
      ConsoleCalls.cookieOf(oriel, account, password),
      ConsolePage.open(browser, oriel, options),
    ]);
    await person.context.addCookies([{ ...cookie, url: oriel.origin }]);
    return person;
  }

  /** Ends on the first page, or on the page that requires a new password. */
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

  /** After the first sign-in with a one-time password, which requires a new password. */
  async changePassword(to: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('新密码', { exact: true }).fill(to);
    await page.getByLabel('确认密码').fill(to);
    await page.getByRole('button', { name: '修改密码' }).click();
    await this.reported('密码已修改');
    await page.waitForURL('**/index', { waitUntil: 'commit' });
  }

  /** Opens the page at an address and waits until its data is shown. */
  async openPage(path: string): Promise<void> {
    await this.page.goto(`${this.origin}${path}`);
    await this.settled();
  }

  /**
   * Opens a page by client-side navigation, as the menu does, which takes a third of the time of a reload. For walks
   * along many pages, in a browser without tabs.
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
    // A page in another tab of the console loads when it is shown.
    await this.page.waitForFunction(() =>
      [...document.querySelectorAll('main [aria-busy="true"], .mantine-Skeleton-root')].every(
        (element) => !element.checkVisibility(),
      ),
    );
  }

  /** Opens a page of this origin without scripts, to change what pages have stored in the browser. */
  async leave(): Promise<void> {
    await this.page.goto(`${this.origin}/robots.txt`);
  }

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name });
  }

  /** Clicks a row action, either in the row or in its 更多 menu. */
  async act(row: string, action: string): Promise<void> {
    const { page } = this;
    const buttons = this.row(row).first().getByRole('button');
    const beside = buttons.and(page.getByRole('button', { name: new RegExp(`^${action}`) }));
    const more = buttons.and(page.getByRole('button', { name: /^更多/ }));
    // After a save the list renders again, including the buttons of each row.
    await beside.or(more).first().waitFor();
    if (await beside.count()) return beside.first().click();
    await more.click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  /** Drawers and dialogs; the last one opened. */
  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** Notices of this page, in order. */
  get received(): readonly string[] {
    return this.notices.received;
  }

  /** Waits for a notice with this text that appeared after the last one waited for; it may have closed already. */
  reported(text: string | RegExp): Promise<void> {
    return this.notices.until(text);
  }

  done(): Promise<void> {
    return this.reported(/成功|^已|已(更新|清空|刷新)$/);
  }

  still(): Promise<void> {
    return untilStill(this.page);
  }

  /**
   * Serious accessibility findings of the open dialog, else of the page, or of its part `within`: what is behind a
   * dialog and the frame around each page need not be checked each time.
   */
  async findings(within?: string): Promise<readonly string[]> {
    const isCovered = await this.page.locator(openDialog).count();
    const part = isCovered > 0 ? openDialog : within;
    return seriousFindings(this.page, part ? [part] : []);
  }

  contrast(): Promise<Contrast> {
    return minContrast(this.page);
  }

  /** Resizes the window and waits for the next paint. */
  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction((wanted) => innerWidth === wanted, width);
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await this.settled();
    await this.still();
  }

  /** Pixels by which the page is wider than its window, after time for the layout to follow: lists become cards. */
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

  /** Saves a screenshot in the folder `ORIEL_SHOTS`, for review by a person. */
  async shot(name: string): Promise<void> {
    const folder = process.env.ORIEL_SHOTS;
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.context.close();
    expect(this.complaints).toEqual([]);
  }

  /** The same for a user whose session was ended: the browser logs each call that was then denied. */
  async closeSignedOut(): Promise<void> {
    await this.context.close();
    expect(this.complaints.filter((one) => !/ 401 /.test(one))).toEqual([]);
  }
}
