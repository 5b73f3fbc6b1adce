import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen as page, within } from '@testing-library/react';

import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { default: RecordingPage } = await import('../../app/_console/pages/recording/recording-page.tsx');
await import('../../app/_console/pages/recording/camera-recordings.tsx');

afterEach(leavePages);

const id = 'c'.repeat(32);
const hour = 60 * 60_000;
const recording = {
  id,
  name: '大门',
  serial: 'GATE',
  channelNo: 1,
  store: 'cloud',
  bytes: 3 * 2 ** 30,
  bytesPerDay: 2 ** 30,
  firstTime: '2026-01-01 08:00:00',
  lastTime: '2026-01-03 09:30:00',
  keepDays: 30,
  maxBytes: null,
  limitInDays: null,
};
const show = (usage: object) => {
  server.on('GET /iot/recording/usage', () => usage);
  showConsolePage(<RecordingPage />, { permissions: ['iot:recording:list'] });
};

describe('the page of recordings', () => {
  it('says when the disk is full, and what each camera uses', async () => {
    const limited = { ...recording, store: 'device', maxBytes: 5 * 2 ** 30, limitInDays: 2.4 };
    show({ fullInDays: 6.9, recordings: [recording, limited] });
    expect(await page.findByText('6 天后写满')).toBeVisible();
    expect(page.getByText('6.0 GB')).toBeVisible();
    const [, cloud, card] = page.getAllByRole('row');
    expect(cloud!.textContent).toBe('大门云存储3.0 GB1.0 GB30 天2026-01-01 08:002026-01-03 09:30查看');
    expect(card!.textContent).toContain('5.0 GB · 2 天后写满');
  });

  it('says that the disk will not fill up, or fills up today', async () => {
    show({ fullInDays: null, recordings: [recording] });
    expect(await page.findByText('不会写满')).toBeVisible();
    leavePages();
    show({ fullInDays: 0.4, recordings: [recording] });
    expect(await page.findByText('今天写满')).toBeVisible();
  });

  it('explains how to start while there is no recording', async () => {
    show({ fullInDays: null, recordings: [] });
    expect(await page.findByText('还没有录像')).toBeVisible();
  });

  describe('of a camera', () => {
    beforeEach(async () => {
      server.on(`GET /iot/recording/${id}/days`, () => ({ days: ['2026-01-02', '2026-01-03'] }));
      server.on(`GET /iot/recording/${id}/day`, () => ({
        dayMs: 24 * hour,
        stretches: [
          part(0, 6, 'schedule'),
          { ...part(6, 8, 'missing'), reason: '无法连接摄像头' },
          part(8, 9, 'missing'),
          part(9, 24, 'plan'),
        ],
      }));
      show({ fullInDays: null, recordings: [recording] });
      fireEvent.click(await page.findByRole('button', { name: '查看 大门 的录像' }));
    });
    const part = (begin: number, end: number, kind: string) => ({
      beginMs: begin * hour,
      endMs: end * hour,
      beginTime: `${String(begin).padStart(2, '0')}:00:00`,
      endTime: `${String(end).padStart(2, '0')}:00:00`,
      kind,
      reason: null,
    });

    it('marks the days with recordings, and shows what is missing and why', async () => {
      const dialog = await page.findByRole('dialog', { name: '大门 的录像' });
      expect(await within(dialog).findByRole('img', { name: '25% 有录像' })).toBeVisible();
      const lines = within(within(dialog).getByRole('list', { name: '时段' })).getAllByRole('listitem');
      expect(lines.map(({ textContent }) => textContent)).toEqual([
        '录像00:00:00 – 06:00:00',
        '缺失06:00:00 – 08:00:00无法连接摄像头',
        '缺失08:00:00 – 09:00:00摄像头离线或服务器未运行',
        '计划外09:00:00 – 24:00:00',
      ]);
      const second = await within(dialog).findByRole('button', { name: /1月2日.*有录像/ });
      fireEvent.click(second);
      await page.findByRole('img', { name: '25% 有录像' });
      const asked = server.to(`GET /iot/recording/${id}/day`).length;
      expect(asked).toBeGreaterThan(1);
    });

    it('has no player without the permission to play', async () => {
      const dialog = await page.findByRole('dialog', { name: '大门 的录像' });
      await within(dialog).findByRole('img', { name: '25% 有录像' });
      expect(within(dialog).queryByRole('button', { name: /播放/ })).toBeNull();
      expect(server.to('POST /iot/recording/play')).toEqual([]);
    });
  });
});
