import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

// The chart library needs the sizes of a real page; its points are described in text, too.
vi.doMock('../../app/_console/pages/statistics/day-chart.tsx', () => ({
  default: () => null,
}));
const { default: ReportPage } = await import('../../app/_console/pages/statistics/report-page.tsx');
await import('../../app/_console/pages/statistics/report-result.tsx');

const report = {
  ...{ reportId: 3, name: '观看最多的摄像头', code: 'mostWatched', source: 'mostWatched', chart: 'bar' },
  ...{ params: { days: 30, rows: 20 }, columns: [], roles: [], isBuiltIn: 'Y', status: '0', version: 1 },
};
const result = {
  ...{ name: report.name, from: '2026-01-01', to: '2026-01-30', drawn: 'watched' },
  columns: [
    { key: 'day', label: '日期', kind: 'text' },
    { key: 'application', label: '应用', kind: 'text' },
    { key: 'watched', label: '观看时长', kind: 'duration' },
    { key: 'share', label: '占比', kind: 'percent' },
  ],
  rows: [
    { day: '2026-01-02', application: '甲', watched: 3_600, share: 50 },
    { day: '2026-01-02', application: '乙', watched: 1_800, share: null },
    { day: '2026-01-01', application: '甲', watched: 60, share: 1 },
  ],
};

beforeEach(() => {
  server.on('GET /stat/report/page', () => pageOf([report]));
  server.on('GET /stat/report/3', () => report);
  server.on('GET /stat/report/run', () => result);
  server.on('PUT /stat/report', () => null);
});
afterEach(leavePages);

describe('the report centre', () => {
  it('runs a report, and shows its chart and its table', async () => {
    showConsolePage(<ReportPage />);
    fireEvent.click(await page.findByRole('button', { name: /^运行/ }));
    const drawer = within(await page.findByRole('dialog', { name: report.name }));
    expect(await drawer.findByText('2026-01-01 至 2026-01-30')).toBeTruthy();
    // Several rows of a day are one point; days are in order.
    expect(
      drawer.getByRole('img', { name: '观看时长（小时）: 2026-01-01：0.02; 2026-01-02：1.5' }),
    ).toBeTruthy();
    const cells = drawer.getAllByRole('row').map((row) => row.textContent);
    expect(cells).toEqual([
      '日期应用观看时长占比',
      '2026-01-02甲1 小时 0 分50%',
      '2026-01-02乙30 分 0 秒—',
      '2026-01-01甲1 分 0 秒1%',
    ]);
    fireEvent.change(drawer.getByLabelText('日期范围 从'), { target: { value: '2026-01-05' } });
    fireEvent.blur(drawer.getByLabelText('日期范围 从'));
    await waitFor(() =>
      expect(server.to('GET /stat/report/run').at(-1)?.query).toMatchObject({ id: 3, begin: '2026-01-05' }),
    );
  });

  it('stays while another date is typed', async () => {
    showConsolePage(<ReportPage />);
    fireEvent.click(await page.findByRole('button', { name: /^运行/ }));
    const drawer = within(await page.findByRole('dialog', { name: report.name }));
    await drawer.findByText('2026-01-01 至 2026-01-30');
    const calls = server.to('GET /stat/report/run').length;
    fireEvent.change(drawer.getByLabelText('日期范围 从'), { target: { value: '2026-01' } });
    expect(drawer.getByRole('button', { name: '导出' })).toBeDisabled();
    expect(drawer.getByRole('img', { name: /^观看时长/ })).toBeVisible();
    expect(server.to('GET /stat/report/run')).toHaveLength(calls);
  });

  it('offers the columns of the chosen source, and the days and rows', async () => {
    showConsolePage(<ReportPage />, { query: 'at=edit.3' });
    const days = await page.findByRole('textbox', { name: /天数/ });
    fireEvent.change(days, { target: { value: '7' } });
    fireEvent.click(page.getByLabelText(/^列/, { selector: 'input' }));
    fireEvent.click(await page.findByRole('option', { name: '观看时长' }));
    expect(page.queryByRole('option', { name: '失败次数' })).toBeNull();
    fireEvent.click(page.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.to('PUT /stat/report').at(-1)?.body).toMatchObject({
        ...{ params: { days: 7, rows: 20 }, columns: ['watched'] },
      }),
    );
  });
});
