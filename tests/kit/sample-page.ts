import type { Browser, Page } from 'playwright-core';

/** Widths of a phone, a tablet, a small and a usual window, px. */
export const sampleWidths = [390, 768, 1100, 1440] as const;

/** A page of the sample host in a fresh profile, and all errors of its console and its frames. */
export async function openSample(
  browser: Browser,
  address: string,
  width = 1440,
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 1000 }, locale: 'en-US' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  await page.goto(address);
  return { page, problems };
}

/** Opens the tab that contains a control. */
export async function openTab(page: Page, selector: string): Promise<void> {
  const tab = await page.$eval(selector, (control) =>
    control.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby'),
  );
  if (tab) await page.click(`#${tab}`);
}

/** Clicks the button of a call and returns the line with its result. */
export async function callByButton(
  page: Page,
  name: string,
  selector = `button[data-call="${name}"]`,
): Promise<string> {
  await openTab(page, selector);
  await page.click(selector);
  await page.waitForFunction((text) => {
    const line = document.querySelector('#result')?.textContent ?? '';
    return line.startsWith(text) && !line.endsWith(' …');
  }, name);
  return (await page.textContent('#result')) ?? '';
}

export const horizontalOverflowPx = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Findings of impact serious or critical, by axe, which the page has loaded. Frames are tested separately. */
export function findings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run(document, { iframes: false, resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
