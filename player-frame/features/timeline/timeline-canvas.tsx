import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Locale } from '../../../lib/i18n/translate.ts';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { dateOf, dayOf } from '../../../lib/kernel/zone-days.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { createPainter, type Painter } from '../../react/painter.ts';
import type { Previews } from '../../react/preview-picture.tsx';
import { useValueText } from '../../react/use-found-text.ts';
import { useText } from '../../react/use-player.ts';
import { useSpokenMoment } from '../../react/use-spoken-moment.ts';
import type { Alarms } from '../../recorded-time/alarms.ts';
import { type Bands, noBands } from '../../recorded-time/bands.ts';
import type { RecordedTime } from '../../recorded-time/recorded-time.ts';
import { drawTimeline, timelineHeightPx } from './draw-timeline.ts';
import { HoverCard } from './hover-card.tsx';
import type { TimelineController } from './timeline-controller.ts';
import { listenToGestures } from './timeline-gestures.ts';
import { handleTimelineKey } from './timeline-keys.ts';

export interface TimelineCanvasProps {
  readonly controller: TimelineController;
  /** Called after every change of the controller, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The playing moment, or the one that is sought. */
  readonly current: EpochMs;
  /** The frame of `current` is not on the screen yet. */
  readonly isSeeking: boolean;
  readonly recorded: RecordedTime;
  /** Whether it is known what is recorded at this moment. */
  readonly isKnown: (at: EpochMs) => boolean;
  readonly alarms: Alarms;
  /** When other cameras have recordings: drawn faintly. */
  readonly others?: Bands | undefined;
  readonly store: 'cloud' | 'device';
  readonly limits: TimeRange;
  readonly isReadOnly: boolean;
  readonly zone: Zone;
  readonly language: Locale;
  /** Pictures of what is under the pointer; absent: there are none. */
  readonly previews?: Previews | undefined;
  /** Called with every drawing. */
  readonly onView?: ((from: EpochMs, to: EpochMs) => void) | undefined;
}

/** Share of the way to the centre per frame. */
const recentreShare = 0.22;

/** The canvas of 48 px, as a slider. */
export function TimelineCanvas(props: TimelineCanvasProps) {
  const {
    controller,
    subscribe,
    current,
    isSeeking,
    recorded,
    isKnown,
    alarms,
    others = noBands,
    store,
    limits,
    isReadOnly,
    zone,
    language,
    onView,
  } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter | null>(null);
  const [hoverX, setHoverX] = useState<number | null>(null);
  const valueText = useValueText(zone, isKnown);
  const text = useText();
  const scene = useRef({ alarms, others, store, zone, language });
  const latest = useRef(onView);
  latest.current = onView;
  scene.current = { alarms, others, store, zone, language };

  useLayoutEffect(() => {
    const element = box.current!; // rendered below
    const made = createPainter(() => {
      draw(canvas.current, element, controller, scene.current);
      const { origin, msPerPixel, width } = controller.view;
      latest.current?.(origin, origin + width * msPerPixel);
    });
    painter.current = made;
    const stopListening = subscribe(made.invalidate);
    const stopGestures = listenToGestures(element, controller, {
      onHover: setHoverX,
      onRelease: () => recentre(controller),
    });
    const measure = () => {
      controller.resize(element.clientWidth);
      made.invalidate();
    };
    window.addEventListener('resize', measure);
    measure();
    return () => {
      stopListening();
      stopGestures();
      window.removeEventListener('resize', measure);
      made.stop();
    };
  }, [controller, subscribe]);

  useEffect(() => controller.setCurrent(current, window.devicePixelRatio), [controller, current]);
  useEffect(() => controller.setRecorded(recorded), [controller, recorded]);
  useEffect(() => controller.setLimits(limits), [controller, limits]);
  useEffect(() => controller.setReadOnly(isReadOnly), [controller, isReadOnly]);
  // They are drawn from `scene`.
  useEffect(() => painter.current?.invalidate(), [alarms, others, store, zone, language]);

  const { begin, end } = spanOf(props, controller.moment);
  const moment = useSpokenMoment(controller.chosen ?? current, controller.chosen !== null || isSeeking);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const day = { begin, end };
    if (isReadOnly || !handleTimelineKey(event, controller, day, { times: alarms.times, isKnown })) return;
    event.preventDefault();
    event.stopPropagation();
    recentre(controller);
  }

  return (
    <div className="oriel-timeline-track">
      <div
        ref={box}
        className="oriel-timeline-slider"
        role="slider"
        tabIndex={0}
        aria-label={text('timeline.title')}
        aria-readonly={isReadOnly}
        aria-valuemin={0}
        aria-valuemax={Math.round((end - begin) / 1_000)}
        aria-valuenow={Math.max(0, Math.round((moment - begin) / 1_000))}
        aria-valuetext={valueText(moment, recorded)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className="oriel-timeline-canvas" />
      </div>
      {/* Not over what can be done with a selected range. */}
      {hoverX !== null && !controller.selection && <HoverCard {...props} x={hoverX} />}
    </div>
  );
}

/** The slider is as long as what can be chosen, or the day if that is not limited. */
function spanOf({ limits, zone }: Pick<TimelineCanvasProps, 'limits' | 'zone'>, moment: EpochMs): TimeRange {
  if (Number.isFinite(limits.begin)) return limits;
  const { start, end } = dayOf(zone, dateOf(zone, moment));
  return { begin: start, end };
}

function draw(
  canvas: HTMLCanvasElement | null,
  box: HTMLElement,
  controller: TimelineController,
  scene: Pick<TimelineCanvasProps, 'alarms' | 'store' | 'zone' | 'language'> & { readonly others: Bands },
): void {
  const context = canvas?.getContext('2d', { alpha: false });
  if (!canvas || !context) return;
  const { devicePixelRatio } = window;
  const [width, height] = [box.clientWidth, timelineHeightPx].map((size) =>
    Math.round(size * devicePixelRatio),
  );
  if (canvas.width !== width) canvas.width = width!;
  if (canvas.height !== height) canvas.height = height!;
  const { view, scale, recorded, lineX, moment, isDragging, isReadOnly, limits, selection } = controller;
  const state = { view, scale, recorded, lineX, moment, isDragging, isReadOnly, limits, selection };
  drawTimeline(context, { ...scene, ...state, alarms: scene.alarms.times, devicePixelRatio });
}

/** Moves the line back to the centre over some frames. */
function recentre(controller: TimelineController): void {
  const isReduced = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
  const step = () => {
    if (!controller.recentre(isReduced ? 1 : recentreShare)) requestAnimationFrame(step);
  };
  if (controller.offsetPx !== 0) requestAnimationFrame(step);
}
