/** The square part of a picture that becomes an avatar. */

export interface Crop {
  /** 1: the shorter side fills the square. */
  readonly zoom: number;
  /** Middle of the part, as a share of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** The part in pixels of the picture: it never reaches beyond its edges. */
export function cropSquare(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / clamp(crop.zoom, 1, maxZoom);
  return {
    side,
    left: clamp(crop.x * size.width - side / 2, 0, size.width - side),
    top: clamp(crop.y * size.height - side / 2, 0, size.height - side),
  };
}

/** Moves the picture by shares of the square that is shown: to the right shows more of its left. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(size, crop);
  return settled(size, {
    ...crop,
    x: crop.x - (right * side) / size.width,
    y: crop.y - (down * side) / size.height,
  });
}

/** A middle that the edges allow, so that moving back is felt at once. */
export function settled(size: Size, crop: Crop): Crop {
  const { left, top, side } = cropSquare(size, crop);
  return { ...crop, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
