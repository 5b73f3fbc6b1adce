'use client';
import { PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useEffect } from 'react';

const dragAfterPx = 4;

/**
 * Pointer dragging. dnd-kit suppresses click events shortly after a drag, but the browser has already toggled a
 * checkbox by then. This restores the checkbox of a suppressed click.
 */
export function useDragSensors() {
  useEffect(() => {
    const undo = (event: MouseEvent) => {
      if (event.cancelBubble) event.preventDefault();
    };
    // Added during the click, so it runs after the suppressing listener.
    const listen = () => document.addEventListener('click', undo, { capture: true, once: true });
    window.addEventListener('click', listen, true);
    return () => window.removeEventListener('click', listen, true);
  }, []);
  return useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragAfterPx } }));
}
