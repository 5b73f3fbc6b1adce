import { expect } from 'expect';
import { describe, it } from 'vitest';
import { storageFaultOf } from '../../../lib/db/storage-fault.ts';
import { checkDaily } from '../../../lib/server/daily-check.ts';
import { FakeClock } from '../../kit/fake-clock.ts';
import { recordLog } from '../../kit/record-log.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

function checking(check: (file: string) => Promise<number>) {
  const clock = new FakeClock();
  const damages: unknown[] = [];
  const { log, lines } = recordLog();
  const onDamage = (error: unknown) => void damages.push(storageFaultOf(error));
  const cancel = checkDaily({ file: 'oriel.db', clock, log, onDamage, check });
  return { clock, damages, lines, cancel };
}

describe('the daily check of the database', () => {
  it('runs ten minutes after the start and then every day, until it is cancelled', async () => {
    let times = 0;
    const { clock, damages, cancel } = checking(async () => {
      times += 1;
      return 0;
    });
    await clock.advance(10 * minute);
    expect(times).toBe(1);
    await clock.advance(day);
    expect(times).toBe(2);
    cancel();
    await clock.advance(2 * day);
    expect([times, damages]).toEqual([2, []]);
  });

  it('reports problems, and a file that is no database', async () => {
    const found = checking(async () => 3);
    await found.clock.advance(10 * minute);
    const noDatabase = checking(() =>
      Promise.reject(Object.assign(new Error('not a database'), { code: 'SQLITE_NOTADB' })),
    );
    await noDatabase.clock.advance(10 * minute);
    expect([found.damages, noDatabase.damages]).toEqual([['damaged'], ['damaged']]);
  });

  it('is no damage when the check cannot run', async () => {
    const { clock, damages, lines } = checking(() => Promise.reject(new Error('no memory')));
    await clock.advance(10 * minute);
    expect([damages, lines]).toEqual([[], [expect.stringContaining('could not check')]]);
  });
});
