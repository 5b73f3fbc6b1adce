import { join } from 'node:path';
import { expect } from 'expect';
import { it } from 'vitest';
import { openDatabase } from '../../lib/db/client.ts';
import { seriousFindings } from '../kit/axe.ts';
import { soon } from '../kit/console-page.ts';
import { otherOrganisation } from '../kit/other-organisation.ts';
import { sampleImage } from '../kit/sample-images.ts';
import { admin, site, withSite } from '../kit/shared-site.ts';

/** Name, logo, colour and contact of an organisation. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite(async () => {
  const { db, close } = await openDatabase({ file: join(site.oriel.dataDir, 'oriel.db') });
  await otherOrganisation(db, 'anda', { name: '安达安防', color: '#7c2d12' });
  await close();
});

async function openSetting(name: string) {
  await admin.openPage('/system/config');
  await admin.page.getByPlaceholder('参数名称').fill(name);
  await admin.page.getByRole('search').getByRole('button', { name: '搜索' }).click();
  await admin.row(name).getByRole('button', { name: '修改' }).click();
  return admin.dialog(/修改/);
}

it('an administrator sets name, logo, colour and contact; sign-in, console and player show them', async () => {
  const { page } = admin;
  const title = await openSetting('站点-标题');
  await title.getByRole('textbox', { name: '参数键值' }).fill('福清交通云');
  await title.getByRole('button', { name: '保存' }).click();
  await title.waitFor({ state: 'hidden' });

  const logo = await openSetting('站点-标志');
  const image = await sampleImage('png', 200, 80);
  const chooser = page.waitForEvent('filechooser');
  await logo.getByRole('button', { name: '选择文件' }).click();
  await (await chooser).setFiles({
    name: '标志.png',
    mimeType: image.type,
    buffer: Buffer.from(image.bytes),
  });
  await logo.getByRole('button', { name: '移除 标志.png' }).waitFor();
  await admin.shot('brand-logo');
  expect(await admin.findings()).toEqual([]);
  await logo.getByRole('button', { name: '保存' }).click();
  await logo.waitFor({ state: 'hidden' });

  const color = await openSetting('站点-主题色');
  await color.getByRole('textbox', { name: '参数键值' }).fill('#0b6e4f');
  await admin.shot('brand-color');
  expect(await admin.findings()).toEqual([]);
  await color.getByRole('button', { name: '保存' }).click();
  await color.waitFor({ state: 'hidden' });

  const contact = await openSetting('站点-联系方式');
  await contact.getByRole('textbox', { name: '参数键值' }).fill('客服电话 400-000-0000');
  await contact.getByRole('button', { name: '保存' }).click();
  await contact.waitFor({ state: 'hidden' });

  await page.reload();
  const home = page.getByRole('link', { name: '福清交通云' });
  await soon(home.locator('img')).toBeVisible();
  expect(await home.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(200);
  await soon(page).toHaveTitle(/ - 福清交通云$/);
  await admin.shot('brand-console');
  expect(await admin.findings()).toEqual([]);

  for (const [width, locale] of [
    [1440, 'zh-CN'],
    [390, 'en-US'],
  ] as const) {
    const context = await site.browser.newContext({ viewport: { width, height: 844 }, locale });
    const visitor = await context.newPage();
    await visitor.goto(`${site.oriel.origin}/user/login`);
    await soon(visitor.getByRole('link', { name: '福清交通云' }).locator('img')).toBeVisible();
    await soon(visitor).toHaveTitle(/ · 福清交通云$/);
    const accent = await visitor.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--oriel-accent').trim().toLowerCase(),
    );
    expect(accent).toBe('#0b6e4f');
    expect(await seriousFindings(visitor)).toEqual([]);
    const shots = process.env.ORIEL_SHOTS;
    if (shots) await visitor.screenshot({ path: `${shots}/brand-login-${width}.png` });
    await context.close();
  }

  const context = await site.browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const visitor = await context.newPage();
  await visitor.goto(`${site.oriel.origin}/o/anda?redirect=%2Fwatch%2FDEMO00001%2F1`);
  await soon(visitor).toHaveTitle(/ · 安达安防$/);
  await soon(visitor.getByRole('link', { name: '安达安防' })).toBeVisible();
  expect(new URL(visitor.url()).pathname + new URL(visitor.url()).search).toBe(
    '/user/login?redirect=%2Fwatch%2FDEMO00001%2F1',
  );
  expect(await seriousFindings(visitor)).toEqual([]);
  const shots = process.env.ORIEL_SHOTS;
  if (shots) await visitor.screenshot({ path: `${shots}/brand-organisation.png` });
  // The end of a session leads here, too.
  await visitor.goto(`${site.oriel.origin}/user/login`);
  await soon(visitor).toHaveTitle(/ · 安达安防$/);
  // As an organisation without a brand.
  await visitor.goto(`${site.oriel.origin}/o/nobody`);
  await soon(visitor).toHaveTitle(/ · 福清交通云$/);
  await context.close();

  const { appKey } = (await site.oriel.oriel([
    ...['app', 'create', '--name', 'T', '--origin', 'https://page.example'],
  ])) as { readonly appKey: string };
  const frame = await fetch(`${site.oriel.origin}/player/standard/${appKey}`);
  expect(await frame.text()).toContain('"brand":{"color":"#0b6e4f","support":"客服电话 400-000-0000"}');
});
