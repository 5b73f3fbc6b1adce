/**
 * The address of one camera: `/watch/SERIAL/CHANNEL`, with template, quality, time and language in its query. It contains
 * no secret: who opens it needs a session, and the permission to see the camera.
 */
import { writtenRange } from '../../ezopen/written-range.ts';
import { type Locale, locales } from '../../i18n/translate.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import { isTemplate } from '../theme/template.ts';
import { serialPattern } from './watch-limits.ts';

/** Live video, or recordings from a time to the end of a range; `end` is exclusive. */
export type WatchMoment =
  | { readonly kind: 'live' }
  | { readonly kind: 'recorded'; readonly begin: EpochMs; readonly end: EpochMs };

export interface WatchAddress {
  readonly serial: string;
  readonly channelNo: number;
  /** A named template, or the id of a stored theme. Null: the page chooses. */
  readonly template: string | null;
  readonly quality: 'hd' | 'sd';
  /** Null: that of the person. */
  readonly language: Locale | null;
  readonly moment: WatchMoment;
}

/** What is wrong with an address; `camera`: no camera can have it. */
export type WatchProblem =
  | 'camera'
  | 'template'
  | 'quality'
  | 'language'
  | 'time'
  | 'order'
  | 'length'
  | 'future';

export const watchParameters = ['template', 'quality', 'language', 'at', 'from', 'to'] as const;

const longestMs: Ms = 24 * 60 * 60_000;
/** Clocks of those who write links. */
const toleranceMs: Ms = 60_000;

/** `channel`: as in the path. Never throws. All problems are reported at once. */
export function readWatchAddress(
  { serial, channel }: { readonly serial: string; readonly channel: string },
  query: Pick<URLSearchParams, 'get'>,
  { zone, now }: { readonly zone: Zone; readonly now: EpochMs },
): Result<WatchAddress, readonly WatchProblem[]> {
  const problems: WatchProblem[] = [];
  const value = (name: (typeof watchParameters)[number]) => query.get(name)?.trim() || null;

  const isCamera = serialPattern.test(serial) && /^[1-9]\d{0,2}$/.test(channel) && Number(channel) <= 256;
  if (!isCamera) problems.push('camera');
  const template = value('template');
  if (template !== null && !isTemplate(template)) problems.push('template');
  const quality = value('quality') ?? 'hd';
  if (quality !== 'hd' && quality !== 'sd') problems.push('quality');
  const language = value('language');
  const locale = locales.find((known) => known === language) ?? null;
  if (language !== null && locale === null) problems.push('language');
  const moment = readMoment({ at: value('at'), from: value('from'), to: value('to') }, zone, now);
  if (!moment.ok) problems.push(moment.error);

  if (problems.length > 0 || !moment.ok) return err(problems);
  return ok({
    ...{ serial, channelNo: Number(channel), template, language: locale, moment: moment.value },
    quality: quality === 'sd' ? 'sd' : 'hd',
  });
}

interface WrittenTimes {
  readonly at: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

function readMoment(written: WrittenTimes, zone: Zone, now: EpochMs): Result<WatchMoment, WatchProblem> {
  const { at, from, to } = written;
  if (at === null && from === null && to === null) return ok({ kind: 'live' });
  const [atMs, fromMs, toMs] = [at, from, to].map((text) => (text === null ? null : readTime(text, zone)));
  const isWrong = (text: string | null, read: EpochMs | null | undefined) => text !== null && read == null;
  if (isWrong(at, atMs) || isWrong(from, fromMs) || isWrong(to, toMs)) return err('time');
  const begin = atMs ?? fromMs;
  // An end alone names no time.
  if (begin == null) return err('time');
  if (fromMs != null && begin < fromMs) return err('order');
  if (toMs != null && toMs <= begin) return err('order');
  if (toMs != null && toMs - (fromMs ?? begin) > longestMs) return err('length');
  if (begin > now + toleranceMs) return err('future');
  return ok({ kind: 'recorded', begin, end: toMs ?? endOfDay(begin, zone) });
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,3})?(Z|[ +-]\d{2}:?\d{2})?$/i;

/**
 * `yyyy-MM-dd HH:mm`, with seconds and with a `T` if wanted: in the zone of the organisation, or with an offset. A plus
 * that was not encoded in an address is a space. Null: no such time.
 */
function readTime(text: string, zone: Zone): EpochMs | null {
  const [, date = '', minute = '', second = ':00', offset] = timePattern.exec(text) ?? [];
  if (!date) return null;
  const civil = `${date} ${minute}${second}`;
  const inZone = zone.instant(civil);
  if (inZone === null || offset === undefined) return inZone;
  if (offset.toUpperCase() === 'Z') return Date.parse(`${civil.replace(' ', 'T')}Z`);
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  if (hours > 14 || minutes > 59) return null;
  const offsetMs: Ms = (hours * 60 + minutes) * 60_000 * (offset.startsWith('-') ? -1 : 1);
  return Date.parse(`${civil.replace(' ', 'T')}Z`) - offsetMs;
}

const dayMs: Ms = 24 * 60 * 60_000;

function endOfDay(at: EpochMs, zone: Zone): EpochMs {
  const date = zone.text(at).slice(0, 10);
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return zone.instant(`${next} 00:00:00`) ?? at + dayMs;
}

/** Mode and query of an ezopen address, whose times are those of the camera, or UTC where one of them occurs twice. */
export function playedAddress(path: string, { moment, quality }: WatchAddress, zone: Zone): string {
  if (moment.kind === 'live') return `${path}${quality === 'hd' ? '.hd' : ''}.live`;
  const { begin, end } = writtenRange({ start: moment.begin, end: moment.end }, zone);
  return `${path}.cloud.rec?begin=${begin}&end=${end}`;
}
