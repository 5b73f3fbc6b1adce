/** Of which new alarms the console notifies a person: the preference `alarm.notice`. */
import { type AlarmKind, isAlarmKind } from '../../kernel/alarm-kind.ts';

export const alarmNoticePreference = 'alarm.notice';

export interface AlarmNotice {
  readonly isOn: boolean;
  /** Null: all kinds. */
  readonly kinds: readonly AlarmKind[] | null;
}

/** What is stored; whatever is invalid is as by default: all alarms. */
export function readAlarmNotice(stored: unknown): AlarmNotice {
  const { isOn, kinds } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof AlarmNotice, unknown>
  >;
  const known = Array.isArray(kinds)
    ? kinds.filter((kind): kind is AlarmKind => typeof kind === 'string' && isAlarmKind(kind))
    : [];
  return { isOn: isOn !== false, kinds: known.length > 0 ? known : null };
}
