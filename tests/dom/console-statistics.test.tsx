import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { statDevice } from '../../lib/contracts/admin/resources/stat-device.resource.ts';
import { durationText } from '../../lib/i18n/duration-text.ts';
import { leavePages, type PageCall, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

// The chart library needs the sizes of a real page; its points are described in text, too.
vi.doMock('../../app/_console/pages/statistics/day-chart.tsx', () => ({
  default: () => null,
}));
const { default: DeviceStatisticsPage } = await import('../../app/_console/pages/statistics/device-page.tsx');
const { pointsOf } = await import('../../app/_console/pages/statistics/statistics-data.ts');

const sums = {
  ...{ views: 12, liveViews: 10, recordedViews: 2, watchSeconds: 7_500, starts: 3 },
  ...{ viewFailures: 1, streamFailures: 4, recordSeconds: 90_000 },
};
const none = Object.fromEntries(Object.keys(sums).map((name) => [name, 0])) as typeof sums;
const summary = {
  ...{ from: '2026-01-01', to: '2026-01-03', total: sums },
  before: { from: '2025-12-29', to: '2025-12-31', ...none, views: 8, starts: 3, watchSeconds: 15_000 },
  series: [
    { ...none, at: '2026-01-01', views: 5 },
    { ...none, at: '2026-01-03', views: 7, watchSeconds: 7_500 },
  ],
  failures: [{ code: 'source.auth', title: '密码错误', kind: 'stream', count: 4 }],
};
const row = {
  ...{ id: 'a'.repeat(32), name: '大门', detail: 'CAM1:1', viewsBefore: 8, watchSecondsBefore: 1 },
  ...sums,
};
let queries: PageCall['query'][];

beforeEach(() => {
  queries = [];
  server.on('GET /stat/device/summary', () => summary);
  server.on('GET /stat/device/page', ({ query }) => {
    queries.push(query);
    return pageOf([row]);
  });
});
afterEach(leavePages);

describe('the page of camera statistics', () => {
  const card = async (name: string) => (await page.findByRole('region', { name })).textContent;

  it('shows figures with the change since the period before, a chart and the reasons of failures', async () => {
    showConsolePage(<DeviceStatisticsPage />);
    expect(await page.findByText(/2026-01-01 至 2026-01-03，与 2025-12-29 至 2025-12-31 比较/)).toBeTruthy();
    const cards = await page.findAllByRole('region', { name: '观看次数' });
    expect(cards[0]!.textContent).toBe('观看次数12比上期多 50%实时 10 · 录像 2');
    expect(await card('观看时长')).toBe('观看时长2 小时 5 分比上期少 50%');
    expect(await card('取流次数')).toBe('取流次数3与上期相同');
    expect(await card('失败次数')).toBe('失败次数5上期没有观看 1 · 取流 4');
    expect(await card('录像时长')).toBe('录像时长25 小时 0 分上期没有');
    expect(page.getByRole('img', { name: '观看次数: 2026-01-01：5; 2026-01-03：7' })).toBeTruthy();
    expect(within(await page.findByRole('region', { name: '失败原因' })).getByText('密码错误')).toBeTruthy();
  });

  it('lists by the chosen dimension, with lengths in hours and minutes', async () => {
    showConsolePage(<DeviceStatisticsPage />);
    expect(await page.findByText('大门')).toBeTruthy();
    expect(page.getAllByText('2 小时 5 分').length).toBe(2);
    fireEvent.click(page.getByRole('radio', { name: '部门' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ groupBy: 'dept' }));
    // The figures above the list are those of the same filters.
    await waitFor(() =>
      expect(server.to('GET /stat/device/summary').at(-1)?.query).toMatchObject({ groupBy: 'dept' }),
    );
    expect(statDevice.fields.groupBy.options.map(({ value }) => value)).toContain('dept');
  });

  it('draws a point for each day, also for those without figures', () => {
    const values = pointsOf(summary as Parameters<typeof pointsOf>[0], 'views');
    expect(values.map(({ at, value }) => [at, value])).toEqual([
      ['2026-01-01', 5],
      ['2026-01-02', 0],
      ['2026-01-03', 7],
    ]);
    expect(pointsOf(summary as Parameters<typeof pointsOf>[0], 'watched').at(-1)?.value).toBe(2.08);
  });
});

it.each([
  [0, '0 秒', '0 s'],
  [59, '59 秒', '59 s'],
  [3_599, '59 分 59 秒', '59 min 59 s'],
  [3_600, '1 小时 0 分', '1 h 0 min'],
  [360_060, '100 小时 1 分', '100 h 1 min'],
])('%s seconds are %s', (seconds, chinese, english) => {
  expect([durationText('zh-CN', seconds), durationText('en-US', seconds)]).toEqual([chinese, english]);
});
