/** What people will soon need is loaded when they first move, press or type: after the page itself, before they ask. */
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

/** `load` runs once, at the next idle moment if somebody is here already. Returns how to give it up. */
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

/** The same for parts of a page that are loaded on demand: what fails is asked for again when it is needed. */
export const fetchOnFirstInteraction = (load: () => Promise<unknown>): (() => void) =>
  onFirstInteraction(() => void load().catch(() => undefined));
