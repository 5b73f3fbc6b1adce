import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { soon } from '../kit/console-page.ts';
import { site, withSite } from '../kit/shared-site.ts';

/** Sorting menus by pointer and by keys in a real browser. `ORIEL_SHOTS=<folder>` saves screenshots. */

const indentPx = 24;

withSite();

/** Creates three directories after all others, and opens the page with all branches collapsed. */
async function openMenus(): Promise<readonly [string, string, string]> {
  const names = ['甲', '乙', '丙'].map((name) => site.fresh(name)) as [string, string, string];
  for (const name of names) {
    const number = Number(name.replace(/\D/g, ''));
    await site.call('POST', '/system/menu', {
      parentId: 0,
      menuName: name,
      menuType: 'M',
      orderNum: 9_000 + number,
      path: `walk${number}`,
      status: '0',
    });
  }
  await site.admin.openPage('/system/menu');
  await page().getByRole('button', { name: '全部收起' }).click();
  await handle(names[2]).waitFor();
  return names;
}

const page = (): Page => site.admin.page;
const handle = (name: string): Locator => page().getByRole('button', { name: `移动 ${name}`, exact: true });
const shownOrder = (names: readonly string[]) => async () => {
  const labels = await page()
    .getByRole('button', { name: /^移动 / })
    .evaluateAll((handles) => handles.map((one) => one.getAttribute('aria-label')?.replace('移动 ', '')));
  return labels.filter((label) => label !== undefined && names.includes(label));
};
const saved = () =>
  page().waitForResponse((response) => response.url().endsWith('/system/menu/updateSort') && response.ok());

/** Drags from the handle of one row to the upper or lower half of another, `shift` levels to the right. */
async function drag(name: string, over: string, half: 'upper' | 'lower', shift = 0): Promise<void> {
  const { mouse } = page();
  await handle(over).scrollIntoViewIfNeeded();
  // After animations, and without a notice above it.
  await handle(name).hover();
  const from = (await handle(name).boundingBox())!;
  const to = (await handle(over).locator('xpath=ancestor::*[self::tr or self::li]').boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const toY = half === 'upper' ? to.y + 3 : to.y + to.height - 3;
  await mouse.down();
  await mouse.move(x, y + 6);
  await mouse.move(x + (shift * indentPx) / 2, (y + toY) / 2, { steps: 4 });
  await mouse.move(x + shift * indentPx, toY, { steps: 4 });
  await mouse.move(x + shift * indentPx + 1, toY);
  await page().locator('[data-drop-line]').waitFor();
}

const levelOf = (name: string) =>
  page()
    .getByRole('row')
    .filter({ has: handle(name) });

describe('menus', () => {
  it('are dragged to another position among their siblings, and stay there after a reload', async () => {
    const names = await openMenus();
    const [first, second, third] = names;
    await drag(third, first, 'upper');
    await site.admin.shot('menus-drag');
    const answered = saved();
    await page().mouse.up();
    await soon.poll(shownOrder(names)).toEqual([third, first, second]);
    await answered;
    await page().reload();
    await site.admin.settled();
    await soon.poll(shownOrder(names)).toEqual([third, first, second]);
  }, 120_000);

  it('are dragged below another directory, and back by Ctrl+Z', async () => {
    const names = await openMenus();
    const [first, second, third] = names;
    await drag(third, first, 'lower', 1);
    await site.admin.shot('menus-drag-below');
    const answered = saved();
    await page().mouse.up();
    await answered;
    await soon.poll(shownOrder(names)).toEqual([first, third, second]);
    await soon(levelOf(third)).toHaveAttribute('aria-level', '2');
    await page().getByRole('button', { name: '撤销' }).waitFor();
    const undone = saved();
    await page().keyboard.press('Control+z');
    await undone;
    await soon.poll(shownOrder(names)).toEqual(names);
    await soon(levelOf(third)).toHaveAttribute('aria-level', '1');
  }, 120_000);

  it('are moved by keys, announced and with the focus kept', async () => {
    const names = await openMenus();
    const [first, second, third] = names;
    await handle(third).focus();
    for (const [key, wanted] of [
      ['ArrowUp', [first, third, second]],
      ['ArrowUp', [third, first, second]],
      ['ArrowDown', [first, third, second]],
    ] as const) {
      const answered = saved();
      await page().keyboard.press(`Control+${key}`);
      await soon.poll(shownOrder(names)).toEqual(wanted);
      await soon(handle(third)).toBeFocused();
      await answered;
    }
    const answered = saved();
    await page().keyboard.press('Control+ArrowRight');
    await answered;
    await soon(levelOf(third)).toHaveAttribute('aria-level', '2');
    await soon(
      page()
        .getByRole('status')
        .filter({ hasText: `「${third}」已移到 ${first}：第 1 项，共 1 项` })
        .first(),
    ).toBeAttached();
    await soon(handle(third)).toBeFocused();
    await site.admin.shot('menus-keys');
    expect(await site.admin.findings()).toEqual([]);
  }, 120_000);

  it('update the side menu at once, and open tabs stay as they are', async () => {
    const side = page().getByRole('navigation', { name: '菜单' });
    const roots = async () =>
      (await side.locator('ul[data-depth="0"] > li').allInnerTexts()).map((text) => text.split('\n')[0]);
    await site.admin.openPage('/system/post');
    const typed = page().getByRole('textbox', { name: '关键字' });
    await typed.fill('打了一半');
    await side.getByRole('link', { name: '菜单管理' }).click();
    await page().getByRole('button', { name: '全部收起' }).click();
    const before = await roots();
    const at = before.indexOf('系统监控');
    expect(at).toBeGreaterThan(0);
    const after = before.with(at - 1, '系统监控').with(at, before[at - 1]);
    const tabs = await page().getByRole('tab').allInnerTexts();
    await handle('系统监控').focus();
    const answered = saved();
    await page().keyboard.press('Control+ArrowUp');
    await answered;
    await soon.poll(roots).toEqual(after);
    await soon(handle('系统监控')).toBeFocused();
    await site.admin.shot('menus-beside');
    const undone = saved();
    await page().keyboard.press('Control+z');
    await undone;
    await soon.poll(roots).toEqual(before);
    expect(await page().getByRole('tab').allInnerTexts()).toEqual(tabs);
    await page().getByRole('tab', { name: '岗位管理' }).click();
    await soon(typed).toHaveValue('打了一半');
  }, 120_000);

  it('offer moves in their action menu, also on a phone, where cards are dragged', async () => {
    await site.admin.resize(390, 844);
    try {
      const names = await openMenus();
      const [first, second, third] = names;
      await page()
        .getByRole('button', { name: `更多 ${second}` })
        .click();
      await page().getByRole('menuitem', { name: '下移' }).waitFor();
      await site.admin.still();
      await site.admin.shot('menus-phone-actions');
      const answered = saved();
      await page().getByRole('menuitem', { name: '上移' }).click();
      await answered;
      await soon.poll(shownOrder(names)).toEqual([second, first, third]);
      await drag(first, second, 'upper');
      await site.admin.shot('menus-phone-drag');
      const dropped = saved();
      await page().mouse.up();
      await dropped;
      await soon.poll(shownOrder(names)).toEqual(names);
      expect(await site.admin.overflow()).toBe(0);
      expect(await site.admin.findings()).toEqual([]);
    } finally {
      await site.admin.resize(1440, 900);
    }
  }, 120_000);

  it('have parents offered by the form: pages for buttons, and components with a warning if unknown', async () => {
    await site.admin.openPage('/system/menu?at=new');
    const form = page().getByRole('dialog', { name: '新增菜单' });
    await form.getByLabel('按钮', { exact: true }).check();
    await form.getByText('不能放在这里，请重新选择上级').waitFor();
    await form.getByLabel('上级菜单').click();
    const choices = page().getByRole('option');
    await choices.filter({ hasText: /^用户管理$/ }).waitFor();
    await site.admin.still();
    await site.admin.shot('menus-parents');
    expect(await choices.filter({ hasText: /^用户查询$/ }).count()).toBe(0);
    await choices.filter({ hasText: /^用户管理$/ }).click();
    await form.getByText('不能放在这里，请重新选择上级').waitFor({ state: 'detached' });
    await form.getByLabel('菜单', { exact: true }).check();
    const component = form.locator('[data-field="component"] input');
    await component.fill('system/po');
    await page()
      .getByRole('option', { name: /^system\/post\/index/ })
      .click();
    await soon(component).toHaveValue('system/post/index');
    await component.fill('mall/goods/index');
    await form.getByText(/本平台没有页面「mall\/goods\/index」/).waitFor();
    await site.admin.still();
    await site.admin.shot('menus-component');
    expect(await site.admin.findings()).toEqual([]);
  }, 120_000);
});
