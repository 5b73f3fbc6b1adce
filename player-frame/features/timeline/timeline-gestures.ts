import { listenToInterruptions } from '../../react/gesture-interruptions.ts';
import type { TimelineController } from './timeline-controller.ts';

export interface GestureEvents {
  /** Position of a pointer that hovers; null: it has left. */
  onHover(x: number | null): void;
  /** The line may return to the centre. */
  onRelease(): void;
}

/** A wheel notch of 100 px changes the scale by a third. */
const wheelFactor = 0.0029;
const lineHeightPx = 33;
const pageHeightPx = 400;

/**
 * Pointers and wheel on the canvas. One finger or the main button drags, two fingers and the wheel zoom. Leaving the
 * canvas cancels a drag of the mouse; a finger that slides off the low canvas goes on dragging. A gesture that is
 * interrupted chooses nothing.
 */
export function listenToGestures(
  element: HTMLElement,
  controller: TimelineController,
  { onHover, onRelease }: GestureEvents,
): () => void {
  const fingers = new Map<number, number>();
  const xOf = (event: MouseEvent) => event.clientX - element.getBoundingClientRect().left;

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const x = xOf(event);
    fingers.set(event.pointerId, x);
    if (fingers.size === 1) {
      const isFinger = event.pointerType === 'touch';
      controller.pointerDown(x, { shift: event.shiftKey, isFinger });
    } else controller.cancel();
  }

  function onMove(event: PointerEvent): void {
    const x = xOf(event);
    // The button was released where nothing said so, for example outside of the window.
    if (event.pointerType === 'mouse' && event.buttons === 0 && fingers.size > 0) interrupt();
    if (fingers.size >= 2) pinch(event.pointerId, x);
    else controller.pointerMove(x, { alt: event.altKey });
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    onHover(x);
  }

  /** The time under the middle of both fingers follows it. */
  function pinch(pointerId: number, x: number): void {
    const before = fingers.get(pointerId);
    const other = [...fingers].find(([id]) => id !== pointerId)?.[1];
    if (before === undefined || other === undefined) return;
    const [was, is] = [Math.abs(before - other), Math.abs(x - other)];
    if (was > 0 && is > 0) controller.zoom(was / is, (before + other) / 2, (x + other) / 2);
  }

  function onUp(event: PointerEvent): void {
    const wasPinch = fingers.size >= 2;
    if (!fingers.delete(event.pointerId)) return;
    if (!wasPinch) controller.pointerUp(xOf(event), { alt: event.altKey });
    if (fingers.size === 0) onRelease();
  }

  function onLeave(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    controller.cancel();
    onHover(null);
    onRelease();
  }

  function interrupt(): void {
    if (fingers.size === 0) return;
    fingers.clear();
    controller.cancel();
    onHover(null);
    onRelease();
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? lineHeightPx : event.deltaMode === 2 ? pageHeightPx : 1;
    // A touchpad pinch arrives as a wheel with Ctrl and small values.
    const strength = event.ctrlKey ? 4 : 1;
    const delta = Math.max(-300, Math.min(300, event.deltaY * unit * strength));
    if (delta !== 0 && !controller.isBusy) controller.zoom(Math.exp(delta * wheelFactor), xOf(event));
    onHover(xOf(event));
  }

  const listeners = {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onLeave,
    pointerleave: onLeave,
    wheel: onWheel,
  } as const;
  for (const [name, listener] of Object.entries(listeners))
    element.addEventListener(name, listener as EventListener, { passive: false });
  const stopListening = listenToInterruptions(interrupt);
  return () => {
    stopListening();
    for (const [name, listener] of Object.entries(listeners))
      element.removeEventListener(name, listener as EventListener);
  };
}
