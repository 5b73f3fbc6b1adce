import { useEffect } from 'react';
import type { Ms } from '../../lib/kernel/units.ts';

const longPressMs: Ms = 600;
/** Tolerance of a long press; larger movement is a drag or scroll. */
const slackPx = 10;

/** A long press on the video, outside controls: the touch equivalent of a key. */
export function useLongPress(isOn: boolean, onLongPress: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    let from: { readonly x: number; readonly y: number } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const letGo = (): void => {
      from = null;
      clearTimeout(timer);
    };
    const onDown = ({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent): void => {
      letGo();
      // A second finger is a pinch. Controls are in the layer over the video.
      const isOverVideo = target instanceof Element && target.closest('.oriel-ui') === null;
      if (pointerType === 'mouse' || !isPrimary || !isOverVideo) return;
      from = { x: clientX, y: clientY };
      timer = setTimeout(onLongPress, longPressMs);
    };
    const onMove = ({ clientX, clientY }: PointerEvent): void => {
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > slackPx) letGo();
    };
    /** Suppresses the browser's context menu, which would interrupt the press. */
    const onMenu = (event: Event): void => {
      if (from) event.preventDefault();
    };

    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('pointerdown', onDown, { signal });
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', letGo, { signal });
    window.addEventListener('pointercancel', letGo, { signal });
    window.addEventListener('contextmenu', onMenu, { signal });
    return () => {
      stop.abort();
      letGo();
    };
  }, [isOn, onLongPress]);
}
