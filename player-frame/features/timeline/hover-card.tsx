import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepInFrame } from '../../react/keep-in-frame.ts';
import { PreviewPicture } from '../../react/preview-picture.tsx';
import { useAlarmText, useFoundText } from '../../react/use-found-text.ts';
import { alarmAt } from '../../recorded-time/alarms.ts';
import { bandAt } from '../../recorded-time/bands.ts';
import { findAt } from '../../recorded-time/recorded-time.ts';
import { momentText } from '../../recorded-time/time-text.ts';
import { msPerPixelOf, showsMilliseconds } from './time-scale.ts';
import type { TimelineCanvasProps } from './timeline-canvas.tsx';

export interface HoverCardProps
  extends Pick<
    TimelineCanvasProps,
    'controller' | 'subscribe' | 'recorded' | 'isKnown' | 'alarms' | 'zone' | 'limits' | 'previews'
  > {
  readonly x: number;
}

/** An alarm is named at this distance, which is that of its mark. */
const alarmPx = 6;
/** In a lower frame, a picture would cover the video. */
const minHeightPx = 300;

/** The time under the pointer, and what is recorded there. While dragging: the moment at the line. */
export function HoverCard(props: HoverCardProps) {
  const { controller, subscribe, recorded, isKnown, alarms, zone, limits, previews, x } = props;
  const card = useRef<HTMLDivElement>(null);
  const [, update] = useState(0);
  // The time under a resting pointer changes with the playing moment.
  useEffect(() => subscribe(() => update((count) => count + 1)), [subscribe]);
  useLayoutEffect(() => {
    if (card.current) keepInFrame(card.current);
  });
  const alarmText = useAlarmText(zone);
  const foundText = useFoundText(zone);
  const { isDragging, lineX, moment, scale } = controller;
  const at = isDragging ? moment : controller.timeAt(x);
  const isPlayable = at >= limits.begin && at <= limits.end && isKnown(at);
  const found = findAt(recorded, at);
  const mayBeRecorded = isPlayable ? found.kind !== 'none' : bandAt(recorded.days, at) !== null;
  const hasPicture = mayBeRecorded && window.innerHeight >= minHeightPx;
  const alarm = alarmAt(alarms, at, alarmPx * msPerPixelOf(scale));
  return (
    <>
      {!isDragging && <span className="oriel-timeline-hair" style={{ left: x }} />}
      <div
        ref={card}
        className="oriel-timeline-card"
        style={{ '--x': `${isDragging ? lineX : x}px` } as CSSProperties}
      >
        {previews && <PreviewPicture {...previews} at={hasPicture ? Math.floor(at) : null} />}
        <time>{momentText(at, zone, showsMilliseconds(scale))}</time>
        {isPlayable && <span>{foundText(at, found)}</span>}
        {alarm && <span className="oriel-timeline-alarm">{alarmText(alarm)}</span>}
      </div>
    </>
  );
}
