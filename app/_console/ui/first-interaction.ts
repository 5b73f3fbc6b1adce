/** Loads code that will soon be needed at the first user input, after the page itself. */
const inputEvents = ['pointermove', 'pointerdown', 'keydown'] as const;
const latestMs = 500;
const waiting = new Set<() => void>();
let hasInteracted = false;

function whenIdle(load: () => void): void {
  if (typeof window.requestIdleCallback === 'function') {
    window.requestIdleCallback(load, { timeout: latestMs });
  } else setTimeout(load);
}

function onInput(): void {
  hasInteracted = true;
  for (const type of inputEvents) window.removeEventListener(type, onInput, true);
  for (const load of waiting) whenIdle(load);
  waiting.clear();
}

/** Runs `load` once, after the first input, when idle. Returns a function that cancels it. */
export function onFirstInteraction(load: () => void): () => void {
  if (hasInteracted) {
    whenIdle(load);
    return () => {};
  }
  if (waiting.size === 0) {
    for (const type of inputEvents) window.addEventListener(type, onInput, { capture: true, passive: true });
  }
  waiting.add(load);
  return () => void waiting.delete(load);
}

/** The same for a dynamic import. A failed import is retried when the part is needed. */
export const fetchOnFirstInteraction = (load: () => Promise<unknown>): (() => void) =>
  onFirstInteraction(() => void load().catch(() => undefined));
