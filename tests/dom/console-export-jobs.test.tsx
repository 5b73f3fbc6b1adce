import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { exportJobsKey } from '../../app/_console/api/query-keys.ts';
import { ApiContext } from '../../app/_console/api/use-api.ts';
import { NoticeBell } from '../../app/_console/shell/notices/notice-bell.tsx';
import { HostContext } from '../../app/_console/shell/shell-context.ts';
import type { TabHost } from '../../app/_console/shell/tab-host.ts';
import { apiWorld, envelope } from '../kit/console-api.ts';
import { loadNoticeParts } from '../kit/lazy-parts.ts';

await loadNoticeParts();

const running = {
  ...{ id: 'a'.repeat(32), title: '登录日志', format: 'xlsx', state: 'running', reason: null },
  ...{ rowsDone: 2_000, rowsTotal: 8_000, size: 0, createTime: '2026-01-01 08:00:00' },
  ...{ expireTime: null, url: null, opened: false },
};
const done = {
  ...{ ...running, state: 'done', rowsDone: 8_000, expireTime: '2026-01-02 08:00:00' },
  url: '/api/admin/common/exported/link',
};
const failed = { ...running, state: 'failed', reason: '服务器已重启或停止，导出中断，可重新开始' };

let world: ReturnType<typeof apiWorld>;
let queries: QueryClient;
let jobs: unknown;

beforeEach(() => {
  world = apiWorld();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  world.answer = ({ url }) => {
    if (url.endsWith('/common/export-job')) return envelope(jobs);
    if (url.endsWith('/sys_notice_type')) return envelope([]);
    if (url.includes('unreadCount')) return envelope({ total: 0, types: {} });
    return envelope(null);
  };
});
afterEach(() => {
  notifications.clean();
  cleanup();
  queries.clear();
});

async function openBell(): Promise<void> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <ApiContext value={world.api}>
          <Notifications />
          <HostContext value={{} as TabHost}>
            <NoticeBell />
          </HostContext>
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /通知公告/ }));
  await screen.findByRole('region', { name: '导出' });
}
const calls = (method: string) =>
  world.calls.filter((call) => call.method === method).map(({ url, body }) => [new URL(url).pathname, body]);

describe('a background export in the bell', () => {
  it('shows its progress, and then the link', async () => {
    jobs = [running];
    await openBell();
    expect(screen.getByText('2,000 / 8,000 行')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '登录日志.xlsx' })).toHaveAttribute('aria-valuenow', '25');
    jobs = [done];
    await act(() => queries.invalidateQueries({ queryKey: exportJobsKey }));
    const link = await screen.findByRole('link', { name: '下载 登录日志.xlsx' });
    expect(link).toHaveAttribute('href', '/api/admin/common/exported/link');
    expect(screen.getByText('2026-01-02 08:00:00 前可下载')).toBeVisible();
    expect(screen.getByRole('button', { name: '通知公告 · 1 个导出可下载', hidden: true })).toBeVisible();
  });

  it('that ended before it was seen running is reported as well', async () => {
    jobs = [failed];
    await openBell();
    const ready = '「登录日志」导出完成，请在通知铃铛中下载';
    expect(screen.queryByText(ready)).toBeNull();
    jobs = [{ ...done, id: 'b'.repeat(32) }, failed];
    await act(() => queries.invalidateQueries({ queryKey: exportJobsKey }));
    expect(await screen.findByText(ready)).toBeVisible();
    expect(screen.queryByText(/导出失败/)).toBeNull();
  });

  it('is cancelled while it runs', async () => {
    jobs = [running];
    await openBell();
    fireEvent.click(screen.getByRole('button', { name: '取消导出 登录日志.xlsx' }));
    await waitFor(() =>
      expect(calls('DELETE')).toEqual([[`/api/admin/common/export-job/${running.id}`, null]]),
    );
  });

  it('that failed says why, and is started again', async () => {
    jobs = [failed];
    await openBell();
    expect(screen.getByText('服务器已重启或停止，导出中断，可重新开始')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '重新导出 登录日志.xlsx' }));
    await waitFor(() =>
      expect(calls('PUT')).toEqual([
        ['/api/admin/common/export-job/restart', JSON.stringify({ id: running.id })],
      ]),
    );
  });
});
