import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Found {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Waits until animations and toasts are over: axe measures a half-transparent element with too little contrast. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}

/**
 * Axe findings of impact serious or critical, as rule and selector. Wait for animations first. `within`: selectors of
 * the parts to check, those that exist; the whole page by default.
 */
export async function seriousFindings(page: Page, within: readonly string[] = []): Promise<string[]> {
  await bring(page);
  return page.evaluate(async (parts) => {
    // Set by `bring`; TypeScript does not know globals that a page script defines.
    const { axe } = globalThis as unknown as {
      axe: { run(where: object, options: object): Promise<{ violations: readonly Found[] }> };
    };
    const existing = parts.filter((selector) => document.querySelector(selector));
    const { violations } = await axe.run(
      parts.length > 0 ? { include: existing.map((selector) => [selector]) } : document,
      { resultTypes: ['violations'] },
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
  }, within);
}

/** The text with the lowest contrast to its background. */
export interface Contrast {
  readonly min: number;
  /** Number of texts measured. */
  readonly texts: number;
  readonly where: string;
}

/** Contrast as axe measures it. */
export async function minContrast(page: Page): Promise<Contrast> {
  await bring(page);
  return page.evaluate(async () => {
    interface Measured {
      readonly nodes: readonly {
        readonly html: string;
        readonly any: readonly { readonly data: { readonly contrastRatio?: number } | null }[];
      }[];
    }
    // Set by `bring`; TypeScript does not know globals that a page script defines.
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ passes: readonly Measured[]; violations: readonly Measured[] }>;
      };
    };
    const { passes, violations } = await axe.run({ runOnly: ['color-contrast'] });
    const measured = [...passes, ...violations].flatMap(({ nodes }) =>
      nodes.flatMap(({ html, any }) =>
        any.flatMap(({ data }) => (data?.contrastRatio ? [{ html, ratio: data.contrastRatio }] : [])),
      ),
    );
    const sorted = measured.sort((one, other) => one.ratio - other.ratio);
    return {
      min: sorted[0]?.ratio ?? 0,
      texts: sorted.length,
      where: sorted[0]?.html.slice(0, 200) ?? '',
    };
  });
}

async function bring(page: Page): Promise<void> {
  await untilStill(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'));
}
