/** Themes: what is asked before one is deleted, files that are refused, and the designer. */

import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { offerUndo } from '../../app/_console/ui/toasts/undo.tsx';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

// The player is a frame of the server, which jsdom does not load; the journey in Chromium has it.
vi.doMock('../../app/_console/pages/theme/stage.tsx', () => ({ Stage: () => null }));
const { default: DesignerPage } = await import('../../app/_console/pages/theme/designer-page.tsx');
const { default: ThemePage } = await import('../../app/_console/pages/theme/theme-page.tsx');
await import('../../app/_console/pages/theme/import-theme.tsx');
await import('../../app/_console/resource/actions/remove-rows.ts');

const themeId = 'Ab'.repeat(16);
const theme: Theme = { ...builtInThemes.voice, themeId, themeName: '大厅' };
const row = {
  ...{ themeId, themeName: '大厅', themeIntro: '', themeType: 'webLive', state: 'changed', version: 4 },
  ...{
    publishedNumber: 1,
    publishTime: '2026-01-01 00:00:00',
    publishBy: 'admin',
    usedBy: ['官网', '小程序'],
  },
};

let stored: { theme: Theme; version: number };
/** The next call that saves is refused with this. */
let refusal: ApiError | null;

beforeEach(() => {
  stored = { theme, version: 4 };
  refusal = null;
  server.on('GET /iot/theme/page', () => pageOf([row]));
  server.on(`GET /iot/theme/${themeId}`, () => ({ ...row, ...stored }));
  server.on(`PUT /iot/theme/${themeId}/editing`, () => []);
  server.on(`DELETE /iot/theme/${themeId}/editing`, () => null);
  server.on('PUT /iot/theme/publish', () => null);
  server.on('PUT /iot/theme', ({ body }) => {
    const refused = refusal;
    refusal = null;
    if (refused) return refused;
    stored = { theme: (body as { theme: Theme }).theme, version: stored.version + 1 };
    return null;
  });
});
afterEach(leavePages);

const saved = () => server.to('PUT /iot/theme').map(({ body }) => body as { version: number; theme: Theme });
const press = (name: string | RegExp) => fireEvent.click(page.getByRole('button', { name }));
const zone = (name: string) =>
  within(page.getByRole('region', { name }))
    .queryAllByRole('button')
    .map((one) => one.textContent);

async function open() {
  const view = showConsolePage(<DesignerPage />, { query: `themeId=${themeId}` });
  await page.findByRole('region', { name: '底栏右侧' });
  return view;
}

describe('the designer', () => {
  it('moves and removes buttons by keys, and by the buttons of the selected one', async () => {
    await open();
    const before = zone('底栏左侧');
    const talk = page.getByRole('button', { name: '对讲' });
    fireEvent.keyDown(talk, { key: 'ArrowUp' });
    expect(zone('顶栏左侧')).toContain('对讲');
    await page.findByText(/^对讲：顶栏左侧，第 \d 个$/);
    press('移到底栏');
    press('移除');
    expect(zone('顶栏左侧')).not.toContain('对讲');
    press('添加 对讲');
    expect(zone('底栏右侧')).toContain('对讲');
    for (let step = 0; step < 4; step += 1) press('撤销');
    expect(zone('底栏左侧')).toEqual(before);
    press('重做');
    expect(zone('顶栏左侧')).toContain('对讲');
  });

  it('Ctrl+Z undoes its own steps first, then what a toast offers', async () => {
    await open();
    const undone: string[] = [];
    // Registered before the change of the design, as by a bulk operation in another tab.
    const withdraw = offerUndo('已修改', '撤回', async () => void undone.push('bulk'));
    fireEvent.keyDown(page.getByRole('button', { name: '对讲' }), { key: 'Delete' });
    await waitFor(() => expect(zone('底栏左侧')).not.toContain('对讲'));
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(undone).toEqual([]);
    await waitFor(() => expect(zone('底栏左侧')).toContain('对讲'));
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(undone).toEqual(['bulk']);
    withdraw();
  });

  it('saves the draft by itself, each change on the version before, and publishes what was saved', async () => {
    const view = await open();
    fireEvent.keyDown(page.getByRole('button', { name: '对讲' }), { key: 'Delete' });
    expect(view.isUnsaved()).toBe(true);
    await waitFor(() => expect(saved()).toHaveLength(1));
    await page.findByText('草稿已保存');
    expect(view.isUnsaved()).toBe(false);
    press('撤销');
    press('发布');
    await page.findByText('已发布「大厅」');
    expect(saved().map(({ version }) => version)).toEqual([4, 5]);
    expect(server.to('PUT /iot/theme/publish').map(({ body }) => body)).toEqual([
      { id: themeId, version: 6 },
    ]);
  });

  it('puts an uploaded picture into the theme as it is when the upload ends', async () => {
    let finish: (answer: unknown) => void = () => undefined;
    server.on('GET /common/get-oss-signature', () => new Promise((resolve) => (finish = resolve)));
    server.on(`POST ${location.origin}/store`, () => null);
    await open();
    fireEvent.click(page.getByRole('tab', { name: '常规' }));
    const [poster] = document.querySelectorAll('input[type=file]');
    fireEvent.change(poster!, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } });
    await waitFor(() => expect(server.to('GET /common/get-oss-signature')).toHaveLength(1));
    fireEvent.click(page.getByRole('tab', { name: '按钮' }));
    fireEvent.keyDown(await page.findByRole('button', { name: '对讲' }), { key: 'Delete' });
    const signed = { fileName: 'a.png', policy: '', accessid: '', signature: '', key: 'a.png' };
    await act(async () => finish({ ...signed, uploadUrl: '/store', resultUrl: '/files/a.png' }));
    await waitFor(() => expect(saved().at(-1)?.theme.poster).toBe('/files/a.png'));
    expect(page.getByRole('button', { name: '添加 对讲' })).toBeVisible();
  });

  it('saves what is undone while the draft is being saved, and nothing if it is undone before', async () => {
    let finish = () => {};
    server.on('PUT /iot/theme', async ({ body }) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      stored = { theme: (body as { theme: Theme }).theme, version: stored.version + 1 };
      return null;
    });
    await open();
    fireEvent.keyDown(page.getByRole('button', { name: '对讲' }), { key: 'Delete' });
    await page.findByText('有未保存的修改');
    press('撤销');
    await page.findByText('草稿已保存');
    expect(saved()).toEqual([]);
    press('重做');
    await page.findByText('正在保存草稿…');
    press('撤销');
    finish();
    await waitFor(() => expect(saved()).toHaveLength(2), { timeout: 10_000 });
    finish();
    await page.findByText('草稿已保存');
    expect(stored.theme).toEqual(theme);
  });

  it('tries again with the next change after a call that failed', async () => {
    await open();
    refusal = new ApiError('B0001', '系统繁忙');
    fireEvent.keyDown(page.getByRole('button', { name: '对讲' }), { key: 'Delete' });
    await page.findAllByText('草稿未能保存');
    expect(saved()).toHaveLength(1);
    fireEvent.keyDown(page.getByRole('button', { name: '声音' }), { key: 'Delete' });
    await waitFor(() => expect(saved()).toHaveLength(2));
    await page.findByText('草稿已保存');
  });

  it('stops at a conflict: the other draft is loaded, and undo brings the own changes back', async () => {
    await open();
    refusal = new ApiError('U0210', '数据已被他人修改，请刷新后重试');
    stored = { theme: { ...theme, themeName: '他人的' }, version: 9 };
    fireEvent.keyDown(page.getByRole('button', { name: '对讲' }), { key: 'Delete' });
    await page.findByText('此主题的草稿已被修改');
    press('载入新的草稿');
    await waitFor(() => expect(page.queryByText('此主题的草稿已被修改')).toBeNull());
    expect(page.queryByRole('button', { name: '添加 对讲' })).toBeNull();
    press('撤销');
    await waitFor(() => expect(saved().at(-1)).toMatchObject({ version: 9, theme: { themeName: '大厅' } }));
  });

  it('replaces the other draft only when asked to', async () => {
    await open();
    refusal = new ApiError('U0210', '数据已被他人修改，请刷新后重试');
    stored = { theme: { ...theme, themeName: '他人的' }, version: 9 };
    fireEvent.keyDown(page.getByRole('button', { name: '对讲' }), { key: 'Delete' });
    await page.findByText('此主题的草稿已被修改');
    expect(saved()).toHaveLength(1);
    press('用我的修改覆盖');
    await waitFor(() => expect(saved().at(-1)).toMatchObject({ version: 9, theme: { themeName: '大厅' } }));
    expect(stored.version).toBe(10);
  });
});

describe('the list of themes', () => {
  it('adds a copy: the form sends no record', async () => {
    server.on('POST /iot/theme', () => ({ themeId }));
    showConsolePage(<ThemePage />, { query: 'at=new' });
    fireEvent.change(await page.findByRole('textbox', { name: /^名称/ }), { target: { value: '新' } });
    press('保存');
    await waitFor(() => expect(server.to('POST /iot/theme')).toHaveLength(1));
    const body = server.to('POST /iot/theme')[0]?.body;
    expect(body).toMatchObject({ themeName: '新', copyOf: 'pcLive' });
    expect(body).not.toHaveProperty('theme');
  });

  it('names the applications that use a theme before it is deleted', async () => {
    server.on(`DELETE /iot/theme/${themeId}`, () => null);
    showConsolePage(<ThemePage />);
    fireEvent.click(await page.findByRole('button', { name: /^更多/ }));
    fireEvent.click(await page.findByRole('menuitem', { name: '删除' }));
    const question = within(await page.findByRole('dialog', { name: '删除' }));
    await question.findByText(/最近 30 天内使用它的应用：官网、小程序。/);
    expect(server.to(`DELETE /iot/theme/${themeId}`)).toEqual([]);
  });

  it('shows every mistake of a file with its place, and what a lenient import left out', async () => {
    const problem = {
      path: 'theme.footer.btnList[1].iconId',
      message: 'footer.btnList[1].iconId 没有这个按钮',
    };
    server.on('POST /iot/theme/importRecord', ({ body }) =>
      (body as { isLenient: boolean }).isLenient
        ? {
            themeId,
            notes: [
              {
                ...{ path: 'footer.btnList[1].iconId', code: 'unknownButton' },
                messages: { 'zh-CN': '没有这个按钮', 'en-US': 'names a button that does not exist' },
              },
            ],
          }
        : new ApiError('40000', problem.message, { errors: [problem] }),
    );
    showConsolePage(<ThemePage />);
    fireEvent.click(await page.findByRole('button', { name: '导入主题文件' }));
    const dialog = within(await page.findByRole('dialog', { name: '导入主题文件' }));
    const choose = async (text: string) => {
      // jsdom's files cannot be read as text.
      const file = Object.assign(new File([text], 'a.json'), { text: async () => text });
      const input = document.querySelector<HTMLInputElement>('input[type="file"]');
      await act(async () => void fireEvent.change(input!, { target: { files: [file] } }));
    };
    await choose('{');
    await dialog.findByText('文件不是 JSON');
    await choose(JSON.stringify(theme));
    await dialog.findByText('已选择 a.json');
    fireEvent.click(dialog.getByRole('button', { name: '导入' }));
    await dialog.findByText(problem.message);
    fireEvent.click(dialog.getByLabelText('忽略播放器没有的按钮和无效的值'));
    fireEvent.click(dialog.getByRole('button', { name: '导入' }));
    await dialog.findByText('footer.btnList[1].iconId 没有这个按钮');
    await dialog.findByText('已忽略：');
    expect(server.to('POST /iot/theme/importRecord').at(-1)?.body).toMatchObject({ theme, isLenient: true });
  });
});
