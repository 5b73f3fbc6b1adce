import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openDatabase } from '../../lib/db/client.ts';
import { launchChromium } from './chromium.ts';
import { ConsoleCalls } from './console-calls.ts';
import { ConsolePage, type Look } from './console-page.ts';
import { type OrielInstance, startOriel } from './start-oriel.ts';

/** Of the administrator. */
export const adminPassword = 'Correct-horse-battery-7';

/** The administrator, unless somebody else is named. */
interface Entering extends Look {
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
    const shots = process.env['ORIEL_SHOTS'];
    if (shots) mkdirSync(shots, { recursive: true });
    const [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
    try {
      const admin = await ConsolePage.open(browser, oriel);
      await admin.makeAdministrator(oriel.setupCode?.code ?? '', adminPassword);
      return new ConsoleSite(oriel, browser, admin);
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

  /** Told apart from all others: each try makes what it needs anew. */
  fresh(name: string): string {
    this.#made += 1;
    return `${name}${String(this.#made).padStart(3, '0')}`;
  }

  /** By calls alone: what a test needs before it begins. */
  asAdminError<Made>(use: (calls: ConsoleCalls) => Promise<Made>): Promise<Made> {
    return ConsoleCalls.as(this.oriel, 'admin', adminPassword, use);
  }

  call(method: string, path: string, body?: unknown) {
    return this.asAdminError((calls) => calls.call(method, path, body));
  }

  /** Makes somebody, whose password is their own. */
  async person(
    account: string,
    nickName: string,
    newPassword: string,
    roleIds: readonly number[] = [],
  ): Promise<void> {
    const oldPassword = await this.asAdminError((calls) => calls.user(account, nickName, roleIds));
    await ConsoleCalls.as(this.oriel, account, oldPassword, (calls) =>
      calls.call('PUT', '/system/user/profile/updatePwd', { oldPassword, newPassword }),
    );
  }

  /** In a browser of their own. */
  open(look: Look = {}): Promise<ConsolePage> {
    return ConsolePage.open(this.browser, this.oriel, look);
  }

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

/** The real product, whose console can be signed in to without reading pictures. */
export async function startConsoleSite(): Promise<OrielInstance> {
  const oriel = await startOriel();
  try {
    await switchCaptchaOff(oriel);
  } catch (error) {
    await oriel.stop();
    throw error;
  }
  return oriel;
}

async function switchCaptchaOff(oriel: OrielInstance): Promise<void> {
  const database = await openDatabase({ file: join(oriel.dataDir, 'oriel.db') });
  await database.db
    .updateTable('setting')
    .set({ configValue: 'false' })
    .where('configKey', '=', 'sys.account.captchaEnabled')
    .execute();
  await database.close();
  // The server looks at its settings every few seconds.
  const until = Date.now() + 60_000;
  while (await needsCaptcha(oriel.origin)) {
    if (Date.now() > until) throw new Error('the captcha stays on');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

async function needsCaptcha(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/admin/captchaImage`);
  const { data } = (await answer.json()) as { data: { captchaEnabled: boolean } | null };
  return data?.captchaEnabled !== false;
}
