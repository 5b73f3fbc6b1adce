import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { listenToInterruptions } from '../../react/gesture-interruptions.ts';
import { useText } from '../../react/use-player.ts';
import { closestEdge } from '../../recorded-time/bands.ts';
import { type RecordedTime, snapPx } from '../../recorded-time/recorded-time.ts';
import { clockText, momentText } from '../../recorded-time/time-text.ts';
import { createEdgeScroll, type EdgeScroll } from './edge-scroll.ts';
import { type RulerScale, rulerHeightPx, rulerMsPerPixel, scrollOfTime } from './ruler-scale.ts';

type Edge = 'begin' | 'end';
const edges: readonly Edge[] = ['begin', 'end'];
/** Ends come no closer to each other. */
const minLengthMs: Ms = 1_000;
const pageKeys: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1 };
const stepKeys: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

interface Drag {
  readonly edge: Edge;
  readonly pointerId: number;
  /** From the line of the end to the pointer. */
  readonly byPx: number;
  readonly before: TimeRange;
  /** Height of the pointer. */
  y: number;
  readonly scrolling: EdgeScroll;
}

export interface RulerHandlesProps {
  readonly range: TimeRange;
  /** What can be selected. */
  readonly limits: TimeRange;
  readonly scale: RulerScale;
  /** The element that scrolls the hours. */
  readonly box: RefObject<HTMLElement | null>;
  readonly recorded: RecordedTime;
  readonly zone: Zone;
  /** `isFinal`: not while an end is being dragged. Null: nothing is selected any more. */
  readonly onSelect: (range: TimeRange | null, isFinal: boolean) => void;
  /** An end is being dragged, and is here; null: no longer. */
  readonly onGrip: (at: EpochMs | null) => void;
  /** The hours scroll with the end that is being dragged. */
  readonly onScrollBy: (px: number) => void;
}

/**
 * Both ends of the selected range. They are dragged by finger or mouse, or moved by arrows (1 s, with Shift 10 s) and
 * PageUp and PageDown (a row). At the edge of the ruler, a dragged end scrolls the hours. An end out of view stays at
 * the edge.
 */
export function RulerHandles(props: RulerHandlesProps) {
  const { range, limits, scale, box, recorded, zone, onSelect, onGrip, onScrollBy } = props;
  const text = useText();
  const handles = useRef<Partial<Record<Edge, HTMLElement | null>>>({});
  const drag = useRef<Drag | null>(null);

  const yOfTime = (at: EpochMs): number =>
    scrollOfTime(scale, at) - (box.current?.scrollTop ?? 0) + rulerHeightPx / 2;

  // The hours scroll without a rendering.
  useLayoutEffect(() => {
    const scrolling = box.current;
    if (!scrolling) return;
    const place = () => {
      for (const edge of edges) {
        const y = yOfTime(range[edge]);
        handles.current[edge]?.style.setProperty('--y', `${Math.min(rulerHeightPx, Math.max(0, y))}px`);
      }
    };
    place();
    scrolling.addEventListener('scroll', place);
    return () => scrolling.removeEventListener('scroll', place);
  });

  // The selection can be cleared while an end is dragged.
  useEffect(
    () => () => {
      drag.current?.scrolling.stop();
      onGrip(null);
    },
    [onGrip],
  );

  const limitsOf = (edge: Edge) => ({
    least: edge === 'begin' ? limits.begin : range.begin + minLengthMs,
    most: edge === 'begin' ? range.end - minLengthMs : limits.end,
  });

  function moveTo(edge: Edge, at: EpochMs, isFinal: boolean): EpochMs {
    const { least, most } = limitsOf(edge);
    const limited = Math.min(most, Math.max(least, at));
    onSelect({ ...range, [edge]: limited }, isFinal);
    return limited;
  }

  /** The time at a height of the ruler; edges of recordings attract. */
  function timeAtY(y: number): EpochMs {
    const msPerPixel = rulerMsPerPixel(scale);
    const scrolled = (box.current?.scrollTop ?? 0) + y - rulerHeightPx / 2;
    const at = scale.day.start + scrolled * msPerPixel;
    return closestEdge(recorded.all, at, snapPx * msPerPixel) ?? at;
  }

  const yOf = (event: PointerEvent): number =>
    event.clientY - (box.current?.getBoundingClientRect().top ?? 0);

  function onPointerDown(edge: Edge, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    // A second finger.
    if (drag.current) {
      cancel();
      return;
    }
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const lineY = Number.parseFloat(event.currentTarget.style.getPropertyValue('--y'));
    const { pointerId } = event;
    const y = yOf(event);
    const scrolling = createEdgeScroll(y, (px) => latest.current.scrollWithEnd(px));
    drag.current = { edge, pointerId, byPx: y - lineY, before: range, y, scrolling };
  }

  function onPointerMove(event: PointerEvent): void {
    const dragged = drag.current;
    if (dragged?.pointerId !== event.pointerId) return;
    dragged.y = yOf(event);
    follow(dragged);
    dragged.scrolling.moved(dragged.y);
  }

  /** The end is where the pointer is. */
  function follow({ edge, y, byPx }: Drag): EpochMs {
    const at = moveTo(edge, timeAtY(y - byPx), false);
    onGrip(at);
    return at;
  }

  /** False where the end cannot go on. */
  function scrollWithEnd(px: number): boolean {
    const dragged = drag.current;
    const scrolling = box.current;
    if (!dragged || !scrolling) return false;
    const at = range[dragged.edge];
    const { least, most } = limitsOf(dragged.edge);
    const y = yOfTime(at);
    // It is limited where it is not seen yet, if the pointer left the ruler quickly.
    const isSeen = y >= 0 && y <= rulerHeightPx;
    if (isSeen && (px < 0 ? at <= least : at >= most)) return false;
    onScrollBy(px);
    follow(dragged);
    return true;
  }

  function end(selected: TimeRange): void {
    drag.current?.scrolling.stop();
    drag.current = null;
    onGrip(null);
    onSelect(selected, true);
  }

  /** The range is as it was before the drag. */
  function cancel(): void {
    if (drag.current) end(drag.current.before);
  }

  // The hours may scroll between two renderings.
  const latest = useRef({ cancel, scrollWithEnd });
  latest.current = { cancel, scrollWithEnd };
  useEffect(() => listenToInterruptions(() => latest.current.cancel()), []);

  function onKeyDown(edge: Edge, event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    if (key === 'Escape') onSelect(null, true);
    else {
      const page = pageKeys[key];
      const step = stepKeys[key];
      if (page === undefined && step === undefined) return;
      const by = page !== undefined ? page * scale.rowMinutes * 60_000 : step! * (shiftKey ? 10_000 : 1_000);
      moveTo(edge, range[edge] + by, true);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return edges.map((edge) => (
    <div
      key={edge}
      ref={(element) => {
        handles.current[edge] = element;
      }}
      className="oriel-ruler-handle"
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text(edge === 'begin' ? 'ruler.begin' : 'ruler.end')}
      aria-valuemin={0}
      aria-valuemax={Math.round((limits.end - limits.begin) / 1_000)}
      aria-valuenow={Math.round((range[edge] - limits.begin) / 1_000)}
      aria-valuetext={momentText(range[edge], zone)}
      onPointerDown={(event) => onPointerDown(edge, event)}
      onPointerMove={onPointerMove}
      onPointerUp={({ pointerId }) => {
        if (drag.current?.pointerId === pointerId) end(range);
      }}
      onPointerCancel={cancel}
      onKeyDown={(event) => onKeyDown(edge, event)}
    >
      <span>{clockText(range[edge], zone)}</span>
    </div>
  ));
}
