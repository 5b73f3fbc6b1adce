import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { ConsoleCalls } from './console-calls.ts';
import { ConsolePage } from './console-page.ts';
import { startConsoleSite } from './console-site.ts';
import type { OrielInstance } from './start-oriel.ts';

const password = 'Correct-horse-battery-7';

/** One server and one administrator who is signed in, for walks through room after room. */
export class WalkSite {
  #made = 0;

  private constructor(
    readonly oriel: OrielInstance,
    readonly browser: Browser,
    readonly admin: ConsolePage,
  ) {}

  static async start(): Promise<WalkSite> {
    const shots = process.env['ORIEL_SHOTS'];
    if (shots) mkdirSync(shots, { recursive: true });
    const [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
    const admin = await ConsolePage.open(browser, oriel);
    admin.page.setDefaultTimeout(30_000);
    await admin.makeAdministrator(oriel.setupCode?.code ?? '', password);
    return new WalkSite(oriel, browser, admin);
  }

  /** Told apart from all others: a walk that is tried again makes everything anew. */
  fresh(name: string): string {
    this.#made += 1;
    return `${name}${String(this.#made).padStart(3, '0')}`;
  }

  /** By calls alone: what a walk needs before it begins. */
  call(method: string, path: string, body?: unknown) {
    return ConsoleCalls.as(this.oriel, 'admin', password, (calls) => calls.call(method, path, body));
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
