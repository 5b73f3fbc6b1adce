import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { ConsoleCalls } from './console-calls.ts';
import { adminPassword, consoleData } from './console-data.ts';
import { ConsolePage, type PageSnapshot } from './console-page.ts';
import { type OrielInstance, startOriel } from './start-oriel.ts';

export { adminPassword };

/** The administrator, unless somebody else is named. */
interface Entering extends PageSnapshot {
  readonly account?: string;
  readonly password?: string;
}

/** One server, one browser and its administrator, who is signed in. `ORIEL_SHOTS=<folder>` keeps pictures. */
export class ConsoleSite {
  #made = 0;

  private constructor(
    readonly oriel: OrielInstance,
    readonly browser: Browser,
    readonly admin: ConsolePage,
  ) {}

  static async start(): Promise<ConsoleSite> {
    const shots = process.env.ORIEL_SHOTS;
    if (shots) mkdirSync(shots, { recursive: true });
    const [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
    try {
      return new ConsoleSite(oriel, browser, await ConsolePage.signedIn(browser, oriel));
    } catch (error) {
      await browser.close();
      await oriel.stop();
      throw error;
    }
  }

  /** Of the administrator. */
  get page(): Page {
    return this.admin.page;
  }

  /** A name that no other call gets: each try of a test makes what it needs. */
  fresh(name: string): string {
    this.#made += 1;
    return `${name}${String(this.#made).padStart(3, '0')}`;
  }

  /** By calls alone: what a test needs before it begins. */
  asAdmin<Made>(use: (calls: ConsoleCalls) => Promise<Made>): Promise<Made> {
    return ConsoleCalls.as(this.oriel, 'admin', adminPassword, use);
  }

  call(method: string, path: string, body?: unknown) {
    return this.asAdmin((calls) => calls.call(method, path, body));
  }

  /** Makes somebody, whose password is their own. */
  async person(
    account: string,
    nickName: string,
    newPassword: string,
    roleIds: readonly number[] = [],
  ): Promise<void> {
    const oldPassword = await this.asAdmin((calls) => calls.user(account, nickName, roleIds));
    await ConsoleCalls.as(this.oriel, account, oldPassword, (calls) =>
      calls.call('PUT', '/system/user/profile/updatePwd', { oldPassword, newPassword }),
    );
  }

  /** In a browser of their own. */
  open(look: PageSnapshot = {}): Promise<ConsolePage> {
    return ConsolePage.open(this.browser, this.oriel, look);
  }

  /** In a browser of their own, with a session that was opened by a call: no page has been shown yet. */
  signedIn({ account, password, ...look }: Entering = {}): Promise<ConsolePage> {
    return ConsolePage.signedIn(this.browser, this.oriel, look, account, password);
  }

  /** By the login page. */
  async signIn({
    account = 'admin',
    password = adminPassword,
    ...look
  }: Entering = {}): Promise<ConsolePage> {
    const person = await this.open(look);
    await person.signIn(account, password);
    return person;
  }

  async close(): Promise<void> {
    try {
      await this.admin.close();
    } finally {
      await this.browser.close();
      await this.oriel.stop();
    }
  }
}

/** The real product with its administrator, whose data are its own. */
export async function startConsoleSite(): Promise<OrielInstance> {
  const dataDir = await consoleData();
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const oriel = await startOriel({ dataDir, hasSamplePage: false });
    return {
      ...oriel,
      async stop() {
        const code = await oriel.stop();
        await removeData();
        return code;
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
