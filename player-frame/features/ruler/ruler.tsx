import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { createPainter, type Painter } from '../../react/painter.ts';
import { PreviewPicture, type Previews } from '../../react/preview-picture.tsx';
import { useAlarmText, useFoundText } from '../../react/use-found-text.ts';
import { useText } from '../../react/use-player.ts';
import { type Alarms, alarmAt, timesWithin } from '../../recorded-time/alarms.ts';
import type { Stretch } from '../../recorded-time/bands.ts';
import { findAt, type RecordedTime, snapPx, targetOf } from '../../recorded-time/recorded-time.ts';
import { clockText, momentText } from '../../recorded-time/time-text.ts';
import { drawRuler, type RulerScene } from './draw-ruler.ts';
import {
  dayHeightPx,
  defaultRowMinutes,
  pinched,
  type RulerScale,
  rulerHeightPx,
  rulerMsPerPixel,
  scrollOfTime,
  timeAtScroll,
  withinWindow,
} from './ruler-scale.ts';
import { createScrollFollower } from './scroll-follower.ts';

export interface RulerProps {
  /** From midnight to midnight. */
  readonly day: Stretch;
  /** Nothing outside can be chosen; null: no limits. */
  readonly window: Stretch | null;
  /** The playing moment. */
  readonly current: EpochMs;
  /** Moments after it cannot be chosen. */
  readonly now: EpochMs;
  readonly recorded: RecordedTime;
  readonly alarms: Alarms;
  readonly store: 'cloud' | 'device';
  readonly zone: Zone;
  /** Pictures of what is under the marker; absent: there are none. */
  readonly previews?: Previews | undefined;
  readonly onSeek: (at: EpochMs) => void;
}

const vibrationMs = 5;
/** An alarm is named at this distance from the marker. */
const alarmPx = 6;

/** The hours of a day, which scroll under a fixed marker. */
export function Ruler(props: RulerProps) {
  const { day, current, recorded, alarms, store, zone, previews } = props;
  const alarmTimes = useMemo(() => timesWithin(alarms.times, day.start, day.end), [alarms, day]);
  const text = useText();
  const foundText = useFoundText(zone);
  const alarmText = useAlarmText(zone);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const [rowMinutes, setRowMinutes] = useState(defaultRowMinutes);
  const scale = useMemo((): RulerScale => ({ day, rowMinutes }), [day, rowMinutes]);
  /** The time under the marker, while the viewer moves it. */
  const [held, setHeld] = useState<EpochMs | null>(null);
  const latest = useRef({ ...props, alarmTimes, scale });
  latest.current = { ...props, alarmTimes, scale };

  const element = () => box.current!; // rendered below
  const follower = useMemo(
    () =>
      createScrollFollower(systemClock, () => box.current?.scrollTop ?? 0, {
        onHold: () => setHeld(timeAtScroll(latest.current.scale, box.current?.scrollTop ?? 0)),
        onSettle: (scrollPx) => {
          setHeld(null);
          choose(latest.current, timeAtScroll(latest.current.scale, scrollPx));
        },
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
    if (recorded && alarmTimes && store) painter.current?.invalidate();
  }, [recorded, alarmTimes, store]);

  function onScroll(): void {
    follower.scrolled();
    painter.current?.invalidate();
    if (!follower.isHeld) return;
    const at = timeAtScroll(scale, element().scrollTop);
    if (findAt(recorded, at).kind !== findAt(recorded, moment).kind) navigator.vibrate?.(vibrationMs);
    setHeld(at);
  }

  useEffect(() => (box.current ? listenToFingers(box.current, follower, pinch) : undefined), [follower]);

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
    const by = stepOf(event.key, scale);
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(props, current + by, true);
  }

  const found = findAt(recorded, moment);
  const alarm = held === null ? null : alarmAt(alarms, held, alarmPx * rulerMsPerPixel(scale));

  return (
    <div className="oriel-ruler">
      <div
        ref={box}
        className="oriel-ruler-scroll"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={text('timeline.title')}
        aria-valuemin={0}
        aria-valuemax={Math.round((day.end - day.start) / 1_000)}
        aria-valuenow={Math.round((moment - day.start) / 1_000)}
        aria-valuetext={text('timeline.value', {
          time: momentText(moment, zone),
          state: foundText(moment, found),
        })}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className="oriel-ruler-canvas" />
        <div style={{ height: dayHeightPx(scale) }} />
      </div>
      <div className="oriel-ruler-marker">
        <time>{clockText(moment, zone)}</time>
        {held !== null && (
          <div className="oriel-ruler-held">
            <span>{foundText(held, found)}</span>
            {alarm && <span>{alarmText(alarm)}</span>}
            {previews && (
              <PreviewPicture {...previews} at={found.kind === 'none' ? null : Math.floor(held)} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Close edges of recordings attract, and a gap leads to the next recording. */
function choose(
  props: Pick<RulerProps, 'window' | 'recorded' | 'now' | 'onSeek'> & { scale?: RulerScale },
  at: EpochMs,
  isExact = false,
): void {
  const withinMs = isExact || !props.scale ? 0 : snapPx * rulerMsPerPixel(props.scale);
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

/** Touches: one finger scrolls by the browser, two change the scale. */
function listenToFingers(
  box: HTMLElement,
  follower: ReturnType<typeof createScrollFollower>,
  onPinch: (factor: number) => void,
): () => void {
  let distance = 0;
  const between = ({ touches: [one, other] }: TouchEvent) =>
    one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  const onStart = (event: TouchEvent) => {
    distance = between(event);
    follower.touchStart();
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
    if (event.touches.length === 0) follower.touchEnd();
  };
  box.addEventListener('touchstart', onStart, { passive: true });
  box.addEventListener('touchmove', onMove, { passive: false });
  box.addEventListener('touchend', onEnd);
  box.addEventListener('touchcancel', onEnd);
  return () => {
    box.removeEventListener('touchstart', onStart);
    box.removeEventListener('touchmove', onMove);
    box.removeEventListener('touchend', onEnd);
    box.removeEventListener('touchcancel', onEnd);
  };
}
