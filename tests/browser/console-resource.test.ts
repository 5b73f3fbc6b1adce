import { mkdir, readFile } from 'node:fs/promises';
import { expect } from 'expect';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import { seriousFindings, untilStill } from '../kit/axe.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage, emptyPage, soon } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { textOf } from '../kit/csv-text.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';
import { watchNotices } from '../kit/watch-changes.ts';

/**
 * The posts page, which is generated from its definition, in a real browser. `ORIEL_SHOTS=<folder>` saves screenshots.
 */

const shots = process.env.ORIEL_SHOTS;
const posts = Array.from({ length: 23 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return {
    postCode: `code_${number}`,
    postName: `岗位${number}`,
    postSort: index + 1,
    status: (index + 1) % 5 === 0 ? '1' : '0',
    remark: '',
  };
});

let oriel: OrielInstance;
let browser: Browser;
/** The signed-in administrator's. */
let context: BrowserContext;
/** The same user in another session, by calls only. */
let other: (method: string, path: string, body?: object) => Promise<{ code: unknown; data: never }>;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  if (shots) await mkdir(shots, { recursive: true });
  const headers = { origin: oriel.origin };
  const address = `${oriel.origin}/api/admin`;
  const login = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ accountNo: 'admin', password: adminPassword }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  ({ context } = await ConsolePage.signedIn(browser, oriel));
  other = async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as never;
  };
}, 300_000);
beforeEach(restorePosts);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

/** Restores the initial posts, and removes saved views and column settings, for each attempt. */
async function restorePosts(): Promise<void> {
  const request = async (method: string, path: string, body?: object) => {
    const answer = await other(method, path, body);
    expect(answer).toMatchObject({ code: 20001 });
    return answer.data as unknown;
  };
  await request('PUT', '/preference/table.system.post', { value: null });
  for (const { id } of (await request('GET', '/savedView/system.post')) as { id: number }[])
    await request('DELETE', `/savedView/system.post/${id}`);
  const { records } = (await request('GET', '/system/post/page?pageSize=100')) as {
    records: Record<string, unknown>[];
  };
  const wanted = new Map(posts.map((post) => [post.postCode, post]));
  for (const { postCode, postId, version, ...held } of records) {
    const post = wanted.get(String(postCode));
    wanted.delete(String(postCode));
    if (!post) await request('DELETE', `/system/post/${postId}`);
    else if (Object.entries(post).some(([name, value]) => name in held && (held[name] ?? '') !== value))
      await request('PUT', '/system/post', { postId, version, ...post });
  }
  for (const post of wanted.values()) await request('POST', '/system/post', post);
}

interface Opened {
  readonly page: Page;
  /** Console errors, including policy violations. */
  readonly complaints: string[];
  /** Notices that appeared, in order. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

async function open(
  query = '',
  width = 1440,
  settings: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  const page = await emptyPage(context, settings);
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const received = await watchNotices(page);
  await page.goto(`${oriel.origin}/system/post${query}`);
  // Includes the first load of the scripts.
  await soon(page.getByText(/^共 \d+ 条$/).first()).toBeVisible({ timeout: 60_000 });
  return {
    page,
    complaints,
    received,
    async close() {
      await page.close();
      expect(complaints).toEqual([]);
    },
  };
}

const rows = (page: Page) => page.locator('tbody tr');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const field = (page: Page, name: string) =>
  page.getByRole('dialog').locator(`[data-field="${name}"] :is(input, textarea)`);
const queryOf = (page: Page) => new URL(page.url()).searchParams;
const screenshot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/resource-${name}.png` });
};
const findPost = async (name: string) => {
  const { data } = await other('GET', `/system/post/page?postName=${encodeURIComponent(name)}`);
  return (data as { records: Record<string, unknown>[] }).records[0];
};

/** The area around a page belongs to the shell. */
const findings = (page: Page) => seriousFindings(page, ['main', '[role=dialog]']);

describe('the list', () => {
  it('searches, sorts and pages in the address, which can be shared and navigated', async () => {
    const { page, close } = await open();
    await soon(rows(page)).toHaveCount(10);
    await screenshot(page, 'list');
    await page.getByRole('button', { name: '第 3 页' }).click();
    await soon(rows(page)).toHaveCount(3);
    expect(queryOf(page).get('pageNum')).toBe('3');
    await page.keyboard.press('/');
    await page.keyboard.type('岗位1');
    await page.keyboard.press('Enter');
    await soon(rows(page)).toHaveCount(10);
    await soon(page.getByText('共 10 条').first()).toBeVisible();
    expect(Object.fromEntries(queryOf(page))).toEqual({ keyword: '岗位1' });
    await page.getByRole('columnheader', { name: '显示顺序' }).getByRole('button').click();
    await soon(rows(page).first()).toContainText('岗位19');
    await soon(page.getByRole('columnheader', { name: '显示顺序' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    const shared = page.url();
    await page.goBack();
    await soon(rows(page).first()).toContainText('岗位10');
    await page.goBack();
    await soon(rows(page)).toHaveCount(3);
    await page.goto(shared);
    await soon(rows(page).first()).toContainText('岗位19');
    await soon(page.getByRole('textbox', { name: '关键字' })).toHaveValue('岗位1');
    await close();
  });

  /** Also the range of times. Remembered by the server. */
  const showAllFilters = async (page: Page) => {
    const range = page.getByRole('textbox', { name: '创建时间 从' });
    if (!(await range.isVisible())) await page.getByRole('button', { name: '展开', exact: true }).click();
    await range.waitFor();
  };

  it('filters by an option and by days', async () => {
    const { page, close } = await open();
    await showAllFilters(page);
    await page.getByRole('combobox', { name: '状态' }).selectOption({ label: '停用' });
    await page.getByRole('textbox', { name: '创建时间 从' }).fill('2020/1/1');
    await page.getByRole('search').getByRole('button', { name: '搜索' }).click();
    await soon(rows(page)).toHaveCount(4);
    expect(queryOf(page).get('params[beginCreateTime]')).toBe('2020-01-01 00:00:00');
    await soon(page.getByRole('group', { name: '筛选条件' })).toContainText('状态：停用');
    await page.getByRole('button', { name: /移除筛选 状态/ }).click();
    await soon(page.getByText('共 23 条').first()).toBeVisible();
    await close();
  });

  it('selects days in a calendar, which is loaded on demand and moves nothing', async () => {
    const { page, close } = await open();
    await soon(rows(page)).toHaveCount(10);
    await showAllFilters(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    const from = page.getByRole('textbox', { name: '创建时间 从' });
    const until = page.getByRole('textbox', { name: '创建时间 到' });
    const before = await page.getByRole('search').boundingBox();
    await page.mouse.move(300, 300);
    await page.waitForLoadState('networkidle');
    const atRest = scripts.length;
    await from.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: '打开日历：创建时间 从' });
    await soon(calendar.getByRole('button', { name: '近 7 天' })).toBeVisible();
    expect(scripts.length).toBeGreaterThan(atRest);
    await soon(calendar.locator('[aria-current="date"]')).toBeFocused();
    await screenshot(page, 'calendar');
    expect(await seriousFindings(page, ['[role=dialog]'])).toEqual([]);
    expect(await page.getByRole('search').boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await soon(calendar).toHaveCount(0);
    await soon(from).toBeFocused();
    await page.getByRole('button', { name: '打开日历：创建时间 到' }).click();
    await page.getByRole('button', { name: '近 7 天' }).click();
    await soon(from).toHaveValue(/^\d{4}-\d\d-\d\d 00:00:00$/);
    await soon(until).toHaveValue(/^\d{4}-\d\d-\d\d 23:59:59$/);
    await page.getByRole('search').getByRole('button', { name: '搜索' }).click();
    await soon(page.getByText('共 23 条').first()).toBeVisible();
    expect(queryOf(page).get('params[beginCreateTime]')).toBe(await from.inputValue());
    await until.fill('2026-02-30');
    await page.getByRole('search').getByRole('button', { name: '搜索' }).click();
    await soon
      .poll(() => until.evaluate((input: HTMLInputElement) => input.validationMessage))
      .toContain('yyyy-MM-dd');
    await close();
  });
});

describe('a form', () => {
  it("rejects invalid values with the server's messages, and accepts valid ones", async () => {
    const { page, close } = await open();
    await soon(rows(page)).toHaveCount(10);
    await page.keyboard.press('n');
    await page.getByRole('button', { name: '保存' }).click();
    await soon(page.getByText('岗位编码不能为空')).toBeVisible();
    await soon(page.getByText('岗位名称不能为空')).toBeVisible();
    await soon(field(page, 'postCode')).toBeFocused();
    await screenshot(page, 'form-errors');
    expect(await findings(page)).toEqual([]);
    await field(page, 'postCode').fill('code_01');
    await field(page, 'postName').fill('测试岗位');
    await page.getByRole('button', { name: '保存' }).click();
    // Only the server knows that it is taken.
    await soon(page.locator('[data-field="postCode"]')).toContainText(/岗位编码.*存在/);
    await field(page, 'postCode').fill('tester');
    await page.getByRole('button', { name: '保存' }).click();
    await soon(page.getByRole('dialog')).toHaveCount(0);
    expect(await findPost('测试岗位')).toMatchObject({ postCode: 'tester', status: '0', version: 1 });
    await close();
  });

  it('resolves an edit conflict with three values, and saves the selected ones', async () => {
    const { page, close } = await open('?keyword=岗位02');
    await page.getByRole('button', { name: '修改 岗位02' }).click();
    await field(page, 'remark').fill('我写的');
    const theirs = await findPost('岗位02');
    const change = {
      postId: theirs?.postId,
      version: theirs?.version,
      postSort: Number(theirs?.postSort) + 50,
    };
    expect(await other('PUT', '/system/post', change)).toMatchObject({ code: 20001 });
    await page.getByRole('button', { name: '保存' }).click();
    const dialog = page.getByRole('dialog', { name: '解决冲突' });
    await soon(dialog).toContainText('您已在其他窗口修改了此数据');
    await soon(dialog.getByRole('row', { name: /显示顺序/ })).toContainText(String(change.postSort));
    await screenshot(page, 'conflict');
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: '按所选保存' }).click();
    await soon(page.getByRole('dialog')).toHaveCount(0);
    expect(await findPost('岗位02')).toMatchObject({ postSort: change.postSort, remark: '我写的' });
    await page.getByRole('button', { name: '详情 岗位02' }).click();
    await page.getByRole('tab', { name: '变更记录' }).click();
    await soon(page.getByRole('row', { name: /备注/ }).first()).toContainText('我写的');
    await screenshot(page, 'history');
    expect(await findings(page)).toEqual([]);
    await close();
  });

  it('keeps a draft until it is opened again', async () => {
    const { page, close } = await open('?keyword=岗位03');
    await page.getByRole('button', { name: '修改 岗位03' }).click();
    await field(page, 'remark').fill('半句话');
    await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('半句话'));
    await page.goBack();
    await soon(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: '修改 岗位03' }).click();
    await soon(page.getByText('已恢复草稿')).toBeVisible();
    await soon(field(page, 'remark')).toHaveValue('半句话');
    await page.getByRole('button', { name: '取消' }).click();
    await soon(page.getByText('有未保存的修改，确定放弃吗？')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await soon(page.getByRole('dialog')).toHaveCount(0);
    await close();
  });
});

describe('optimistic changes', () => {
  it('a status changes, and can be undone', async () => {
    const { page, received, close } = await open('?keyword=岗位04');
    const before = Number((await findPost('岗位04'))?.version);
    await rowOf(page, '岗位04').getByRole('switch').click();
    // The offer lasts 5 s, so this comes first.
    await page.getByRole('button', { name: '撤销' }).click();
    await soon.poll(() => received).toContainEqual(expect.stringContaining('「岗位04」已设为「停用」'));
    await soon(rowOf(page, '岗位04')).toContainText('正常');
    await soon.poll(() => findPost('岗位04')).toMatchObject({ status: '0', version: before + 2 });
    await close();
  });

  it('a row is deleted, and can be restored', async () => {
    const { page, received, close } = await open('?keyword=岗位05');
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: '删除 岗位05' }).click();
    // The row disappears from the list before the server has deleted it.
    await page.getByText('没有符合条件的数据').waitFor();
    expect((await removed).status()).toBe(200);
    await screenshot(page, 'undo');
    await page.getByRole('button', { name: '撤销' }).click();
    await soon.poll(() => received).toContainEqual(expect.stringContaining('已删除「岗位05」'));
    await soon(rowOf(page, '岗位05')).toBeVisible();
    expect(await findPost('岗位05')).toMatchObject({ postCode: 'code_05' });
    await close();
  });

  it('selecting rows does not move them', async () => {
    const { page, close } = await open('?pageSize=10');
    const topOf = async (title: string) => (await rowOf(page, title).boundingBox())?.y;
    await soon(rowOf(page, '岗位03')).toBeVisible();
    await untilStill(page);
    const before = await topOf('岗位03');
    await page.getByLabel('选择 岗位03').check();
    await soon(page.getByRole('button', { name: '设为「停用」' })).toBeVisible();
    await untilStill(page);
    expect(await topOf('岗位03')).toBe(before);
    await close();
  });

  it('the status of rows of several pages changes in one call, and is undone in another', async () => {
    const { page, received, close } = await open('?keyword=岗位1&pageSize=10');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/changeStatus'))
        sent.push(new URL(request.url()).pathname);
    });
    await page.getByLabel('选择 岗位18').check();
    await page.getByRole('textbox', { name: '关键字' }).fill('岗位2');
    await page.keyboard.press('Enter');
    await page.getByLabel('选择 岗位22').check();
    await page.getByRole('button', { name: '设为「停用」' }).click();
    await page.getByRole('dialog', { name: '设为「停用」' }).getByRole('button', { name: '确定' }).click();
    await page.getByRole('button', { name: '撤销' }).click();
    expect(received).toContainEqual(expect.stringContaining('2 条数据已设为「停用」'));
    await soon.poll(() => sent).toEqual(Array(2).fill('/api/admin/system/post/changeStatus/batch'));
    for (const name of ['岗位18', '岗位22'])
      await soon.poll(() => findPost(name)).toMatchObject({ status: '0' });
    await close();
  });

  it('rows of several pages are deleted together', async () => {
    const { page, close } = await open('?keyword=岗位1&pageSize=10');
    await page.getByLabel('选择 岗位18').check();
    await page.getByRole('textbox', { name: '关键字' }).fill('岗位2');
    await page.keyboard.press('Enter');
    await page.getByLabel('选择 岗位22').check();
    await soon(page.getByText(/^已选 2 \/ 全部 \d+ 条/)).toBeVisible();
    await page.getByRole('button', { name: '删除所选' }).click();
    await page.getByRole('dialog', { name: '删除' }).getByRole('button', { name: '确定' }).click();
    await soon(page.getByText('已删除 2 条')).toBeVisible();
    await page.keyboard.press('Control+z');
    await soon(rowOf(page, '岗位22')).toBeVisible();
    await soon.poll(() => findPost('岗位18')).toBeDefined();
    await close();
  });
});

describe('files', () => {
  const bytesOf = async (download: Download) => new Uint8Array(await readFile((await download.path())!));
  const exported = async (page: Page, name: string) => {
    await page.getByRole('button', { name: '导出' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return download;
  };

  it('contain the filtered and visible data in the order of the columns', async () => {
    const { page, close } = await open('?keyword=岗位06');
    const xlsx = await exported(page, '导出 Excel');
    expect(xlsx.suggestedFilename()).toMatch(/^岗位 \d{4}-\d\d-\d\d \d{4}\.xlsx$/);
    const sheet = await readXlsx(await bytesOf(xlsx), 100);
    if (!sheet.ok) throw new Error(sheet.error);
    const titles = ['岗位编码', '岗位名称', '显示顺序', '状态', '创建时间'];
    expect(sheet.value[0]?.cells).toEqual(titles);
    expect(sheet.value[1]?.cells.slice(0, 4)).toEqual(['code_06', '岗位06', '6', '正常']);
    const csv = readCsv(textOf(await bytesOf(await exported(page, '导出 CSV'))), 100);
    if (!csv.ok) throw new Error(csv.error.kind);
    expect(csv.value[0]).toEqual(titles);
    expect(csv.value[1]?.slice(0, 4)).toEqual(['code_06', '岗位06', '6', '正常']);
    expect(csv.value.filter((cells) => cells.length > 1)).toHaveLength(2);
    await close();
  });

  it('are checked before import, with errors by row and column', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: '导入' }).click();
    const dialog = page.getByRole('dialog', { name: '导入岗位' });
    const text =
      '岗位编码,岗位名称,显示顺序,状态\nnew_1,新岗位一,1,正常\nnew_2,新岗位二,x,正常\n,新岗位三,3,正常\n';
    await dialog.locator('input[type=file]').setInputFiles({
      name: '岗位.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await dialog.getByRole('button', { name: '检查文件' }).click();
    await soon(dialog.getByText(/将新增 1 行，将更新 0 行，2 行有错误。尚未保存。/)).toBeVisible();
    await soon(dialog.getByRole('row', { name: /^4 岗位编码/ })).toBeVisible();
    await soon(dialog.getByRole('row', { name: /^3 显示顺序/ })).toBeVisible();
    await screenshot(page, 'import');
    expect(await findings(page)).toEqual([]);
    expect(await findPost('新岗位一')).toBeUndefined();
    await dialog.getByLabel('跳过有错误的行').check();
    await dialog.getByRole('button', { name: '导入 1 行' }).click();
    await soon(dialog.getByText('导入完成：新增 1，更新 0，跳过 2')).toBeVisible();
    expect(await findPost('新岗位一')).toMatchObject({ postCode: 'new_1' });
    await close();
  });
});

describe('columns', () => {
  const headings = async (page: Page) =>
    (await page.getByRole('columnheader').allTextContents()).filter(Boolean);
  /** Null: no columns are stored on the server. */
  const hiddenFields = async () => {
    const { data } = await other('GET', '/preference/table.system.post');
    const { columns } = (data ?? {}) as { columns?: { field: string; isHidden: boolean }[] };
    return columns?.filter(({ isHidden }) => isHidden).map(({ field }) => field) ?? null;
  };

  it('are moved by pointer and keys, and keep their layout in another browser', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: '列设置' }).click();
    const handle = page.getByRole('button', { name: '移动 岗位名称' });
    await handle.focus();
    await page.keyboard.press('Control+ArrowLeft');
    await soon(page.getByText(/^岗位名称：第 \d+ 列，共 \d+ 列$/)).toBeAttached();
    await soon
      .poll(() => headings(page))
      .toEqual(['岗位名称', '岗位编码', '显示顺序', '状态', '创建时间', '操作']);
    await soon(handle).toBeFocused();
    await untilStill(page);
    const from = (await page.getByRole('button', { name: '移动 创建时间' }).boundingBox())!;
    const to = (await page.getByRole('button', { name: '移动 显示顺序' }).boundingBox())!;
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
    await page.mouse.move(to.x + 8, to.y + 6, { steps: 8 });
    await page.mouse.up();
    await soon
      .poll(() => headings(page))
      .toEqual(['岗位名称', '岗位编码', '创建时间', '显示顺序', '状态', '操作']);
    // A click that ends a drag is ignored; one soon after is not.
    const box = page.getByRole('checkbox', { name: '岗位编码' });
    await soon(() => box.uncheck({ timeout: 2_000 })).toPass({ timeout: 30_000 });
    await soon(box).not.toBeChecked();
    await screenshot(page, 'columns');
    expect(await findings(page)).toEqual([]);
    await soon.poll(hiddenFields).toContain('postCode');
    await close();
    const again = await open();
    await soon.poll(() => headings(again.page)).toEqual(['岗位名称', '创建时间', '显示顺序', '状态', '操作']);
    await again.page.getByRole('button', { name: '列设置' }).click();
    await again.page.getByRole('button', { name: '恢复默认' }).click();
    await soon
      .poll(() => headings(again.page))
      .toEqual(['岗位编码', '岗位名称', '显示顺序', '状态', '创建时间', '操作']);
    await soon.poll(hiddenFields).toBeNull();
    await again.close();
  });

  it('a checkbox clicked at the end of a drag shows the actual state', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: '列设置' }).click();
    const box = page.getByRole('checkbox', { name: '岗位编码' });
    await soon(box).toBeChecked();
    await untilStill(page);
    const from = (await page.getByRole('button', { name: '移动 创建时间' }).boundingBox())!;
    const to = (await page.getByRole('button', { name: '移动 显示顺序' }).boundingBox())!;
    await box.evaluate((element: HTMLInputElement) => {
      document.addEventListener('pointerup', () => setTimeout(() => element.click()), { once: true });
      document.addEventListener('click', () => document.body.setAttribute('data-clicked', ''), true);
    });
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 6, { steps: 8 });
    await page.mouse.up();
    await soon(page.locator('body[data-clicked]')).toBeAttached();
    await soon
      .poll(async () => (await headings(page)).includes('岗位编码') === (await box.isChecked()))
      .toBe(true);
    await close();
  });

  it('a view stores filters and sorting under a name', async () => {
    const { page, close } = await open('?status=1&orderByColumn=createTime&isAsc=desc');
    await page.getByRole('button', { name: '视图' }).click();
    await page.getByRole('menuitem', { name: '保存当前视图' }).click();
    await page.getByLabel('视图名称').fill('停用的岗位');
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await soon(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: '重置' }).click();
    await soon(page.getByText('共 23 条').first()).toBeVisible();
    await page.getByRole('button', { name: '视图' }).click();
    await screenshot(page, 'views');
    await page.getByRole('menuitem', { name: '停用的岗位', exact: true }).click();
    await soon(rows(page)).toHaveCount(4);
    expect(queryOf(page).get('isAsc')).toBe('desc');
    await close();
  });
});

describe('the list in every display mode', () => {
  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('%d px, %s: axe finds nothing serious, nothing overflows', async (width, scheme) => {
    const { page, close } = await open('', width, { color_scheme: scheme });
    if (width < 768) {
      await soon(page.getByRole('list', { name: '岗位' }).getByRole('listitem')).toHaveCount(10);
      await soon(page.getByRole('table')).toHaveCount(0);
    } else await soon(rows(page)).toHaveCount(10);
    expect(await findings(page)).toEqual([]);
    await soon.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await screenshot(page, `list-${width}-${scheme}`);
    await close();
  });
});

describe('the size of the list page', () => {
  /** Compressed bodies without headers. The goal is 300 KiB. */
  const maxScriptKib = 320;

  it(`loads at most ${maxScriptKib} KiB of scripts, gzipped, until its rows are shown`, async () => {
    const fresh = await ConsolePage.signedIn(browser, oriel);
    const { page } = fresh;
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(`${oriel.origin}/system/post`);
    await soon(rows(page)).toHaveCount(10);
    await page.waitForLoadState('networkidle');
    const kib = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
    console.info(`list page: ${sizes.length} scripts, ${kib.toFixed(1)} KiB`);
    expect(kib).toBeLessThanOrEqual(maxScriptKib);
    await fresh.close();
  });
});
