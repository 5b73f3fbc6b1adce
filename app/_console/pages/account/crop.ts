/** The square region of an image used as an avatar. */

export interface Crop {
  /** 1: the shorter side fills the square. */
  readonly zoom: number;
  /** Centre of the region, as a share of the image's width and height. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const fullCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** The region in pixels, limited to the image. */
export function cropSquare(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / clamp(crop.zoom, 1, maxZoom);
  return {
    side,
    left: clamp(crop.x * size.width - side / 2, 0, size.width - side),
    top: clamp(crop.y * size.height - side / 2, 0, size.height - side),
  };
}

/** Moves the image by shares of the visible square; moving right shows more of its left side. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(size, crop);
  return settled(size, {
    ...crop,
    x: crop.x - (right * side) / size.width,
    y: crop.y - (down * side) / size.height,
  });
}

/** Limits the centre to the image, so that moving back takes effect immediately. */
export function settled(size: Size, crop: Crop): Crop {
  const { left, top, side } = cropSquare(size, crop);
  return { ...crop, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
