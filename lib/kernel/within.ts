import type { Clock } from './clock.ts';
import type { Ms } from './units.ts';

/** Resolves with `late` when it takes longer. The work goes on. */
export async function within<Value, Late>(
  clock: Pick<Clock, 'after'>,
  ms: Ms,
  work: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  let cancel = () => {};
  const timer = new Promise<Late>((resolve) => {
    cancel = clock.after(ms, () => resolve(late));
  });
  try {
    return await Promise.race([work, timer]);
  } finally {
    cancel();
  }
}
