/** The real frame behind a slow link, with a main stream of 1 Mbit/s and a sub stream of 200 kbit/s. */
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { makeClip } from './coded-clip.ts';
import { FrameSite } from './frame-site.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type SlowLink, startSlowLink } from './slow-link.ts';

export const mainWidth = 640;
export const subWidth = 320;
/** Carries everything. */
export const fastBits = 50_000_000;

export class SlowSite {
  private constructor(
    readonly site: FrameSite,
    readonly link: SlowLink,
    private readonly nginx: Nginx | null,
  ) {}

  /** `proxyBuffering`: behind nginx with TLS and HTTP/2, with this setting; the slow link is in front of nginx. */
  static async start(proxyBuffering: 'on' | 'off' | null = null): Promise<SlowSite> {
    const common = { seconds: 8, gopSeconds: 2, fps: 15, audio: null } as const;
    const site = await FrameSite.start({
      clip: makeClip({ ...common, kbps: 1_000, size: '640x360' }),
      subClip: makeClip({ ...common, kbps: 200, size: '320x180' }),
    });
    const nginx = proxyBuffering && (await startNginx(site.live.port, proxyBuffering));
    const link = await startSlowLink(nginx?.port ?? site.live.port, fastBits);
    site.publicOrigin = `${nginx ? 'https' : 'http'}://127.0.0.1:${link.port}`;
    site.liveUrl = (form) => site.ticket(form.get('ezopen')?.includes('.hd.') ? 'main' : 'sub');
    return new SlowSite(site, link, nginx);
  }

  async close(): Promise<void> {
    await this.link.close();
    await this.nginx?.close();
    await this.site.close();
  }

  /** A playing player over a fast link. `script` runs in every document before its own scripts. */
  async open(browser: Browser, options: Record<string, unknown> = {}, script = ''): Promise<SlowPlayer> {
    this.link.setRate(fastBits);
    const context = await browser.newContext({
      viewport: { width: 800, height: 450 },
      ignoreHTTPSErrors: true,
    });
    if (script) await context.addInitScript(script);
    const page = await context.newPage();
    await page.goto(this.site.hostOrigin);
    await page.waitForFunction('window.open1');
    const given = { language: 'zh-CN', template: 'pcLive', ...options };
    await page.evaluate(`window.open1(${JSON.stringify(this.site.origin)}, ${JSON.stringify(given)})`);
    const player = new SlowPlayer(context, page);
    await player.frame.locator('#oriel-root[data-phase="playing"]').waitFor({ timeout: 30_000 });
    return player;
  }
}

export class SlowPlayer {
  readonly frame: FrameLocator;

  constructor(
    readonly context: BrowserContext,
    private readonly page: Page,
  ) {
    this.frame = page.frameLocator('iframe');
  }

  get badge() {
    return this.frame.locator('.oriel-live');
  }

  state(): Promise<{ phase?: string; width?: number; latencyMs?: number }> {
    return this.page.evaluate('window.player.state');
  }
}
