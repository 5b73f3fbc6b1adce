import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: MyFeedbackPage } = await import('../../app/_console/pages/feedback/my-feedback-page.tsx');
const { ReplyDialog } = await import('../../app/_console/pages/feedback/reply-dialog.tsx');

afterEach(leavePages);

const ours = `/api/admin/files/2026/11/21/${'0a'.repeat(16)}.png`;
const mine = {
  ...{
    id: 3,
    type: '2',
    content: '画面<b>看不清</b>',
    pics: [ours, 'https://example.com/a.png'],
    status: '2',
  },
  ...{ reply: '已调整', replyTime: '2026-01-02 09:00:00', createTime: '2026-01-01 08:00:00' },
};

beforeEach(() => {
  server.on('GET /system/dict/data/type/sys_feedback_type', () => [
    { dictLabel: '功能建议', dictValue: '1', isDefault: 'Y' },
    { dictLabel: '遇到问题', dictValue: '2', isDefault: 'N' },
  ]);
  server.on('GET /feedback/mine/list', () => pageOf([mine]));
});

describe('the page of own feedback', () => {
  it('sends type, content, contact and the browser, and lists what was sent', async () => {
    server.on('POST /feedback/mine', () => ({ id: 4 }));
    showConsolePage(<MyFeedbackPage />);
    await page.findByText('已调整');
    fireEvent.change(page.getByRole('textbox', { name: '内容' }), { target: { value: '再清楚一点' } });
    fireEvent.change(page.getByRole('textbox', { name: '联系方式' }), { target: { value: 'a@example.com' } });
    expect(page.getByText('5 / 500')).toBeVisible();
    fireEvent.click(page.getByRole('button', { name: '提交' }));
    await page.findByText('反馈已提交');
    expect(server.to('POST /feedback/mine')[0]?.body).toEqual({
      ...{ type: '1', content: '再清楚一点', pics: [], contact: 'a@example.com' },
      device: navigator.userAgent.slice(0, 300),
    });
    expect(page.getByRole('textbox', { name: '内容' })).toHaveValue('');
    await waitFor(() => expect(server.to('GET /feedback/mine/list')).toHaveLength(2));
  });

  it('leaves the browser out if the user does not want to send it', async () => {
    server.on('POST /feedback/mine', () => ({ id: 4 }));
    showConsolePage(<MyFeedbackPage />);
    await page.findByText('已调整');
    fireEvent.click(page.getByRole('switch', { name: '同时提交浏览器信息，便于查找问题' }));
    fireEvent.click(page.getByRole('button', { name: '提交' }));
    await waitFor(() => expect(server.to('POST /feedback/mine')[0]?.body).toMatchObject({ device: '' }));
  });

  it('is not sent while a picture is uploaded, and has no picture of another one', async () => {
    const image = (name: string) => new File(['x'], name, { type: 'image/png' });
    const choose = (file: File) =>
      fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });
    const send = () => page.getByRole('button', { name: '提交' });
    const ends: ((answer: unknown) => void)[] = [];
    const wait = () => new Promise((resolve) => ends.push(resolve));
    server.on('POST /feedback/picture', wait);
    server.on('POST /feedback/mine', wait);
    showConsolePage(<MyFeedbackPage />);
    await page.findByText('已调整');
    choose(image('a.png'));
    await waitFor(() => expect(send()).toBeDisabled());
    await act(async () => ends[0]?.({ url: '/files/a.png' }));
    await waitFor(() => expect(send()).toBeEnabled());
    fireEvent.click(send());
    await waitFor(() => expect(ends).toHaveLength(2));
    choose(image('late.png'));
    await waitFor(() => expect(ends).toHaveLength(3));
    await act(async () => ends[1]?.({ id: 4 }));
    await page.findByText('反馈已提交');
    await act(async () => ends[2]?.({ url: '/files/late.png' }));
    fireEvent.click(send());
    await waitFor(() => expect(ends).toHaveLength(4));
    const pics = server.to('POST /feedback/mine').map(({ body }) => (body as { pics: unknown }).pics);
    expect(pics).toEqual([['/files/a.png'], []]);
  });

  it('shows what the server refuses at its field, and the rest above the button', async () => {
    const errors = [{ path: 'content', message: '请填写反馈内容' }];
    server.on('POST /feedback/mine', () => new ApiError('40000', '请填写反馈内容', { errors }));
    showConsolePage(<MyFeedbackPage />);
    await page.findByText('已调整');
    fireEvent.click(page.getByRole('button', { name: '提交' }));
    await page.findByText('请填写反馈内容');
    expect(page.getByRole('textbox', { name: '内容' })).toBeInvalid();
    server.on('POST /feedback/mine', () => new ApiError('429', '提交过于频繁，请 10 分钟后再试'));
    fireEvent.click(page.getByRole('button', { name: '提交' }));
    expect(await page.findByRole('alert')).toHaveTextContent('提交过于频繁，请 10 分钟后再试');
  });

  it('shows text as text, pictures of this console only, and the reply', async () => {
    showConsolePage(<MyFeedbackPage />);
    const item = within(await page.findByRole('listitem'));
    expect(item.getByText('画面<b>看不清</b>')).toBeVisible();
    expect(item.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([ours]);
    expect(item.getByText('已回复')).toBeVisible();
    fireEvent.click(item.getByRole('button', { name: '图片 1' }));
    expect(await page.findByRole('dialog', { name: '图片 1' })).toBeVisible();
  });

  it('shows that a list could not be loaded, and that it is empty', async () => {
    server.on('GET /feedback/mine/list', () => new ApiError('500', '系统未知错误'));
    showConsolePage(<MyFeedbackPage />);
    const again = await page.findByRole('button', { name: '重试' });
    server.on('GET /feedback/mine/list', () => pageOf([]));
    fireEvent.click(again);
    await page.findByText('还没有提交过反馈');
  });
});

describe('a reply', () => {
  it('that is being written is not lost by closing its dialog', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    showConsolePage(<ReplyDialog feedback={mine as never} onClose={close} onReplied={() => undefined} />);
    fireEvent.change(await page.findByRole('textbox', { name: '回复' }), { target: { value: '已处理' } });
    fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
    fireEvent.click(document.querySelector('.mantine-Modal-inner')!);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const question = await page.findByText('有未保存的修改，确定放弃吗？');
    expect(closed).toBe(0);
    fireEvent.click(within(question.closest('section')!).getByRole('button', { name: '确定' }));
    await waitFor(() => expect(closed).toBe(1));
  });
});
