import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: MessagePage } = await import('../../app/_console/pages/message/message-page.tsx');

afterEach(leavePages);

const message = {
  ...{ id: 7, title: '停机', type: '1', status: '2', targetType: '0', channels: ['inbox', 'mail'] },
  ...{ sendTime: '2026-01-01 08:00:00', recipientCount: 2, readCount: 1, version: 1 },
};
const writer = ['list', 'query', 'add', 'edit'].map((verb) => `feedback:message:${verb}`);

beforeEach(() => {
  const type = { dictLabel: '系统消息', dictValue: '1', isDefault: 'Y', status: '0' };
  server.on('GET /system/dict/data/type/sys_message_type', () => [type]);
  server.on('GET /feedback/message/page', () => pageOf([message]));
  server.on('GET /feedback/message/channels', () => ['inbox']);
});

describe('the form of a message', () => {
  const form = async () => within(await page.findByRole('dialog', { name: /新增/ }));

  it('is saved as a draft, or sent, by users who may send', async () => {
    server.on('POST /feedback/message', () => ({ id: 8 }));
    showConsolePage(<MessagePage />, { query: 'at=new' });
    const dialog = await form();
    fireEvent.change(await dialog.findByRole('textbox', { name: '标题' }), { target: { value: '停机' } });
    expect(dialog.getByRole('radio', { name: '存为草稿' })).toBeChecked();
    fireEvent.click(dialog.getByRole('radio', { name: '发送' }));
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.to('POST /feedback/message')[0]?.body).toMatchObject({
        ...{ title: '停机', type: '1', status: '1', targetType: '0', channels: ['inbox'] },
      }),
    );
  });

  it('offers neither sending without the permission nor e-mail without a mail server', async () => {
    showConsolePage(<MessagePage />, { query: 'at=new', permissions: writer });
    const dialog = await form();
    await dialog.findByRole('textbox', { name: '标题' });
    await waitFor(() => expect(server.to('GET /feedback/message/channels')).toHaveLength(1));
    expect(dialog.queryByRole('radio', { name: '发送' })).toBeNull();
    expect(dialog.queryByRole('checkbox', { name: '邮件' })).toBeNull();
  });

  it('offers e-mail where there is a mail server; the console is always included', async () => {
    server.on('GET /feedback/message/channels', () => ['inbox', 'mail']);
    showConsolePage(<MessagePage />, { query: 'at=new' });
    const dialog = await form();
    fireEvent.click(await dialog.findByRole('checkbox', { name: '邮件' }));
    expect(dialog.getByRole('checkbox', { name: '站内' })).toBeDisabled();
    expect(dialog.getByRole('checkbox', { name: '站内' })).toBeChecked();
  });

  it('is filled from a template; what is missing is shown at its parameter', async () => {
    server.on('GET /feedback/template/options', () => [
      { id: 3, title: '停机通知', fields: { params: ['place'], status: '0' } },
      { id: 4, title: '停用的模板', fields: { params: [], status: '1' } },
    ]);
    const errors = [{ path: 'params.place', message: '请填写此参数' }];
    server.on('POST /feedback/template/3/fill', ({ body }) => {
      const { place } = (body as { params: { place: string } }).params;
      return place
        ? { title: `${place}停机`, content: '<p>今晚</p>' }
        : new ApiError('40000', '请填写此参数', { errors });
    });
    showConsolePage(<MessagePage />, { query: 'at=new' });
    const dialog = await form();
    fireEvent.click(await dialog.findByRole('button', { name: '使用模板' }));
    const template = within(await page.findByRole('dialog', { name: '使用模板' }));
    await waitFor(() => expect(template.getByRole('combobox', { name: '消息模板' })).toBeEnabled());
    fireEvent.click(template.getByRole('combobox', { name: '消息模板' }));
    expect(page.queryByRole('option', { name: '停用的模板' })).toBeNull();
    fireEvent.click(await page.findByRole('option', { name: '停机通知' }));
    fireEvent.click(template.getByRole('button', { name: '填入' }));
    await template.findByText('请填写此参数');
    fireEvent.change(template.getByRole('textbox', { name: 'place' }), { target: { value: '机房' } });
    fireEvent.click(template.getByRole('button', { name: '填入' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: '标题' })).toHaveValue('机房停机'));
  });
});

describe('a sent message', () => {
  it('shows who has read it, who has not, and what became of e-mails', async () => {
    server.on('GET /feedback/message/7/receipts', ({ query }) =>
      pageOf(
        query.state === 'read'
          ? [{ userId: 1, userName: 'wang', nickName: '王芳', readTime: '2026-01-01 09:00:00', mail: 'sent' }]
          : [{ userId: 2, userName: 'li', nickName: '李明', readTime: null, mail: 'failed' }],
      ),
    );
    showConsolePage(<MessagePage />);
    fireEvent.click(await page.findByRole('button', { name: '回执 停机' }));
    const drawer = within(await page.findByRole('dialog', { name: '回执 · 停机' }));
    await drawer.findByText('2026-01-01 09:00:00');
    expect(drawer.getByText('已发送')).toBeVisible();
    fireEvent.click(drawer.getByRole('radio', { name: '未读' }));
    await drawer.findByText('李明');
    expect(drawer.getByText('失败')).toBeVisible();
  });

  it('is recalled with a reason', async () => {
    server.on('PUT /feedback/message/recall', () => null);
    showConsolePage(<MessagePage />);
    fireEvent.click(await page.findByRole('button', { name: '更多 停机' }));
    fireEvent.click(await page.findByRole('menuitem', { name: '撤回' }));
    const dialog = within(await page.findByRole('dialog', { name: '撤回「停机」' }));
    expect(dialog.getByRole('button', { name: '撤回' })).toBeDisabled();
    fireEvent.change(dialog.getByRole('textbox', { name: '撤回原因' }), { target: { value: '时间有误' } });
    fireEvent.click(dialog.getByRole('button', { name: '撤回' }));
    await page.findByText('已撤回「停机」');
    expect(server.to('PUT /feedback/message/recall')[0]?.body).toEqual({ id: 7, reason: '时间有误' });
  });
});
