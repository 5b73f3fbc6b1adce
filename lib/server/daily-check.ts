import { checkDatabaseFile } from '../db/check-file.ts';
import { storageFaultOf } from '../db/storage-fault.ts';
import type { Cancel, Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Ms } from '../kernel/units.ts';

/** When the start is over and its cameras are connected. */
const firstAfterMs: Ms = 10 * 60_000;
const everyMs: Ms = 24 * 60 * 60_000;

export interface DailyCheckParts {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Receives an error whose code says that the database is damaged. */
  readonly onDamage: (error: unknown) => void;
  readonly check?: (file: string) => Promise<number>;
}

/** Checks the database file ten minutes after the start, then every day. */
export function checkDaily({
  file,
  clock,
  log,
  onDamage,
  check = checkDatabaseFile,
}: DailyCheckParts): Cancel {
  const run = async () => {
    try {
      const problems = await check(file);
      if (problems === 0) return;
      const damage = new Error(`the check of the database found ${problems} problems`);
      onDamage(Object.assign(damage, { code: 'SQLITE_CORRUPT' }));
    } catch (error) {
      if (storageFaultOf(error) === null) log.warn({ err: error }, 'could not check the database file');
      else onDamage(error);
    }
  };
  const cancelFirst = clock.after(firstAfterMs, () => void run());
  const cancelNext = clock.every(everyMs, () => void run());
  return () => {
    cancelFirst();
    cancelNext();
  };
}
