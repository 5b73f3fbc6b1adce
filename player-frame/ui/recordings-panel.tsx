import { useEffect, useMemo, useRef, useState } from 'react';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { dateOf, dayOf } from '../../lib/kernel/zone-days.ts';
import { DatePicker } from '../features/date-picker/date-picker.tsx';
import { Ruler } from '../features/ruler/ruler.tsx';
import { SelectionHead } from '../features/ruler/selection-head.tsx';
import { storeProblem } from '../features/toolbar/button-registry.ts';
import { CalendarIcon, CloseIcon } from '../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import { type Bands, bandAt, type Stretch } from '../recorded-time/bands.ts';
import { dayText } from '../recorded-time/time-text.ts';
import { selectIsRangeFixed } from '../state/recorded.ts';
import type { RecordType } from '../state/recorded-events.ts';
import { selectLanguage } from '../state/selectors.ts';
import { usePickDate, usePreviews, useRecordings } from './use-recordings.ts';
import { useSelectionActions } from './use-selection-actions.ts';

const stores = ['cloud.rec', 'rec'] as const;
/** With the heading, as in player.css. */
const panelHeightPx = 344;

/** Recordings on a phone: date, number of recordings, storage, and the hours of the day. */
export function RecordingsPanel() {
  const sendRequest = useSendRequest();
  const text = useText();
  const language = nearestLocale(usePlayer(selectLanguage));
  const isFixed = usePlayer(selectIsRangeFixed);
  const {
    now,
    current,
    isRecorded,
    fixed,
    recordType,
    zone,
    recorded,
    isKnown,
    alarms,
    counts,
    months,
    show,
    showMonth,
  } = useRecordings();
  const pickDate = usePickDate(zone);
  // A link to recordings in one storage permits only that.
  const hasStores = usePlayer(({ recorded }) =>
    stores.every((store) => recorded.stores?.[store] !== 'denied'),
  );
  const isPageRange = usePlayer((state) => state.recorded.pageRange !== null);
  const isSeeking = usePlayer((state) => state.recorded.seekTarget !== null);
  const previews = usePreviews();
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isDocked = useIsDocked();
  const date = dateOf(zone, current);
  const today = dateOf(zone, now);
  // A fixed range may be over midnight.
  const firstDate = fixed ? dateOf(zone, fixed.start) : date;
  const lastDate = fixed ? dateOf(zone, fixed.end - 1) : date;
  const day = useMemo(
    () => ({ start: dayOf(zone, firstDate).start, end: dayOf(zone, lastDate).end }),
    [zone, firstDate, lastDate],
  );
  const [selection, setSelection] = useState<TimeRange | null>(null);
  const selectionActions = useSelectionActions();
  const latestSelection = useRef(selection);
  latestSelection.current = selection;
  // Another day or storage is shown.
  useEffect(() => {
    if (!latestSelection.current) return;
    setSelection(null);
    sendRequest({ type: 'request.select', range: null });
  }, [day.start, recordType, sendRequest]);
  useEffect(() => show(day.start, Math.min(day.end, now)));
  function openCalendar(isCalendarOpen: boolean): void {
    setCalendarOpen(isCalendarOpen);
    sendRequest({ type: 'request.reportTimeline', isCalendarOpen });
  }
  function select(range: TimeRange | null, isFinal: boolean): void {
    setSelection(range);
    if (isFinal) sendRequest({ type: 'request.select', range });
  }
  const count = countWithin(day, counts, recorded.all);

  if (!isDocked && !isOpen)
    return (
      <button type="button" className="oriel-panel-open" onClick={() => setOpen(true)}>
        <CalendarIcon />
        {text('ruler.open')}
      </button>
    );
  return (
    <section className="oriel-panel" data-docked={isDocked} aria-label={text('ruler.title')}>
      {selection ? (
        <SelectionHead
          range={selection}
          zone={zone}
          actions={selectionActions}
          onClear={() => select(null, true)}
        />
      ) : (
        <header className="oriel-panel-head">
          <div className="oriel-panel-day">
            <button
              type="button"
              className="oriel-panel-date"
              aria-expanded={isCalendarOpen}
              aria-disabled={isFixed}
              onClick={() => {
                if (!isFixed) openCalendar(!isCalendarOpen);
              }}
            >
              <strong>{date === today ? text('ruler.today') : text('ruler.title')}</strong>
              <span>{dayText(Date.parse(`${date}T00:00:00Z`), language)}</span>
              <CalendarIcon />
            </button>
            <span className="oriel-panel-count" role="status">
              {text('ruler.count', { count })}
            </span>
          </div>
          {hasStores && (
            <fieldset className="oriel-panel-stores" aria-label={text('ruler.store')}>
              {stores.map((store) => (
                <StoreButton key={store} store={store} isShown={(recordType ?? 'cloud.rec') === store} />
              ))}
            </fieldset>
          )}
          {!isDocked && (
            <button
              type="button"
              className="oriel-button"
              aria-label={text('ruler.close')}
              onClick={() => setOpen(false)}
            >
              <CloseIcon />
            </button>
          )}
        </header>
      )}
      <Ruler
        day={day}
        window={fixed}
        isWindowShown={isPageRange}
        current={current}
        isSeeking={isSeeking}
        now={now}
        recorded={recorded}
        isKnown={isKnown}
        alarms={alarms}
        store={recordType === 'rec' ? 'device' : 'cloud'}
        zone={zone}
        previews={previews}
        selection={selection}
        onSelect={select}
        onSeek={(to) => sendRequest({ type: 'request.seek', to })}
      />
      {isCalendarOpen && (
        <DatePicker
          selected={isRecorded ? date : null}
          today={today}
          recordedDates={(month) => months?.get(month) ?? null}
          onShowMonth={showMonth}
          onPick={(picked) => {
            openCalendar(false);
            pickDate(picked);
          }}
          onClose={() => openCalendar(false)}
        />
      )}
    </section>
  );
}

/** Recordings of the days. In the lists of days, one over midnight is in both. */
function countWithin(
  { start, end }: Stretch,
  counts: ReadonlyMap<EpochMs, number> | null,
  recorded: Bands,
): number {
  const days = [...(counts ?? [])].filter(([day]) => day >= start && day < end);
  const overMidnight = days.filter(([day]) => day > start && (bandAt(recorded, day - 1)?.end ?? 0) > day);
  return days.reduce((sum, [, count]) => sum + count, 0) - overMidnight.length;
}

function StoreButton({ store, isShown }: { readonly store: RecordType; readonly isShown: boolean }) {
  const sendRequest = useSendRequest();
  const text = useText();
  const problem = usePlayer((state) => (isShown ? null : storeProblem(state, store)));
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-disabled={problem !== null}
      title={problem ? text(problem) : undefined}
      onClick={() => {
        if (!problem) sendRequest({ type: 'request.setRecordType', recordType: store });
      }}
    >
      {text(store === 'rec' ? 'ruler.device' : 'ruler.cloud')}
    </button>
  );
}

/** Whether the frame has space for the panel below video of 16:9, with the tolerance of player.css. */
function useIsDocked(): boolean {
  const measure = () => window.innerHeight - window.innerWidth * 0.5625 + 1 > panelHeightPx;
  const [isDocked, setDocked] = useState(measure);
  useEffect(() => {
    const onResize = () => setDocked(measure());
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  });
  return isDocked;
}
