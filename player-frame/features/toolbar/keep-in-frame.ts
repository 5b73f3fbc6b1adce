/** Minimum distance between a panel and the edge of the frame. */
const marginPx = 4;

/** Moves a panel that would be cut off at the left or right, with the custom property `--shift`. */
export function keepInFrame(panel: HTMLElement): void {
  panel.style.setProperty('--shift', '0px');
  const box = panel.getBoundingClientRect();
  // The left of a rotated player is at the top of the screen.
  const isRotated = panel.closest('[data-rotated="true"]') !== null;
  const [start, end, width] = isRotated
    ? [box.top, box.bottom, window.innerHeight]
    : [box.left, box.right, window.innerWidth];
  const shift = Math.max(marginPx - start, Math.min(0, width - marginPx - end));
  panel.style.setProperty('--shift', `${shift}px`);
}
