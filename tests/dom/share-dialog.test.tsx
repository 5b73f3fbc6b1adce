import { fireEvent, screen as page, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { default: ShareDialog } = await import('../../app/_console/pages/parts/share-dialog.tsx');

afterEach(leavePages);

const camera = { id: 'c'.repeat(32), name: '大门' };
const made = { shareCode: '7K3QW9M2TZ4XA5BC', isEmbeddable: false };
const sent = () => server.to('POST /iot/share').at(-1)?.body as Record<string, unknown>;
const create = () => fireEvent.click(page.getByRole('button', { name: '创建链接' }));
const showLive = () =>
  showConsolePage(<ShareDialog shared={{ camera, store: 'live' }} onClose={() => undefined} />);

describe('the dialog that makes a share link', () => {
  it('to live video sends no range, and shows the link once', async () => {
    server.on('POST /iot/share', () => made);
    showLive();
    expect(await page.findByText('分享实时画面')).toBeVisible();
    create();
    expect(await page.findByDisplayValue(`${location.origin}/s/${made.shareCode}`)).toBeVisible();
    expect(sent()).toEqual({
      ...{ name: '大门', channelId: camera.id, store: 'live', maxOpens: null },
      ...{ watermark: false, embeddable: false, expireTime: expect.stringMatching(/^\d{4}-/) },
    });
  });

  it('to a range sends whole seconds that contain it', async () => {
    server.on('POST /iot/share', () => made);
    const begin = Date.UTC(2026, 0, 2, 2, 0, 0, 700);
    showConsolePage(
      <ShareDialog
        shared={{ camera, store: 'cloud', begin, end: begin + 60_000 }}
        onClose={() => undefined}
      />,
    );
    await page.findByText('2026-01-02 10:00:00 – 2026-01-02 10:01:01');
    create();
    await waitFor(() =>
      expect(sent()).toMatchObject({ beginTime: '2026-01-02 10:00:00', endTime: '2026-01-02 10:01:01' }),
    );
  });

  it('sends PIN, openings and watermark, and shows the code for embedding if other sites may', async () => {
    server.on('POST /iot/share', () => ({ ...made, isEmbeddable: true }));
    showLive();
    fireEvent.change(await page.findByLabelText('PIN'), { target: { value: '493021' } });
    fireEvent.change(page.getByLabelText('最多打开次数'), { target: { value: '3' } });
    fireEvent.click(page.getByLabelText('画面上显示链接标记'));
    fireEvent.click(page.getByLabelText('允许其他网站用 iframe 显示'));
    create();
    const code = (await page.findByLabelText('嵌入代码')) as HTMLInputElement;
    expect(code.value).toContain(`<iframe src="${location.origin}/e/${made.shareCode}"`);
    expect(sent()).toMatchObject({ pin: '493021', maxOpens: 3, watermark: true, embeddable: true });
  });

  it('shows beside a field why it was refused', async () => {
    const errors = [{ path: 'pin', message: 'PIN格式不正确，6 至 12 位数字' }];
    server.on('POST /iot/share', () => new ApiError('40000', '参数有误', { errors }));
    showLive();
    fireEvent.change(await page.findByLabelText('PIN'), { target: { value: '1' } });
    create();
    expect(await page.findByText('PIN格式不正确，6 至 12 位数字')).toBeVisible();
  });
});
