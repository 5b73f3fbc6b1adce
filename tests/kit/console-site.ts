import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { ConsoleCalls } from './console-calls.ts';
import { adminPassword, consoleData } from './console-data.ts';
import { ConsolePage, type PageOptions } from './console-page.ts';
import { type OrielInstance, startOriel } from './start-oriel.ts';

export { adminPassword };

/** The administrator by default. */
interface Entering extends PageOptions {
  readonly account?: string;
  readonly password?: string;
}

/** One server, one browser and its signed-in administrator. `ORIEL_SHOTS=<folder>` saves screenshots. */
export class ConsoleSite {
  #made = 0;

  private constructor(
    readonly oriel: OrielInstance,
    readonly browser: Browser,
    readonly admin: ConsolePage,
  ) {}

  /** `env`: further variables of the server. */
  static async start(
    options: PageOptions = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleSite> {
    const shots = process.env.ORIEL_SHOTS;
    if (shots) mkdirSync(shots, { recursive: true });
    const [oriel, browser] = await Promise.all([startConsoleSite(env), launchChromium()]);
    try {
      return new ConsoleSite(oriel, browser, await ConsolePage.signedIn(browser, oriel, options));
    } catch (error) {
      await browser.close();
      await oriel.stop();
      throw error;
    }
  }

  get page(): Page {
    return this.admin.page;
  }

  /** A unique name: each attempt of a test creates its own data. */
  fresh(name: string): string {
    this.#made += 1;
    return `${name}${String(this.#made).padStart(3, '0')}`;
  }

  /** Prepares the data of a test by calls, without a page. */
  asAdmin<Made>(use: (calls: ConsoleCalls) => Promise<Made>): Promise<Made> {
    return ConsoleCalls.as(this.oriel, 'admin', adminPassword, use);
  }

  call(method: string, path: string, body?: unknown) {
    return this.asAdmin((calls) => calls.call(method, path, body));
  }

  /** Creates a user with a permanent password. */
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

  /** In a separate browser context. */
  open(options: PageOptions = {}): Promise<ConsolePage> {
    return ConsolePage.open(this.browser, this.oriel, options);
  }

  /** In a separate browser context, with a session that was created by a call: no page has been opened yet. */
  signedIn({ account, password, ...options }: Entering = {}): Promise<ConsolePage> {
    return ConsolePage.signedIn(this.browser, this.oriel, options, account, password);
  }

  /** Signs in on the login page. */
  async signIn({
    account = 'admin',
    password = adminPassword,
    ...options
  }: Entering = {}): Promise<ConsolePage> {
    const person = await this.open(options);
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

/** The real product with an administrator and a data folder of its own. */
export async function startConsoleSite(env: Readonly<Record<string, string>> = {}): Promise<OrielInstance> {
  const dataDir = await consoleData();
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const oriel = await startOriel({ dataDir, env });
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
