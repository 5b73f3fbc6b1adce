import type { Cancel } from '../../lib/kernel/clock.ts';

/** Calls `run` once, at the next click or key press, after which browsers allow audio. */
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
