/** Minimum distance between a panel and the edge of the frame. */
const marginPx = 4;

/**
 * Keeps a panel beside its button in the frame, with custom properties: `--shift` to the right where it would be cut off
 * at the left or right, `--space` the height from its button to the edge of the frame, `--rise` upwards for a panel at
 * the pointer.
 */
export function keepInFrame(panel: HTMLElement): void {
  const set = (name: string, px: number) => panel.style.setProperty(name, `${px}px`);
  set('--shift', 0);
  set('--rise', 0);
  panel.style.removeProperty('--space');
  const { left, right, top, bottom, width, height } = boxOf(panel);
  set('--shift', Math.max(marginPx - left, Math.min(0, width - marginPx - right)));
  const isAtPointer = panel.closest('.oriel-context') !== null;
  const isBelow = panel.closest('.oriel-header') !== null;
  const space = isAtPointer ? height - marginPx : isBelow ? height - top : bottom;
  set('--space', Math.max(0, space - marginPx));
  if (isAtPointer) set('--rise', Math.max(marginPx - top, Math.min(0, height - marginPx - bottom)));
}

/** Edges in the coordinates of the player, whose top is at the right of the screen while it is rotated, and its size. */
function boxOf(panel: HTMLElement) {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  const { innerWidth: width, innerHeight: height } = window;
  if (!panel.closest('[data-rotated="true"]')) return { left, right, top, bottom, width, height };
  return { left: top, right: bottom, top: width - right, bottom: width - left, width: height, height: width };
}
