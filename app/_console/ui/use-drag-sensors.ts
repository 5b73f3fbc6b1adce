'use client';
import { PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useEffect } from 'react';

const dragAfterPx = 4;

/**
 * Dragging by pointer. Until a moment after a drag, dnd-kit keeps clicks from everybody; but a browser ticks a box
 * before anybody hears of the click, so that the box would show what nobody has set. What is kept back is undone.
 */
export function useDragSensors() {
  useEffect(() => {
    const undo = (event: MouseEvent) => {
      if (event.cancelBubble) event.preventDefault();
    };
    // Added while the click is on its way, it comes after the listener that keeps it back.
    const listen = () => document.addEventListener('click', undo, { capture: true, once: true });
    window.addEventListener('click', listen, true);
    return () => window.removeEventListener('click', listen, true);
  }, []);
  return useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragAfterPx } }));
}
