import { expect } from 'expect';
import { describe, it } from 'vitest';
import { type AlertTerms, AlertWatch, alertValues } from '../../lib/domain/monitoring/alert-terms.ts';
import type { ProcessReport } from '../../lib/domain/monitoring/figures.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { machineFigures } from '../kit/machine-figures.ts';

const rule = (more: Partial<AlertTerms> = {}): AlertTerms => ({
  ...{ id: 'a', version: 1, measure: 'cpu', comparison: 'above', threshold: 80, duration: 60, state: 'ok' },
  ...more,
});
const nothing = {
  ...{ cpu: null, memory: null, eventLoop: null, diskFree: null, databaseSize: null, viewers: null },
  ...{ streamsRetrying: null, recordersFailing: null, processes: null },
};

/** States after each value of the measure, `stepS` apart. */
async function states(terms: AlertTerms, values: readonly (number | null)[], stepS = 30) {
  const clock = new FakeClock();
  const watch = new AlertWatch();
  let state = terms.state;
  const seen: string[] = [];
  for (const value of values) {
    const [change] = watch.changed(
      [{ ...terms, state }],
      { ...nothing, [terms.measure]: value },
      clock.monotonic(),
    );
    if (change) state = state === 'ok' ? 'firing' : 'ok';
    seen.push(state);
    await clock.advance(stepS * 1_000);
  }
  return seen.map((each) => (each === 'firing' ? '!' : '.')).join('');
}

describe('a rule', () => {
  it.each<[string, AlertTerms, readonly (number | null)[], string]>([
    ['begins after its duration, and ends after as long', rule(), [90, 90, 90, 90, 10, 10, 10], '..!!!!.'],
    ['does not begin when the value returns in time', rule(), [90, 90, 10, 90, 90, 10], '......'],
    [
      'does not end when the value returns in time',
      rule(),
      [90, 90, 90, 10, 10, 90, 10, 10, 90],
      '..!!!!!!!',
    ],
    ['begins at once without a duration', rule({ duration: 0 }), [90, 10, 90], '!.!'],
    ['is not met by its threshold itself', rule({ duration: 0 }), [80, 81], '.!'],
    ['below a threshold', rule({ comparison: 'below', threshold: 5, duration: 0 }), [5, 4, 0, 5], '.!!.'],
    ['below nothing, 0 is not', rule({ comparison: 'below', threshold: 0, duration: 0 }), [0], '.'],
    ['changes nothing while the value is not measured', rule({ duration: 0 }), [90, null, null, 10], '!!!.'],
    ['counts from before the value was not measured', rule(), [90, null, 90], '..!'],
    ['that fires already ends', rule({ state: 'firing' }), [10, 10, 10], '!!.'],
  ])('%s', async (_what, terms, values, expected) => {
    expect(await states(terms, values)).toBe(expected);
  });

  it('that was changed is judged anew', () => {
    const watch = new AlertWatch();
    const values = { ...nothing, cpu: 90 };
    expect(watch.changed([rule()], values, 0)).toEqual([]);
    expect(watch.changed([rule({ version: 2 })], values, 60_000)).toEqual([]);
    expect(watch.changed([rule({ version: 2 })], values, 120_000)).toHaveLength(1);
  });

  it('is judged by itself', () => {
    const watch = new AlertWatch();
    const rules = [rule({ duration: 0 }), rule({ id: 'b', threshold: 95, duration: 0 })];
    expect(watch.changed(rules, { ...nothing, cpu: 90 }, 0)).toEqual([{ rule: rules[0], value: 90 }]);
  });
});

describe('the values that rules compare', () => {
  const process = (cpu: number, freeMiB: number, viewers: number): ProcessReport => {
    const machine = machineFigures();
    return {
      ...{ id: String(cpu), name: 'server', startedAt: 0, streams: [] },
      figures: {
        ...machine,
        cpu: { ...machine.cpu, used: cpu },
        disks: [{ dir: 'data', total: 2 ** 40, used: 0, free: freeMiB * 2 ** 20, usage: 0 }],
        work: {
          streams: { live: 1, starting: 0, retrying: 2, viewers, bitrateKbps: 1 },
          recorders: { recording: 0, waiting: 0, failing: 1, lastWrite: null },
          talks: 0,
        },
      },
    };
  };

  it('are those of the worst process, or the sum', () => {
    expect(alertValues([process(20, 500, 3), process(70, 900, 4)], { size: 3 * 2 ** 20 })).toEqual({
      ...{ cpu: 70, memory: 25, eventLoop: 3, diskFree: 500, databaseSize: 3 },
      ...{ viewers: 7, streamsRetrying: 4, recordersFailing: 2, processes: 2 },
    });
  });

  it('are null where nothing is measured', () => {
    expect(alertValues([], null)).toMatchObject({
      cpu: null,
      diskFree: null,
      databaseSize: null,
      processes: 0,
    });
  });
});
