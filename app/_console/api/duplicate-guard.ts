import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Identical requests within this time are duplicates. */
export const duplicateWindowMs: Ms = 1_000;

/** Remembers requests of the last second. A rejected duplicate does not extend the window. */
export class DuplicateGuard {
  private readonly sentAt = new Map<string, Ms>();

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** False if the same request was sent less than a second ago. */
  admit(method: string, url: string, data: string): boolean {
    const now = this.clock.monotonic();
    for (const [key, at] of this.sentAt) if (now - at >= duplicateWindowMs) this.sentAt.delete(key);
    const key = `${method} ${url}\n${data}`;
    if (this.sentAt.has(key)) return false;
    this.sentAt.set(key, now);
    return true;
  }
}

/** Identifies the content of a form; files are compared by name, size and modification time. */
export function formFingerprint(form: FormData): string {
  const parts = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
  ]);
  return JSON.stringify(parts);
}
