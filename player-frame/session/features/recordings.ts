import { parseEzopen } from '../../../lib/ezopen/address.ts';
import { err, type Result } from '../../../lib/kernel/result.ts';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { zoneOf } from '../../../lib/kernel/zone-time.ts';
import { limits } from '../../../lib/protocol/index.ts';
import { type Alarm, type Alarms, noAlarms } from '../../recorded-time/alarms.ts';
import { type Bands, firstAbove, noBands, unitedBands } from '../../recorded-time/bands.ts';
import type { Segment } from '../../recorded-time/recorded-time.ts';
import { recordTypeOf } from '../../state/address-parts.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { sameRangeAddress } from '../../state/recorded-address.ts';
import type { RecordType } from '../../state/recorded-events.ts';
import { type AlarmPage, type AlarmsCache, createAlarmsCache } from '../alarms-cache.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import type { RecordedCall } from '../lapp-client.ts';
import {
  createRecordingsCache,
  type ListedRecordings,
  type RecordingsCache,
  type RecordingsPage,
  type RecordingsSource,
} from '../recordings-cache.ts';

const timeoutMs: Ms = 15_000;
/** The most that the call allows. */
const alarmsPerPage = 500;
const maxNameChars = 64;
/** The token does not allow this, or not for this camera. */
const refusals: ReadonlySet<string> = new Set(['10031', '20002', '20032']);

/** Lists what was recorded and the alarms of the camera, for timeline, ruler and calendar. */
export function makeRecordings(context: FeatureContext): Feature {
  const { clock, host, send, getState } = context;
  let cache: { readonly of: string; readonly recordings: RecordingsCache } | null = null;
  let alarmCache: { readonly of: string; readonly alarms: AlarmsCache } | null = null;
  let recordings: ListedRecordings | null = null;
  let alarms: Alarms = noAlarms;
  let companions: readonly string[] = [];
  const companionCaches = new Map<string, { readonly recordings: RecordingsCache; all: Bands }>();
  let reportedFiles = '';

  function close(): void {
    cache?.recordings.close();
    cache = null;
    recordings = null;
  }

  function closeAlarms(): void {
    alarmCache?.alarms.close();
    alarmCache = null;
    alarms = noAlarms;
  }

  function closeCompanions(): void {
    for (const { recordings: cached } of companionCaches.values()) cached.close();
    companionCaches.clear();
  }

  function closeAll(): void {
    close();
    closeCompanions();
    closeAlarms();
  }

  /** Tells the page what is recorded in the range that is played, if it has changed. */
  function reportFiles(): void {
    const { address, recorded } = getState();
    const recType = recordTypeOf(address);
    if (!recordings || !recType || !recorded.range) return;
    const files = stretchesIn(recordings.time.all, recorded.range).slice(0, limits.recordedFiles);
    const id = JSON.stringify([cache?.of, files]);
    if (id === reportedFiles) return;
    reportedFiles = id;
    host.notify('recordings', { recType, files });
  }

  /** Alarms alone are not shown: the list of recordings is always complete first, even if it is empty. */
  function report(): void {
    if (!recordings) return;
    const others = [...companionCaches.values()].map(({ all }) => all).reduce(unitedBands, noBands);
    send({ type: 'event.recordings', recordings: { ...recordings, alarms, others } });
    reportFiles();
  }

  /** The cache of the camera, type of recordings and zone that are shown. */
  function recordingsOf(place: Place): RecordingsCache {
    if (cache?.of === place.id) return cache.recordings;
    close();
    const made = createRecordingsCache({
      clock,
      zone: zoneOf(place.zone),
      source: sourceOf(context, place),
      onChange: (known) => {
        recordings = known;
        report();
      },
    });
    cache = { of: place.id, recordings: made };
    return made;
  }

  /** The alarms of both stores are the same. Their names are in the language of the call. */
  function alarmsOf(place: Place, language: string): AlarmsCache {
    const of = alarmPlaceOf(place, language);
    if (alarmCache?.of === of) return alarmCache.alarms;
    closeAlarms();
    const made = createAlarmsCache({
      clock,
      zone: zoneOf(place.zone),
      page: (number, from, to, signal) => alarmPage(context, place, { language, number, from, to }, signal),
      onChange: (known) => {
        alarms = known;
        report();
      },
    });
    alarmCache = { of, alarms: made };
    return made;
  }

  /** In the store and zone of the camera that is shown, so that they have the same days. */
  function showCompanions(state: PlayerState, shown: Place, from: EpochMs, to: EpochMs): void {
    for (const address of companions) {
      const place = placeOf({ ...state, address: sameRangeAddress(address, storeOf(shown)) });
      if (place && place.id !== shown.id) companionOf(place).show(from, to);
    }
  }

  function companionOf(place: Place): RecordingsCache {
    const known = companionCaches.get(place.id);
    if (known) return known.recordings;
    const made = createRecordingsCache({
      clock,
      zone: zoneOf(place.zone),
      source: sourceOf(context, place),
      onChange: ({ time }) => {
        companionCaches.set(place.id, { recordings: made, all: time.all });
        report();
      },
    });
    companionCaches.set(place.id, { recordings: made, all: noBands });
    return made;
  }

  return {
    begin(options) {
      closeCompanions();
      companions = options.companions ?? [];
    },
    run(effect) {
      const state = getState();
      const place = placeOf(state);
      if (!place) return;
      if (effect.do === 'loadMonth') recordingsOf(place).showMonth(effect.month);
      if (effect.do !== 'loadRecordings') return;
      recordingsOf(place).show(effect.from, effect.to);
      showCompanions(state, place, effect.from, effect.to);
      alarmsOf(place, state.language).show(effect.from, effect.to);
    },
    stateChanged(state) {
      const place = placeOf(state);
      if (alarmCache && (!place || alarmCache.of !== alarmPlaceOf(place, state.language))) closeAlarms();
      if (!cache || place?.id === cache.of) return;
      close();
      closeCompanions();
      if (state.recordings) send({ type: 'event.recordings', recordings: null });
    },
    reset: closeAll,
    destroy: closeAll,
  };
}

/** The parts of the bands within a range, in whole ms. */
function stretchesIn(
  { starts, ends }: Bands,
  range: TimeRange,
): { readonly begin: EpochMs; readonly end: EpochMs }[] {
  const stretches = [];
  for (let index = firstAbove(ends, range.begin); index < starts.length; index += 1) {
    const begin = Math.round(Math.max(range.begin, starts[index]!));
    if (begin >= range.end) break;
    stretches.push({ begin, end: Math.round(Math.min(range.end, ends[index]!)) });
  }
  return stretches;
}

interface Place {
  readonly id: string;
  readonly form: {
    readonly deviceSerial: string;
    readonly channelNo: string;
    readonly recType: string;
  };
  readonly zone: string;
  /** As in the address. */
  readonly timeZone: string | null;
}

/** Live video has the timeline of its cloud recordings. */
function placeOf({ address, recorded }: PlayerState): Place | null {
  const parsed = parseEzopen(address);
  if (!parsed.ok) return null;
  const { deviceSerial, channelNo, timeZone } = parsed.value;
  const recType = recordTypeOf(address) === 'rec' ? '2' : '1';
  const zone = recorded.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = { deviceSerial, channelNo: String(channelNo), recType };
  return { id: JSON.stringify([form, zone, timeZone]), form, zone, timeZone };
}

const storeOf = ({ form }: Place): RecordType => (form.recType === '2' ? 'rec' : 'cloud.rec');

const alarmPlaceOf = ({ form, zone }: Place, language: string): string =>
  JSON.stringify([form.deviceSerial, form.channelNo, zone, language]);

/** A call with the token of the player. Fails with a code. */
async function callFor(
  { lapp, token }: FeatureContext,
  name: RecordedCall,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Result<unknown, string>> {
  const accessToken = await token(signal);
  if (!accessToken.ok) return err(accessToken.error.code);
  const form = { ...fields, accessToken: accessToken.value };
  const answer = await lapp.recorded(name, form, { signal, timeoutMs });
  return answer.ok ? answer : err(answer.error.code);
}

function sourceOf(context: FeatureContext, { form, timeZone }: Place): RecordingsSource {
  async function call(
    name: 'videoByTime' | 'videoDays',
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const answer = await callFor(context, name, { ...form, ...fields }, signal);
    if (!answer.ok) throw new Error(answer.error);
    return answer.value;
  }

  return {
    page: async (from, to, signal) =>
      readPage(
        await call(
          'videoByTime',
          {
            startTime: String(Math.max(0, Math.floor(from))),
            endTime: String(Math.ceil(to)),
            version: '2.0',
          },
          signal,
        ),
      ),
    dates: async (month, signal) => {
      const zone = timeZone === null ? {} : { timeZone };
      const data = await call('videoDays', { month: month.replace('-', ''), ...zone }, signal);
      return listOf(data, 'days').flatMap((day) =>
        typeof day === 'string' && /^\d{8}$/.test(day)
          ? [`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`]
          : [],
      );
    },
  };
}

interface WantedAlarms {
  readonly language: string;
  readonly number: number;
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Null: the token may not list the alarms of this camera. */
async function alarmPage(
  context: FeatureContext,
  { form: { deviceSerial, channelNo } }: Place,
  { language, number, from, to }: WantedAlarms,
  signal: AbortSignal,
): Promise<AlarmPage | null> {
  const fields = {
    deviceSerial,
    channelNo,
    startTime: String(from),
    endTime: String(to),
    pageStart: String(number),
    pageSize: String(alarmsPerPage),
    lang: language,
  };
  const answer = await callFor(context, 'alarmDeviceList', fields, signal);
  if (!answer.ok && refusals.has(answer.error)) return null;
  if (!answer.ok) throw new Error(answer.error);
  const list = Array.isArray(answer.value) ? answer.value : [];
  return { alarms: readAlarms(list), isFull: list.length >= alarmsPerPage };
}

/** Alarms of `alarm/device/list`; others are left out. */
export function readAlarms(list: readonly unknown[]): readonly Alarm[] {
  return list.flatMap((item): Alarm[] => {
    const { alarmId, alarmTime, alarmName } = (item ?? {}) as Record<string, unknown>;
    return typeof alarmId === 'string' && isTime(alarmTime) && typeof alarmName === 'string'
      ? [{ id: alarmId, at: alarmTime, name: alarmName.slice(0, maxNameChars) }]
      : [];
  });
}

/** `{files, isAll, nextFileTime}`, or the files alone (specification, section 7). */
export function readPage(data: unknown): RecordingsPage {
  const files = Array.isArray(data) ? data : listOf(data, 'files');
  const segments = files.flatMap((file): Segment[] => {
    const { startTime, endTime, videoType } = (file ?? {}) as Record<string, unknown>;
    return isTime(startTime) && isTime(endTime) && startTime < endTime
      ? [{ start: startTime, end: endTime, kind: videoType === 2 ? 'alarm' : 'schedule' }]
      : [];
  });
  const { isAll, nextFileTime } = (Array.isArray(data) ? {} : (data ?? {})) as Record<string, unknown>;
  return { segments, next: isAll === false && isTime(nextFileTime) ? nextFileTime : null };
}

const isTime = (value: unknown): value is EpochMs => typeof value === 'number' && Number.isSafeInteger(value);

function listOf(data: unknown, name: string): readonly unknown[] {
  const list = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : null;
  return Array.isArray(list) ? list : [];
}
