/** Prediction of whole macroblocks from their neighbours (ITU-T H.264 sections 8.3.3 and 8.3.4). */
import type { StripPlane } from './strip-plane.ts';

export type Prediction = 'vertical' | 'horizontal' | 'dc';

/** `Intra16x16PredMode`. */
export const lumaModes: Readonly<Record<Prediction, number>> = { vertical: 0, horizontal: 1, dc: 2 };
/** `intra_chroma_pred_mode`. */
export const chromaModes: Readonly<Record<Prediction, number>> = { dc: 0, horizontal: 1, vertical: 2 };

/** Without neighbours, only DC prediction is allowed, with the value 128. */
export function onlyMode(column: number, row: number): Prediction | null {
  if (column > 0) return row > 0 ? null : 'horizontal';
  return row > 0 ? 'vertical' : 'dc';
}

/**
 * The prediction direction closest to the macroblock, based on every fourth pixel. `size`: of a macroblock in
 * this plane, 16 or 8.
 */
export function chooseMode(
  plane: StripPlane,
  target: Uint8Array,
  column: number,
  row: number,
  size: 16 | 8 = 16,
): Prediction {
  const only = onlyMode(column, row);
  if (only !== null) return only;
  const { pixels, width } = plane;
  const from = row * size * width + column * size;
  let horizontal = 0;
  let vertical = 0;
  for (let y = 0; y < size; y += 2) {
    for (let x = 0; x < size; x += 2) {
      const wanted = target[from + y * width + x]!;
      horizontal += Math.abs(wanted - pixels[from + y * width - 1]!);
      vertical += Math.abs(wanted - pixels[from - width + x]!);
    }
  }
  return vertical < horizontal ? 'vertical' : 'horizontal';
}

/** Fills `predicted` with `size * size` values for the square at (left, top). */
export function predict(
  predicted: Int32Array,
  plane: StripPlane,
  left: number,
  top: number,
  size: number,
  mode: Prediction,
): void {
  const { pixels, width } = plane;
  if (mode === 'dc') {
    predicted.fill(128, 0, size * size);
    return;
  }
  for (let y = 0; y < size; y += 1) {
    if (mode === 'horizontal') {
      predicted.fill(pixels[(top + y) * width + left - 1]!, y * size, (y + 1) * size);
      continue;
    }
    const above = (top - 1) * width + left;
    for (let x = 0; x < size; x += 1) predicted[y * size + x] = pixels[above + x]!;
  }
}
