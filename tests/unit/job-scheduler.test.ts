import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { type JobHandler, jobRegistry } from '../../lib/domain/jobs/handler.ts';
import type { Job, JobRuns, RunOutcome } from '../../lib/domain/jobs/job-runs.ts';
import { ownLease, type RunnerLease } from '../../lib/domain/jobs/runner-lease.ts';
import { createScheduler, type Scheduler } from '../../lib/domain/jobs/scheduler.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const zone = zoneOf('Asia/Shanghai');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

interface Entry {
  readonly cause: string;
  readonly due: string;
  outcome?: RunOutcome | 'skipped';
}

/** One job in memory. */
function memoryRuns(clock: FakeClock, job: Job) {
  const log: Entry[] = [];
  let stored = job;
  const dueText = () => zone.text(stored.nextRunAt ?? clock.now()).slice(11);
  const runs: JobRuns = {
    endInterrupted: async () => 0,
    active: async () => (stored.status === '0' ? [stored] : []),
    due: async (now) => (stored.status === '0' && (stored.nextRunAt ?? now + 1) <= now ? [stored] : []),
    nextDue: async () => stored.nextRunAt,
    async plan(_job, nextRunAt) {
      stored = { ...stored, nextRunAt };
    },
    async begin(_job, nextRunAt, cause) {
      log.push({ cause, due: dueText() });
      stored = { ...stored, nextRunAt };
      return log.length;
    },
    async skip(_job, nextRunAt) {
      log.push({ cause: 'misfire', due: dueText(), outcome: 'skipped' });
      stored = { ...stored, nextRunAt };
    },
    waiting: async () => [],
    beginWaiting: async () => false,
    async end(runId, outcome) {
      const entry = log[runId - 1];
      if (entry) entry.outcome = outcome;
      return { isFirstFailure: outcome.state === '1' };
    },
  };
  return {
    runs,
    log,
    change: (part: Partial<Job>) => {
      stored = { ...stored, ...part };
    },
    get nextRun() {
      return stored.nextRunAt === null ? null : zone.text(stored.nextRunAt);
    },
  };
}

describe('the scheduler', () => {
  let clock: FakeClock;
  let scheduler: Scheduler;
  let failures: string[];
  /** Called for each run; tests replace it. */
  let work: JobHandler['run'];
  let calls: number;

  beforeEach(() => {
    clock = new FakeClock(zone.instant('2026-05-01 10:00:00') ?? 0);
    failures = [];
    calls = 0;
    work = async () => ({ 'zh-CN': '完成', 'en-US': 'Done' });
  });

  function open(part: Partial<Job> = {}, lease: RunnerLease = ownLease) {
    const job = {
      ...{ id: 1, tenantId: 'default', jobName: '试验', jobGroup: 'DEFAULT', invokeTarget: 'test.run()' },
      ...{ cronExpression: '0 0/10 * * * ?', misfirePolicy: '3', concurrent: '1', status: '0' },
      ...{ timeoutSec: 30, retry: 0, notifyOnFail: 1, remark: null, seedKey: null },
      ...{ nextRunAt: null, lastRunAt: null, version: 1 },
      ...{ createdBy: '', createdAt: 0, updatedBy: '', updatedAt: 0 },
      ...part,
    } as Job;
    const memory = memoryRuns(clock, job);
    const handler: JobHandler = {
      name: 'test.run',
      title: { 'zh-CN': '试验', 'en-US': 'Test' },
      parameters: [],
      run(run) {
        calls += 1;
        return work(run);
      },
    };
    scheduler = createScheduler({
      runs: memory.runs,
      lease,
      registry: jobRegistry([handler]),
      zoneOf: async () => zone,
      clock,
      log: silentLogger,
      async onFailure(_job, { message }) {
        failures.push(message['zh-CN']);
      },
    });
    scheduler.start();
    return memory;
  }

  /** Second by second, so that everything ends that follows from a timer. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= second) {
      await clock.advance(Math.min(left, second));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const never = () => new Promise<never>(() => {});
  /** Ends when its signal aborts. */
  const obedient: JobHandler['run'] = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const results = (memory: { log: readonly Entry[] }) =>
    memory.log.map(({ cause, due, outcome }) => [
      cause,
      due,
      typeof outcome === 'object' ? outcome.message['zh-CN'] : (outcome ?? null),
    ]);

  it('runs a job at each of its times', async () => {
    const memory = open();
    await pass(25 * minute);
    expect(results(memory)).toEqual([
      ['schedule', '10:10:00', '完成'],
      ['schedule', '10:20:00', '完成'],
    ]);
    expect(memory.nextRun).toBe('2026-05-01 10:30:00');
  });

  it('runs nothing after it was stopped, and no paused job', async () => {
    const memory = open();
    await pass(second);
    memory.change({ status: '1' });
    await pass(hour);
    memory.change({ status: '0' });
    await scheduler.stop();
    await pass(hour);
    expect(memory.log).toEqual([]);
  });

  describe('when runs were missed', () => {
    const missed = (misfirePolicy: string, nextRunAt = '2026-05-01 09:30:00') =>
      open({ misfirePolicy, nextRunAt: zone.instant(nextRunAt) });

    it('runs all of them', async () => {
      const memory = missed('1');
      await pass(5 * second);
      expect(results(memory)).toEqual([
        ['misfire', '09:30:00', '完成'],
        ['misfire', '09:40:00', '完成'],
        ['misfire', '09:50:00', '完成'],
        ['schedule', '10:00:00', '完成'],
      ]);
    });

    it('runs all of the last 24 hours, not older ones', async () => {
      const memory = missed('1', '2026-04-28 09:30:00');
      await pass(10 * minute);
      expect(results(memory)[0]).toEqual(['misfire', '09:30:00', 'skipped']);
      expect(memory.log).toHaveLength(1 + 24 * 6 + 1);
      expect(memory.nextRun).toBe('2026-05-01 10:20:00');
    });

    it('runs once', async () => {
      const memory = missed('2');
      await pass(5 * second);
      expect(results(memory)).toEqual([['misfire', '09:30:00', '完成']]);
      expect(memory.nextRun).toBe('2026-05-01 10:10:00');
    });

    it('skips them', async () => {
      const memory = missed('3');
      await pass(5 * second);
      expect(results(memory)).toEqual([['misfire', '09:30:00', 'skipped']]);
      expect(calls).toBe(0);
      expect(memory.nextRun).toBe('2026-05-01 10:10:00');
    });

    it('runs one that is at most 60 seconds late as usual', async () => {
      const memory = missed('3', '2026-05-01 09:59:30');
      await pass(second);
      expect(results(memory)[0]).toEqual(['schedule', '09:59:30', '完成']);
    });
  });

  describe('overlapping runs', () => {
    it('wait for the end of the one before', async () => {
      let end = () => {};
      work = () =>
        new Promise((resolve) => {
          end = () => resolve({ 'zh-CN': '完成', 'en-US': 'Done' });
        });
      const memory = open({ cronExpression: '0/10 * * * * ?', timeoutSec: 3_600 });
      await pass(35 * second);
      expect(calls).toBe(1);
      end();
      await pass(3 * second);
      expect(results(memory)).toEqual([
        ['schedule', '10:00:10', '完成'],
        ['schedule', '10:00:20', null],
      ]);
    });

    it('are run where they are allowed', async () => {
      work = never;
      open({ cronExpression: '0/10 * * * * ?', concurrent: '0', timeoutSec: 3_600 });
      await pass(35 * second);
      expect(calls).toBe(3);
    });
  });

  describe('at the time limit', () => {
    it('stops the run', async () => {
      work = obedient;
      const memory = open();
      await pass(10 * minute + 31 * second);
      expect(results(memory)).toEqual([['schedule', '10:10:00', '超过 30 秒，已停止']]);
      expect(failures).toEqual(['超过 30 秒，已停止']);
    });

    it('reports a task that cannot be stopped, and does not run it again beside itself', async () => {
      work = never;
      const memory = open({ retry: 5 });
      await pass(10 * minute + 36 * second);
      expect(results(memory)).toEqual([['schedule', '10:10:00', '超过 30 秒，未能停止，仍在后台运行']]);
      await pass(hour);
      expect(calls).toBe(1);
    });

    it('keeps a result that came in time', async () => {
      work = async () => {
        await null;
        return { 'zh-CN': '及时', 'en-US': 'In time' };
      };
      const memory = open();
      await pass(11 * minute);
      expect(results(memory)).toEqual([['schedule', '10:10:00', '及时']]);
    });
  });

  describe('a run that fails', () => {
    it('is repeated as often as configured, with growing pauses', async () => {
      const at: string[] = [];
      work = async () => {
        at.push(zone.text(clock.now()).slice(11));
        throw new Error('no');
      };
      const memory = open({ retry: 2 });
      await pass(12 * minute);
      expect(at).toEqual(['10:10:00', '10:10:05', '10:10:15']);
      expect(memory.log[0]?.outcome).toMatchObject({ state: '1', attempts: 3, error: 'Error' });
    });

    it('ends with the first attempt that succeeds', async () => {
      work = async () => {
        if (calls < 2) throw new Error('no');
        return { 'zh-CN': '完成', 'en-US': 'Done' };
      };
      const memory = open({ retry: 5 });
      await pass(12 * minute);
      expect(memory.log[0]?.outcome).toMatchObject({ state: '0', attempts: 2 });
      expect(failures).toEqual([]);
    });

    it('does not put the message of an unknown error into the log', async () => {
      work = async () => {
        throw Object.assign(new Error('postgres://user:secret@host'), { code: 'ECONNREFUSED' });
      };
      const memory = open();
      await pass(11 * minute);
      expect(JSON.stringify(memory.log)).not.toContain('secret');
      expect(memory.log[0]?.outcome).toMatchObject({ error: 'Error (ECONNREFUSED)' });
    });

    it.each([
      ['test.run(1)', '任务参数不正确'],
      ['gone.run()', '此版本没有该任务'],
      ['process.exit(', '调用目标格式不正确'],
    ])('because of its target %s says so', async (invokeTarget, message) => {
      const memory = open({ invokeTarget });
      await pass(11 * minute);
      expect(results(memory)).toEqual([['schedule', '10:10:00', message]]);
    });
  });

  describe('of several processes', () => {
    it('runs jobs only while it has the lease, and stops what is running when it loses it', async () => {
      let has = true;
      let until = 0;
      const lease: RunnerLease = {
        get heldUntil() {
          return until;
        },
        async hold() {
          until = has ? clock.monotonic() + 10 * second : Number.NEGATIVE_INFINITY;
          return has;
        },
        release: async () => {},
      };
      work = obedient;
      const memory = open({ timeoutSec: 3_600 }, lease);
      await pass(10 * minute + second);
      has = false;
      await pass(5 * second);
      expect(results(memory)).toEqual([['schedule', '10:10:00', '由其他进程接管，任务已中断']]);
      await pass(hour);
      expect(calls).toBe(1);
    });

    it('stops what is running when the lease expires because the database does not respond', async () => {
      let until = 0;
      let isDown = false;
      const lease: RunnerLease = {
        get heldUntil() {
          return until;
        },
        async hold() {
          if (isDown) return never();
          until = clock.monotonic() + 10 * second;
          return true;
        },
        release: async () => {},
      };
      work = obedient;
      const memory = open({ timeoutSec: 3_600 }, lease);
      await pass(10 * minute + second);
      isDown = true;
      await pass(6 * second);
      expect(results(memory)).toEqual([['schedule', '10:10:00', null]]);
      await pass(5 * second);
      expect(results(memory)).toEqual([['schedule', '10:10:00', '由其他进程接管，任务已中断']]);
    });
  });

  it('interrupts what is running when it stops', async () => {
    work = obedient;
    const memory = open();
    await pass(10 * minute + second);
    await scheduler.stop();
    expect(results(memory)).toEqual([['schedule', '10:10:00', '服务停止，任务已中断']]);
  });

  it('plans again when the clock was set back', async () => {
    const memory = open({ cronExpression: '0 0 3 * * ?' });
    await pass(second);
    expect(memory.nextRun).toBe('2026-05-02 03:00:00');
    clock.setWall(zone.instant('2026-04-20 10:00:00') ?? 0);
    await pass(2 * minute);
    expect(memory.nextRun).toBe('2026-04-21 03:00:00');
  });

  it('runs nothing for an hour after the clock was set forward by more than a day, or until it is right again', async () => {
    const memory = open({ cronExpression: '0 0 3 * * ?', misfirePolicy: '2' });
    await pass(second);
    clock.setWall(zone.instant('2036-05-01 10:00:00') ?? 0);
    await pass(30 * minute);
    expect(results(memory)).toEqual([]);
    clock.setWall(zone.instant('2026-05-01 10:30:00') ?? 0);
    await pass(40 * minute);
    expect(results(memory)).toEqual([]);
    expect(memory.nextRun).toBe('2026-05-02 03:00:00');
    clock.setWall(zone.instant('2026-05-06 10:00:00') ?? 0);
    await pass(59 * minute);
    expect(results(memory)).toEqual([]);
    await pass(2 * minute);
    expect(results(memory)).toHaveLength(1);
  });
});

describe('the registry', () => {
  const handler = (name: string): JobHandler => ({
    name,
    title: { 'zh-CN': '', 'en-US': '' },
    parameters: [
      {
        kind: 'choice',
        label: { 'zh-CN': '', 'en-US': '' },
        options: [{ value: 'a', label: { 'zh-CN': '', 'en-US': '' } }],
        default: 'a',
      },
      { kind: 'integer', label: { 'zh-CN': '', 'en-US': '' }, min: 1, max: 9, default: 1 },
    ],
    run: async () => ({ 'zh-CN': '', 'en-US': '' }),
  });

  it.each([
    ['log.purge("a", 9)', 'bound'],
    ['log.purge("a", 10)', 'arguments'],
    ['log.purge("a", 1.5)', 'arguments'],
    ['log.purge("b", 1)', 'arguments'],
    ['log.purge("a")', 'arguments'],
    ['log.purge("a", 1, 1)', 'arguments'],
    ['log.purge("a", "1")', 'arguments'],
    ['toString()', 'unknown'],
    ['log.purge("a", 1', 'syntax'],
  ])('%s: %s', (target, expected) => {
    const bound = jobRegistry([handler('log.purge')]).bind(target);
    expect(typeof bound === 'string' ? bound : 'bound').toBe(expected);
  });

  it('does not accept two handlers of one name', () => {
    expect(() => jobRegistry([handler('a.b'), handler('a.b')])).toThrow();
  });
});
