import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { Activity } from 'react';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { bearer, closePages, openResourcePage, world } from '../kit/resource-page.tsx';

const { EditingNotice } = await import('../../app/_console/resource/editing/editing-notice.tsx');

const path = '/system/post/1/editing';
const posts = [
  { postId: 1, postCode: 'ceo', postName: '董事长', postSort: 1, status: '0', remark: '' },
  { postId: 2, postCode: 'se', postName: '项目经理', postSort: 2, status: '0', remark: '' },
];
const editorEntry = (name: string, since = '2024-05-06 09:03:20', isSelf = false) => ({
  name,
  since,
  isSelf,
});
const minute = 60_000;

/** HTTP methods of the calls to `/editing`, in order. */
const reported = () =>
  world.calls.filter((call) => call.path.endsWith('/editing')).map(({ method }) => method);
const notice = () => page.queryByRole('note')?.textContent ?? '';

beforeEach(() => {
  world.reset(systemPost, posts);
  bearer.hasToken = true;
});
afterEach(() => {
  cleanup();
  closePages();
});

describe('another user has the form open', () => {
  it('is shown beside the buttons of the form, which remain usable', async () => {
    world.editors = [editorEntry('张三')];
    openResourcePage({ query: 'at=edit.1' });
    await waitFor(() => expect(notice()).toContain('张三正在编辑，自 2024-05-06 09:03 起'));
    expect(notice()).toContain('您可以继续修改');
    expect(page.getByRole('note').closest('[role=status]')).not.toBeNull();
    expect(page.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false);
    expect(reported()).toEqual(['PUT']);
  });

  it('is shown above the details, where viewing alone is not reported', async () => {
    world.editors = [editorEntry('张三')];
    openResourcePage({ query: 'at=show.1' });
    await waitFor(() => expect(notice()).toBe('张三正在编辑，自 2024-05-06 09:03 起'));
    expect(reported()).toEqual(['GET']);
  });

  it('is neither requested nor reported for a new row or a row that cannot be edited', async () => {
    openResourcePage({ query: 'at=new' });
    await page.findByRole('button', { name: '保存' });
    cleanup();
    world.reset({ ...systemPost, can: ['add'] }, posts);
    openResourcePage({ query: 'at=show.1' });
    await page.findByRole('tab', { name: '详情' });
    expect(reported()).toEqual([]);
  });

  it.each([
    ['saved', () => fireEvent.click(page.getByRole('button', { name: '保存' }))],
    ['given up', () => fireEvent.click(page.getByRole('button', { name: '取消' }))],
    ['closed', () => fireEvent.keyDown(page.getByRole('dialog'), { key: 'Escape' })],
  ])('other users are notified when it is %s', async (_, end) => {
    openResourcePage({ query: 'at=edit.1' });
    await page.findByRole('button', { name: '保存' });
    await waitFor(() => expect(reported()).toEqual(['PUT']));
    end();
    await waitFor(() => expect(reported()).toEqual(['PUT', 'DELETE']));
  });

  it('identifies the window by the same name as long as the page lasts', async () => {
    openResourcePage({ query: 'at=edit.1' });
    await waitFor(() => expect(reported()).toEqual(['PUT']));
    cleanup();
    await waitFor(() => expect(reported()).toEqual(['PUT', 'DELETE']));
    const windows = world.calls.flatMap(({ path: to, query }) => (to === path ? [query] : []));
    expect(windows).toEqual([windows[0], windows[0]]);
    expect(windows[0]).toEqual({ window: expect.stringMatching(/^\w{16}$/) });
  });

  it('reports leaving when the page is unloaded', async () => {
    openResourcePage({ query: 'at=edit.1' });
    await waitFor(() => expect(reported()).toEqual(['PUT']));
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(reported()).toEqual(['PUT', 'DELETE']));
  });
});

it('does not report leaving after sign-out, which has already ended it', async () => {
  openResourcePage({ query: 'at=edit.1' });
  await waitFor(() => expect(reported()).toEqual(['PUT']));
  bearer.hasToken = false;
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await act(async () => {});
  expect(reported()).toEqual(['PUT']);
});

describe('the editing notice', () => {
  let show: (isShown: boolean) => void;

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2024, 4, 6, 12, 0, 0) });
  });
  afterEach(() => {
    setVisible(true);
    vi.useRealTimers();
  });

  const pass = (ms: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
      await vi.advanceTimersByTimeAsync(1);
    });

  function setVisible(isVisible: boolean): void {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isVisible ? 'visible' : 'hidden'),
    });
    window.dispatchEvent(new Event('visibilitychange'));
  }

  async function open(isEditing = true): Promise<void> {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const tree = (isShown: boolean) => (
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Activity mode={isShown ? 'visible' : 'hidden'}>
            <EditingNotice definition={systemPost} id={1} isEditing={isEditing} />
          </Activity>
        </QueryClientProvider>
      </MantineProvider>
    );
    const { rerender } = render(tree(true));
    show = (isShown) => rerender(tree(isShown));
    await pass(0);
  }

  it('appears and disappears with the other editors within a minute', async () => {
    await open();
    expect(notice()).toBe('');
    world.editors = [editorEntry('张三')];
    await pass(minute);
    expect(notice()).toContain('张三正在编辑，自 09:03 起');
    world.editors = [];
    await pass(minute);
    expect(notice()).toBe('');
    expect(reported()).toEqual(['PUT', 'PUT', 'PUT']);
  });

  it('polls at the same interval in the details', async () => {
    await open(false);
    await pass(minute);
    expect(reported()).toEqual(['GET', 'GET']);
    cleanup();
    await pass(minute);
    expect(reported()).toEqual(['GET', 'GET']);
  });

  it("names up to three editors, counts the rest, and mentions the user's own other window", async () => {
    world.editors = [
      editorEntry('管理员', '2024-05-06 11:00:00', true),
      editorEntry('张三', '2024-05-05 23:59:00'),
      ...['李四', '王五', '赵六'].map((name) => editorEntry(name)),
    ];
    await open();
    expect([...page.getByRole('note').querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      '您正在另一个窗口中编辑，自 11:00 起',
      '张三正在编辑，自 2024-05-05 23:59 起',
      '李四正在编辑，自 09:03 起',
      '另有 2 人正在编辑',
      '您可以继续修改：若对方先保存，保存时会请您逐项选择。',
    ]);
  });

  it('leaves when the console tab is in the background, and returns with it', async () => {
    await open();
    show(false);
    await pass(5 * minute);
    expect(reported()).toEqual(['PUT', 'DELETE']);
    world.editors = [editorEntry('张三')];
    show(true);
    await pass(0);
    expect(reported()).toEqual(['PUT', 'DELETE', 'PUT']);
    expect(notice()).toContain('张三正在编辑');
  });

  it('sends leaving and opening in this order, however fast', async () => {
    await open();
    show(false);
    show(true);
    show(false);
    show(true);
    await pass(0);
    expect(reported().at(-1)).toBe('PUT');
  });

  it('registers again when the server reports that it has left', async () => {
    await open();
    let isLeft = () => {};
    world.answers.set(`DELETE ${path}`, new Promise<void>((done) => (isLeft = done)));
    show(false);
    show(true);
    await pass(minute / 2);
    expect(reported()).toEqual(['PUT', 'DELETE']);
    isLeft();
    await pass(0);
    expect(reported()).toEqual(['PUT', 'DELETE', 'PUT']);
  });

  it('pauses in a background tab of the browser, and polls at once when it is shown', async () => {
    await open();
    setVisible(false);
    await pass(5 * minute);
    expect(reported()).toEqual(['PUT']);
    world.editors = [editorEntry('张三')];
    setVisible(true);
    await pass(0);
    expect(reported()).toEqual(['PUT', 'PUT']);
    expect(notice()).toContain('张三正在编辑');
  });

  it('continues after a network failure, and shows nothing meanwhile', async () => {
    world.editors = [editorEntry('张三')];
    await open();
    world.answers.set(`PUT ${path}`, new ApiError('network', '网络异常'));
    await pass(minute);
    expect(notice()).toBe('');
    await pass(minute);
    expect(notice()).toContain('张三正在编辑');
  });

  it('stops polling if the backend lacks the call or the row is gone', async () => {
    world.answers.set(`PUT ${path}`, new ApiError('404', '访问资源不存在'));
    await open();
    await pass(5 * minute);
    expect(reported()).toEqual(['PUT']);
  });
});
