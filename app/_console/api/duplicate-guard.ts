import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Twice the same within this time is one. */
export const duplicateWindowMs: Ms = 1_000;

/** Remembers what was sent within the last second. A refused one does not lengthen the wait. */
export class DuplicateGuard {
  private readonly sentAt = new Map<string, Ms>();

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** False: the same was sent less than a second ago. */
  admit(method: string, url: string, data: string): boolean {
    const now = this.clock.monotonic();
    for (const [key, at] of this.sentAt) if (now - at >= duplicateWindowMs) this.sentAt.delete(key);
    const key = `${method} ${url}\n${data}`;
    if (this.sentAt.has(key)) return false;
    this.sentAt.set(key, now);
    return true;
  }
}

/** Stands for a form: files count as the same when name, size and time are. */
export function formFingerprint(form: FormData): string {
  const parts = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
  ]);
  return JSON.stringify(parts);
}
