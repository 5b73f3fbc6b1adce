import { useEffect, useState } from 'react';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Moving, clicking, touching, typing and tabbing all count as being there. */
const signs = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'] as const;

/** True when nobody has touched the player for `afterMs` and `isHeld` says no; 0: never. */
export function useIdle(afterMs: Ms, isHeld: () => boolean): boolean {
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    if (afterMs <= 0) {
      setIdle(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isHeld() ? wait() : setIdle(true)), afterMs);
    };
    const onSign = () => {
      setIdle(false);
      wait();
    };
    onSign();
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, onSign);
    };
  }, [afterMs, isHeld]);

  return isIdle;
}
