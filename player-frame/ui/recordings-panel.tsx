import { useEffect, useMemo, useState } from 'react';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import { dateOf, dayOf } from '../../lib/kernel/zone-days.ts';
import { DatePicker } from '../features/date-picker/date-picker.tsx';
import { Ruler } from '../features/ruler/ruler.tsx';
import { CalendarIcon, CloseIcon } from '../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import { dayText } from '../recorded-time/time-text.ts';
import { selectIsRangeFixed } from '../state/recorded.ts';
import { selectLanguage } from '../state/selectors.ts';
import { usePreviews, useRecordings } from './use-recordings.ts';

const stores = ['cloud.rec', 'rec'] as const;
/** With the heading, as in player.css. */
const panelHeightPx = 344;

/** Recordings on a phone: date, number of recordings, storage, and the hours of the day. */
export function RecordingsPanel() {
  const sendRequest = useSendRequest();
  const text = useText();
  const language = nearestLocale(usePlayer(selectLanguage));
  const isFixed = usePlayer(selectIsRangeFixed);
  const range = usePlayer((state) => state.recorded.range);
  const { now, current, isRecorded, recordType, zone, recorded, alarms, counts, months, show, showMonth } =
    useRecordings();
  const previews = usePreviews();
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isDocked = useIsDocked();
  const date = dateOf(zone, current);
  const today = dateOf(zone, now);
  const day = useMemo(() => dayOf(zone, date), [zone, date]);
  const window = isFixed && range ? range : null;
  useEffect(() => show(day.start, Math.min(day.end, now)));
  function openCalendar(isCalendarOpen: boolean): void {
    setCalendarOpen(isCalendarOpen);
    sendRequest({ type: 'request.reportTimeline', isCalendarOpen });
  }
  const count = counts?.get(day.start) ?? 0;

  if (!isDocked && !isOpen)
    return (
      <button type="button" className="oriel-panel-open" onClick={() => setOpen(true)}>
        <CalendarIcon />
        {text('ruler.open')}
      </button>
    );
  return (
    <section className="oriel-panel" data-docked={isDocked} aria-label={text('ruler.title')}>
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
        <fieldset className="oriel-panel-stores" aria-label={text('ruler.store')}>
          {stores.map((store) => (
            <button
              key={store}
              type="button"
              aria-pressed={(recordType ?? 'cloud.rec') === store}
              onClick={() => sendRequest({ type: 'request.setRecordType', recordType: store })}
            >
              {text(store === 'rec' ? 'ruler.device' : 'ruler.cloud')}
            </button>
          ))}
        </fieldset>
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
      <Ruler
        day={day}
        window={window}
        current={current}
        now={now}
        recorded={recorded}
        alarms={alarms}
        store={recordType === 'rec' ? 'device' : 'cloud'}
        zone={zone}
        previews={isRecorded ? previews : undefined}
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
            sendRequest({ type: 'request.setDate', date: picked });
          }}
          onClose={() => openCalendar(false)}
        />
      )}
    </section>
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
