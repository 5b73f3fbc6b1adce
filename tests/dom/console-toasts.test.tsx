import { MantineProvider } from '@mantine/core';
import { cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, it } from 'vitest';
import { browserNotifier } from '../../app/_console/ui/toasts/browser-notifier.ts';
import { Toasts } from '../../app/_console/ui/toasts/toasts.tsx';

afterEach(cleanup);

it('a toast has the message, and links to the rows that it names', async () => {
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  );
  const links = [{ text: '用户（2）', address: '/system/user?sex=0' }];
  browserNotifier.show({ kind: 'error', message: '男正在使用中', links, durationMs: 0 });
  const toast = await page.findByRole('alert');
  expect(toast).toHaveTextContent('男正在使用中');
  const link = await within(toast).findByRole('link', { name: '用户（2）' });
  expect(link).toHaveAttribute('href', '/system/user?sex=0');
});

it('calls that fail together for one reason are one toast, until it is closed', async () => {
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  );
  const failure = { kind: 'error', message: '网络不通', durationMs: 0 } as const;
  const id = browserNotifier.show(failure);
  browserNotifier.show(failure);
  browserNotifier.show({ ...failure, message: '磁盘已满' });
  await page.findByText('磁盘已满');
  expect(page.getAllByText('网络不通')).toHaveLength(1);
  browserNotifier.dismiss(id);
  await waitFor(() => expect(page.queryByText('网络不通')).toBeNull());
  browserNotifier.show(failure);
  await page.findByText('网络不通');
});
