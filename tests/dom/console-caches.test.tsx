import { fireEvent, screen as page, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, it } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: CachePage } = await import('../../app/_console/pages/cache/cache-page.tsx');
const { ApiError } = await import('../../app/_console/api/api-error.ts');

beforeEach(() => {
  server.on('GET /monitor/cache', () => ({
    info: { process: 'server-1' },
    commandStats: [
      { name: 'hits', value: 12 },
      { name: 'misses', value: 3 },
    ],
    dbSize: 2,
    caches: [
      { cacheName: 'setting', remark: '参数', size: 1, hits: 10, misses: 2 },
      { cacheName: 'dictionary', remark: '字典', size: 1, hits: 2, misses: 1 },
    ],
  }));
  server.on('GET /monitor/cache/getKeys/setting', () => ['setting:site.title']);
  server.on('GET /monitor/cache/getKeys/dictionary', () => ['dictionary:sys_yes_no']);
  server.on('GET /monitor/cache/getValue/dictionary/dictionary%3Asys_yes_no', () => ({
    ...{ cacheName: 'dictionary', cacheKey: 'dictionary:sys_yes_no', cacheValue: '[{"dictValue":"Y"}]' },
  }));
  server.on('DELETE /monitor/cache/clearCacheName/dictionary', () => null);
  server.on('DELETE /monitor/cache/clearCacheAll', () => null);
});
afterEach(leavePages);

it('shows the caches, their keys, and the value of one', async () => {
  showConsolePage(<CachePage />);
  await page.findByText('进程 server-1 内存中本组织的数据：2 项，命中 12 次，从数据库读取 3 次');
  expect(await page.findByRole('button', { name: 'site.title' })).toBeVisible();
  fireEvent.click(page.getByRole('button', { name: '字典' }));
  fireEvent.click(await page.findByRole('button', { name: 'sys_yes_no' }));
  expect(await page.findByText('[{"dictValue":"Y"}]')).toBeVisible();
});

it('says that a value has left the cache', async () => {
  server.on('GET /monitor/cache/getValue/setting/setting%3Asite.title', () => new ApiError('404', '不存在'));
  showConsolePage(<CachePage />);
  fireEvent.click(await page.findByRole('button', { name: 'site.title' }));
  expect(await page.findByText('已不在缓存中')).toBeVisible();
});

it('says that keys could not be loaded, not that there are none, and loads them again', async () => {
  server.on('GET /monitor/cache/getKeys/setting', () => new ApiError('500', '系统未知错误，请反馈给管理员'));
  showConsolePage(<CachePage />);
  expect(await page.findByText('系统未知错误，请反馈给管理员')).toBeVisible();
  expect(page.queryByText('现在没有数据')).toBeNull();
  server.on('GET /monitor/cache/getKeys/setting', () => ['setting:site.title']);
  fireEvent.click(page.getByRole('button', { name: '重试' }));
  expect(await page.findByRole('button', { name: 'site.title' })).toBeVisible();
});

it('clears one cache, or all, with the permission', async () => {
  showConsolePage(<CachePage />);
  fireEvent.click(await page.findByRole('button', { name: '清除字典' }));
  expect(await page.findByText('缓存已清除')).toBeVisible();
  fireEvent.click(page.getByRole('button', { name: '全部清除' }));
  await page.findAllByText('缓存已清除');
  expect(server.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/monitor/cache/clearCacheName/dictionary',
    '/monitor/cache/clearCacheAll',
  ]);
});

it('offers no clearing without the permission', async () => {
  showConsolePage(<CachePage />, { permissions: ['monitor:cache:list'] });
  const table = within(await page.findByRole('table'));
  expect(table.queryByRole('button', { name: '清除字典' })).toBeNull();
  expect(page.queryByRole('button', { name: '全部清除' })).toBeNull();
});
