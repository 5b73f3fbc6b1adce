import { useMemo, useState } from 'react';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { dateOf } from '../../lib/kernel/zone-days.ts';
import { DatePicker } from '../features/date-picker/date-picker.tsx';
import { ZoneSwitch } from '../features/date-picker/zone-switch.tsx';
import { Timeline } from '../features/timeline/timeline.tsx';
import { usePlayer, useSendRequest } from '../react/use-player.ts';
import { unitedBands } from '../recorded-time/bands.ts';
import { selectCanChooseTime } from '../state/recorded.ts';
import { selectLanguage } from '../state/selectors.ts';
import { usePickDate, usePreviews, useRecordings } from './use-recordings.ts';
import { useSelectionActions } from './use-selection-actions.ts';

/** The end of what can be chosen moves in steps, so that it is not drawn with every second. */
const stepMs = 10_000;
/** Live video is at most this much behind. */
const liveMs = 15_000;

/** The timeline below the video. */
export function RecordingTimeline() {
  const sendRequest = useSendRequest();
  const language = nearestLocale(usePlayer(selectLanguage));
  const canChooseTime = usePlayer(selectCanChooseTime);
  const isSeeking = usePlayer(({ recorded }) => recorded.seekTarget !== null);
  const {
    now,
    current,
    isRecorded,
    fixed,
    recordType,
    zone,
    viewerZone,
    recorded,
    alarms,
    others,
    months,
    isKnown,
    show,
    showMonth,
  } = useRecordings();
  const pickDate = usePickDate(zone);
  const [isViewerZone, setViewerZone] = useState(false);
  const isControlsOnly = usePlayer(({ display }) => display.isControlsOnly);
  const previews = usePreviews();
  const selectionActions = useSelectionActions();
  // Where only another camera has recordings, there is something to play, too.
  const playable = useMemo(
    () => ({ ...recorded, all: unitedBands(recorded.all, others) }),
    [recorded, others],
  );
  const end = Math.ceil(now / stepMs) * stepMs;
  const limits = useMemo(
    () => ({ begin: fixed?.start ?? Number.NEGATIVE_INFINITY, end: Math.min(fixed?.end ?? end, end) }),
    [fixed, end],
  );
  const hasTwoZones = zone.offsetAt(current) !== viewerZone.offsetAt(current);
  const shownZone = isViewerZone && hasTwoZones ? viewerZone : zone;

  function seek(at: EpochMs): void {
    // At the right end live video continues.
    if (!isRecorded && at > now - liveMs) return;
    // The end itself is not played any more, and would be taken for a moment outside.
    sendRequest({ type: 'request.seek', to: fixed ? Math.min(at, fixed.end - 1) : at });
  }

  return (
    <Timeline
      zone={shownZone}
      language={language}
      current={current}
      isSeeking={isSeeking}
      recorded={playable}
      others={others}
      isKnown={isKnown}
      alarms={alarms}
      store={recordType === 'rec' ? 'device' : 'cloud'}
      limits={limits}
      isReadOnly={!canChooseTime}
      onSeek={seek}
      onSelect={(range) => sendRequest({ type: 'request.select', range })}
      selectionActions={selectionActions}
      onLevel={(level) => sendRequest({ type: 'request.reportTimeline', level })}
      onCalendar={(isCalendarOpen) => sendRequest({ type: 'request.reportTimeline', isCalendarOpen })}
      onView={show}
      previews={isControlsOnly ? undefined : previews}
      // No other date can be chosen where the page fixed the times.
      calendar={
        fixed
          ? undefined
          : (close) => (
              <DatePicker
                selected={isRecorded ? dateOf(zone, current) : null}
                today={dateOf(zone, now)}
                recordedDates={(month) => months?.get(month) ?? null}
                onShowMonth={showMonth}
                onPick={(date) => {
                  close();
                  pickDate(date);
                }}
                onClose={close}
              >
                {hasTwoZones && (
                  <ZoneSwitch
                    zone={zone.name}
                    viewerZone={viewerZone.name}
                    isViewerZone={isViewerZone}
                    onChange={setViewerZone}
                  />
                )}
              </DatePicker>
            )
      }
    />
  );
}
