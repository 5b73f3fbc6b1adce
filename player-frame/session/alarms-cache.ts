import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import { type Alarm, type Alarms, alarmsOf } from '../recorded-time/alarms.ts';
import { createDayLists } from './day-lists.ts';

/** A page of the call, newest first. `isFull`: there may be another one. */
export interface AlarmPage {
  readonly alarms: readonly Alarm[];
  readonly isFull: boolean;
}

export interface AlarmsCacheDeps {
  readonly clock: Clock;
  readonly zone: Zone;
  /** Page 0 has the newest alarms of [from, to). Null: the token may not list alarms. Rejects if the call fails. */
  readonly page: (
    number: number,
    from: EpochMs,
    to: EpochMs,
    signal: AbortSignal,
  ) => Promise<AlarmPage | null>;
  readonly onChange: (alarms: Alarms) => void;
}

export interface AlarmsCache {
  show(from: EpochMs, to: EpochMs): void;
  /** Cancels what is being loaded. */
  close(): void;
}

/** Long views are loaded and shown in steps. */
const stepMs: Ms = 7 * 86_400_000;
/** In a step with more alarms than these pages have, the oldest are left out. */
const maxPages = 20;

/** Loads the alarms of what a view shows, in whole days, like recordings. */
export function createAlarmsCache({ clock, zone, page, onChange }: AlarmsCacheDeps): AlarmsCache {
  let isRefused = false;
  const days = createDayLists<Alarm>({
    clock,
    zone,
    page: async (from, to, signal) => {
      const end = Math.min(to, from + stepMs);
      return { items: await load(from, end, signal), next: end < to ? end : null };
    },
    within: (alarm, start, end) => (alarm.at >= start && alarm.at < end ? alarm : null),
    onChange: () => onChange(alarmsOf(days.loaded().flatMap(({ items }) => items))),
  });

  async function load(from: EpochMs, to: EpochMs, signal: AbortSignal): Promise<readonly Alarm[]> {
    const found: Alarm[] = [];
    for (let number = 0; number < maxPages && !isRefused && !signal.aborted; number += 1) {
      const answer = await page(number, from, to, signal);
      isRefused = answer === null;
      found.push(...(answer?.alarms ?? []));
      if (!answer?.isFull) break;
    }
    return found;
  }

  return {
    show(from, to) {
      if (!isRefused) days.show(from, to);
    },
    close: days.close,
  };
}
