import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';

/**
 * Texts of the notices that come up from now on, in their order, added to as they come: also those of a page that is
 * left half a second later, which whoever looks now and then does not see. One whose text changes is another one.
 * Once for each page.
 */
export async function hearNotices(page: Page): Promise<readonly string[]> {
  const heard: string[] = [];
  await page.exposeBinding('orielHeard', (_source, text: string) => heard.push(text));
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return heard;
}

/** Waits for notices in their order, whether they are still there or not. */
export class NoticeQueue {
  #next = 0;

  constructor(readonly heard: readonly string[]) {}

  /** Until one with this text has come up since the last one that was waited for. */
  async until(text: string | RegExp): Promise<void> {
    const isIt = (one: string) => (typeof text === 'string' ? one.includes(text) : text.test(one));
    await expect
      .poll(() => this.heard.slice(this.#next).some(isIt) || this.heard.slice(this.#next), {
        timeout: 30_000,
      })
      .toBe(true);
    this.#next = this.heard.findIndex((one, at) => at >= this.#next && isIt(one)) + 1;
  }
}

function listen(): void {
  const { orielHeard } = globalThis as unknown as { orielHeard(text: string): void };
  const notice = '.mantine-Notification-root';
  const told = new WeakMap<Element, string>();
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const around = target instanceof Element ? target : target.parentElement;
      const changed = around?.closest(notice);
      const added = [...addedNodes].filter((node) => node instanceof Element);
      const found = added.flatMap((node) => [
        ...(node.matches(notice) ? [node] : []),
        ...node.querySelectorAll(notice),
      ]);
      for (const one of new Set([...(changed ? [changed] : []), ...found])) {
        const text = one.textContent ?? '';
        if (told.get(one) === text) continue;
        told.set(one, text);
        orielHeard(text);
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
