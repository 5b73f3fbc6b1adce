interface Waiting<Result> {
  readonly promise: Promise<Result>;
  resolve(result: Result | PromiseLike<Result>): void;
  reject(reason: unknown): void;
  timer: ReturnType<typeof setTimeout>;
}

export interface Debounced<Argument, Result> {
  /** All callers of a burst receive the result of its last call. */
  call(argument: Argument): Promise<Result>;
  /** Rejects pending calls. */
  cancel(reason: unknown): void;
}

/** Runs the last call of a burst, `waitMs` after it. */
export function debounce<Argument, Result>(
  work: (argument: Argument) => Promise<Result>,
  waitMs: number,
): Debounced<Argument, Result> {
  let waiting: Waiting<Result> | null = null;
  return {
    call(argument) {
      const run = () => {
        const due = waiting;
        waiting = null;
        due?.resolve(work(argument));
      };
      if (waiting) {
        clearTimeout(waiting.timer);
        waiting.timer = setTimeout(run, waitMs);
        return waiting.promise;
      }
      let settle!: Pick<Waiting<Result>, 'resolve' | 'reject'>;
      const promise = new Promise<Result>((resolve, reject) => {
        settle = { resolve, reject };
      });
      waiting = { promise, ...settle, timer: setTimeout(run, waitMs) };
      return promise;
    },
    cancel(reason) {
      if (!waiting) return;
      clearTimeout(waiting.timer);
      waiting.reject(reason);
      waiting = null;
    },
  };
}
