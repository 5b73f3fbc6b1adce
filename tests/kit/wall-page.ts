import type { Browser, Page } from 'playwright-core';
import type { HostSite } from './host-page.ts';

export interface WallOptions {
  readonly server: string;
  readonly app: string;
  readonly count: number;
  /** Width of a tile in CSS pixels; the height is 9/16 of it. */
  readonly tileWidth: number;
  readonly columns: number;
  /** Instead of the live addresses of both demo cameras; the players take turns. */
  readonly urls?: readonly string[];
  /** Options of every player, in addition to the address. */
  readonly player?: Readonly<Record<string, unknown>>;
  /** Runs in every document before its own scripts. */
  readonly script?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Properties that the wall's page sets on its window. */
export interface WallWindow {
  readonly oriel: { createPlayer(container: Element, options: object): unknown };
  readonly players: {
    readonly state?: { phase: string; muted: boolean; quality?: string; engine?: string };
    getStats(): Promise<{ framesShown?: number; bytes?: number }>;
    openSound(): Promise<void>;
    destroy(): Promise<{ left: number }>;
  }[];
}

/** An integrator's page with many players in a grid, alternating between the demo cameras. */
export async function openWall(browser: Browser, site: HostSite, options: WallOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: options.viewport ?? { width: 1440, height: 900 } });
  if (options.script) await context.addInitScript(options.script);
  const page = await context.newPage();
  await page.goto(site.origin);
  await page.waitForFunction(() => (window as unknown as { ready?: boolean }).ready === true);
  const demo = [1, 2].map((camera) => `ezopen://oriel/DEMO0000${camera}/1.hd.live`);
  await page.evaluate(
    (wall) => {
      const { urls } = wall;
      const view = window as unknown as { -readonly [Key in keyof WallWindow]: WallWindow[Key] };
      const grid = document.createElement('div');
      grid.style.cssText = `display:grid;grid-template-columns:repeat(${wall.columns},${wall.tileWidth}px);gap:4px`;
      document.body.replaceChildren(grid);
      view.players = Array.from({ length: wall.count }, (_, index) => {
        const tile = document.createElement('div');
        tile.style.cssText = `width:${wall.tileWidth}px;height:${(wall.tileWidth * 9) / 16}px`;
        grid.append(tile);
        return view.oriel.createPlayer(tile, {
          server: wall.server,
          app: wall.app,
          template: 'simple',
          url: urls[index % urls.length],
          width: '100%',
          height: '100%',
          // A method: tsx names arrow functions by a helper that pages do not have.
          async getToken() {
            return (await fetch('/token?reason=start', { method: 'POST' })).text();
          },
          ...wall.player,
        }) as WallWindow['players'][number];
      });
    },
    { ...options, urls: options.urls ?? demo },
  );
  return page;
}

export function phasesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const phases: Record<string, number> = {};
    for (const { state } of (window as unknown as WallWindow).players) {
      const phase = state?.phase ?? 'none';
      phases[phase] = (phases[phase] ?? 0) + 1;
    }
    return phases;
  });
}
