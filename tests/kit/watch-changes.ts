import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';

/**
 * Records the texts of notices in order of appearance, including those of a page that is left half a second later,
 * which polling misses. A notice with a changed text counts as a new one. Call once per page.
 */
export async function watchNotices(page: Page): Promise<readonly string[]> {
  const received: string[] = [];
  await page.exposeBinding('orielNotice', (_source, text: string) => received.push(text));
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return received;
}

/** Waits for notices in order, including those that have closed. */
export class NoticeQueue {
  #next = 0;

  constructor(readonly received: readonly string[]) {}

  /** Waits for a notice with this text that appeared after the last one waited for. */
  async until(text: string | RegExp): Promise<void> {
    const isIt = (one: string) => (typeof text === 'string' ? one.includes(text) : text.test(one));
    await expect
      .poll(() => this.received.slice(this.#next).some(isIt) || this.received.slice(this.#next), {
        timeout: 30_000,
      })
      .toBe(true);
    this.#next = this.received.findIndex((one, at) => at >= this.#next && isIt(one)) + 1;
  }
}

function listen(): void {
  const { orielNotice } = globalThis as unknown as { orielNotice(text: string): void };
  const notice = '.mantine-Notification-root';
  const reported = new WeakMap<Element, string>();
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
        if (reported.get(one) === text) continue;
        reported.set(one, text);
        orielNotice(text);
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
