import type { Page } from 'playwright-core';

/**
 * Texts of the notices that come up from now on, in their order, added to as they come: also those of a page that is
 * left half a second later, which whoever looks now and then does not see. Once for each page.
 */
export async function hearNotices(page: Page): Promise<readonly string[]> {
  const heard: string[] = [];
  await page.exposeBinding('orielHeard', (_source, text: string) => heard.push(text));
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return heard;
}

function listen(): void {
  const { orielHeard } = globalThis as unknown as { orielHeard(text: string): void };
  const notice = '.mantine-Notification-root';
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      const found = node.matches(notice) ? [node] : node.querySelectorAll(notice);
      for (const { textContent } of found) orielHeard(textContent ?? '');
    }
  }).observe(document, { childList: true, subtree: true });
}
