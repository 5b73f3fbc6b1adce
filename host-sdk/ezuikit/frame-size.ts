/** Pixels for numbers and digits, as an attribute would be read; other text is a CSS length. */
const cssLength = (size: unknown): string => {
  const text = String(size ?? '').trim();
  return /^\d+(\.\d+)?$/.test(text) ? `${text}px` : text;
};

/** Sizes of an iframe whose page gives none and whose container has none. */
const defaults = { width: '600px', height: '400px' } as const;
const sides = ['width', 'height'] as const;

/** Sets what is valid, and leaves the rest as it is. */
export function resizeFrame(iframe: HTMLElement, width: unknown, height: unknown): void {
  iframe.style.width = cssLength(width);
  iframe.style.height = cssLength(height);
}

/**
 * Without a valid size, the iframe fills its container; a container without a size of its own gets 600 by 400. A
 * container that is not shown yet is measured when it is. Returns a function that stops waiting for that.
 */
export function sizeFrame(
  iframe: HTMLElement,
  container: Element,
  given: { readonly width?: unknown; readonly height?: unknown },
): () => void {
  resizeFrame(iframe, given.width, given.height);
  const open = sides.filter((side) => !iframe.style[side]);
  const fill = () => {
    for (const side of open) iframe.style[side] = '0';
    const sizes = contentSize(container);
    for (const side of open) iframe.style[side] = sizes[side] > 0 ? '100%' : defaults[side];
  };
  fill();
  if (open.length === 0 || container.getClientRects().length > 0) return () => {};
  const observer = new ResizeObserver(() => {
    if (container.getClientRects().length === 0) return;
    observer.disconnect();
    fill();
  });
  observer.observe(container);
  return () => observer.disconnect();
}

function contentSize(container: Element): { readonly width: number; readonly height: number } {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(container);
  const sum = (a: string, b: string) => Number.parseFloat(a) + Number.parseFloat(b) || 0;
  return {
    width: container.clientWidth - sum(paddingLeft, paddingRight),
    height: container.clientHeight - sum(paddingTop, paddingBottom),
  };
}
