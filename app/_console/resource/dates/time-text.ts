/** Parses times as users type them to `yyyy-MM-dd HH:mm:ss` in the organisation's time zone. */

export const timeFormat = 'yyyy-MM-dd HH:mm:ss';

/** Both ends included. */
interface TimeRange {
  readonly from?: string;
  readonly to?: string;
}

/** Time used for a day without time: its first or its last second. */
export type DayEdge = '00:00:00' | '23:59:59';

/** Year first, because 1/2 is ambiguous. Any caseless letters may separate the numbers. */
const days = [
  /^(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?=[\s,T]|$)/,
  // The third separator must be a day word (日, 号, 號, 일); others may mean a time of day.
  /^(\d{4})\s*\p{Lo}\s*(\d{1,2})\s*\p{Lo}\s*(\d{1,2})(?:\s*[\u65e5\u53f7\u865f\uc77c]|(?=[\s,T]|$))/u,
  /^(\d{4})(\d{2})(\d{2})/,
];
const times = [
  /^(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2})(?:\.\d{1,9})?)?$/,
  /^(\d{1,2})\s*\p{Lo}(?:\s*(\d{1,2})\s*\p{Lo}?(?:\s*(\d{1,2})\s*\p{Lo}?)?)?$/u,
  /^(\d{2})(\d{2})(\d{2})?$/,
];

const earliestYear = 1900;

const pair = (text: string) => text.padStart(2, '0');

/** Converts full-width digits, colons and commas. */
const plainly = (text: string) => text.normalize('NFKC').trim();

function firstOf(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return null;
}

/** True if no continuation can be valid, because the text does not start with a year. */
export const isNoTime = (text: string) => /^\d{0,3}\D/.test(plainly(text));

/** Null if the day or time does not exist. Missing parts of the time are taken from `edge`. */
export function readTime(text: string, edge: DayEdge): string | null {
  const plain = plainly(text);
  const found = firstOf(days, plain);
  if (!found) return null;
  const [all, year = '', month = '', day = ''] = found;
  const rest = plain.slice(all.length).replace(/^[\s,T]+/, '');
  const clock = rest === '' ? [] : firstOf(times, rest)?.slice(1);
  if (!clock) return null;
  const time = edge.split(':').map((defaults, at) => pair(clock[at] ?? defaults));
  const written = `${year}-${pair(month)}-${pair(day)} ${time.join(':')}`;
  const at = Date.parse(`${written.replace(' ', 'T')}Z`);
  // Date would turn 30 February into March. Years outside the calendar's range are typing errors.
  if (Number(year) < earliestYear || Number.isNaN(at) || wallText(at) !== written) return null;
  return written;
}

/** Formats an instant in UTC. */
const wallText = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** `at` in epoch ms; `zone` an IANA name. Falls back to the browser's zone if it is missing or unknown. */
export function timeIn(zone: string | undefined, at: number): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: isZone(zone) ? zone : undefined,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
}

function isZone(zone: string | undefined): zone is string {
  try {
    return zone !== undefined && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Date part of a time, or empty. */
export const dayOf = (time: string | undefined) =>
  /^\d{4}-\d{2}-\d{2}/.test(time ?? '') ? time!.slice(0, 10) : '';

/** Swaps the ends if necessary. Whole days remain whole. */
export function rangeInOrder(range: TimeRange): TimeRange {
  const { from, to } = range;
  if (!from || !to || from <= to) return range;
  const isWholeDays = from.endsWith('00:00:00') && to.endsWith('23:59:59');
  return isWholeDays
    ? { from: `${dayOf(to)} 00:00:00`, to: `${dayOf(from)} 23:59:59` }
    : { from: to, to: from };
}
