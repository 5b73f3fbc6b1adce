import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { CalendarIcon, MinusIcon, PlusIcon, RangeIcon } from '../../react/icons.tsx';
import { type SelectionActions, SelectionBar } from '../../react/selection-bar.tsx';
import { useText } from '../../react/use-player.ts';
import { firstLevel, nextLevel, scaleOfLevel } from './time-scale.ts';
import { TimelineCanvas, type TimelineCanvasProps } from './timeline-canvas.tsx';
import { TimelineController, type TimelineEvents } from './timeline-controller.ts';

export interface TimelineProps extends Omit<TimelineCanvasProps, 'controller' | 'subscribe'> {
  readonly onSeek: TimelineEvents['onSeek'];
  readonly onSelect: TimelineEvents['onSelect'];
  readonly onLevel?: TimelineEvents['onLevel'];
  /** The calendar was opened or closed. */
  readonly onCalendar?: (isOpen: boolean) => void;
  /** What can be done with the selected range. */
  readonly selectionActions?: SelectionActions | undefined;
  /** The calendar, while it is open; without it there is no button. */
  readonly calendar?: ((close: () => void) => ReactNode) | undefined;
}

/** If the player does not show a chosen moment by then, the line returns to what it shows. */
const seekLimitMs: Ms = 6_000;

/** The timeline of a recording: canvas, and buttons for the level and the date beside it. */
export function Timeline({
  onSeek,
  onSelect,
  onLevel,
  onCalendar,
  selectionActions,
  calendar,
  ...props
}: TimelineProps) {
  const { zone, isReadOnly, current } = props;
  const text = useText();
  const latest = useRef({ onSeek, onSelect, onLevel });
  latest.current = { onSeek, onSelect, onLevel };
  const [selection, setSelection] = useState<TimeRange | null>(null);
  const [scale, setScale] = useState(scaleOfLevel(firstLevel));
  const [isDragged, setDragged] = useState(false);
  const [isSelecting, setSelecting] = useState(false);
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const limit = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The controller lives as long as the component.
  const { controller, subscribe } = useMemo(() => {
    const listeners = new Set<() => void>();
    const made = new TimelineController(
      {
        onChange: () => {
          for (const listener of listeners) listener();
          setSelecting(made.isSelecting);
          // While an end is dragged.
          setSelection(made.selection);
          setDragged(made.isBusy);
          setScale(made.scale);
        },
        onSeek: (at) => {
          clearTimeout(limit.current);
          limit.current = setTimeout(() => made.settle(), seekLimitMs);
          latest.current.onSeek(at);
        },
        onSelect: (range) => {
          setDragged(false);
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

  const section = useRef<HTMLElement>(null);
  const focusSlider = () => section.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();

  /** Keys cannot drag: they select from the line on, and I and O move the ends. */
  function select(isByKey: boolean): void {
    if (isByKey) {
      controller.mark('begin');
      focusSlider();
    } else controller.setSelecting(!controller.isSelecting);
  }

  function openCalendar(isOpen: boolean): void {
    setCalendarOpen(isOpen);
    onCalendar?.(isOpen);
  }

  return (
    <section
      ref={section}
      className="oriel-timeline"
      data-readonly={isReadOnly}
      aria-label={text('timeline.title')}
    >
      {selection && !isReadOnly && (
        <SelectionBar
          range={selection}
          zone={zone}
          isChanging={isDragged}
          actions={selectionActions}
          onClear={() => {
            controller.clearSelection();
            focusSlider();
          }}
        />
      )}
      <TimelineCanvas {...props} controller={controller} subscribe={subscribe} />
      <div className="oriel-timeline-buttons">
        {steps.map(({ name, end, by, icon }) => {
          const level = nextLevel(scale, by);
          return (
            <TimelineButton
              key={name}
              label={text(`timeline.${name}`)}
              tip={
                level === null
                  ? text(`timeline.${end}`)
                  : text(`timeline.${name}To`, { level: text(`timeline.level.${level}`) })
              }
              onPress={() => controller.stepLevel(by)}
              isOff={isReadOnly || level === null}
            >
              {icon}
            </TimelineButton>
          );
        })}
        <TimelineButton
          label={text('timeline.select')}
          onPress={select}
          isOff={isReadOnly}
          isPressed={isSelecting}
        >
          <RangeIcon />
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

/** Minus shows a shorter period, plus a longer one (specification, section 4). */
const steps = [
  { name: 'shorter', end: 'shortest', by: -1, icon: <MinusIcon /> },
  { name: 'longer', end: 'longest', by: 1, icon: <PlusIcon /> },
] as const;

interface TimelineButtonProps {
  readonly label: string;
  /** Tooltip; without it, the label. */
  readonly tip?: string;
  readonly onPress: (isByKey: boolean) => void;
  readonly isOff: boolean;
  readonly isExpanded?: boolean;
  readonly isPressed?: boolean;
  readonly children: ReactNode;
}

function TimelineButton({
  label,
  tip = label,
  onPress,
  isOff,
  isExpanded,
  isPressed,
  children,
}: TimelineButtonProps) {
  return (
    <button
      type="button"
      className="oriel-timeline-button"
      aria-label={label}
      title={tip}
      aria-disabled={isOff}
      aria-expanded={isExpanded}
      aria-pressed={isPressed}
      onClick={({ detail }) => {
        if (!isOff) onPress(detail === 0);
      }}
    >
      {children}
    </button>
  );
}
