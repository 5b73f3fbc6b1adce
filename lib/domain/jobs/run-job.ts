/** One run of a job: its attempts, each with the time limit of the job. */
import type { LocalText } from '../../i18n/translate.ts';
import { backoffDelay } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import { AdminError } from '../errors/admin-error.ts';
import { explainStorageFault } from '../errors/storage-error.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { type BoundTarget, JobFailure, type JobRegistry } from './handler.ts';
import type { Job, RunOutcome } from './job-runs.ts';

/** Time for a handler to end after its signal. */
const graceMs: Ms = 5_000;
const retries = { firstMs: 5_000, maxMs: 60_000, jitter: 0 };

const texts = {
  syntax: { 'zh-CN': '调用目标格式不正确', 'en-US': 'The target is not valid' },
  unknown: { 'zh-CN': '此版本没有该任务', 'en-US': 'This version has no such handler' },
  arguments: { 'zh-CN': '任务参数不正确', 'en-US': 'The arguments are not valid' },
  failed: { 'zh-CN': '任务出错，详见异常信息', 'en-US': 'The run failed' },
  late: { 'zh-CN': '超过 {limit} 秒，已停止', 'en-US': 'Stopped after {limit} s' },
  stuck: {
    'zh-CN': '超过 {limit} 秒，未能停止，仍在后台运行',
    'en-US': 'It exceeded {limit} s and could not be stopped; it is still running',
  },
  stopped: { 'zh-CN': '服务停止，任务已中断', 'en-US': 'The server stopped during the run' },
  replaced: { 'zh-CN': '由其他进程接管，任务已中断', 'en-US': 'Another process took over during the run' },
} as const satisfies Record<string, LocalText>;

export type StopReason = 'stopped' | 'replaced';

interface RunnerDeps {
  readonly registry: JobRegistry;
  readonly clock: Clock;
  readonly log: Logger;
}

type Ended = { readonly message: LocalText; readonly error?: string; readonly isFinal?: boolean };
type Attempt = ({ readonly ok: true } & Ended) | ({ readonly ok: false } & Ended);

export interface RunningJob {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  /** When the handler has ended, too, which is later if it ignores its signal. Never rejects. */
  readonly settled: Promise<void>;
  stop(reason: StopReason): void;
}

export function runJob(
  { registry, clock, log }: RunnerDeps,
  job: Pick<Job, 'tenantId' | 'invokeTarget' | 'timeoutSec' | 'retry'>,
): RunningJob {
  const ending = new AbortController();
  let handlerEnded: Promise<unknown> = Promise.resolve();

  async function attempt({ handler, args }: BoundTarget): Promise<Attempt> {
    const limit = new AbortController();
    const cancelLimit = clock.after(job.timeoutSec * 1_000, () => limit.abort());
    const signal = AbortSignal.any([ending.signal, limit.signal]);
    const scope = tenantScope(job.tenantId);
    const work = Promise.resolve()
      .then(() => handler.run({ scope, args, signal, log: log.child({ job: handler.name }) }))
      .then(
        (message): Attempt => ({ ok: true, message }),
        (error: unknown): Attempt => ({ ok: false, ...explain(error) }),
      );
    handlerEnded = work;
    const cut = new Promise<'cut'>((resolve) => {
      signal.addEventListener('abort', () => clock.after(graceMs, () => resolve('cut')), { once: true });
    });
    const first = await Promise.race([work, cut]);
    cancelLimit();
    // What ended before its time is a result, whatever the signal says since.
    if (first !== 'cut' && (first.ok || !signal.aborted)) return first;
    if (ending.signal.aborted) {
      return { ok: false, message: texts[ending.signal.reason as StopReason], isFinal: true };
    }
    return {
      ok: false,
      message: withLimit(first === 'cut' ? texts.stuck : texts.late),
      isFinal: first === 'cut',
    };
  }

  const withLimit = (text: LocalText): LocalText => ({
    'zh-CN': text['zh-CN'].replace('{limit}', String(job.timeoutSec)),
    'en-US': text['en-US'].replace('{limit}', String(job.timeoutSec)),
  });

  function explain(error: unknown): Ended {
    if (error instanceof JobFailure) return { message: error.text, ...causeOf(error.cause) };
    if (ending.signal.aborted) return { message: texts.failed };
    log.error({ err: error, target: job.invokeTarget }, 'a job failed');
    const known = explainStorageFault(error);
    return known instanceof AdminError
      ? { message: known.text }
      : { message: texts.failed, ...causeOf(error) };
  }

  async function attempts(): Promise<RunOutcome> {
    const bound = registry.bind(job.invokeTarget);
    if (typeof bound === 'string') return { state: '1', message: texts[bound], attempts: 0 };
    for (let count = 1; ; count += 1) {
      const { ok, message, error, isFinal } = await attempt(bound);
      const isLast = ok || isFinal === true || count > job.retry;
      if (isLast || (await pause(backoffDelay(retries, count - 1, () => 0)))) {
        return { state: ok ? '0' : '1', message, ...(error === undefined ? {} : { error }), attempts: count };
      }
    }
  }

  /** True: it was stopped meanwhile. */
  const pause = (ms: Ms) =>
    new Promise<boolean>((resolve) => {
      const cancel = clock.after(ms, () => resolve(false));
      const stopped = () => {
        cancel();
        resolve(true);
      };
      if (ending.signal.aborted) stopped();
      else ending.signal.addEventListener('abort', stopped, { once: true });
    });

  const outcome = attempts();
  return {
    outcome,
    settled: outcome.then(() => handlerEnded).then(() => {}),
    stop: (reason) => ending.abort(reason),
  };
}

/** Class and code: messages of drivers may contain addresses and values. */
function causeOf(error: unknown): { readonly error?: string } {
  if (!(error instanceof Error)) return {};
  const { code } = error as { code?: unknown };
  return { error: typeof code === 'string' ? `${error.name} (${code})` : error.name };
}
