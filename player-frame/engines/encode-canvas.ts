import type { Ms } from '../../lib/kernel/units.ts';

/** Longer than encoding takes on an idle page. */
const idleWithin: Ms = 300;

/**
 * Encodes a canvas; null if the browser cannot. Chromium encodes JPEG and PNG while the page is idle, and on a busy
 * page that took up to 5 s. After `idleWithin`, the canvas is encoded at once, which blocks the page for the time of
 * the encoding: 3 ms for a JPEG of 640x360.
 */
export function encodeCanvas(
  canvas: HTMLCanvasElement,
  type: 'image/jpeg' | 'image/png',
  quality: number,
): Promise<Blob | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(encodeNow(canvas, type, quality)), idleWithin);
    canvas.toBlob(
      (blob) => {
        clearTimeout(timer);
        resolve(blob);
      },
      type,
      quality,
    );
  });
}

/** A browser that cannot encode returns `data:,` or another type than requested. */
function encodeNow(canvas: HTMLCanvasElement, type: string, quality: number): Blob | null {
  const [head, base64] = canvas.toDataURL(type, quality).split(',');
  if (head !== `data:${type};base64` || !base64) return null;
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}
