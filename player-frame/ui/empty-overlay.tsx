import { useEffect } from 'react';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import { type CivilDate, dateOf, dayOf } from '../../lib/kernel/zone-days.ts';
import { CalendarIcon } from '../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import { nextStart, previousStart } from '../recorded-time/bands.ts';
import { closestDay } from '../recorded-time/closest-day.ts';
import { dayText } from '../recorded-time/time-text.ts';
import type { PlayerRequest } from '../state/player-events.ts';
import { selectCanChooseTime } from '../state/recorded.ts';
import { selectCanReturnToLive, selectLanguage } from '../state/selectors.ts';
import { FailureCard } from './failure-card.tsx';
import { useRecordings } from './use-recordings.ts';

/** Nothing is recorded in the time of the address: no failure, but a place from which the viewer goes on. */
export function EmptyOverlay() {
  const sendRequest = useSendRequest();
  const text = useText();
  const language = nearestLocale(usePlayer(selectLanguage));
  const canReturn = usePlayer(selectCanReturnToLive);
  const { date, next, previous } = useNeighbours();
  const nameOf = (day: CivilDate) => dayText(Date.parse(`${day}T00:00:00Z`), language);
  return (
    <FailureCard icon={<CalendarIcon />} title={text('empty.title')} role="status">
      <p className="oriel-card-advice">{text('empty.day', { date: nameOf(date) })}</p>
      <div className="oriel-card-actions">
        {next && (
          <button type="button" className="oriel-retry" onClick={() => sendRequest(next.request)}>
            {text('empty.next', { date: nameOf(next.date) })}
          </button>
        )}
        {!next && previous && (
          <button type="button" className="oriel-retry" onClick={() => sendRequest(previous.request)}>
            {text('empty.previous', { date: nameOf(previous.date) })}
          </button>
        )}
        {canReturn && (
          <button
            type="button"
            className="oriel-retry"
            data-spare={next !== null || previous !== null}
            onClick={() => sendRequest({ type: 'request.toLive' })}
          >
            {text('player.toLive')}
          </button>
        )}
      </div>
    </FailureCard>
  );
}

interface Neighbour {
  readonly date: CivilDate;
  readonly request: PlayerRequest;
}

/** The recordings before and after the empty time, where they can be chosen and are known; asks for what is not. */
function useNeighbours() {
  const canChoose = usePlayer(selectCanChooseTime);
  const range = usePlayer(({ recorded }) => recorded.range);
  const { now, current, zone, recorded, months, show, showMonth } = useRecordings();
  const at = range?.begin ?? current;
  const date = dateOf(zone, at);
  const days = { from: date, today: dateOf(zone, now) };
  const after = closestDay(months ?? new Map(), days, 1);
  const before = closestDay(months ?? new Map(), days, -1);
  const missing = canChoose ? (after.missing ?? (after.date === null ? before.missing : null)) : null;

  useEffect(() => {
    if (!canChoose) return;
    const { start, end } = dayOf(zone, date);
    show(start, end);
  });
  useEffect(() => {
    if (missing !== null) showMonth(missing);
  }, [missing, showMonth]);

  /** The recording itself, unless a day that is not loaded is closer. */
  function neighbour(start: number | null, day: CivilDate | null, by: 1 | -1): Neighbour | null {
    if (!canChoose) return null;
    const startDate = start === null ? null : dateOf(zone, start);
    const isCloser = startDate !== null && (day === null || (by === 1 ? startDate <= day : startDate >= day));
    if (isCloser) return { date: startDate, request: { type: 'request.seek', to: start! } };
    return day === null ? null : { date: day, request: { type: 'request.setDate', date: day } };
  }

  return {
    date,
    next: neighbour(nextStart(recorded.all, at), after.date, 1),
    previous: neighbour(previousStart(recorded.all, at), before.date, -1),
  };
}
