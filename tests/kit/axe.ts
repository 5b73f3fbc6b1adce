import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Found {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Waits until what comes and goes has done so: half transparent, it has no contrast of its own. */
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
 * What axe finds serious or critical in a page that stands still, by rule and place. `within`: selectors of the parts
 * that are looked at, as far as they are there; the whole page unless given.
 */
export async function seriousFindings(page: Page, within: readonly string[] = []): Promise<string[]> {
  await bring(page);
  return page.evaluate(async (parts) => {
    // `bring` has put it there; TypeScript knows no global that a page's script made.
    const { axe } = globalThis as unknown as {
      axe: { run(where: object, options: object): Promise<{ violations: readonly Found[] }> };
    };
    const there = parts.filter((selector) => document.querySelector(selector));
    const { violations } = await axe.run(
      parts.length > 0 ? { include: there.map((selector) => [selector]) } : document,
      { resultTypes: ['violations'] },
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
  }, within);
}

/** Of the text that differs least from its ground. */
export interface Contrast {
  readonly min: number;
  /** So many texts were measured. */
  readonly texts: number;
  readonly where: string;
}

/** As axe measures it. */
export async function minContrast(page: Page): Promise<Contrast> {
  await bring(page);
  return page.evaluate(async () => {
    interface Measured {
      readonly nodes: readonly {
        readonly html: string;
        readonly any: readonly { readonly data: { readonly contrastRatio?: number } | null }[];
      }[];
    }
    // `bring` has put it there; TypeScript knows no global that a page's script made.
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
