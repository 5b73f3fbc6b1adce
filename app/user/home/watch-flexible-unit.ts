/**
 * Flexible sizing of the front page: one unit is a tenth of the window width, up to the design width. A CSS variable
 * instead of the root font size, to respect the user's font size and the console's rem units.
 */
const designWidthPx = 1_440;
const unitsAcross = 10;
export const resizeDebounceMs = 300;

type View = Pick<Window, 'innerWidth' | 'addEventListener' | 'removeEventListener'>;

/** Returns a function that stops it. */
export function watchFlexibleUnit(root: HTMLElement, view: View): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = () => {
    const unit = Math.min(view.innerWidth, designWidthPx) / unitsAcross;
    root.style.setProperty('--flexible-unit', `${unit}px`);
  };
  const onResize = () => {
    clearTimeout(timer);
    timer = setTimeout(set, resizeDebounceMs);
  };
  set();
  view.addEventListener('resize', onResize);
  return () => {
    clearTimeout(timer);
    view.removeEventListener('resize', onResize);
    root.style.removeProperty('--flexible-unit');
  };
}
