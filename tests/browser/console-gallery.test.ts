import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { seriousFindings } from '../kit/axe.ts';
import { soon } from '../kit/console-page.ts';
import { site, withSite } from '../kit/shared-site.ts';

/** The page `/templates`. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite();

const names = ['standard', 'pcLive', 'pcRec', 'security', 'voice', 'simple', 'mobileLive', 'mobileRec'];
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function playing(page: Page, name: string): Promise<void> {
  await card(page, name).scrollIntoViewIfNeeded();
  const frame = card(page, name).locator('iframe').contentFrame();
  await frame.locator('.oriel-player[data-phase="playing"]').waitFor({ timeout: 30_000 });
}

async function look(page: Page, name: string): Promise<void> {
  const shots = process.env.ORIEL_SHOTS;
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  expect(await seriousFindings(page)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}

it('shows each template live, and starts a theme from one of them', async () => {
  const { page } = site.admin;
  await page.goto(`${site.oriel.origin}/templates`);
  await page.getByRole('heading', { name: '播放器模板' }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(names);
  await playing(page, 'standard');
  await look(page, 'gallery-1440');
  await playing(page, 'mobileLive');
  // Only those near the window play.
  expect(await page.locator('iframe').count()).toBeLessThan(names.length);
  await look(page, 'gallery-phone-1440');
  await card(page, 'security').getByRole('button', { name: '以此新建主题' }).click();
  await page.waitForURL('**/iot/theme/design?themeId=*');
  await soon(page.getByText('security 副本').first()).toBeVisible();
});

it('is for those who are signed in, until the setting site.gallery opens it to all', async () => {
  const context = await site.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const visitor = await context.newPage();
  await visitor.goto(`${site.oriel.origin}/templates`);
  expect(new URL(visitor.url()).pathname + new URL(visitor.url()).search).toBe(
    '/user/login?redirect=%2Ftemplates',
  );
  const { records } = await site.call('GET', '/system/config/page?configKey=site.gallery');
  const { configId, version } = records[0];
  await site.call('PUT', '/system/config', { configId, version, configValue: 'true' });
  await visitor.goto(`${site.oriel.origin}/templates`);
  await visitor.getByRole('heading', { name: 'Player templates' }).waitFor();
  await playing(visitor, 'standard');
  await look(visitor, 'gallery-390');
  expect(await visitor.getByRole('button', { name: 'Start a theme from this' }).count()).toBe(0);
  await context.close();
});
