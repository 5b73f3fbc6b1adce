import { type CSSProperties, useEffect, useState } from 'react';
import { useFoundText } from '../../react/use-found-text.ts';
import { findAt } from '../../recorded-time/recorded-time.ts';
import { momentText } from '../../recorded-time/time-text.ts';
import { showsMilliseconds } from './time-scale.ts';
import type { TimelineCanvasProps } from './timeline-canvas.tsx';

export interface HoverCardProps
  extends Pick<TimelineCanvasProps, 'controller' | 'subscribe' | 'recorded' | 'isKnown' | 'zone' | 'limits'> {
  readonly x: number;
}

/** The time under the pointer, and what is recorded there. While dragging: the moment at the line. */
export function HoverCard({ controller, subscribe, recorded, isKnown, zone, limits, x }: HoverCardProps) {
  const [, update] = useState(0);
  // The time under a resting pointer changes with the playing moment.
  useEffect(() => subscribe(() => update((count) => count + 1)), [subscribe]);
  const foundText = useFoundText(zone);
  const { isDragging, lineX, moment, scale } = controller;
  const at = isDragging ? moment : controller.timeAt(x);
  const isPlayable = at >= limits.begin && at <= limits.end && isKnown(at);
  return (
    <>
      {!isDragging && <span className="oriel-timeline-hair" style={{ left: x }} />}
      <div className="oriel-timeline-card" style={{ '--x': `${isDragging ? lineX : x}px` } as CSSProperties}>
        <time>{momentText(at, zone, showsMilliseconds(scale))}</time>
        {isPlayable && <span>{foundText(at, findAt(recorded, at))}</span>}
      </div>
    </>
  );
}
