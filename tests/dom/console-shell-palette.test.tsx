import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { MenuNode } from '../../app/_console/session/session-types.ts';
import { openShell, requestedPaths, resetShell, settingsStore, settle } from '../kit/console-shell.tsx';

beforeEach(resetShell);
afterEach(() => {
  cleanup();
  resetShell();
});

const input = () => screen.findByRole('combobox');
const found = () => screen.queryAllByRole('option').map((one) => one.querySelector('span')?.textContent);
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.body, { key: name, ...more });

async function searchFor(query: string): Promise<void> {
  fireEvent.change(await input(), { target: { value: query } });
  await settle();
}

async function openPalette(options: Parameters<typeof openShell>[0] = {}) {
  await openShell(options);
  key('k', { ctrlKey: true });
  await input();
}

describe('the palette', () => {
  it.each([
    ['the title', '岗位'],
    ['the address', 'system/post'],
    ['pinyin', 'gangwei'],
    ['initials', 'gwgl'],
  ])('finds a page of the menu by %s: %s', async (_, query) => {
    await openPalette();
    await searchFor(query);
    await waitFor(() => expect(found()).toEqual(['岗位管理']));
    fireEvent.keyDown(await input(), { key: 'Enter' });
    await settle();
    expect(location.pathname).toBe('/system/post');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it("shows only pages of the user's menu", async () => {
    await openPalette({ user: { permissions: [], roleCodes: ['clerk'] } });
    await searchFor('公告编辑');
    expect(await screen.findByText('没有找到')).toBeVisible();
  });

  it('offers the other open tabs', async () => {
    await openPalette({ at: '/system/post' });
    const tabs = within(await screen.findByRole('group', { name: '已打开的标签' }));
    expect(tabs.getAllByRole('option').map((one) => one.textContent)).toEqual(['首页/index']);
  });

  it('offers the actions of the current page only', async () => {
    await openShell({ at: '/system/post' });
    key('k', { ctrlKey: true });
    await searchFor('字典');
    fireEvent.keyDown(await input(), { key: 'Enter' });
    await settle();
    const text = screen.getByLabelText<HTMLInputElement>('笔记 /system/dict');
    fireEvent.change(text, { target: { value: '写了一半' } });
    key('k', { ctrlKey: true });
    await searchFor('清空');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('清空 /system/dict'),
    ]);
    fireEvent.keyDown(await input(), { key: 'Enter' });
    await settle();
    expect(text).toHaveValue('');
  });

  it('finds records the user may list, and opens the selected one', async () => {
    await openPalette({ found: { 'system.post': [{ id: 7, title: '站长', detail: 'head' }] } });
    await searchFor('站');
    await waitFor(() => expect(found()).toEqual(['站长']), { timeout: 3_000 });
    expect(requestedPaths().filter((path) => path.startsWith('/search'))).toEqual([
      '/search?keyword=%E7%AB%99',
    ]);
    expect(screen.getByRole('option').textContent).toBe('站长岗位  head');
    fireEvent.keyDown(await input(), { key: 'Enter' });
    await settle();
    expect(location.pathname + location.search).toBe('/system/post?at=show.7');
  });

  it('distinguishes log entries by their times', async () => {
    const rows = [1, 2].map((id) => ({
      id,
      title: '值班',
      fields: { loginTime: `2026-03-0${id} 08:00:00` },
    }));
    const logs: MenuNode = {
      path: '/monitor',
      name: '系统监控',
      component: 'Layout',
      meta: { title: '系统监控' },
      children: [
        {
          path: 'logininfor',
          name: '登录日志',
          component: 'monitor/logininfor/index',
          meta: { title: '登录日志' },
        },
      ],
    };
    await openPalette({ menus: [logs], found: { 'monitor.logininfor': rows } });
    await searchFor('值班');
    await waitFor(() => expect(found()).toEqual(['值班', '值班']), { timeout: 3_000 });
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
      '值班登录日志  2026-03-01 08:00:00',
      '值班登录日志  2026-03-02 08:00:00',
    ]);
  });

  it('opens the filtered list if the user may not open a record', async () => {
    await openPalette({
      user: { permissions: ['system:post:list'], roleCodes: ['clerk'] },
      found: { 'system.post': [{ id: 7, title: '站长' }] },
    });
    await searchFor('站');
    await waitFor(() => expect(found()).toEqual(['站长']), { timeout: 3_000 });
    fireEvent.keyDown(await input(), { key: 'Enter' });
    await settle();
    expect(decodeURIComponent(location.pathname + location.search)).toBe('/system/post?keyword=站长');
  });

  it('shows no records whose page is not in the menu', async () => {
    await openPalette({
      found: { 'iot.voice': [{ id: 'a', title: '站台广播' }], 'system.post': [{ id: 7, title: '站长' }] },
    });
    await searchFor('站');
    await waitFor(() => expect(found()).toEqual(['站长']), { timeout: 3_000 });
  });

  it('exposes the selected entry to screen readers', async () => {
    await openPalette();
    await searchFor('管理');
    const box = await input();
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    await settle();
    const chosen = screen.getByRole('option', { selected: true });
    expect(box).toHaveAttribute('aria-activedescendant', chosen.id);
    expect(screen.getAllByRole('option').indexOf(chosen)).toBe(1);
  });

  it('returns the focus when it is closed by Escape', async () => {
    await openShell();
    const button = screen.getByRole('button', { name: '全屏' });
    button.focus();
    key('k', { ctrlKey: true });
    fireEvent.keyDown(await input(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(button).toHaveFocus();
  });

  it.each([
    ['while a text is composed', { isComposing: true }],
    ['that ends the composition, in the order of Safari', { keyCode: 229 }],
  ])('ignores Enter and Escape %s', async (_, key) => {
    await openPalette();
    await searchFor('岗位');
    fireEvent.keyDown(await input(), { key: 'Enter', ...key });
    fireEvent.keyDown(await input(), { key: 'Escape', ...key });
    await settle();
    expect(location.pathname).toBe('/index');
    expect(await input()).toBeVisible();
  });

  it('searches records once, when the composition ends', async () => {
    await openPalette();
    const box = await input();
    fireEvent.compositionStart(box);
    for (const text of ['z', 'zh', 'zhan', "zhan'zh", "zhan'zhang"]) {
      fireEvent.input(box, { target: { value: text }, isComposing: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const searches = () => requestedPaths().filter((path) => path.startsWith('/search'));
    expect(searches()).toEqual([]);
    fireEvent.input(box, { target: { value: '站长' }, isComposing: true });
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(searches()).toEqual(['/search?keyword=%E7%AB%99%E9%95%BF']), {
      timeout: 3_000,
    });
  });
});

describe('single keys', () => {
  it('[ and ] go to the previous and the next tab', async () => {
    await openShell({ at: '/system/post' });
    key('[');
    await settle();
    expect(location.pathname).toBe('/index');
    key(']');
    await settle();
    expect(location.pathname).toBe('/system/post');
  });

  it('do not mind the dialog of a hidden tab', async () => {
    await openShell({ at: '/system/post' });
    const hidden = document.createElement('div');
    hidden.style.display = 'none';
    hidden.innerHTML = '<div role="dialog"></div>';
    document.body.append(hidden);
    key('[');
    await settle();
    hidden.remove();
    expect(location.pathname).toBe('/index');
  });

  it('? shows the list of shortcuts', async () => {
    await openShell();
    key('?');
    expect(await screen.findByRole('dialog', { name: '键盘快捷键' })).toBeVisible();
  });

  it('are ignored in inputs', async () => {
    await openShell({ at: '/system/post' });
    fireEvent.keyDown(screen.getByLabelText('笔记 /system/post'), { key: '[' });
    await settle();
    expect(location.pathname).toBe('/system/post');
  });

  it('can be turned off', async () => {
    settingsStore.change({ shortcuts: false });
    await openShell({ at: '/system/post' });
    key('[');
    await settle();
    expect(location.pathname).toBe('/system/post');
  });
});
