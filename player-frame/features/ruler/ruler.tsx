import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { listenToInterruptions } from '../../react/gesture-interruptions.ts';
import { RangeIcon } from '../../react/icons.tsx';
import { createPainter, type Painter } from '../../react/painter.ts';
import { PreviewPicture, type Previews } from '../../react/preview-picture.tsx';
import { useAlarmText, useFoundText, useValueText } from '../../react/use-found-text.ts';
import { useText } from '../../react/use-player.ts';
import { useSpokenMoment } from '../../react/use-spoken-moment.ts';
import { type Alarms, alarmAt, timesWithin } from '../../recorded-time/alarms.ts';
import type { Stretch } from '../../recorded-time/bands.ts';
import {
  findAt,
  lastSecondOf,
  type RecordedTime,
  snapPx,
  targetOf,
} from '../../recorded-time/recorded-time.ts';
import { clockText } from '../../recorded-time/time-text.ts';
import { drawRuler, type RulerScene } from './draw-ruler.ts';
import { RulerHandles } from './ruler-handles.tsx';
import {
  dayHeightPx,
  defaultRowMinutes,
  pinched,
  type RulerScale,
  rowMinutesOf,
  rulerHeightPx,
  rulerMsPerPixel,
  scrollOfTime,
  timeAtScroll,
  withinWindow,
} from './ruler-scale.ts';
import { createScrollFollower } from './scroll-follower.ts';

export interface RulerProps {
  /** From midnight to midnight; longer than a day where the window is over midnight. */
  readonly day: Stretch;
  /** Nothing outside can be chosen; null: no limits. */
  readonly window: Stretch | null;
  /** A short window fills the ruler at first. */
  readonly isWindowShown: boolean;
  /** The playing moment. */
  readonly current: EpochMs;
  /** `current` is chosen by the viewer, and not shown yet. */
  readonly isSeeking: boolean;
  /** Moments after it cannot be chosen. */
  readonly now: EpochMs;
  readonly recorded: RecordedTime;
  /** Whether it is known what is recorded at this moment. */
  readonly isKnown: (at: EpochMs) => boolean;
  readonly alarms: Alarms;
  readonly store: 'cloud' | 'device';
  readonly zone: Zone;
  /** Pictures of what is under the marker; absent: there are none. */
  readonly previews?: Previews | undefined;
  /** The selected range; null: a button offers to select one. */
  readonly selection: TimeRange | null;
  readonly onSeek: (at: EpochMs) => void;
  /** `isFinal`: not while an end is being dragged. */
  readonly onSelect: (range: TimeRange | null, isFinal: boolean) => void;
}

const vibrationMs = 5;
/** An alarm is named at this distance from the marker. */
const alarmPx = 6;
/** Length of a new selection; its handles do not overlap. */
const newSelectionPx = 60;

/** The hours of a day, which scroll under a fixed marker. */
export function Ruler(props: RulerProps) {
  const { day, current, now, recorded, isKnown, alarms, store, zone, previews, selection, onSeek, onSelect } =
    props;
  const alarmTimes = useMemo(() => timesWithin(alarms.times, day.start, day.end), [alarms, day]);
  const text = useText();
  const foundText = useFoundText(zone);
  const valueText = useValueText(zone, isKnown);
  const alarmText = useAlarmText(zone);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const [rowMinutes, setRowMinutes] = useState(defaultRowMinutes);
  const shown = props.isWindowShown ? props.window : null;
  useEffect(() => {
    if (shown) setRowMinutes(rowMinutesOf(shown));
  }, [shown]);
  const scale = useMemo((): RulerScale => ({ day, rowMinutes }), [day, rowMinutes]);
  /** The time under the marker, while the viewer moves it. */
  const [held, setHeld] = useState<EpochMs | null>(null);
  /** The end of the selection that the viewer drags. */
  const [grip, setGrip] = useState<EpochMs | null>(null);
  const latest = useRef({ ...props, alarmTimes, scale });
  latest.current = { ...props, alarmTimes, scale };

  const element = () => box.current!; // rendered below
  const ruler = useRef<HTMLDivElement>(null);
  const hadSelection = useRef(false);
  // The button and the handles replace each other, and the focus stays among them.
  useEffect(() => {
    const has = selection !== null;
    if (has !== hadSelection.current && document.activeElement === document.body)
      ruler.current?.querySelector<HTMLElement>(has ? '.oriel-ruler-handle' : '[role="slider"]')?.focus();
    hadSelection.current = has;
  }, [selection]);
  const follower = useMemo(
    () =>
      createScrollFollower(systemClock, () => box.current?.scrollTop ?? 0, {
        onHold: () => setHeld(timeAtScroll(latest.current.scale, box.current?.scrollTop ?? 0)),
        onSettle: (scrollPx) => {
          setHeld(null);
          choose(latest.current, timeAtScroll(latest.current.scale, scrollPx));
        },
        onRelease: () => setHeld(null),
      }),
    [],
  );

  useLayoutEffect(() => {
    const target = box.current;
    if (!target) return;
    const made = createPainter(() => draw(canvas.current, target, latest.current));
    painter.current = made;
    window.addEventListener('resize', made.invalidate);
    made.invalidate();
    return () => {
      window.removeEventListener('resize', made.invalidate);
      made.stop();
      follower.stop();
    };
  }, [follower]);

  // Playback scrolls the ruler, unless the viewer does.
  const moment = held ?? current;
  useLayoutEffect(() => {
    if (follower.isHeld && held !== null) return;
    const top = scrollOfTime(scale, current);
    follower.expect(top);
    if (box.current) box.current.scrollTop = top;
    painter.current?.invalidate();
  }, [follower, scale, current, held]);
  useEffect(() => {
    if (recorded && alarmTimes && store && selection !== undefined) painter.current?.invalidate();
  }, [recorded, alarmTimes, store, selection]);

  function onScroll(): void {
    follower.scrolled();
    painter.current?.invalidate();
    if (!follower.isHeld) return;
    const at = timeAtScroll(scale, element().scrollTop);
    if (findAt(recorded, at).kind !== findAt(recorded, moment).kind) navigator.vibrate?.(vibrationMs);
    setHeld(at);
  }

  useEffect(() => (box.current ? listenToFingers(box.current, follower, pinch) : undefined), [follower]);

  // At the end of the day another one is shown, in which the same height is another time.
  useEffect(() => {
    if (!Number.isFinite(day.start) || !follower.isHeld) return;
    follower.cancel();
    setHeld(null);
  }, [follower, day.start]);

  /** The hours scroll with an end of the selection, which chooses no moment. */
  const isScrolledByEnd = useRef(false);
  function scrollBy(px: number): void {
    if (!isScrolledByEnd.current) {
      isScrolledByEnd.current = true;
      follower.touchStart();
      follower.cancel();
    }
    element().scrollTop += px;
  }
  const holdEnd = useCallback(
    (at: EpochMs | null): void => {
      setGrip(at);
      if (at !== null || !isScrolledByEnd.current) return;
      isScrolledByEnd.current = false;
      follower.touchEnd();
    },
    [follower],
  );

  /** The time under the marker stays. */
  function pinch(factor: number): void {
    const { scale: before } = latest.current;
    const at = timeAtScroll(before, element().scrollTop);
    const after = pinched(before, factor);
    latest.current = { ...latest.current, scale: after };
    setRowMinutes(after.rowMinutes);
    const top = scrollOfTime(after, at);
    follower.expect(top);
    requestAnimationFrame(() => {
      if (box.current) box.current.scrollTop = top;
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = keyTarget(event.key);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.min(now, withinWindow(to, props.window)));
  }

  const limits = {
    begin: Math.max(day.start, props.window?.start ?? day.start),
    end: Math.min(day.end, props.window?.end ?? day.end, now),
  };

  /** As on the timeline; null: another key. */
  function keyTarget(key: string): EpochMs | null {
    if (key === 'Home') return limits.begin;
    if (key === 'End') return lastSecondOf(recorded, limits.begin, limits.end) ?? limits.end - 1_000;
    const by = stepOf(key, scale);
    return by === null ? null : current + by;
  }

  /** From the marker on, or up to the last moment that can be selected. */
  function select(): void {
    const length = newSelectionPx * rulerMsPerPixel(scale);
    const begin = Math.max(limits.begin, Math.min(moment, limits.end - length));
    const end = Math.min(limits.end, begin + length);
    if (begin < end) onSelect({ begin, end }, true);
  }

  const spoken = useSpokenMoment(moment, held !== null || props.isSeeking);
  /** The moment that is moved, of which the kind, the alarm and the picture are shown: of a selection, one of its ends. */
  const moved = selection ? grip : held;
  const alarm = moved === null ? null : alarmAt(alarms, moved, alarmPx * rulerMsPerPixel(scale));

  return (
    <div ref={ruler} className="oriel-ruler">
      <div
        ref={box}
        className="oriel-ruler-scroll"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={text('timeline.title')}
        aria-valuemin={0}
        aria-valuemax={Math.round((day.end - day.start) / 1_000)}
        aria-valuenow={Math.max(0, Math.round((spoken - day.start) / 1_000))}
        aria-valuetext={valueText(spoken, recorded)}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className="oriel-ruler-canvas" />
        <div style={{ height: dayHeightPx(scale) }} />
      </div>
      <div className="oriel-ruler-marker">
        <time>{clockText(moment, zone)}</time>
        {moved !== null && (
          <div className="oriel-ruler-held">
            {isKnown(moved) && <span>{foundText(moved, findAt(recorded, moved))}</span>}
            {alarm && <span>{alarmText(alarm)}</span>}
            {previews && (
              <PreviewPicture
                {...previews}
                at={findAt(recorded, moved).kind === 'none' ? null : Math.floor(moved)}
              />
            )}
          </div>
        )}
      </div>
      {selection ? (
        <RulerHandles
          range={selection}
          limits={limits}
          scale={scale}
          box={box}
          recorded={recorded}
          zone={zone}
          onSelect={onSelect}
          onGrip={holdEnd}
          onScrollBy={scrollBy}
        />
      ) : (
        <button type="button" className="oriel-ruler-select" onClick={select}>
          <RangeIcon />
          {text('timeline.select')}
        </button>
      )}
    </div>
  );
}

/** Close edges of recordings attract, and a gap leads to the next recording. */
function choose(
  props: Pick<RulerProps, 'window' | 'recorded' | 'now' | 'onSeek'> & { readonly scale: RulerScale },
  at: EpochMs,
): void {
  const withinMs = snapPx * rulerMsPerPixel(props.scale);
  const target = targetOf(props.recorded, withinWindow(at, props.window), withinMs);
  props.onSeek(Math.min(props.now, withinWindow(target, props.window)));
}

/** Arrows a second, with PageUp and PageDown a row; null: another key. */
function stepOf(key: string, { rowMinutes }: RulerScale): number | null {
  const row = rowMinutes * 60_000;
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -1_000,
    ArrowLeft: -1_000,
    ArrowDown: 1_000,
    ArrowRight: 1_000,
    PageUp: -row,
    PageDown: row,
  };
  return steps[key] ?? null;
}

function draw(
  canvas: HTMLCanvasElement | null,
  box: HTMLElement,
  scene: Omit<RulerScene, 'scrollPx' | 'width' | 'devicePixelRatio' | 'alarms'> & {
    readonly alarmTimes: Float64Array;
  },
): void {
  const context = canvas?.getContext('2d', { alpha: false });
  if (!canvas || !context) return;
  const { devicePixelRatio } = window;
  const size = { width: box.clientWidth, height: rulerHeightPx };
  const width = Math.round(size.width * devicePixelRatio);
  const height = Math.round(size.height * devicePixelRatio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const { alarmTimes: alarms } = scene;
  drawRuler(context, { ...scene, alarms, scrollPx: box.scrollTop, width: size.width, devicePixelRatio });
}

/**
 * Touches: one finger scrolls by the browser, two change the scale and nothing else, also when one of them is lifted
 * first. A gesture that is interrupted chooses nothing.
 */
function listenToFingers(
  box: HTMLElement,
  follower: ReturnType<typeof createScrollFollower>,
  onPinch: (factor: number) => void,
): () => void {
  let distance = 0;
  let fingers = 0;
  const between = ({ touches: [one, other] }: TouchEvent) =>
    one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  const onStart = (event: TouchEvent) => {
    distance = between(event);
    if (fingers === 0) follower.touchStart();
    fingers = event.touches.length;
    if (fingers > 1) follower.cancel();
  };
  const onMove = (event: TouchEvent) => {
    if (event.touches.length < 2) return;
    event.preventDefault();
    const now = between(event);
    if (distance > 0 && now > 0) onPinch(distance / now);
    distance = now;
  };
  const onEnd = (event: TouchEvent) => {
    distance = between(event);
    fingers = event.touches.length;
    if (fingers === 0) follower.touchEnd();
  };
  const onCancel = (event: TouchEvent) => {
    follower.cancel();
    onEnd(event);
  };
  const stopListening = listenToInterruptions(() => {
    follower.cancel();
    // The end of the touch may never arrive.
    if (!document.hidden || fingers === 0) return;
    fingers = 0;
    follower.touchEnd();
  });
  box.addEventListener('touchstart', onStart, { passive: true });
  box.addEventListener('touchmove', onMove, { passive: false });
  box.addEventListener('touchend', onEnd);
  box.addEventListener('touchcancel', onCancel);
  return () => {
    stopListening();
    box.removeEventListener('touchstart', onStart);
    box.removeEventListener('touchmove', onMove);
    box.removeEventListener('touchend', onEnd);
    box.removeEventListener('touchcancel', onCancel);
  };
}
