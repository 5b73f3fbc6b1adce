import { useEffect, useState } from 'react';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Events that count as activity. */
const signs = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'] as const;

/** True after `afterMs` without activity, unless `isInUse`; 0: never. */
export function useIdle(afterMs: Ms, isInUse: () => boolean): boolean {
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    if (afterMs <= 0) {
      setIdle(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isInUse() ? wait() : setIdle(true)), afterMs);
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
  }, [afterMs, isInUse]);

  return isIdle;
}
