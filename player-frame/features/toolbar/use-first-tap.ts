import { useEffect, useRef } from 'react';

/** A tap on faded bars only shows them: the user could not see the button. Its click is suppressed. */
export function useFirstTap(isFaded: boolean): void {
  const wasFaded = useRef(isFaded);
  useEffect(() => {
    wasFaded.current = isFaded;
  }, [isFaded]);

  useEffect(() => {
    let isBlind = false;
    // In the capture phase, before the handler that shows the bars.
    const onDown = ({ pointerType }: PointerEvent) => {
      isBlind = wasFaded.current && pointerType !== 'mouse';
    };
    const onClick = (event: MouseEvent) => {
      const hitsBar = event.target instanceof Element && event.target.closest('.oriel-bars') !== null;
      if (isBlind && hitsBar) {
        event.stopPropagation();
        event.preventDefault();
      }
      isBlind = false;
    };
    window.addEventListener('pointerdown', onDown, true);
    window.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('pointerdown', onDown, true);
      window.removeEventListener('click', onClick, true);
    };
  }, []);
}
