import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiContext } from '../../app/_console/api/use-api.ts';
import { NoticeBell } from '../../app/_console/shell/notices/notice-bell.tsx';
import { trimmedTitle } from '../../app/_console/shell/notices/notice-list.tsx';
import { HostContext } from '../../app/_console/shell/shell-context.ts';
import type { TabHost } from '../../app/_console/shell/tab-host.ts';
import { apiWorld, envelope, failure } from '../kit/console-api.ts';
import { loadNoticeParts } from '../kit/lazy-parts.ts';

await loadNoticeParts();

let world: ReturnType<typeof apiWorld>;
let queries: QueryClient;
let notices: Record<
  '1' | '2',
  { noticeId: number; noticeTitle: string; noticeContent: string; read: boolean }[]
>;
let isDown: boolean;
let hasTypes: boolean;
let opened: string[];
let messages: { messageId: number; title: string; content: string; read: boolean }[] | null;
const host = { open: (path: string) => opened.push(path) } as unknown as TabHost;

const many = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => ({
    noticeId: first + index,
    noticeTitle: `通知${first + index}`,
    noticeContent: '<p>内容</p>',
    read: false,
  }));

beforeEach(() => {
  isDown = false;
  hasTypes = true;
  opened = [];
  messages = null;
  notices = { '1': many(12, 1), '2': many(2, 101) };
  world = apiWorld();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  world.answer = (call) => {
    const url = new URL(call.url);
    const path = url.pathname.replace('/api/admin', '');
    const type = (url.searchParams.get('noticeType') ?? '1') as '1' | '2';
    if (path === '/system/dict/data/type/sys_notice_type') {
      if (!hasTypes) return failure(500);
      return envelope([
        { dictLabel: '通知', dictValue: '1', listClass: 'warning' },
        { dictLabel: '公告', dictValue: '2', listClass: 'success' },
      ]);
    }
    if (path === '/system/notice/list') {
      if (isDown) return failure(500);
      const pageNum = Number(url.searchParams.get('pageNum'));
      const rows = notices[type].map((one) => ({
        ...one,
        noticeType: type,
        createTime: '2026-01-01 08:00:00',
      }));
      return envelope({ records: rows.slice((pageNum - 1) * 5, pageNum * 5), total: rows.length });
    }
    if (path === '/feedback/inbox/list') {
      const rows = (messages ?? []).map((one) => ({
        ...{ ...one, type: '1', sender: '王芳', sendTime: '2026-01-02 09:00:00' },
      }));
      return envelope({ records: rows.slice(0, 5), total: rows.length });
    }
    if (path === '/feedback/inbox/markRead') {
      const { ids } = JSON.parse(String(call.body)) as { ids: number[] };
      for (const one of messages ?? []) one.read ||= ids.includes(one.messageId);
    }
    if (path === '/system/notice/unreadCount') {
      const unread = (of: '1' | '2') => notices[of].filter(({ read }) => !read).length;
      return envelope({
        total: unread('1') + unread('2'),
        types: { '1': unread('1'), '2': unread('2') },
        ...(messages ? { messages: messages.filter(({ read }) => !read).length } : {}),
      });
    }
    if (path === '/system/notice/markRead') {
      const { ids } = JSON.parse(String(call.body)) as { ids: number[] };
      for (const one of [...notices['1'], ...notices['2']]) one.read ||= ids.includes(one.noticeId);
    }
    return envelope(null);
  };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <ApiContext value={world.api}>
          <HostContext value={host}>
            <NoticeBell />
          </HostContext>
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  queries.clear();
});

const bell = () => screen.getByRole('button', { name: /通知公告/ });
const titles = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('button')?.title);
const requested = (path: string) =>
  world.calls
    .filter(({ url }) => new URL(url).pathname === `/api/admin${path}`)
    .map(({ url }) => new URL(url).search);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function open(): Promise<void> {
  fireEvent.click(bell());
  await screen.findAllByRole('listitem');
}

describe('the notice bell', () => {
  it('shows the number of unread notices', async () => {
    expect(await screen.findByRole('button', { name: '通知公告，14 条未读' })).toBeVisible();
    expect(screen.getByText('14')).toBeVisible();
  });

  it('opens with one tab per notice type and five notices of type 1', async () => {
    await open();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/\d+/, ''))).toEqual([
      '通知',
      '公告',
    ]);
    expect(requested('/system/notice/list')).toEqual(['?pageNum=1&pageSize=5&status=0&noticeType=1']);
    expect(titles()).toEqual(['通知1', '通知2', '通知3', '通知4', '通知5']);
  });

  it('查看更多 increments the page and is hidden when total <= pageNum * pageSize', async () => {
    await open();
    press('查看更多');
    await waitFor(() => expect(titles()).toHaveLength(10));
    press('查看更多');
    await waitFor(() => expect(titles()).toHaveLength(12));
    expect(screen.queryByRole('button', { name: '查看更多' })).toBeNull();
    expect(requested('/system/notice/list').map((query) => query.match(/pageNum=(\d)/)?.[1])).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('another tab starts at page 1', async () => {
    await open();
    press('查看更多');
    await waitFor(() => expect(titles()).toHaveLength(10));
    fireEvent.click(screen.getByRole('tab', { name: /公告/ }));
    await waitFor(() => expect(titles()).toEqual(['通知101', '通知102']));
    expect(screen.queryByRole('button', { name: '查看更多' })).toBeNull();
  });

  it('opening again resets the query, and the types are loaded once', async () => {
    await open();
    press('查看更多');
    await waitFor(() => expect(titles()).toHaveLength(10));
    fireEvent.click(bell());
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(0));
    await open();
    await waitFor(() => expect(titles()).toHaveLength(5));
    expect(requested('/system/dict/data/type/sys_notice_type')).toHaveLength(1);
  });

  it('does not wait for ever if the types of notices cannot be loaded', async () => {
    hasTypes = false;
    fireEvent.click(bell());
    await waitFor(() => expect(requested('/system/dict/data/type/sys_notice_type')).toHaveLength(1));
    expect(await screen.findByRole('tablist')).toBeInTheDocument();
  });

  it('opens a notice in a dialog with title, type tag and content, and marks it as read', async () => {
    await open();
    press(/通知3/);
    const dialog = await screen.findByRole('dialog', { name: /通知3/ });
    expect(within(dialog).getByText('通知')).toBeVisible();
    expect(within(dialog).getByText('内容').tagName).toBe('P');
    expect(await screen.findByText('13')).toBeVisible();
  });

  it('renders no injected markup of a notice', async () => {
    notices['1'][0] = {
      noticeId: 1,
      noticeTitle: '通知1 <img src=x onerror=alert(1)>',
      noticeContent:
        '<p onclick="alert(1)">好<script>alert(1)</script><img src=x onerror=alert(1)>' +
        '<a href="javascript:alert(1)">链接</a><svg><a xlink:href="javascript:alert(1)">x</a></svg>' +
        '<iframe srcdoc="<script>alert(1)</script>"></iframe><b style="background:url(x);color:red">粗</b></p>',
      read: true,
    };
    await open();
    press(/通知1 /);
    const content = (await screen.findByText('粗')).closest('p') as HTMLElement;
    expect(content.outerHTML).toBe('<p>好<a>链接</a><b style="color: red;">粗</b></p>');
    expect(
      screen.getByRole('dialog').querySelectorAll('script,iframe,svg a,[onerror],[onclick]'),
    ).toHaveLength(0);
  });

  it('shows uploaded images and no others', async () => {
    const ours = `/api/admin/files/2026/11/21/${'0a'.repeat(16)}.png`;
    notices['1'][0] = {
      noticeId: 1,
      noticeTitle: '通知1',
      noticeContent:
        `<p>路线<img src="${ours}" alt="路线图" width="640" height="48a" onload="alert(1)" srcset="x">` +
        `<img src="https://example.com/a.png"><img src="${ours}?a"><img src="/api/admin/logout"><img></p>`,
      read: true,
    };
    await open();
    press(/通知1/);
    const content = (await screen.findByText('路线')) as HTMLElement;
    const images = [...content.querySelectorAll('img')].map((image) =>
      Object.fromEntries([...image.attributes].map(({ name, value }) => [name, value])),
    );
    expect(images).toEqual([{ src: ours, alt: '路线图', width: '640', loading: 'lazy' }]);
  });

  it('reports a failed load and retries', async () => {
    isDown = true;
    fireEvent.click(bell());
    const again = await screen.findByRole('button', { name: '加载失败，点击重试' });
    isDown = false;
    fireEvent.click(again);
    await waitFor(() => expect(titles()).toHaveLength(5));
  });
});

describe('messages in the bell', () => {
  beforeEach(async () => {
    await screen.findByRole('button', { name: '通知公告，14 条未读' });
    messages = [
      { messageId: 7, title: '停机通知', content: '<p>今晚<script>alert(1)</script></p>', read: false },
      { messageId: 6, title: '值班表', content: '<p>本周</p>', read: true },
    ];
    await queries.invalidateQueries();
  });

  it('are counted together with notices, and have a tab of their own', async () => {
    expect(await screen.findByRole('button', { name: '通知公告，15 条未读' })).toBeVisible();
    await open();
    fireEvent.click(screen.getByRole('tab', { name: /消息/ }));
    await waitFor(() => expect(titles()).toEqual(['停机通知', '值班表']));
    expect(screen.queryByRole('button', { name: '查看更多' })).toBeNull();
  });

  it('are read in the dialog of notices', async () => {
    await open();
    fireEvent.click(await screen.findByRole('tab', { name: /消息/ }));
    fireEvent.click(await screen.findByRole('button', { name: /停机通知/ }));
    const dialog = await screen.findByRole('dialog', { name: /停机通知/ });
    expect(within(dialog).getByText('今晚').outerHTML).toBe('<p>今晚</p>');
    expect(await screen.findByRole('button', { name: '通知公告，14 条未读' })).toBeInTheDocument();
  });

  it('are all on the page of messages', async () => {
    await open();
    fireEvent.click(await screen.findByRole('tab', { name: /消息/ }));
    fireEvent.click(await screen.findByRole('button', { name: '全部消息' }));
    expect(opened).toEqual(['/account/inbox']);
  });
});

describe('a title', () => {
  it('is truncated at 32 characters of any kind', () => {
    expect(trimmedTitle('好'.repeat(32))).toBe('好'.repeat(32));
    expect(trimmedTitle('😀'.repeat(33))).toBe(`${'😀'.repeat(32)}…`);
  });
});
