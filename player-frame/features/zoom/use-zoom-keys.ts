import { useEffect } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import type { PlayerRequest } from '../../state/player-events.ts';
import { minScale } from '../../state/zoom.ts';

const keyTakers = 'input, select, textarea, [role="menu"], [role="listbox"], [role="dialog"]';
/** Of the player's width and height. */
const panStep = 0.1;

/** What a key does to the zoomed picture, or null. Arrows move the view, so the picture goes the other way. */
export function zoomKey(key: string, scale: number): PlayerRequest | null {
  switch (key) {
    case '+':
    case '=':
      return { type: 'request.zoomTo', scale: Math.floor(scale) + 1 };
    case '-':
    case '_':
      return { type: 'request.zoomTo', scale: Math.ceil(scale) - 1 };
    case '0':
      return { type: 'request.zoomTo', scale: minScale };
    case 'ArrowLeft':
      return { type: 'request.pan', dx: panStep, dy: 0 };
    case 'ArrowRight':
      return { type: 'request.pan', dx: -panStep, dy: 0 };
    case 'ArrowUp':
      return { type: 'request.pan', dx: 0, dy: panStep };
    case 'ArrowDown':
      return { type: 'request.pan', dx: 0, dy: -panStep };
    default:
      return null;
  }
}

/** While zoom is on. A control that has the focus and uses the key itself comes first. */
export function useZoomKeys(): void {
  const { store, ask } = usePlayerView();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTaken = event.target instanceof Element && event.target.closest(keyTakers) !== null;
      const { zoom } = store.getState();
      const request = zoom && !isTaken ? zoomKey(event.key, zoom.scale) : null;
      if (!request) return;
      event.preventDefault();
      // The player's own keys listen further out (ui/keyboard.ts).
      event.stopPropagation();
      ask(request);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store, ask]);
}
