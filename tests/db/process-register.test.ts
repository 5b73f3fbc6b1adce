/** Processes that tell each other how they are doing: one on the embedded database, several on PostgreSQL. */
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { ProcessReport } from '../../lib/domain/monitoring/figures.ts';
import {
  databaseRegister,
  memoryRegister,
  type ProcessRegister,
} from '../../lib/domain/monitoring/process-register.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { machineFigures } from '../kit/machine-figures.ts';

const report = (id: string, more: Partial<ProcessReport> = {}): ProcessReport => ({
  ...{ id, name: `server ${id}`, startedAt: 1_000 },
  figures: {
    ...machineFigures(),
    work: {
      streams: { live: 1, starting: 0, retrying: 0, viewers: 2, bitrateKbps: 800 },
      recorders: { recording: 1, waiting: 0, failing: 0, lastWrite: 5_000 },
      talks: 0,
    },
  },
  streams: [
    {
      key: { tenantId: 'default', deviceSerial: 'GATE1', channelNo: 1, profile: 'main' },
      state: 'live',
      ...{ viewers: 2, bitrateKbps: 800 },
    },
  ],
  ...more,
});

function register(name: string, open: () => ProcessRegister): void {
  it(`${name}: a process knows itself, with all that it measured`, async () => {
    const own = report('a');
    expect(await open().beat(own)).toEqual([own]);
    expect(await open().beat({ ...own, name: 'renamed' })).toEqual([{ ...own, name: 'renamed' }]);
  });

  it(`${name}: a process that left can begin again`, async () => {
    const own = open();
    await own.leave();
    await own.beat(report('a'));
    await own.leave();
    expect(await own.beat(report('a'))).toHaveLength(1);
  });
}

describe('a register of processes', () => {
  register('in memory', memoryRegister);

  describe('in PostgreSQL', () => {
    let bench: DatabaseBench;
    let database: OpenDatabase;
    beforeAll(async () => {
      bench = await engines[1].start();
    });
    afterAll(() => bench.stop());
    beforeEach(async () => {
      database = await bench.openEmpty();
    });
    afterEach(() => database.close());

    const of = (processId: string, killedProcessId: string | null = null) =>
      databaseRegister(database.db, { processId, killedProcessId });
    const names = (reports: readonly ProcessReport[]) => reports.map(({ id }) => id);

    register('in PostgreSQL', () => of('a'));

    it('shows each process the others, the oldest first', async () => {
      await of('b').beat(report('b', { startedAt: 2_000 }));
      const seen = await of('a').beat(report('a'));
      expect(seen).toEqual([report('a'), report('b', { startedAt: 2_000 })]);
    });

    it('forgets a process that no longer reports', async () => {
      await of('b').beat(report('b'));
      expect(names(await of('a').beat(report('a')))).toEqual(['a', 'b']);
      // Instead of waiting, its report is made older.
      await database.db.updateTable('serverProcess').set({ expiresAt: 1 }).where('id', '=', 'b').execute();
      expect(names(await of('a').beat(report('a')))).toEqual(['a']);
    });

    it('forgets a process that stopped at once, and one that was killed when it is replaced', async () => {
      await of('b').beat(report('b'));
      await of('c').beat(report('c'));
      await of('b').leave();
      expect(names(await of('a', 'c').beat(report('a')))).toEqual(['a']);
    });
  });
});
