/** Loads code that will soon be needed at the first user input, after the page itself. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
const latestMs = 500;
const waiting = new Set<() => void>();
let isSomebodyHere = false;

function whenIdle(load: () => void): void {
  if (typeof window.requestIdleCallback === 'function') {
    window.requestIdleCallback(load, { timeout: latestMs });
  } else setTimeout(load);
}

function onSign(): void {
  isSomebodyHere = true;
  for (const sign of signs) window.removeEventListener(sign, onSign, true);
  for (const load of waiting) whenIdle(load);
  waiting.clear();
}

/** Runs `load` once, after the first input, when idle. Returns a function that cancels it. */
export function onFirstInteraction(load: () => void): () => void {
  if (isSomebodyHere) {
    whenIdle(load);
    return () => {};
  }
  if (waiting.size === 0) {
    for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true });
  }
  waiting.add(load);
  return () => void waiting.delete(load);
}

/** The same for a dynamic import. A failed import is retried when the part is needed. */
export const fetchOnFirstInteraction = (load: () => Promise<unknown>): (() => void) =>
  onFirstInteraction(() => void load().catch(() => undefined));
