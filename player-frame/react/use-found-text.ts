import type { EpochMs } from '../../lib/kernel/units.ts';
import type { FoundAlarm } from '../recorded-time/alarms.ts';
import { type Found, findAt, type RecordedTime } from '../recorded-time/recorded-time.ts';
import { clockText, momentText, type TextZone } from '../recorded-time/time-text.ts';
import { useText } from './use-player.ts';

/** What is recorded at a moment, as text: the next recording is named with its date only if that differs. */
export function useFoundText(zone: TextZone): (at: EpochMs, found: Found) => string {
  const text = useText();
  return (at, found) => {
    if (found.kind !== 'none') return text(`timeline.${found.kind}`);
    if (found.next === null) return text('timeline.gap');
    const next = momentText(found.next, zone);
    if (found.isDay) return text('timeline.gapNextDay', { date: next.slice(0, 10) });
    const isSameDay = next.slice(0, 10) === momentText(at, zone).slice(0, 10);
    return text('timeline.gapNext', { time: isSameDay ? next.slice(11) : next });
  };
}

/** The value of a slider: the moment, and what is recorded there, if that is known. */
export function useValueText(
  zone: TextZone,
  isKnown: (at: EpochMs) => boolean,
): (at: EpochMs, recorded: RecordedTime) => string {
  const text = useText();
  const foundText = useFoundText(zone);
  return (at, recorded) => {
    const time = momentText(at, zone);
    return isKnown(at) ? text('timeline.value', { time, state: foundText(at, findAt(recorded, at)) }) : time;
  };
}

/** An alarm with its time, and how many others are beside it. */
export function useAlarmText(zone: TextZone): (alarm: FoundAlarm) => string {
  const text = useText();
  return ({ name, at, others }) =>
    text(others > 0 ? 'timeline.alarmsAt' : 'timeline.alarmAt', {
      name,
      time: clockText(at, zone),
      count: others,
    });
}
