import type { Ms } from '../../lib/kernel/units.ts';

/** Hidden pages have no frames. */
const withinMs: Ms = 250;

/** Resolves in the second frame from now, of a page or a worker: what was drawn before has been passed on. */
export function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, withinMs);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
