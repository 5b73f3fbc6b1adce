import type { Cancel } from '../../lib/kernel/clock.ts';

/** Calls `run` once, with the next click or key: what browsers wait for before they let sound out. */
export function onNextGesture(run: () => void): Cancel {
  const forget = (): void => {
    document.removeEventListener('pointerdown', go, true);
    document.removeEventListener('keydown', go, true);
  };
  const go = (): void => {
    forget();
    run();
  };
  document.addEventListener('pointerdown', go, true);
  document.addEventListener('keydown', go, true);
  return forget;
}
