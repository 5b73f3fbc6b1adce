import { useEffect, useState } from 'react';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Moving, clicking, typing and tabbing all count as being there. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** True when nobody has touched the player for `afterMs`. */
export function useIdle(afterMs: Ms): boolean {
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onSign = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), afterMs);
    };
    onSign();
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, onSign);
    };
  }, [afterMs]);

  return isIdle;
}
