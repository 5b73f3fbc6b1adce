import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { Point, Zoom } from '../../state/feature-state.ts';
import type { PlayerRequest } from '../../state/player-events.ts';
import { inPlayer } from '../../state/rotation.ts';

export interface ZoomGestureDeps {
  readonly clock: Clock;
  zoom(): Zoom | null;
  /** True if the player is rotated; pointer coordinates are not. */
  isRotated(): boolean;
  sendRequest(request: PlayerRequest): void;
  /** While true, the video follows the pointer without transition. */
  setHand(isByHand: boolean): void;
}

/** Wheel distance of one step: one notch of most mice; touchpads send smaller amounts. */
const wheelStepPx = 100;
const pxPerLine = 34;
const pxPerPage = 400;
/** After this pause the wheel distance restarts at 0. */
const wheelPauseMs = 250;
/** Browsers report a touchpad pinch as a wheel event with ctrl; this distance scales by e. */
const pinchPx = 100;
const pinchPauseMs = 200;
/** Movement below this is a click. */
const dragPx = 4;

/**
 * Wheel, drag and pinch gestures, converted to requests. A pinch is continuous and snaps to the nearest whole step at
 * its end: the scale has whole steps (specification, document 2, section 4), and slider and host page cannot
 * represent others.
 */
export function listenToZoomGestures(stage: HTMLElement, deps: ZoomGestureDeps): () => void {
  const fingers = new Map<number, Point>();
  let isDragging = false;
  let startedAt: Point = { x: 0, y: 0 };
  let wheelPx = 0;
  let pinchAt: Point = { x: 0.5, y: 0.5 };
  let cancelPause: Cancel = () => {};

  const scale = () => deps.zoom()?.scale ?? 1;

  /** Screen point relative to the player's top left, 0 to 1. */
  function place({ x, y }: Point): Point {
    const box = stage.getBoundingClientRect();
    const from = { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
    const { width, height } = playerSize(box);
    const inside = inPlayer(from, deps.isRotated());
    return { x: 0.5 + inside.x / width, y: 0.5 + inside.y / height };
  }

  function playerSize(box: DOMRect): { width: number; height: number } {
    return deps.isRotated() ? { width: box.height, height: box.width } : box;
  }

  function pan(from: Point, to: Point): void {
    const moved = inPlayer({ x: to.x - from.x, y: to.y - from.y }, deps.isRotated());
    const { width, height } = playerSize(stage.getBoundingClientRect());
    deps.sendRequest({ type: 'request.pan', dx: moved.x / width, dy: moved.y / height });
  }

  function settle(): void {
    deps.setHand(false);
    if (!Number.isInteger(scale())) {
      deps.sendRequest({ type: 'request.zoomTo', scale: Math.round(scale()), at: pinchAt });
    }
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    cancelPause();
    const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? pxPerLine : pxPerPage;
    const px = event.deltaY * unit;
    if (event.ctrlKey) {
      pinchAt = place(pointOf(event));
      deps.setHand(true);
      deps.sendRequest({ type: 'request.zoomTo', scale: scale() * Math.exp(-px / pinchPx), at: pinchAt });
      cancelPause = deps.clock.after(pinchPauseMs, settle);
      return;
    }
    wheelPx = Math.sign(wheelPx) === -Math.sign(px) ? px : wheelPx + px;
    const steps = Math.trunc(wheelPx / wheelStepPx);
    wheelPx -= steps * wheelStepPx;
    cancelPause = deps.clock.after(wheelPauseMs, () => {
      wheelPx = 0;
    });
    // One step at a time, even for a fast wheel, so that the viewer can follow.
    if (steps !== 0) {
      const at = place(pointOf(event));
      deps.sendRequest({ type: 'request.zoomTo', scale: Math.round(scale()) - Math.sign(steps), at });
    }
  }

  function onDown(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (fingers.size >= 2) return;
    fingers.set(event.pointerId, pointOf(event));
    startedAt = pointOf(event);
    isDragging = fingers.size > 1;
    if (isDragging) deps.setHand(true);
  }

  function onMove(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    if (!isDragging) {
      if (distance(startedAt, now) < dragPx) return;
      isDragging = true;
      deps.setHand(true);
      // Not on pointerdown, because capture would redirect clicks on elements below.
      stage.setPointerCapture?.(event.pointerId);
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (!other) {
      pan(before, now);
      return;
    }
    const [middleBefore, middleNow] = [between(before, other), between(now, other)];
    const grown = distance(now, other) / Math.max(1, distance(before, other));
    const grow = (at: Point) =>
      deps.sendRequest({ type: 'request.zoomTo', scale: scale() * grown, at: place(at) });
    // The larger of both has more room to move.
    if (grown > 1) grow(middleBefore);
    pan(middleBefore, middleNow);
    if (grown <= 1) grow(middleNow);
    pinchAt = place(middleNow);
  }

  function onUp(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    // The remaining finger continues to pan.
    if (fingers.size > 0) return;
    if (isDragging) settle();
    isDragging = false;
  }

  const stop = new AbortController();
  const { signal } = stop;
  stage.addEventListener('wheel', onWheel, { passive: false, signal });
  stage.addEventListener('pointerdown', onDown, { signal });
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', onUp, { signal });
  return () => {
    cancelPause();
    stop.abort();
  };
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
