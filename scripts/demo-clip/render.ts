/** Draws scenes in headless Chromium. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../tests/kit/chromium.ts';
import type { PageApi } from './page/index.ts';
import type { Lettering } from './page/lettering.ts';

declare const demoClip: PageApi;

export class Renderer {
  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
    readonly scenes: readonly string[],
  ) {}

  static async open(): Promise<Renderer> {
    const bundle = await build({
      entryPoints: [fileURLToPath(new URL('page/index.ts', import.meta.url))],
      bundle: true,
      format: 'iife',
      write: false,
    });
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.addScriptTag({ content: bundle.outputFiles[0]!.text });
    return new Renderer(browser, page, await page.evaluate(() => demoClip.scenes));
  }

  /** Y, U and V planes of one frame. */
  async frame(
    scene: string,
    phase: number,
    size: { width: number; height: number; lettering: Lettering },
  ): Promise<Uint8Array> {
    const base64 = await this.page.evaluate(
      ([id, at, { width, height, lettering }]) => demoClip.frame(id, at, width, height, lettering),
      [scene, phase, size] as const,
    );
    return Buffer.from(base64, 'base64');
  }

  /** Planes of the whole scene at the scale of the main stream. */
  async world(scene: string, phase: number): Promise<Uint8Array> {
    const base64 = await this.page.evaluate(([id, at]) => demoClip.wholeWorld(id, at), [
      scene,
      phase,
    ] as const);
    return Buffer.from(base64, 'base64');
  }

  /** Coverage of the label in the top right part of the frame. */
  async label(
    scene: string,
    lettering: Lettering,
    place: { left: number; width: number; height: number },
  ): Promise<{ body: Uint8Array; shadow: Uint8Array }> {
    const covers = await this.page.evaluate(
      ([id, wanted, { left, width, height }]) => demoClip.label(id, wanted, left, width, height),
      [scene, lettering, place] as const,
    );
    return { body: Buffer.from(covers.body, 'base64'), shadow: Buffer.from(covers.shadow, 'base64') };
  }

  scrimOf(scene: string): Promise<number> {
    return this.page.evaluate((id) => demoClip.scrimOf(id), scene);
  }

  async glyphs(lettering: Lettering): Promise<{ body: Uint8Array; shadow: Uint8Array }> {
    const covers = await this.page.evaluate((wanted) => demoClip.glyphs(wanted), lettering);
    return { body: Buffer.from(covers.body, 'base64'), shadow: Buffer.from(covers.shadow, 'base64') };
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
