import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Ms } from '../../../lib/kernel/units.ts';
import { CalendarIcon, MinusIcon, PlusIcon } from '../../react/icons.tsx';
import { useText } from '../../react/use-player.ts';
import { momentText } from '../../recorded-time/time-text.ts';
import { TimelineCanvas, type TimelineCanvasProps } from './timeline-canvas.tsx';
import { TimelineController, type TimelineEvents, type TimeRange } from './timeline-controller.ts';

export interface TimelineProps extends Omit<TimelineCanvasProps, 'controller' | 'subscribe'> {
  readonly onSeek: TimelineEvents['onSeek'];
  readonly onSelect: TimelineEvents['onSelect'];
  readonly onLevel?: TimelineEvents['onLevel'];
  /** The calendar was opened or closed. */
  readonly onCalendar?: (isOpen: boolean) => void;
  /** The calendar, while it is open; without it there is no button. */
  readonly calendar?: ((close: () => void) => ReactNode) | undefined;
}

/** If the player does not show a chosen moment by then, the line returns to what it shows. */
const seekLimitMs: Ms = 6_000;

/** The timeline of a recording: canvas, and buttons for the level and the date beside it. */
export function Timeline({ onSeek, onSelect, onLevel, onCalendar, calendar, ...props }: TimelineProps) {
  const { zone, isReadOnly, current } = props;
  const text = useText();
  const latest = useRef({ onSeek, onSelect, onLevel });
  latest.current = { onSeek, onSelect, onLevel };
  const [selection, setSelection] = useState<TimeRange | null>(null);
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const limit = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The controller lives as long as the component.
  const { controller, subscribe } = useMemo(() => {
    const listeners = new Set<() => void>();
    const made = new TimelineController(
      {
        onChange: () => {
          for (const listener of listeners) listener();
        },
        onSeek: (at) => {
          clearTimeout(limit.current);
          limit.current = setTimeout(() => made.settle(), seekLimitMs);
          latest.current.onSeek(at);
        },
        onSelect: (range) => {
          setSelection(range);
          latest.current.onSelect(range);
        },
        onLevel: (level) => latest.current.onLevel?.(level),
      },
      current,
    );
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    return { controller: made, subscribe };
  }, []);
  useEffect(() => () => clearTimeout(limit.current), []);

  function openCalendar(isOpen: boolean): void {
    setCalendarOpen(isOpen);
    onCalendar?.(isOpen);
  }

  return (
    <section className="oriel-timeline" data-readonly={isReadOnly} aria-label={text('timeline.title')}>
      {selection && (
        <div className="oriel-timeline-selection" role="status">
          <span>{rangeText(selection, zone)}</span>
          <button type="button" className="oriel-timeline-clear" onClick={() => controller.clearSelection()}>
            {text('timeline.clear')}
          </button>
        </div>
      )}
      <TimelineCanvas {...props} controller={controller} subscribe={subscribe} />
      <div className="oriel-timeline-buttons">
        <TimelineButton
          label={text('timeline.shorter')}
          onPress={() => controller.stepLevel(-1)}
          isOff={isReadOnly}
        >
          <MinusIcon />
        </TimelineButton>
        <TimelineButton
          label={text('timeline.longer')}
          onPress={() => controller.stepLevel(1)}
          isOff={isReadOnly}
        >
          <PlusIcon />
        </TimelineButton>
        {calendar && (
          <div className="oriel-timeline-date">
            <TimelineButton
              label={text('date.title')}
              onPress={() => openCalendar(!isCalendarOpen)}
              isOff={isReadOnly}
              isExpanded={isCalendarOpen}
            >
              <CalendarIcon />
            </TimelineButton>
            {isCalendarOpen && calendar(() => openCalendar(false))}
          </div>
        )}
      </div>
    </section>
  );
}

function rangeText({ begin, end }: TimeRange, zone: TimelineCanvasProps['zone']): string {
  const from = momentText(begin, zone, true);
  const to = momentText(end, zone, true);
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  return `${from} – ${isSameDay ? to.slice(11) : to} (${((end - begin) / 1_000).toFixed(1)} s)`;
}

interface TimelineButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly isOff: boolean;
  readonly isExpanded?: boolean;
  readonly children: ReactNode;
}

function TimelineButton({ label, onPress, isOff, isExpanded, children }: TimelineButtonProps) {
  return (
    <button
      type="button"
      className="oriel-timeline-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      aria-expanded={isExpanded}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {children}
    </button>
  );
}
