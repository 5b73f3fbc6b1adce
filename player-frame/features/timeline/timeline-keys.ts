import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { bandAt, firstAbove } from '../../recorded-time/bands.ts';
import {
  lastSecondOf,
  nextPlayable,
  targetOf as playedAt,
  previousPlayable,
  type RecordedTime,
} from '../../recorded-time/recorded-time.ts';
import type { TimelineController } from './timeline-controller.ts';

const second = 1_000;
const hour = 3_600_000;

export type TimelineKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The alarms that Ctrl with an arrow leads to. */
export interface AlarmStops {
  /** Sorted. */
  readonly times: Float64Array;
  /** Whether it is known what is recorded at this moment. */
  readonly isKnown: (at: EpochMs) => boolean;
}

const noStops: AlarmStops = { times: new Float64Array(), isKnown: () => true };

/**
 * Keys of the slider: arrows 1 s, with Shift 10 s, with Ctrl to the next or previous alarm, or recording if there is no
 * alarm; PageUp and PageDown an hour; Home the begin of the day, End the last second that is recorded on it; + and - the level; I and O the selection; Escape cancels.
 * `day` is the day shown, or what can be chosen of a fixed range. Returns whether the key was used.
 */
export function handleTimelineKey(
  event: TimelineKey,
  controller: TimelineController,
  day: TimeRange,
  alarms = noStops,
): boolean {
  const { key, shiftKey } = event;
  const isJump = event.ctrlKey || event.metaKey;
  if (event.altKey || (isJump && key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
  if (key === 'Escape') return leave(controller);
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (name === '+' || name === '=') controller.stepLevel(1);
  else if (name === '-' || name === '_') controller.stepLevel(-1);
  else if (name === 'i') controller.mark('begin');
  else if (name === 'o') controller.mark('end');
  else {
    const target = targetOf(name, controller, day, { shiftKey, isJump, alarms });
    if (target === undefined) return false;
    if (target !== null) controller.seek(target);
  }
  return true;
}

/** Undefined: not a key of the slider; null: there is no recording in this direction. */
function targetOf(
  key: string,
  { moment, recorded }: TimelineController,
  day: TimeRange,
  { shiftKey, isJump, alarms }: { shiftKey: boolean; isJump: boolean; alarms: AlarmStops },
): EpochMs | null | undefined {
  const step = shiftKey ? 10 * second : second;
  const alarm = (direction: 1 | -1) => alarmFrom(alarms, recorded, moment, direction);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return isJump ? (alarm(-1) ?? previousPlayable(recorded, moment)) : moment - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return isJump ? (alarm(1) ?? nextPlayable(recorded, moment)) : moment + step;
    case 'PageUp':
      return moment + hour;
    case 'PageDown':
      return moment - hour;
    case 'Home':
      return day.begin;
    case 'End':
      return lastSecondOf(recorded, day.begin, day.end) ?? day.end - second;
    default:
      return undefined;
  }
}

/**
 * What is played for the closest alarm in this direction: from the end of the gap for one that is in a gap. Not one from
 * which nothing is recorded, or which plays from the other side of `moment`. One that was just raised is recorded before
 * the list of recordings says so.
 */
function alarmFrom(
  { times, isKnown }: AlarmStops,
  recorded: RecordedTime,
  moment: EpochMs,
  direction: 1 | -1,
): EpochMs | null {
  const after = firstAbove(times, moment);
  for (let index = direction === 1 ? after : after - 1; index >= 0; index += direction) {
    const at = times[index];
    if (at === undefined) return null;
    const played = playedAt(recorded, at, 0);
    const isPlayable = bandAt(recorded.all, played) !== null || !isKnown(played);
    if (isPlayable && (played - moment) * direction > 0) return played;
  }
  return null;
}

/** Ends a drag, then the selection. An Escape that is not used here leaves full screen. */
function leave(controller: TimelineController): boolean {
  if (controller.isBusy) controller.cancel();
  else if (controller.selection) controller.clearSelection();
  else if (controller.isSelecting) controller.setSelecting(false);
  else return false;
  return true;
}
