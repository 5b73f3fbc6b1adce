/**
 * Moves through a page by Tab and checks that each stop has a visible focus indicator: screenshots of its area with and
 * without focus must differ by about the pixels of a ring around it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, ElementHandle, Page } from 'playwright-core';

export interface Stop {
  /** Role and name, for failure messages. */
  readonly name: string;
  /** Pixels that differ, and the required minimum. */
  readonly changed: number;
  readonly wanted: number;
}

interface Place {
  readonly name: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly edgePx: number;
}

/** Margin around an element for a ring outside of it. */
const ringPx = 6;

/** Marks the focused element as visited. False: it was visited before. Null: nothing has the focus. */
function isNewStop(page: Page): Promise<boolean | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const known = window as unknown as { seenByTab?: WeakSet<Element> };
    known.seenByTab ??= new WeakSet();
    const isNew = !known.seenByTab.has(element);
    known.seenByTab.add(element);
    return isNew;
  });
}

/** The rectangle of an element at rest: scrolling and loading move it for a moment. */
function placeOf(stop: ElementHandle<HTMLElement>): Promise<Place> {
  return stop.evaluate(async (element, ring) => {
    // Some inputs are drawn by their label or a neighbour.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
    let own = element.getBoundingClientRect();
    for (let frames = 0, still = 0; still < 5 && frames < 120; frames += 1) {
      await new Promise(requestAnimationFrame);
      const now = element.getBoundingClientRect();
      const isStill = now.x === own.x && now.y === own.y && now.bottom === own.bottom;
      still = isStill ? still + 1 : 0;
      own = now;
    }
    if (own.bottom <= 0 || own.top >= innerHeight) {
      element.scrollIntoView({ block: 'center' });
      own = element.getBoundingClientRect();
    }
    const drawn =
      element.closest('.mantine-MultiSelect-input, .mantine-TagsInput-input') ??
      (element.role === 'switch' ? element.parentElement?.querySelector('[class*="Switch-track"]') : null) ??
      (own.width * own.height > 16 ? element : (element.nextElementSibling ?? label ?? element));
    const seen = drawn.getBoundingClientRect();
    const [left, top] = [Math.max(0, seen.left - ring), Math.max(0, seen.top - ring)];
    const words = element.ariaLabel ?? label?.innerText ?? element.innerText ?? '';
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return {
      name: `${role} ${words.trim().split('\n')[0] ?? ''}`.slice(0, 60),
      box: {
        x: left,
        y: top,
        width: Math.min(innerWidth, seen.right + ring) - left,
        height: Math.min(innerHeight, seen.bottom + ring) - top,
      },
      edgePx: Math.min(seen.width, innerWidth) + Math.min(seen.height, innerHeight),
    };
  }, ringPx);
}

/** Presses Tab until `max` stops, a stop outside of the selector `isWithin`, or a stop that was visited before. */
export async function walkByTab(
  page: Page,
  comparePage: Page,
  { max = 120, isWithin = '' }: { readonly max?: number; readonly isWithin?: string } = {},
): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  const step = async () => {
    await page.keyboard.press('Tab');
    return isNewStop(page);
  };
  while (stops.length < max) {
    // After the last stop the focus moves to the browser's own controls.
    const isNew = (await step()) ?? (await step());
    if (!isNew) break;
    if (
      isWithin &&
      !(await page.evaluate((inside) => document.activeElement?.closest(inside) !== null, isWithin))
    )
      break;
    const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
    let stop = await inspect(page, comparePage, element);
    // Repeated, because content may have appeared between the two screenshots.
    for (let again = 0; again < 2 && stop.changed < stop.wanted; again += 1)
      stop = await inspect(page, comparePage, element);
    await element.dispose();
    stops.push(stop);
  }
  return stops;
}

/** One stop, which has the focus now and afterwards. */
async function inspect(page: Page, comparePage: Page, element: ElementHandle<HTMLElement>): Promise<Stop> {
  const { name, box, edgePx } = await placeOf(element);
  const shot = () => page.screenshot({ clip: box, animations: 'disabled' });
  const focused = await shot();
  await element.evaluate((one) => one.blur());
  const plain = await shot();
  await element.evaluate((one) => one.focus({ preventScroll: true }));
  const changed = await differing(comparePage, focused, plain);
  const folder = process.env.ORIEL_SHOTS;
  if (folder && changed < edgePx) {
    const file = join(folder, `unseen-${name.replace(/[^\p{L}\d]+/gu, '-')}`);
    await Promise.all([writeFile(`${file}-1.png`, focused), writeFile(`${file}-2.png`, plain)]);
  }
  // Half of a 1 px ring: corners are round, and neighbours may cover a side.
  return { name, changed, wanted: Math.round(edgePx) };
}

/** Stops without a visible focus indicator. */
export const unseen = (stops: readonly Stop[]): readonly string[] =>
  stops
    .filter(({ changed, wanted }) => changed < wanted)
    .map(({ name, changed, wanted }) => `${name}: ${changed} of ${wanted} px`);

/** An empty page that compares screenshots. */
export const openComparePage = (browser: Browser): Promise<Page> => browser.newPage();

/** Pixels with a channel that differs by more than 1/8. */
function differing(comparePage: Page, one: Buffer, other: Buffer): Promise<number> {
  return comparePage.evaluate(
    async (screenshots) => {
      const read = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      };
      const [first, second] = await Promise.all(screenshots.map(read));
      let count = 0;
      for (let at = 0; at < first!.length; at += 4) {
        const isOther = [0, 1, 2].some(
          (channel) => Math.abs(first![at + channel]! - second![at + channel]!) > 32,
        );
        if (isOther) count += 1;
      }
      return count;
    },
    [one.toString('base64'), other.toString('base64')],
  );
}
