import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { MenuNode } from '../../app/_console/session/session-types.ts';
import { openShell, resetShell, running, settingsStore, settle, viewport } from '../kit/console-shell.tsx';

beforeEach(resetShell);
afterEach(() => {
  cleanup();
  resetShell();
});

const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const activeTab = () =>
  screen
    .getAllByRole('tab')
    .find((tab) => tab.ariaSelected === 'true' || tab.getAttribute('aria-selected') === 'true');
const panel = () => screen.getByRole('tabpanel');
const note = () => within(panel()).getByRole<HTMLInputElement>('textbox');
const tab = (name: string) => screen.getByRole('tab', { name });

async function click(element: HTMLElement): Promise<void> {
  fireEvent.click(element);
  await settle();
}

async function openFromMenu(title: string, root = '系统管理'): Promise<void> {
  const group = screen.getByRole('button', { name: root });
  if (group.getAttribute('aria-expanded') === 'false') await click(group);
  await click(screen.getByRole('link', { name: title }));
}

async function typeInto(text: string): Promise<void> {
  fireEvent.change(note(), { target: { value: text } });
  await settle();
}

async function chooseFromTabMenu(name: string, choice: string): Promise<void> {
  fireEvent.keyDown(tab(name), { key: 'F10', shiftKey: true });
  await settle();
  await click(await screen.findByRole('menuitem', { name: choice }));
}

describe('the multi-tab bar', () => {
  it('has home as its first tab, which cannot be closed', async () => {
    await openShell({ at: '/system/post' });
    expect(tabNames()).toEqual(['首页', '岗位管理']);
    fireEvent.keyDown(tab('首页'), { key: 'Delete' });
    await settle();
    expect(tabNames()).toEqual(['首页', '岗位管理']);
    expect(screen.getByText('首页标签不能关闭')).toBeVisible();
  });

  it('opens pages of the menu in tabs and keeps the state of each', async () => {
    await openShell({ at: '/system/post' });
    await typeInto('写了一半');
    await openFromMenu('参数设置');
    expect(location.pathname).toBe('/system/config');
    expect(activeTab()?.textContent).toContain('参数设置');
    await openFromMenu('岗位管理');
    expect(note()).toHaveValue('写了一半');
    expect(tabNames()).toHaveLength(3);
  });

  it('stops the effects of a page behind another tab', async () => {
    const shell = await openShell({ at: '/system/post' });
    expect(running.has('/system/post')).toBe(true);
    expect(shell.observersOf('/system/post')).toBe(1);
    await openFromMenu('参数设置');
    expect(running.has('/system/post')).toBe(false);
    expect(shell.observersOf('/system/post')).toBe(0);
  });

  it('removes the page on close: its DOM and its query observers are gone', async () => {
    const shell = await openShell({ at: '/system/post' });
    await openFromMenu('参数设置');
    expect(screen.getByLabelText('笔记 /system/post')).toBeInTheDocument();
    fireEvent.keyDown(tab('岗位管理'), { key: 'Delete' });
    await settle();
    expect(tabNames()).toEqual(['首页', '参数设置']);
    expect(screen.queryByLabelText('笔记 /system/post')).toBeNull();
    expect(running.has('/system/post')).toBe(false);
    expect(shell.observersOf('/system/post')).toBe(0);
  });

  it.each([
    ['the shown one', '参数设置', '岗位管理', '岗位管理'],
    ['one behind another', '岗位管理', '参数设置', '参数设置'],
  ])('closed by Delete, %s leaves the focus on the next tab', async (_, closed, focused, shown) => {
    await openShell({ at: '/system/post' });
    await openFromMenu('参数设置');
    act(() => tab(closed).focus());
    fireEvent.keyDown(tab(closed), { key: 'Delete' });
    await settle();
    expect(tabNames()).toEqual(['首页', shown]);
    expect(tab(focused)).toHaveFocus();
    expect(activeTab()).toBe(tab(shown));
  });

  it('Delete keeps the focus in the tab bar', async () => {
    await openShell({ at: '/system/post' });
    act(() => tab('首页').focus());
    fireEvent.keyDown(tab('首页'), { key: 'Delete' });
    await settle();
    expect(tab('首页')).toHaveFocus();
  });

  it('mounts a closed page again when it is reopened', async () => {
    await openShell({ at: '/system/post' });
    await click(within(panel()).getByRole('button', { name: '关闭本页' }));
    expect(location.pathname).toBe('/index');
    await openFromMenu('岗位管理');
    expect(note()).toHaveValue('');
  });

  it('drops a page with meta.noCache when it is left', async () => {
    await openShell({ at: '/system/dict' });
    expect(screen.getByLabelText('笔记 /system/dict')).toBeVisible();
    await openFromMenu('参数设置');
    expect(tabNames()).toEqual(['首页', '字典管理', '参数设置']);
    expect(screen.queryByLabelText('笔记 /system/dict')).toBeNull();
  });

  it.each([
    ['关闭当前', '首页', '首页标签不能关闭'],
    ['关闭左侧', '岗位管理', '左侧没有标签'],
    ['关闭右侧', '岗位管理', '右侧没有标签'],
  ])('explains why %s of %s has no effect: %s', async (choice, name, message) => {
    await openShell({ at: '/system/post' });
    await chooseFromTabMenu(name, choice);
    expect(await screen.findByText(message)).toBeVisible();
    expect(tabNames()).toEqual(['首页', '岗位管理']);
  });

  it('shows 这是最后一个标签，不能关闭 when only home remains', async () => {
    await openShell();
    await chooseFromTabMenu('首页', '关闭当前');
    expect(await screen.findByText('这是最后一个标签，不能关闭')).toBeVisible();
  });

  it.each([
    ['关闭左侧', ['首页', '字典管理', '参数设置']],
    ['关闭右侧', ['首页', '岗位管理', '字典管理']],
    ['关闭当前', ['首页', '岗位管理', '参数设置']],
    ['关闭其他', ['首页', '字典管理']],
    ['关闭全部', ['首页']],
  ])('%s leaves %p open', async (choice, left) => {
    await openShell({ at: '/system/post' });
    await openFromMenu('字典管理');
    await openFromMenu('参数设置');
    await chooseFromTabMenu('字典管理', choice);
    expect(tabNames()).toEqual(left);
  });

  it('关闭其他 shows the tab that stays', async () => {
    await openShell({ at: '/system/post' });
    await openFromMenu('字典管理');
    await chooseFromTabMenu('岗位管理', '关闭其他');
    expect(activeTab()?.textContent).toContain('岗位管理');
    expect(location.pathname).toBe('/system/post');
  });

  it.each([
    ['关闭左侧', '岗位管理', '首页'],
    ['关闭右侧', '岗位管理', '岗位管理'],
  ])('%s of %s keeps the active tab, unless it is closed itself', async (choice, of, before) => {
    await openShell({ at: '/system/dict' });
    await openFromMenu('岗位管理');
    await openFromMenu('参数设置');
    await click(tab(before));
    await chooseFromTabMenu(of, choice);
    expect(activeTab()?.textContent).toContain(before);
    await click(tab('首页'));
    expect(location.pathname).toBe('/index');
  });

  it('has one tab per page, whichever of its addresses is opened', async () => {
    const shell = await openShell({ at: '/system/post' });
    await typeInto('写了一半');
    await openFromMenu('参数设置');
    window.history.pushState(null, '', '/system/post?keyword=x');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await settle();
    expect(tabNames()).toHaveLength(3);
    expect(within(panel()).getByText('查询 keyword=x')).toBeVisible();
    expect(note()).toHaveValue('写了一半');
    await shell.back();
    expect(activeTab()?.textContent).toContain('参数设置');
  });

  it.each(['new', 'import', 'show.3'])('?at=%s is not restored in a tab that is left', async (panelName) => {
    const at = `/system/post?keyword=x&at=${panelName}`;
    const first = await openShell({ at });
    expect(location.search).toContain(`at=${panelName}`);
    await openFromMenu('参数设置');
    await openFromMenu('岗位管理');
    expect(location.search).toBe('?keyword=x');
    first.unmount();
    cleanup();
    await openShell({ at });
    cleanup();
    await openShell({ at: '/system/config' });
    await click(tab('岗位管理'));
    expect(location.search).toBe('?keyword=x');
  });

  it('asks for confirmation before unsaved changes are closed, and keeps them on 取消', async () => {
    await openShell({ at: '/system/post' });
    await typeInto('写了一半');
    expect(within(tab('未保存 岗位管理')).getByLabelText('未保存')).toBeVisible();
    fireEvent.keyDown(tab('未保存 岗位管理'), { key: 'Delete' });
    expect(await screen.findByText('“岗位管理”有未保存的修改，继续后将丢失。确定继续吗？')).toBeVisible();
    await click(screen.getByRole('button', { name: '取消' }));
    expect(note()).toHaveValue('写了一半');
    fireEvent.keyDown(tab('未保存 岗位管理'), { key: 'Delete' });
    await click(await screen.findByRole('button', { name: '确定' }));
    expect(tabNames()).toEqual(['首页']);
  });

  it('asks before a refresh loses unsaved changes', async () => {
    await openShell({ at: '/system/post' });
    await typeInto('写了一半');
    await chooseFromTabMenu('未保存 岗位管理', '刷新当前');
    await click(await screen.findByRole('button', { name: '取消' }));
    expect(note()).toHaveValue('写了一半');
    await chooseFromTabMenu('未保存 岗位管理', '刷新当前');
    await click(await screen.findByRole('button', { name: '确定' }));
    expect([note().value, tabNames()]).toEqual(['', ['首页', '岗位管理']]);
  });

  it('warns before the window is closed while something is unsaved', async () => {
    await openShell({ at: '/system/post' });
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    await typeInto('写了一半');
    expect(leave()).toBe(false);
  });

  it('moves back and forward between tabs and within one', async () => {
    const shell = await openShell({ at: '/system/post' });
    await openFromMenu('参数设置');
    await click(within(panel()).getByRole('button', { name: '下一页' }));
    expect(location.search).toBe('?pageNum=2');
    await shell.back();
    expect(within(panel()).getByText('查询')).toBeVisible();
    expect(tabNames()).toHaveLength(3);
    await shell.back();
    expect(activeTab()?.textContent).toContain('岗位管理');
    expect(location.pathname).toBe('/system/post');
  });

  it('remembers the filters of a tab when it is shown again', async () => {
    await openShell({ at: '/system/post' });
    await click(within(panel()).getByRole('button', { name: '下一页' }));
    await openFromMenu('参数设置');
    await openFromMenu('岗位管理');
    expect(location.pathname + location.search).toBe('/system/post?pageNum=2');
    expect(tabNames()).toHaveLength(3);
  });

  it('restores open tabs after a reload, with the titles set by pages', async () => {
    const first = await openShell({ at: '/system/post' });
    await click(within(panel()).getByRole('button', { name: '改标题' }));
    await openFromMenu('参数设置');
    first.unmount();
    cleanup();
    await openShell({ at: '/system/config' });
    expect(tabNames()).toEqual(['首页', '改过的标题', '参数设置']);
  });

  it('moves between tabs with the arrow keys and opens one by Enter', async () => {
    await openShell({ at: '/system/post' });
    tab('岗位管理').focus();
    fireEvent.keyDown(tab('岗位管理'), { key: 'ArrowRight' });
    expect(tab('首页')).toHaveFocus();
    expect(activeTab()).toBe(tab('岗位管理'));
    await click(tab('首页'));
    expect(location.pathname).toBe('/index');
    expect(panel()).toHaveFocus();
  });

  it('without tabs shows one page at a time', async () => {
    settingsStore.change({ multiTab: false });
    await openShell({ at: '/system/post' });
    expect(screen.queryByRole('tablist')).toBeNull();
    await openFromMenu('参数设置');
    expect(screen.queryByLabelText('笔记 /system/post')).toBeNull();
  });

  it('without tabs asks for confirmation before unsaved changes are lost', async () => {
    settingsStore.change({ multiTab: false });
    await openShell({ at: '/system/post' });
    fireEvent.change(screen.getByLabelText('笔记 /system/post'), { target: { value: '写了一半' } });
    await openFromMenu('参数设置');
    await click(await screen.findByRole('button', { name: '取消' }));
    expect(location.pathname).toBe('/system/post');
    expect(screen.getByLabelText<HTMLInputElement>('笔记 /system/post')).toHaveValue('写了一半');
  });
});

describe('addresses', () => {
  it.each(['/', '/home'])('%s leads to /index', async (at) => {
    await openShell({ at });
    expect(location.pathname).toBe('/index');
  });

  it('an unknown path leads to /404', async () => {
    await openShell({ at: '/nothing/here' });
    expect(location.pathname).toBe('/404');
    expect(screen.getByRole('heading', { level: 1, name: '抱歉，您访问的页面不存在' })).toBeVisible();
    await click(screen.getByRole('button', { name: '返回首页' }));
    expect(location.pathname).toBe('/index');
  });

  it.each([
    ['/system/notice/form?noticeId=1', '公告编辑'],
    ['/system/role/authUser?roleId=2', '分配用户'],
    ['/account/settings', '个人设置'],
    ['/account/center', '个人中心'],
    ['/system/hidden', '隐藏页面'],
  ])('%s, in no menu, opens by its address', async (at, title) => {
    await openShell({ at });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.queryByRole('link', { name: title })).toBeNull();
  });

  it.each([
    ['/system/notice/form', 'system:notice:edit'],
    ['/system/role/authUser', 'system:role:edit'],
  ])('%s without %s leads to /403', async (at, permission) => {
    await openShell({ at, user: { permissions: ['system:post:list'], roleCodes: ['clerk'] } });
    expect(location.pathname).toBe('/403');
    expect(screen.getByRole('heading', { level: 1, name: '抱歉，您无权访问此页面' })).toBeVisible();
    cleanup();
    await openShell({ at, user: { permissions: [permission], roleCodes: ['clerk'] } });
    expect(location.pathname).toBe(at);
  });

  it.each([
    ['a page that every client has', '/system/post', '403'],
    ['one known to the server only', '/system/missing', '404'],
    ['an unknown one', '/system/nothing', '404'],
  ])(
    '%s, %s, without the permission leads to /%s; reloaded with it, to the page',
    async (_what, path, code) => {
      const at = `${path}?pageNum=2`;
      await openShell({ at, menus: [], user: { permissions: [], roleCodes: ['clerk'] } });
      expect(location.pathname).toBe(`/${code}`);
      cleanup();
      await openShell({ at: location.pathname + location.search, user: { roleCodes: ['clerk'] } });
      expect(location.pathname + location.search).toBe(
        path === '/system/nothing' ? `/404?redirect=${encodeURIComponent(at)}` : at,
      );
    },
  );

  it.each(['https://evil.example/', '//evil.example/system/post', '/404?redirect=/system/post'])(
    'an exception page does not redirect: %s',
    async (redirect) => {
      await openShell({ at: `/404?${new URLSearchParams({ redirect })}` });
      expect(location.pathname).toBe('/404');
    },
  );

  it('a directory leads to its first page', async () => {
    await openShell({ at: '/system' });
    expect(location.pathname).toBe('/system/post');
  });

  it('opens a second tab for another notice', async () => {
    await openShell({ at: '/system/notice/form?noticeId=2' });
    await click(within(panel()).getByRole('button', { name: '打开公告' }));
    expect(tabNames()).toEqual(['首页', '公告编辑', '公告编辑']);
    expect(location.search).toBe('?noticeId=1');
  });

  it('a failing page does not affect other tabs', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await openShell({ at: '/system/broken' });
    expect(screen.getByText('抱歉，页面出错了')).toBeVisible();
    expect(screen.getByText('坏了')).toBeVisible();
    await openFromMenu('岗位管理');
    expect(screen.getByLabelText('笔记 /system/post')).toBeVisible();
    quiet.mockRestore();
  });

  it('a missing page component shows MODULE_NOT_FOUND', async () => {
    await openShell({ at: '/system/missing' });
    expect(screen.getByText('MODULE_NOT_FOUND: system/missing/index')).toBeVisible();
  });

  it('redirects to the login page without a session, and returns afterwards', async () => {
    const { leftFor } = await openShell({ at: '/system/post?pageNum=2', signedOut: true });
    expect(leftFor).toEqual(['/user/login?redirect=%2Fsystem%2Fpost%3FpageNum%3D2']);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('without a session', () => {
  it.each([
    ['/403', '抱歉，您无权访问此页面'],
    ['/404', '抱歉，您访问的页面不存在'],
    ['/500', '抱歉，页面出错了'],
  ])('%s is the page itself', async (at, expected) => {
    const { leftFor } = await openShell({ at, signedOut: true });
    expect(screen.getByRole('heading', { level: 1, name: expected })).toBeVisible();
    expect(leftFor).toEqual([]);
  });
});

describe('the menu', () => {
  it('keeps one root open at a time', async () => {
    await openShell({ at: '/system/post' });
    const root = (name: string) => screen.getByRole('button', { name });
    expect(root('系统管理')).toHaveAttribute('aria-expanded', 'true');
    await click(root('系统监控'));
    expect(root('系统管理')).toHaveAttribute('aria-expanded', 'false');
    expect(root('系统监控')).toHaveAttribute('aria-expanded', 'true');
  });

  it('highlights the current page', async () => {
    await openShell({ at: '/system/post' });
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('岗位管理');
  });

  it('opens an external address in a new window, without an opener', async () => {
    await openShell();
    const link = screen.getByRole('link', { name: /帮助中心/ });
    expect(link).toHaveAttribute('href', 'https://example.com/help');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('shows breadcrumbs of the titles', async () => {
    await openShell({ at: '/system/post' });
    const crumbs = within(screen.getByRole('navigation', { name: '当前位置' })).getAllByRole('listitem');
    expect(crumbs.map((crumb) => crumb.textContent)).toEqual(['系统管理', '岗位管理']);
  });

  describe('of a page that is not in the menu', () => {
    const system = (children: readonly MenuNode[]): readonly MenuNode[] => [
      {
        path: '/system',
        name: 'system',
        component: 'Layout',
        meta: { title: '系统管理', icon: 'IconId' },
        children,
      },
    ];
    const of = (path: string, component: string, title: string, hidden = false): MenuNode => ({
      path,
      name: title,
      component,
      meta: { title, icon: 'IconId', hidden },
    });
    const crumbs = () =>
      within(screen.getByRole('navigation', { name: '当前位置' }))
        .getAllByRole('listitem')
        .map((crumb) => crumb.textContent);

    it.each([
      ['the server names', [of('notice/form', 'NoticeForm', '公告编辑', true)]],
      ['is in every client', []],
    ])(
      'highlights the entry it belongs to, which its breadcrumbs link to: one that %s',
      async (_, hidden) => {
        await openShell({
          at: '/system/notice/form?noticeId=1',
          menus: system([of('notice', 'system/post/index', '公告管理'), ...hidden]),
        });
        const menu = within(screen.getByRole('navigation', { name: '主菜单' }));
        expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('公告管理');
        expect(crumbs()).toEqual(['系统管理', '公告管理', '公告编辑']);
        const breadcrumb = within(screen.getByRole('navigation', { name: '当前位置' }));
        await click(breadcrumb.getByRole('link', { name: '公告管理' }));
        expect(location.pathname).toBe('/system/notice');
      },
    );

    it('highlights nothing for a page without a parent page', async () => {
      await openShell({
        at: '/account/settings',
        menus: system([of('notice', 'system/post/index', '公告管理')]),
      });
      const menu = within(screen.getByRole('navigation', { name: '主菜单' }));
      expect(menu.queryByRole('link', { current: 'page' })).toBeNull();
      expect(crumbs()).toEqual(['个人设置']);
    });
  });

  it('is a drawer below 992 px', async () => {
    viewport.width = 991;
    await openShell();
    expect(settingsStore.get().isMobile).toBe(true);
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
    await click(screen.getByRole('button', { name: '打开菜单' }));
    expect(within(screen.getByRole('dialog')).getByRole('navigation', { name: '主菜单' })).toBeVisible();
    cleanup();
    viewport.width = 992;
    await openShell();
    expect(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  });

  it('can be collapsed and expanded, and stays so after a reload', async () => {
    await openShell();
    await click(screen.getByRole('button', { name: '收起侧边栏' }));
    expect(localStorage.getItem('side_collapsed')).toBe('true');
    expect(screen.getByRole('button', { name: '系统管理' }).textContent).toBe('');
    await click(screen.getByRole('button', { name: '展开侧边栏' }));
    expect(localStorage.getItem('side_collapsed')).toBe('false');
  });

  it('is at the top in the layout topmenu', async () => {
    settingsStore.change({ layout: 'topmenu' });
    await openShell({ at: '/system/post' });
    const menu = screen.getByRole('navigation', { name: '主菜单' });
    expect(within(screen.getByRole('banner')).getByRole('navigation', { name: '主菜单' })).toBe(menu);
  });

  it('has the same open groups again after it was at the top', async () => {
    await openShell({ at: '/system/post' });
    const root = (name: string) => screen.getByRole('button', { name });
    await click(root('系统监控'));
    await act(async () => settingsStore.change({ layout: 'topmenu' }));
    await act(async () => settingsStore.change({ layout: 'sidemenu' }));
    expect(root('系统监控')).toHaveAttribute('aria-expanded', 'true');
    expect(root('系统管理')).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('accessibility', () => {
  it('has landmarks, a skip link, one h1, and announces the new page', async () => {
    await openShell({ at: '/system/post' });
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('main').id).toBe('content');
    expect(screen.getByRole('contentinfo')).toBeVisible();
    expect(screen.getByRole('link', { name: '跳到主要内容' })).toHaveAttribute('href', '#content');
    await openFromMenu('参数设置');
    expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual(['参数设置']);
    expect(screen.getByText('已打开 参数设置')).toHaveAttribute('role', 'status');
    expect(document.title).toBe('参数设置 - Oriel 管理平台');
    expect(panel()).toHaveFocus();
  });

  it('does not take the focus when the page has just been loaded', async () => {
    await openShell({ at: '/system/post' });
    expect(document.body).toHaveFocus();
  });
});

describe('at most twelve mounted pages', () => {
  const many = Array.from({ length: 14 }, (_, index) => ({
    path: `/room/${index}`,
    name: `R${index}`,
    component: 'system/post/index',
    meta: { title: `房间${index}` },
  }));

  it('unmounts the least recently used page, and keeps its tab', async () => {
    await openShell({ menus: many });
    for (const { meta } of many) await click(screen.getByRole('link', { name: meta.title }));
    const alive = screen.getAllByLabelText(/^笔记/).map((input) => input.getAttribute('aria-label'));
    expect(alive).toHaveLength(12);
    expect(alive).not.toContain('笔记 /room/0');
    expect(tabNames()).toHaveLength(15);
    await act(async () => {});
  });

  it('keeps a page with unsaved changes longer than others', async () => {
    await openShell({ menus: many });
    await click(screen.getByRole('link', { name: '房间0' }));
    await typeInto('写了一半');
    for (const { meta } of many.slice(1)) await click(screen.getByRole('link', { name: meta.title }));
    expect(screen.getByLabelText<HTMLInputElement>('笔记 /room/0')).toHaveValue('写了一半');
  });
});
