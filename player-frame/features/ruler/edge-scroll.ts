import type { Ms } from '../../../lib/kernel/units.ts';
import { rulerHeightPx } from './ruler-scale.ts';

/** This close to an edge of the ruler, or beyond it, a dragged end scrolls the hours. */
const edgePx = 36;
/** At the edge itself, and the most beyond it. */
const speedAtEdge = 240;
const maxSpeed = 720;
/** Longer steps are those of a page that stood still. */
const maxStepMs: Ms = 50;

/** Pixels per second at a height of the ruler: negative towards earlier hours. */
function edgeSpeed(y: number): number {
  const depth = Math.max(edgePx - y, y - (rulerHeightPx - edgePx), 0);
  const speed = Math.min(maxSpeed, (depth / edgePx) * speedAtEdge);
  return y < rulerHeightPx / 2 ? -speed : speed;
}

/** Scrolls while a pointer is at an edge. */
export interface EdgeScroll {
  /** The pointer is at this height. It scrolls only towards an edge to which it was moved. */
  moved(y: number): void;
  stop(): void;
}

/** `scroll` is called with each frame, and returns false where it cannot go on. */
export function createEdgeScroll(fromY: number, scroll: (px: number) => boolean): EdgeScroll {
  let y = fromY;
  let frame = 0;
  let last: Ms | null = null;

  const speed = () => {
    const wanted = edgeSpeed(y);
    return wanted * (y - fromY) > 0 ? wanted : 0;
  };

  function step(now: Ms): void {
    frame = 0;
    const forMs = last === null ? 0 : Math.min(maxStepMs, now - last);
    last = now;
    if (speed() === 0 || !scroll((speed() * forMs) / 1_000)) last = null;
    else frame = requestAnimationFrame(step);
  }

  return {
    moved(to) {
      y = to;
      if (frame === 0 && speed() !== 0) frame = requestAnimationFrame(step);
    },
    stop() {
      cancelAnimationFrame(frame);
    },
  };
}
