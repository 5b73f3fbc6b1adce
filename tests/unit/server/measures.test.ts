import { expect } from 'expect';
import { describe, it } from 'vitest';
import { StatementMeter } from '../../../lib/db/statement-meter.ts';
import { spaceOf } from '../../../lib/domain/monitoring/figures.ts';
import { cpuMeter } from '../../../lib/server/measures/cpu-meter.ts';
import { maskedHostName } from '../../../lib/server/measures/host-name.ts';
import { machineMeter } from '../../../lib/server/measures/machine-meter.ts';
import { FakeClock } from '../../kit/fake-clock.ts';

describe('processor time', () => {
  const processor = (user: number, sys: number, idle: number) => ({
    times: { user, nice: 0, sys, irq: 0, idle },
  });

  it('is the share of all processors since the previous measurement', () => {
    const readings = [
      [processor(100, 100, 800), processor(0, 0, 1_000)],
      [processor(150, 110, 840), processor(25, 0, 1_075)],
    ];
    const meter = cpuMeter(() => readings.shift()!);
    expect(meter()).toMatchObject({ cpuNum: 2, used: 10, sys: 5, free: 90 });
    expect(meter()).toMatchObject({ cpuNum: 2, used: 42.5, sys: 5, free: 57.5 });
  });

  it('is 0 where the machine counts none', () => {
    expect(cpuMeter(() => [])()).toMatchObject({ cpuNum: 0, used: 0, sys: 0, free: 100 });
  });
});

describe('the name of the machine', () => {
  it.each([
    ['server-17', 'se***7'],
    ['camera-host.example.com', 'ca***t'],
    ['web', '***'],
    ['', '***'],
  ])('%s is shown as %s', (name, shown) => {
    expect(maskedHostName(name)).toBe(shown);
  });
});

it.each([
  [1_000, 250, { total: 1_000, used: 750, free: 250, usage: 75 }],
  [0, 0, { total: 0, used: 0, free: 0, usage: 0 }],
])('of %d bytes with %d free, the rest is used', (total, free, space) => {
  expect(spaceOf(total, free)).toEqual(space);
});

it('a machine is measured without paths, and with disks that exist only', async () => {
  const dataDir = process.cwd();
  const meter = machineMeter({
    ...{ clock: new FakeClock(), version: '1.2.3', dataDir },
    recordingsDir: `${dataDir}/missing`,
  });
  try {
    const figures = await meter.read();
    expect(figures.disks.map(({ dir }) => dir)).toEqual(['data']);
    expect(figures.runtime).toMatchObject({ node: process.versions.node, version: '1.2.3' });
    expect(figures.mem.used + figures.mem.free).toBe(figures.mem.total);
    expect(JSON.stringify(figures)).not.toContain(dataDir);
  } finally {
    meter.stop();
  }
});

describe('statements', () => {
  it('are counted, the one with the longest run first', () => {
    const meter = new StatementMeter();
    meter.note('select 1', 2);
    meter.note('select 2', 30);
    meter.note('select 1', 4);
    expect(meter.slowest(10)).toEqual([
      { statement: 'select 2', count: 1, maxMs: 30, meanMs: 30 },
      { statement: 'select 1', count: 2, maxMs: 4, meanMs: 3 },
    ]);
    expect(meter.slowest(1)).toHaveLength(1);
  });

  it('are bounded, and the slowest are kept', () => {
    const meter = new StatementMeter();
    meter.note('slow', 5_000);
    for (let n = 0; n < 2_000; n += 1) meter.note(`select ${n}`, n % 100);
    expect(meter.slowest(10_000).length).toBeLessThanOrEqual(200);
    expect(meter.slowest(1)[0]?.statement).toBe('slow');
  });

  it('are shortened', () => {
    const meter = new StatementMeter();
    meter.note('x'.repeat(5_000), 1);
    expect(meter.slowest(1)[0]?.statement).toHaveLength(301);
  });
});
