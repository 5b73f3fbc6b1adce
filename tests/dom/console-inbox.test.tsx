import { fireEvent, screen as page } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: InboxPage } = await import('../../app/_console/pages/message/inbox-page.tsx');

afterEach(leavePages);

const message = (messageId: number, read: boolean) => ({
  ...{ messageId, read, title: `消息 ${messageId}`, content: '', type: '1', sender: '王芳' },
  sendTime: '2026-01-01 08:00:00',
});

describe('the inbox', () => {
  it('goes back to the last page that has messages when the only one of a page was read', async () => {
    let unread = Array.from({ length: 11 }, (_, at) => message(at + 1, false));
    server.on('GET /feedback/inbox/list', ({ query }) => {
      const from = (Number(query.pageNum) - 1) * 10;
      return { ...pageOf(unread.slice(from, from + 10)), total: unread.length };
    });
    server.on('GET /system/dict/data/type/sys_message_type', () => []);
    server.on('POST /feedback/inbox/markRead', () => {
      unread = unread.slice(0, 10);
      return null;
    });
    showConsolePage(<InboxPage />);
    fireEvent.click(await page.findByRole('radio', { name: '未读' }));
    fireEvent.click(await page.findByRole('button', { name: '2' }));
    fireEvent.click(await page.findByRole('button', { name: /^未读 消息 11/ }));
    expect(await page.findByText('消息 1')).toBeVisible();
    expect(page.queryByText('没有未读消息')).toBeNull();
  });
});
