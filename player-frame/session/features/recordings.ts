import { parseEzopen } from '../../../lib/ezopen/address.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { zoneOf } from '../../../lib/kernel/zone-time.ts';
import type { Segment } from '../../recorded-time/recorded-time.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { recordTypeOf } from '../../state/recorded-address.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import {
  createRecordingsCache,
  type RecordingsCache,
  type RecordingsPage,
  type RecordingsSource,
} from '../recordings-cache.ts';

const timeoutMs: Ms = 15_000;

/** Lists what was recorded, for timeline, ruler and calendar. */
export function makeRecordings(context: FeatureContext): Feature {
  const { clock, send, getState } = context;
  let cache: { readonly of: string; readonly recordings: RecordingsCache } | null = null;

  function close(): void {
    cache?.recordings.close();
    cache = null;
  }

  /** The cache of the camera, type of recordings and zone that are shown; null without an address. */
  function current(): RecordingsCache | null {
    const state = getState();
    const place = placeOf(state);
    if (!place) return null;
    if (cache?.of === place.id) return cache.recordings;
    close();
    const recordings = createRecordingsCache({
      clock,
      zone: zoneOf(place.zone),
      source: sourceOf(context, place),
      onChange: (known) => send({ type: 'event.recordings', recordings: known }),
    });
    cache = { of: place.id, recordings };
    return recordings;
  }

  return {
    run(effect) {
      if (effect.do === 'loadRecordings') current()?.show(effect.from, effect.to);
      if (effect.do === 'loadMonth') current()?.showMonth(effect.month);
    },
    stateChanged(state) {
      if (!cache || placeOf(state)?.id === cache.of) return;
      close();
      if (state.recordings) send({ type: 'event.recordings', recordings: null });
    },
    reset: close,
    destroy: close,
  };
}

interface Place {
  readonly id: string;
  readonly form: Readonly<Record<string, string>>;
  readonly zone: string;
  /** Hours from UTC in the address. */
  readonly timeZone: number | null;
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

function sourceOf({ lapp, token }: FeatureContext, { form, timeZone }: Place): RecordingsSource {
  async function call(
    name: 'videoByTime' | 'videoDays',
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const accessToken = await token(signal);
    if (!accessToken.ok) throw new Error(accessToken.error.code);
    const answer = await lapp.recorded(
      name,
      { ...form, ...fields, accessToken: accessToken.value },
      { signal, timeoutMs },
    );
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  }

  return {
    page: async (from, to, signal) =>
      readPage(
        await call(
          'videoByTime',
          { startTime: String(Math.floor(from)), endTime: String(Math.ceil(to)), version: '2.0' },
          signal,
        ),
      ),
    dates: async (month, signal) => {
      const zone = timeZone === null ? {} : { timeZone: String(timeZone) };
      const data = await call('videoDays', { month: month.replace('-', ''), ...zone }, signal);
      return listOf(data, 'days').flatMap((day) =>
        typeof day === 'string' && /^\d{8}$/.test(day)
          ? [`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`]
          : [],
      );
    },
  };
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
