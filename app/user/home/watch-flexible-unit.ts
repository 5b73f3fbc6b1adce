/**
 * Flexible sizing of the front page: one unit is a tenth of the width it is shown at, up to the width it was
 * designed for. It is a variable of this page and not the root's font size: people who set a larger font keep it,
 * and the console's parts, which count in rem, stay as they are.
 */
const designWidthPx = 1_440;
const unitsAcross = 10;
export const resizeDebounceMs = 300;

type View = Pick<Window, 'innerWidth' | 'addEventListener' | 'removeEventListener'>;

/** Returns what ends it. */
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
