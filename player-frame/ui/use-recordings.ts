import { useCallback, useEffect, useMemo, useRef } from 'react';
import { parseEzopen } from '../../lib/ezopen/address.ts';
import { isUtc } from '../../lib/ezopen/compact-time.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { type CivilDate, dayOf } from '../../lib/kernel/zone-days.ts';
import { type Zone, zoneOf } from '../../lib/kernel/zone-time.ts';
import { usePlayerView } from '../react/player-context.ts';
import type { Previews } from '../react/preview-picture.tsx';
import { usePlayer, useSendRequest } from '../react/use-player.ts';
import { noAlarms } from '../recorded-time/alarms.ts';
import { bandAt, noBands, type Stretch } from '../recorded-time/bands.ts';
import { nothingRecorded } from '../recorded-time/recorded-time.ts';
import { recordTypeOf } from '../state/address-parts.ts';
import { selectIsRecorded } from '../state/early-selectors.ts';
import { selectFixedRange } from '../state/recorded.ts';
import { civilOf } from '../state/recorded-address.ts';
import { selectPosition } from '../state/selectors.ts';

/** Requests are repeated this often while the view changes, because the running day grows. */
const refreshMs: Ms = 20_000;
/** Views are compared in steps of this length. */
const stepMs: Ms = 6 * 3_600_000;

/** What timeline and ruler show of the recordings of the camera. */
export function useRecordings() {
  const view = usePlayerView();
  const sendRequest = useSendRequest();
  const recordings = usePlayer((state) => state.recordings);
  const isRecorded = usePlayer(selectIsRecorded);
  const position = usePlayer(selectPosition);
  const rangeStart = usePlayer((state) => state.recorded.range?.begin ?? null);
  const timeZone = usePlayer((state) => state.recorded.timeZone);
  const recordType = usePlayer((state) => recordTypeOf(state.address));
  const fixedStart = usePlayer((state) => selectFixedRange(state)?.begin ?? null);
  const fixedEnd = usePlayer((state) => selectFixedRange(state)?.end ?? null);
  const fixed = useMemo(
    (): Stretch | null =>
      fixedStart === null || fixedEnd === null ? null : { start: fixedStart, end: fixedEnd },
    [fixedStart, fixedEnd],
  );
  const now = view.now();
  // Until the address is resolved, which may wait for the viewer's code, its day is shown, too.
  const named = usePlayer((state) => namedBegin(state.address, zoneIn(timeZone)));
  const isNamed = named !== null && named >= 0 && named < now;
  const current = position ?? rangeStart ?? (isNamed ? named : now);
  const requested = useRef('');

  /** Loads the recordings of this time, unless that was requested a moment ago. */
  const show = useCallback(
    (from: EpochMs, to: EpochMs) => {
      const steps = [Math.floor(from / stepMs), Math.ceil(to / stepMs), Math.floor(view.now() / refreshMs)];
      const id = steps.join();
      if (id === requested.current) return;
      requested.current = id;
      sendRequest({ type: 'request.showRecordings', from, to });
    },
    [view, sendRequest],
  );
  const showMonth = useCallback(
    (month: string) => sendRequest({ type: 'request.showMonth', month }),
    [sendRequest],
  );
  useEffect(() => {
    if (recordings === null) requested.current = '';
  }, [recordings]);

  const recorded = recordings?.time ?? nothingRecorded;
  return {
    now,
    current,
    isRecorded,
    /** Nothing outside can be played; null: no limits. */
    fixed,
    recordType,
    zone: zoneIn(timeZone),
    viewerZone: zoneIn(null),
    recorded,
    counts: recordings?.counts ?? null,
    months: recordings?.months ?? null,
    alarms: recordings?.alarms ?? noAlarms,
    others: recordings?.others ?? noBands,
    /** Whether it is known what is recorded at this moment. */
    isKnown: useCallback(
      (at: EpochMs) => bandAt(recorded.known, at) !== null || bandAt(recorded.all, at) !== null,
      [recorded],
    ),
    show,
    showMonth,
  };
}

/** Plays a date of the calendar; before playback is started, that is where it will begin. */
export function usePickDate(zone: Zone): (date: CivilDate) => void {
  const sendRequest = useSendRequest();
  const isIdle = usePlayer(({ playback }) => playback.phase === 'idle');
  return (date) => {
    if (isIdle) sendRequest({ type: 'request.seek', to: dayOf(zone, date).start });
    else sendRequest({ type: 'request.setDate', date });
  };
}

/** Pictures of the recording that is playing. */
export function usePreviews(): Previews {
  const sendRequest = useSendRequest();
  const shown = usePlayer((state) => state.preview);
  const ask = useCallback(
    (at: EpochMs | null) => sendRequest({ type: 'request.preview', at }),
    [sendRequest],
  );
  return useMemo(() => ({ shown, ask }), [shown, ask]);
}

/** The begin of a recorded address; null: it has none. */
function namedBegin(address: string, zone: Zone): EpochMs | null {
  const parsed = parseEzopen(address);
  const begin = parsed.ok && parsed.value.mode !== 'live' ? parsed.value.begin : null;
  if (begin === null) return null;
  return isUtc(begin) ? Date.parse(begin) || null : zone.instant(civilOf(begin));
}

/** Until an address was resolved, the zone of the viewer is the best guess. */
function zoneIn(name: string | null): Zone {
  return zoneOf(name ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}
