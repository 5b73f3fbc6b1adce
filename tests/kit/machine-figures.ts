import type { DatabaseState, MachineFigures } from '../../lib/domain/monitoring/figures.ts';

const gib = 2 ** 30;

/** What a machine measures, in round numbers. */
export const machineFigures = (more: Partial<MachineFigures> = {}): MachineFigures => ({
  sys: { hostName: 'se***1', os: 'Linux', arch: 'x64' },
  cpu: { cpuNum: 4, used: 25, sys: 5, free: 75, load: [1, 0.5, 0.25] },
  mem: { total: 8 * gib, used: 2 * gib, free: 6 * gib, usage: 25 },
  runtime: {
    ...{ node: '20.19.0', version: '1.2.3', uptime: 60, cpuUsed: 40, cpuSeconds: 12.5 },
    ...{ heapUsed: 100, heapTotal: 200, rss: 300, eventLoopP99: 3, gc: { count: 7, ms: 11 } },
  },
  disks: [{ dir: 'data', total: 100 * gib, used: 40 * gib, free: 60 * gib, usage: 40 }],
  ...more,
});

export const databaseFigures: DatabaseState = {
  kind: 'libsql',
  version: '3.45.1',
  size: 4_096,
  pool: null,
  slowest: [{ statement: 'select 1', count: 2, maxMs: 9, meanMs: 5 }],
};

export const testMeters = {
  machine: async () => machineFigures(),
  database: async () => databaseFigures,
  talks: () => 0,
  processName: 'server-1',
};
