import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { language as pageLanguage } from '../../app/_console/text/language.ts';
import { productBrand } from '../../lib/contracts/brand.ts';
import { openShell, resetShell, settingsStore, settle, storedPreferences } from '../kit/console-shell.tsx';

beforeEach(resetShell);
afterEach(() => {
  cleanup();
  resetShell();
  vi.restoreAllMocks();
});

async function click(element: HTMLElement): Promise<void> {
  fireEvent.click(element);
  await settle();
}

async function openDrawer() {
  await openShell();
  await click(screen.getByRole('button', { name: '界面设置' }));
  return within(await screen.findByRole('dialog', { name: '界面设置' }));
}

const stored = (key: string) => localStorage.getItem(key);

describe('the settings drawer', () => {
  it('follows the system by default', async () => {
    const drawer = await openDrawer();
    expect(drawer.getByRole('radio', { name: '跟随系统' })).toBeChecked();
  });

  it.each([
    ['亮色菜单', 'nav_theme', 'light'],
    ['顶部菜单', 'layout', 'topmenu'],
    ['紧凑', 'table_size', 'small'],
    ['浅色', 'color_scheme', 'light'],
    ['深色', 'color_scheme', 'dark'],
  ])('%s is stored as %s = %s', async (choice, key, value) => {
    const drawer = await openDrawer();
    await click(drawer.getByRole('radio', { name: choice }));
    expect(stored(key)).toBe(value);
  });

  it.each([
    ['固定头部', 'fixed_header', 'false'],
    ['固定侧边栏', 'fixed_sidebar', 'false'],
    ['隐藏页脚', 'hide_footer', 'true'],
    ['多标签模式', 'multi_tab', 'false'],
    ['表格边框', 'table_bordered', 'true'],
    ['色弱模式', 'weak', 'true'],
  ])('%s is stored as %s = %s', async (name, key, value) => {
    const drawer = await openDrawer();
    await click(drawer.getByRole('switch', { name }));
    expect(stored(key)).toBe(value);
  });

  it('offers the eight colours, and shows 正在切换主题 while one is applied', async () => {
    const drawer = await openDrawer();
    const colours = within(drawer.getByRole('radiogroup', { name: '主题色' })).getAllByRole('radio');
    expect(colours).toHaveLength(8);
    fireEvent.click(drawer.getByRole('radio', { name: '酱紫' }));
    expect(await screen.findByText('正在切换主题')).toBeVisible();
    await settle();
    expect(stored('color')).toBe('#722ED1');
  });

  it('allows Fixed only with the top menu, which also unfixes the sidebar', async () => {
    const drawer = await openDrawer();
    const radio = (name: string) => drawer.getByRole<HTMLInputElement>('radio', { name });
    const side = () => drawer.getByRole<HTMLInputElement>('switch', { name: '固定侧边栏' });
    expect(radio('定宽')).toBeDisabled();
    expect(side()).toBeEnabled();
    await click(radio('顶部菜单'));
    expect(radio('定宽')).toBeChecked();
    expect(side()).toMatchObject({ disabled: true, checked: false });
    expect([stored('content_width'), stored('fixed_sidebar')]).toEqual(['Fixed', 'false']);
    await click(radio('侧边菜单'));
    expect(radio('流式')).toBeChecked();
    expect(stored('content_width')).toBe('Fluid');
  });

  it('copies all settings, and shows 拷贝完毕', async () => {
    const written: string[] = [];
    const clipboard = { writeText: async (text: string) => void written.push(text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    const drawer = await openDrawer();
    await click(drawer.getByRole('button', { name: '复制设置' }));
    expect(await screen.findByText('已复制')).toBeVisible();
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      nav_theme: 'dark',
      color: '#1890FF',
      table_size: 'middle',
    });
  });

  it('shows 拷贝失败 if the browser refuses', async () => {
    const clipboard = { writeText: () => Promise.reject(new Error('denied')) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    const drawer = await openDrawer();
    await click(drawer.getByRole('button', { name: '复制设置' }));
    expect(await screen.findByText('复制失败')).toBeVisible();
  });

  it('hides the footer and the tabs at once', async () => {
    const drawer = await openDrawer();
    expect(screen.getByText('Oriel · 摄像机播放与管理平台')).toBeVisible();
    await click(drawer.getByRole('switch', { name: '隐藏页脚' }));
    await click(drawer.getByRole('switch', { name: '多标签模式' }));
    expect(screen.queryByText('Oriel · 摄像机播放与管理平台')).toBeNull();
    expect(screen.queryByRole('tablist', { hidden: true })).toBeNull();
  });

  it('follows another window of the same browser', async () => {
    await openShell();
    localStorage.setItem('hide_footer', 'true');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'hide_footer' })));
    await settle();
    expect(screen.queryByText('Oriel · 摄像机播放与管理平台')).toBeNull();
  });
});

describe('the header', () => {
  it('warns 您的浏览器不支持全屏 if full screen is not supported', async () => {
    await openShell();
    await click(screen.getByRole('button', { name: '全屏' }));
    expect(await screen.findByText('您的浏览器不支持全屏')).toBeVisible();
  });

  it.each([
    [undefined, 'Oriel 管理平台'],
    ['福清交通云', '福清交通云'],
  ])('with site.title %s the logo shows %s and leads to /user/home', async (title, shown) => {
    await openShell(title ? { user: { brand: { ...productBrand, name: title } } } : {});
    const logo = screen.getByRole('link', { name: shown });
    expect(logo).toHaveAttribute('href', '/user/home');
    expect(document.title).toBe(`首页 - ${shown}`);
  });

  const language = (name: string) => screen.findByRole('menuitemradio', { name });

  it('shows both languages and only allows 简体中文 if the setting site.locales has no other', async () => {
    await openShell({ locales: 'zh-CN' });
    await click(screen.getByRole('button', { name: '语言' }));
    expect(await language('简体中文')).toHaveAttribute('aria-checked', 'true');
    expect(await language('English')).toHaveProperty('disabled', true);
  });

  it('can be English, which is stored in the browser and with the account', async () => {
    await openShell({ at: '/account/settings' });
    await click(screen.getByRole('button', { name: '语言' }));
    await click(await language('English'));
    expect(stored('app_language')).toBe('en-US');
    expect(storedPreferences()).toEqual([['/preference/language', { value: 'en-US' }]]);
    expect(screen.getByRole('tab', { name: 'Personal settings' })).toBeVisible();
  });

  it('is that of all tabs, also of those that are not shown and of those that a reload restores', async () => {
    const first = await openShell({ at: '/system/post' });
    await click(await screen.findByRole('button', { name: '改为两种语言的标题' }));
    expect(screen.getByRole('tab', { name: '新增岗位' })).toBeVisible();
    await click(screen.getByRole('tab', { name: '首页' }));
    await click(screen.getByRole('button', { name: '语言' }));
    await click(await language('English'));
    expect(screen.getByRole('tab', { name: 'Add a post' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: '新增岗位' })).toBeNull();
    first.unmount();
    cleanup();
    await openShell({ at: '/index' });
    expect(screen.getByRole('tab', { name: 'Add a post' })).toBeVisible();
  });

  it('is that of the account in a browser without a choice', async () => {
    await openShell({ at: '/account/settings', accountLanguage: 'en-US' });
    expect(screen.getByRole('tab', { name: 'Personal settings' })).toBeVisible();
    expect(stored('app_language')).toBe('en-US');
    expect(storedPreferences()).toEqual([]);
  });

  it('selected on the sign-in page becomes that of the account', async () => {
    pageLanguage.choose('en-US');
    await openShell({ at: '/account/settings', accountLanguage: 'zh-CN' });
    expect(screen.getByRole('tab', { name: 'Personal settings' })).toBeVisible();
    expect(storedPreferences()).toEqual([['/preference/language', { value: 'en-US' }]]);
  });

  it('returns to Chinese if the setting no longer allows English', async () => {
    settingsStore.change({ appLanguage: 'en-US' });
    await openShell({ locales: 'zh-CN' });
    expect(settingsStore.get().appLanguage).toBe('zh-CN');
  });

  it('links to the personal settings', async () => {
    await openShell();
    await click(screen.getByRole('button', { name: '林晓 的账户菜单' }));
    await click(await screen.findByRole('menuitem', { name: '个人设置' }));
    expect(location.pathname).toBe('/account/settings');
  });

  it('asks 确定注销并退出系统吗？ before it logs out', async () => {
    const { session } = await openShell();
    const confirmLeave = async () => {
      await click(screen.getByRole('button', { name: '林晓 的账户菜单' }));
      await click(await screen.findByRole('menuitem', { name: '退出登录' }));
      expect(await screen.findByText('确定注销并退出系统吗？')).toBeVisible();
    };
    await confirmLeave();
    await click(screen.getByRole('button', { name: '取消' }));
    expect(session.logout).not.toHaveBeenCalled();
    await confirmLeave();
    await click(screen.getByRole('button', { name: '确定' }));
    expect(session.logout).toHaveBeenCalledTimes(1);
  });
});
