import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { soon } from '../kit/console-page.ts';
import { faultsOf } from '../kit/list-layout.ts';
import { admin, page, withSite } from '../kit/shared-site.ts';

/** Shipping templates and areas in the console. */

withSite();

const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });
const group = (name: string, inside: Page | Locator = page) =>
  inside.getByRole('group', { name, exact: true });

const faults = (name: string) => faultsOf(admin, name);

async function fillCharge(rule: Locator, ...values: readonly string[]): Promise<void> {
  const fields = rule.getByRole('textbox');
  for (const [at, value] of values.entries()) await fields.nth(at).fill(value);
}

it('运费模板: regions by keyboard, preview, coverage, and a copy', async () => {
  await admin.openPage('/mall/shippingTemplates/form');
  await page.getByRole('textbox', { name: '模板名称' }).fill('华东');
  await page.getByRole('radio', { name: '按重量' }).check();
  const charges = group('运费');
  await fillCharge(group('第 1 条', charges), '1', '10', '1', '5');
  await button('添加地区运费').click();
  const second = group('第 2 条', charges);
  await fillCharge(second, '1', '6', '0.5', '1.5');

  await button('选择地区：第 2 条', second).click();
  const dialog = admin.dialog('选择地区：第 2 条');
  const zhejiang = dialog.getByRole('checkbox', { name: '浙江省 (0/11)' });
  await zhejiang.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await soon(dialog.getByRole('checkbox', { name: '上海市 (0/1)' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: '杭州市' }).check();
  const half = dialog.getByRole('checkbox', { name: '浙江省 (1/11)' });
  expect(await half.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  expect(await faults('freight-regions')).toEqual([]);
  await page.keyboard.press('Escape');
  await soon(dialog.getByRole('checkbox', { name: '杭州市' })).toBeHidden();
  await button('确定', dialog).click();
  await second.getByText('上海市、杭州市').waitFor();

  await page.getByRole('switch', { name: '不配送地区' }).check();
  await button('选择地区', group('不配送的地区')).click();
  const out = admin.dialog(/选择地区/);
  await out.getByRole('checkbox', { name: '西藏自治区 (0/7)' }).check();
  await button('确定', out).click();
  await page.getByText('已覆盖 365/372 城市').waitFor();
  await page.getByTitle('西藏自治区 0/7').waitFor();

  const preview = page.getByRole('region', { name: '运费试算' });
  await preview.getByRole('combobox', { name: '收货城市' }).fill('杭州');
  await page.getByRole('option', { name: '杭州市' }).click();
  await preview.getByRole('textbox', { name: '单件重量（kg）' }).fill('2.3');
  await preview.getByText('¥10.50').waitFor();
  expect(await faults('freight-form')).toEqual([]);
  await button('保存').click();
  await admin.reported(/华东/);
  await admin.row('华东').waitFor();
  // Without the tab of the first page, which was left while it loaded.
  await admin.openPage('/mall/shippingTemplates');

  await admin.act('华东', '复制');
  await admin.row('华东 副本').waitFor();
  expect(await faults('freight-list')).toEqual([]);
  await button('订单运费试算').click();
  const order = admin.dialog('订单运费试算');
  await order.getByRole('combobox', { name: '收货城市' }).fill('杭州');
  await page.getByRole('option', { name: '杭州市' }).click();
  await order.getByRole('combobox', { name: '运费模板' }).click();
  await page.getByRole('option', { name: '华东', exact: true }).click();
  await order.getByRole('textbox', { name: '单件重量（kg）' }).fill('1.2');
  await button('计算', order).click();
  await order.getByText('¥7.50').first().waitFor();
  expect(await faults('freight-order')).toEqual([]);
}, 240_000);

it('地区管理: hidden cities cannot be selected', async () => {
  await admin.openPage('/system/area');
  await page.getByRole('checkbox', { name: '台湾省 (1/1)' }).uncheck();
  expect(await faults('areas')).toEqual([]);
  await button('保存').click();
  await admin.reported('地区已保存');
  await admin.openPage('/mall/shippingTemplates/form');
  await page.getByText('已覆盖 371/371 城市').waitFor();
}, 120_000);
