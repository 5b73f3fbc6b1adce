import { fireEvent, screen as page, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { SharedVideo } = await import('../../app/share/shared-video.tsx');

afterEach(leavePages);

const link = { code: '7K3QW9M2TZ4XA5BC' };
const opened = {
  ...{ accessToken: 'at.1', appKey: 'key', path: 'GATE/1.live', name: '大门', begin: null, end: null },
  ...{ expireInMs: 3_600_000, watermark: null },
};
const refused = new ApiError('500', '链接无效或已结束，或 PIN 不正确，请向分享者确认');
const needsPin = new ApiError('40000', '参数有误', { errors: [{ path: 'pin', message: '请输入 PIN' }] });
const openings = () => server.to('POST /share/open').map(({ body }) => body);
const player = () => document.querySelector('iframe');
const enter = (pin: string) => {
  fireEvent.change(page.getByLabelText('PIN'), { target: { value: pin } });
  fireEvent.click(page.getByRole('button', { name: '观看' }));
};

beforeEach(() => {
  server.on('POST /share/state', () => ({ isOpen: true }));
});

describe('the page of a share link', () => {
  it('plays what the link shows, and opens it once', async () => {
    server.on('POST /share/open', () => opened);
    showConsolePage(<SharedVideo link={link} />);
    expect(await page.findByRole('heading', { name: '大门' })).toBeVisible();
    expect(player()?.src).toContain('/player/pcLive/key');
    expect(openings()).toEqual([link]);
  });

  it('asks for the PIN, and says of a wrong one what it says of every link that cannot be opened', async () => {
    server.on('POST /share/open', ({ body }) => {
      const { pin } = body as { pin?: string };
      if (pin === undefined) return needsPin;
      return pin === '493021' ? opened : refused;
    });
    showConsolePage(<SharedVideo link={link} />);
    await page.findByLabelText('PIN');
    expect(page.queryByRole('alert')).toBeNull();
    enter('000000');
    expect(await page.findByText(refused.message)).toBeVisible();
    // The same one again is another attempt.
    enter('000000');
    await waitFor(() => expect(openings()).toHaveLength(3));
    enter('493021');
    await page.findByRole('heading', { name: '大门' });
    expect(page.queryByLabelText('PIN')).toBeNull();
    expect(openings().at(-1)).toEqual({ ...link, pin: '493021' });
  });

  it('is opened once by two presses, because each opening is counted', async () => {
    let answer = (_: unknown): void => undefined;
    server.on('POST /share/open', ({ body }) =>
      'pin' in (body as object)
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : needsPin,
    );
    showConsolePage(<SharedVideo link={link} />);
    await page.findByLabelText('PIN');
    enter('493021');
    fireEvent.submit(page.getByLabelText('PIN'));
    await waitFor(() => expect(openings()).toHaveLength(2));
    answer(opened);
    await page.findByRole('heading', { name: '大门' });
    expect(openings()).toEqual([link, { ...link, pin: '493021' }]);
  });

  it('shows the mark over the video', async () => {
    server.on('POST /share/open', () => ({ ...opened, watermark: '7K3Q' }));
    showConsolePage(<SharedVideo link={link} />);
    expect(await page.findAllByText('7K3Q')).toHaveLength(12);
  });

  it('removes the player when the link has ended', async () => {
    server.on('POST /share/open', () => ({ ...opened, expireInMs: 50 }));
    showConsolePage(<SharedVideo link={link} />);
    await page.findByText('链接已过期或已被取消，请向分享者索取新的链接');
    await waitFor(() => expect(player()).toBeNull());
  });

  it('in an iframe has nothing but the player', async () => {
    server.on('POST /share/open', () => opened);
    showConsolePage(<SharedVideo link={{ ...link, embedded: true }} isEmbedded />);
    await page.findByRole('heading', { name: '大门' });
    expect(page.queryByRole('button')).toBeNull();
    expect(openings()).toEqual([{ ...link, embedded: true }]);
  });
});
