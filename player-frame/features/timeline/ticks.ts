import type { Locale } from '../../../lib/i18n/translate.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { type ZoneStretch, zoneStretches } from '../../../lib/kernel/zone-days.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { dayText } from '../../recorded-time/time-text.ts';
import type { TimeView } from '../../recorded-time/time-view.ts';
import { levels, type TimeScale } from './time-scale.ts';

/** A line of the scale, at a whole unit of civil time. */
export interface Tick {
  readonly at: EpochMs;
  /** Civil time as if it were UTC, for texts; null for lines without a text. */
  readonly label: Ms | null;
}

export interface Ticks {
  readonly ticks: readonly Tick[];
  readonly labelStep: Step;
  /** Where the clocks change: civil time continues an hour later or earlier. */
  readonly seams: readonly EpochMs[];
}

/** Distance of lines: fixed in civil time, or calendar months. */
export type Step = { readonly ms: Ms } | { readonly months: number };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
/** 1970-01-05, a Monday. */
const firstMonday = 4 * day;

const inMs = (...steps: Ms[]): Step[] => steps.map((ms) => ({ ms }));
const months: Step[] = [{ months: 1 }, { months: 3 }, { months: 12 }];
const tickSteps: readonly Step[] = [
  ...inMs(100, 200, 500, second, 5 * second, 10 * second, minute, 5 * minute, 10 * minute),
  ...inMs(hour, 3 * hour, 6 * hour, 12 * hour, day, week),
  ...months,
];
const labelSteps: readonly Step[] = [
  ...inMs(second, 2 * second, 5 * second, 10 * second, 30 * second),
  ...inMs(minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute),
  ...inMs(hour, 3 * hour, 6 * hour, 12 * hour, day, week),
  ...months,
];
const tickPitchPx = 10;
const labelPitchPx = 72;

const lengthOf = (step: Step): Ms => ('ms' in step ? step.ms : step.months * 30 * day);

function smallest(steps: readonly Step[], msPerPixel: Ms, pitchPx: number): Step {
  return steps.find((step) => lengthOf(step) / msPerPixel >= pitchPx) ?? steps.at(-1)!; // never empty
}

/** One line per 1 s, 1 min, 1 min and 1 h at the four levels; in between, lines at least 10 px apart. */
export function ticksOf(view: TimeView, scale: TimeScale, zone: Pick<Zone, 'offsetAt'>): Ticks {
  const { origin, msPerPixel, width } = view;
  const tickStep = smallest(tickSteps, msPerPixel, tickPitchPx);
  const { secondsPerPixel, labelEverySeconds } = levels[scale.level];
  const labelStep =
    scale.secondsPerPixel === secondsPerPixel
      ? { ms: labelEverySeconds * second }
      : smallest(labelSteps, msPerPixel, labelPitchPx);
  const stretches = zoneStretches(zone, origin, origin + width * msPerPixel);
  return {
    ticks: stretches.flatMap((stretch) => [...ticksIn(stretch, tickStep, labelStep)]),
    labelStep,
    seams: stretches.slice(1).map(({ from }) => from),
  };
}

function* ticksIn({ from, to, offsetMs }: ZoneStretch, step: Step, labelStep: Step): Generator<Tick> {
  for (const civil of civilSteps(from + offsetMs, to + offsetMs, step))
    yield { at: civil - offsetMs, label: isAt(civil, labelStep) ? civil : null };
}

/** Whole steps in [from, to) of civil time. */
function* civilSteps(from: Ms, to: Ms, step: Step): Generator<Ms> {
  if ('ms' in step) {
    const anchor = step.ms === week ? firstMonday : 0;
    const first = Math.ceil((from - anchor) / step.ms) * step.ms + anchor;
    for (let civil = first; civil < to; civil += step.ms) yield civil;
    return;
  }
  const start = new Date(from);
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step.months) * step.months;
  for (let month = first; ; month += step.months) {
    const civil = Date.UTC(Math.floor(month / 12), month % 12);
    if (civil >= to) return;
    if (civil >= from) yield civil;
  }
}

function isAt(civil: Ms, step: Step): boolean {
  if ('ms' in step) return (civil - (step.ms === week ? firstMonday : 0)) % step.ms === 0;
  const date = new Date(civil);
  const isMonth = date.getUTCDate() === 1 && civil % day === 0;
  return isMonth && (date.getUTCFullYear() * 12 + date.getUTCMonth()) % step.months === 0;
}

/** Text of a line: the time, at midnight the date, for months the month or the year. `civil` as if it were UTC. */
export function labelText(civil: Ms, step: Step, language: Locale): string {
  const text = new Date(civil).toISOString();
  if (!('ms' in step)) return step.months % 12 === 0 ? text.slice(0, 4) : text.slice(0, 7);
  if (civil % day === 0) return dayText(civil, language);
  return text.slice(11, step.ms < minute ? 19 : 16);
}
