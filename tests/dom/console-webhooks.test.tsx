import { fireEvent, screen as page, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, it } from 'vitest';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: WebhookPage } = await import('../../app/_console/pages/alarm/webhook-page.tsx');

afterEach(leavePages);

it('shows the secret of a new webhook once', async () => {
  server.on('POST /iot/webhook', () => ({ id: 'f'.repeat(32), secret: 'SECRET-OF-THIS-TEST' }));
  showConsolePage(<WebhookPage />, { query: 'at=new' });
  const form = await page.findByRole('dialog', { name: '新增报警推送' });
  fireEvent.change(await within(form).findByRole('textbox', { name: '名称' }), { target: { value: '值班' } });
  fireEvent.change(within(form).getByRole('textbox', { name: '地址' }), {
    target: { value: 'https://example.com/alarms' },
  });
  fireEvent.click(within(form).getByRole('button', { name: '保存' }));
  expect(await page.findByDisplayValue('SECRET-OF-THIS-TEST')).toBeVisible();
  expect(server.to('POST /iot/webhook').map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: '值班', url: 'https://example.com/alarms', kinds: [] }),
  ]);
});

it('says that a webhook without types receives all of them', async () => {
  const webhook = { url: 'https://example.com/alarms', status: '0', version: 1 };
  server.on('GET /iot/webhook/page', () =>
    pageOf([
      { ...webhook, id: 'a'.repeat(32), name: '值班', kinds: [] },
      { ...webhook, id: 'b'.repeat(32), name: '总部', kinds: ['person'] },
    ]),
  );
  showConsolePage(<WebhookPage />);
  const row = async (name: string) => within((await page.findByText(name)).closest('tr')!);
  expect((await row('值班')).getByText('全部类型')).toBeVisible();
  expect((await row('总部')).getByText('人形检测')).toBeVisible();
});
