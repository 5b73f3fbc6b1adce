import { useEffect, useRef } from 'react';

/**
 * A finger on bars that have faded only brings them back: what it hit could not be seen. The click that belongs
 * to such a tap goes nowhere.
 */
export function useFirstTap(isFaded: boolean): void {
  const wasFaded = useRef(isFaded);
  useEffect(() => {
    wasFaded.current = isFaded;
  }, [isFaded]);

  useEffect(() => {
    let isBlind = false;
    // On the way down, before anybody else hears of it and shows the bars.
    const onDown = ({ pointerType }: PointerEvent) => {
      isBlind = wasFaded.current && pointerType !== 'mouse';
    };
    const onClick = (event: MouseEvent) => {
      const hitsBar = event.target instanceof Element && event.target.closest('.oriel-bar') !== null;
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
