import { screen as page, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// The chart library needs the sizes of a real page; its lines are described in text, too.
vi.doMock('../../app/_console/pages/server/line-chart.tsx', () => ({ default: () => null }));
const { default: ServerPage } = await import('../../app/_console/pages/server/server-page.tsx');

const gib = 2 ** 30;
const work = {
  streams: { live: 2, starting: 1, retrying: 0, viewers: 5, bitrateKbps: 2_500 },
  recorders: { recording: 3, waiting: 1, failing: 0, lastWrite: '2026-01-01 08:00:00' },
  talks: 1,
};
const process = {
  ...{ id: 'aaaa1111', name: 'server-1', isOwn: true, startTime: '2026-01-01 07:00:00', version: '1.2.3' },
  ...{ cpu: 25, cpuOfProcess: 40, memory: 50, rss: 300 * 2 ** 20, eventLoopP99: 3, diskFree: 60 * gib, work },
};
const figures = {
  time: '2026-01-01 08:00:10',
  cpu: { cpuNum: 4, used: 25, sys: 5, free: 75, load: [1, 0.5, 0.25] },
  mem: { total: 8 * gib, used: 4 * gib, free: 4 * gib, usage: 50 },
  runtime: {
    ...{ node: '20.19.0', version: '1.2.3', uptime: 90_060, cpuUsed: 40, cpuSeconds: 12 },
    ...{
      heapUsed: 2 ** 20,
      heapTotal: 2 ** 21,
      rss: 300 * 2 ** 20,
      eventLoopP99: 3,
      gc: { count: 7, ms: 11 },
    },
  },
  db: {
    ...{ kind: 'postgres', version: '15.3', size: 2 ** 20 },
    pool: { used: 2, idle: 1, waiting: 0, max: 10 },
    slowest: [{ statement: 'select "id" from "device"', count: 12, maxMs: 31.5, meanMs: 4 }],
  },
  sys: { hostName: 'se***1', os: 'Linux', arch: 'x64' },
  disks: [{ dir: 'data', total: 100 * gib, used: 40 * gib, free: 60 * gib, usage: 40 }],
  work,
  processes: [process],
};
const at = Date.UTC(2026, 0, 1, 0, 0, 0);
const point = {
  ...{ at, cpu: 20, cpuOfProcess: 40, memory: 50, rss: 1, eventLoopP99: 3, viewers: 5, live: 2 },
  ...{ bitrateKbps: 2_500, recording: 3 },
};
const series = (id: string, name: string, cpus: readonly number[]) => ({
  id,
  name,
  points: cpus.map((cpu, index) => ({ ...point, at: at + index * 15_000, cpu })),
});

beforeEach(() => {
  server.on('GET /monitor/server', () => figures);
  server.on('GET /monitor/server/series', () => ({
    everySeconds: 15,
    processes: [series('aaaa1111', 'server-1', [20, 90, 25])],
  }));
});
afterEach(leavePages);

describe('the page of the server', () => {
  const card = async (name: string) => (await page.findByRole('region', { name })).textContent;

  it('shows what is measured', async () => {
    showConsolePage(<ServerPage />);
    expect(await card('处理器')).toBe('处理器25%4 核 · 系统 5% · 负载 1 / 0.5 / 0.25');
    expect(await card('内存')).toBe('内存50%已用 4.0 GB，共 8.0 GB · 本进程 300 MB');
    expect(await card('数据磁盘可用')).toBe('数据磁盘可用60 GB共 100 GB，已用 40%');
    expect(await card('码流')).toBe('码流3启动 1 · 重试 0 · 取流码率 2.5 Mbit/s');
    expect(await card('正在录像')).toBe('正在录像3等待 1 · 失败 0 · 最近写入 2026-01-01 08:00:00');
    expect(await card('数据库')).toContain('PostgreSQL 15.3');
    expect(await card('数据库')).toContain('使用 2 · 空闲 1 · 等待 0 · 上限 10');
    expect(await card('运行环境')).toContain('1 天 1 小时 1 分');
    expect(
      within(page.getByRole('region', { name: '最慢的语句' })).getByText('select "id" from "device"'),
    ).toBeVisible();
  });

  it('describes each chart in text', async () => {
    showConsolePage(<ServerPage />);
    expect(await page.findByRole('img', { name: 'server-1：现在 25，最低 20，最高 90' })).toBeInTheDocument();
    expect(
      page.getByRole('img', {
        name: '码流：现在 2，最低 2，最高 2; 正在观看：现在 5，最低 5，最高 5; 正在录像：现在 3，最低 3，最高 3',
      }),
    ).toBeInTheDocument();
  });

  it('says that the chart has no points yet', async () => {
    server.on('GET /monitor/server/series', () => ({ everySeconds: 15, processes: [] }));
    showConsolePage(<ServerPage />);
    expect(await page.findAllByText('正在收集数据，每 15 秒记录一次')).toHaveLength(4);
  });

  it('sums several processes, and tells two of the same name apart', async () => {
    const other = { ...process, id: 'bbbb2222', isOwn: false };
    server.on('GET /monitor/server', () => ({ ...figures, processes: [process, other] }));
    server.on('GET /monitor/server/series', () => ({
      everySeconds: 15,
      processes: [series('aaaa1111', 'server-1', [20, 25]), series('bbbb2222', 'server-1', [50, 60])],
    }));
    showConsolePage(<ServerPage />);
    expect(await page.findByRole('rowheader', { name: 'server-1 (1111) 本次响应' })).toBeVisible();
    expect(page.getByRole('rowheader', { name: 'server-1 (2222)' })).toBeVisible();
    expect(
      await page.findByRole('img', {
        name: 'server-1 (1111)：现在 25，最低 20，最高 25; server-1 (2222)：现在 60，最低 50，最高 60',
      }),
    ).toBeInTheDocument();
    expect(await page.findByRole('img', { name: /^码流：现在 4/ })).toBeInTheDocument();
  });

  it('offers to try again when it could not be read', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    let isBroken = true;
    server.on('GET /monitor/server', () => (isBroken ? new ApiError('500', '系统未知错误') : figures));
    showConsolePage(<ServerPage />);
    const retry = await page.findByRole('button', { name: '重试' });
    isBroken = false;
    retry.click();
    expect(await card('处理器')).toContain('25%');
  });
});
