/**
 * Runs the jobs that are due, in the one process that holds the lease. What is due, running and waiting is in the
 * database, so another process can continue at any point. Start reading at `look`.
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { within } from '../../kernel/within.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { clockJumps } from './clock-jumps.ts';
import { parseCron, type Schedule } from './cron.ts';
import type { JobRegistry } from './handler.ts';
import type { Job, JobRuns, RunOutcome } from './job-runs.ts';
import { type RunningJob, runJob, type StopReason } from './run-job.ts';
import type { RunnerLease } from './runner-lease.ts';

/** Values of `job.misfirePolicy`. */
const misfire = { all: '1', one: '2', none: '3' } as const;
/** A run that is later than this was missed. Longer than another process needs to take over. */
export const missedAfterMs: Ms = 60_000;
/** Of the missed runs, at most these are made up for. */
const madeUpForMs: Ms = 24 * 60 * 60_000;

/** Extends the lease, and finds what was not announced. */
const lookEveryMs: Ms = 3_000;
/** Compares the planned runs with the schedules: the clock may have been set, and the time zone changed. */
const planEveryMs: Ms = 60_000;
const stopWithinMs: Ms = 2_000;
const maxRunning = 10;

const texts = {
  missed: { 'zh-CN': '错过了运行时间，按策略放弃', 'en-US': 'The run was missed, and skipped as configured' },
  tooOld: {
    'zh-CN': '错过了 24 小时以前的运行，不再补做',
    'en-US': 'Runs of more than 24 hours ago were missed, and are not made up for',
  },
} as const satisfies Record<string, LocalText>;

export interface Scheduler {
  /** Safe to call twice. */
  start(): void;
  /** A job was changed, or is to run now. */
  wake(): void;
  /** Resolves when everything is decided that is due now. Never rejects. */
  look(): Promise<void>;
  /** Interrupts what is running and lets another process continue. Safe to call twice. */
  stop(): Promise<void>;
}

export function createScheduler(deps: {
  readonly runs: JobRuns;
  readonly lease: RunnerLease;
  readonly registry: JobRegistry;
  readonly zoneOf: TenantZone;
  readonly clock: Clock;
  readonly log: Logger;
  /** A run failed, and the one before it did not. */
  readonly onFailure: (job: Job, outcome: RunOutcome) => Promise<void>;
  /** Other work that is due at a time, every few seconds in the process that runs jobs. It runs in the background. */
  readonly onLook?: () => void;
}): Scheduler {
  const { runs, lease, registry, zoneOf, clock, log, onFailure } = deps;
  const running = new Map<RunningJob, number>();
  const ending = new Set<Promise<unknown>>();
  let isStarted = false;
  let isStopped = false;
  let isRunner = false;
  let plannedAt: Ms = Number.NEGATIVE_INFINITY;
  let cancelNext: Cancel = () => {};
  let cancelExpiry: Cancel = () => {};
  let looking: Promise<void> | null = null;
  let isWoken = false;
  /** Reported once, not with each look. */
  let isFailing = false;

  const isBusy = (job: Job) => job.concurrent === '1' && [...running.values()].includes(job.id);
  const isFull = () => running.size >= maxRunning;

  const isClockSettled = clockJumps(clock, (days) =>
    log.warn({ days }, 'the clock was set forward: scheduled jobs wait for an hour'),
  );

  async function look(): Promise<void> {
    if (!(await isLeader())) return;
    const isSettled = isClockSettled();
    if (clock.monotonic() - plannedAt >= planEveryMs) await planAll();
    for (const { runId, job } of await runs.waiting()) {
      if (isFull() || isBusy(job) || !mayRun()) continue;
      if (await runs.beginWaiting(runId)) run(job, runId);
    }
    if (!isSettled) return;
    for (const job of await runs.due(clock.now())) {
      if (!isFull() && !isBusy(job) && mayRun()) await decide(job);
    }
    if (mayRun()) deps.onLook?.();
  }

  async function isLeader(): Promise<boolean> {
    const has = await lease.hold();
    cancelExpiry();
    if (!has) {
      leave();
      return false;
    }
    if (lease.heldUntil !== Number.POSITIVE_INFINITY) {
      cancelExpiry = clock.after(Math.max(0, lease.heldUntil - clock.monotonic()), leave);
    }
    if (!isRunner) {
      const interrupted = await runs.endInterrupted();
      if (interrupted > 0) log.warn({ interrupted }, 'jobs were interrupted by the end of their process');
      plannedAt = Number.NEGATIVE_INFINITY;
      isRunner = true;
    }
    return mayRun();
  }

  const mayRun = () => !isStopped && clock.monotonic() < lease.heldUntil;

  /** Another process runs the jobs now. */
  function leave(): void {
    isRunner = false;
    interrupt('replaced');
  }

  function interrupt(reason: StopReason): void {
    for (const one of running.keys()) one.stop(reason);
  }

  async function scheduleOf(job: Job): Promise<Schedule | null> {
    return parseCron(job.cronExpression, await zoneOf(job.tenantId));
  }

  /** Runs in the future follow from the schedule; those in the past are decided one by one. */
  async function planAll(): Promise<void> {
    const now = clock.now();
    for (const job of await runs.active()) {
      if (job.nextRunAt !== null && job.nextRunAt <= now) continue;
      const next = (await scheduleOf(job))?.after(now) ?? null;
      if (next !== job.nextRunAt) await runs.plan(job, next);
    }
    plannedAt = clock.monotonic();
  }

  async function decide(job: Job): Promise<void> {
    const now = clock.now();
    const due = job.nextRunAt ?? now;
    const schedule = await scheduleOf(job);
    const follows = (at: EpochMs) => schedule?.after(at) ?? null;
    if (now - due <= missedAfterMs) return begin(job, follows(due), 'schedule');
    if (job.misfirePolicy === misfire.none) return runs.skip(job, follows(now), texts.missed);
    if (job.misfirePolicy === misfire.one) return begin(job, follows(now), 'misfire');
    if (now - due > madeUpForMs) return runs.skip(job, follows(now - madeUpForMs), texts.tooOld);
    return begin(job, follows(due), 'misfire');
  }

  async function begin(job: Job, next: EpochMs | null, cause: 'schedule' | 'misfire'): Promise<void> {
    const runId = await runs.begin(job, next, cause);
    if (runId !== null) run(job, runId);
  }

  function run(job: Job, runId: number): void {
    const one = runJob({ registry, clock, log }, job);
    running.set(one, job.id);
    const ended = one.outcome.then(async (outcome) => {
      try {
        const { isFirstFailure } = await runs.end(runId, outcome);
        if (isFirstFailure && job.notifyOnFail === 1) await onFailure(job, outcome);
      } catch (error) {
        // The next process that runs jobs ends it as interrupted.
        log.error({ err: error, runId }, 'could not store the result of a job');
      }
    });
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
    void one.settled.finally(() => {
      running.delete(one);
      wake();
    });
  }

  /** One look at a time; a request during one is followed by another. */
  function lookSoon(): Promise<void> {
    isWoken = looking !== null;
    looking ??= lookOnce().finally(() => {
      looking = null;
      if (isWoken) wake();
    });
    return looking;
  }

  async function lookOnce(): Promise<void> {
    cancelNext();
    if (isStopped) return;
    let wait = lookEveryMs;
    try {
      await look();
      isFailing = false;
      if (isRunner) wait = await untilNext();
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'could not look for jobs');
      isFailing = true;
    }
    if (isStarted && !isStopped) cancelNext = clock.after(wait, () => void lookSoon());
  }

  async function untilNext(): Promise<Ms> {
    const due = await runs.nextDue();
    const now = clock.now();
    // What is due and could not begin waits for the end of a run, which wakes.
    return due === null || due <= now ? lookEveryMs : Math.min(lookEveryMs, due - now);
  }

  function wake(): void {
    if (isStarted && !isStopped) void lookSoon();
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      void lookSoon();
    },
    wake,
    look: lookSoon,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      cancelNext();
      cancelExpiry();
      await within(clock, stopWithinMs, looking ?? Promise.resolve(), null);
      interrupt('stopped');
      await within(clock, stopWithinMs, Promise.all(ending), null);
      if (isStarted)
        await lease.release().catch((error: unknown) => log.warn({ err: error }, 'lease not released'));
    },
  };
}
