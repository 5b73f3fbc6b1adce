/** Chroma of key frames of a moved camera, encoded macroblock by macroblock while the slice is written. */

import type { BitWriter } from '../../../codec/bit-writer.ts';
import { chooseMode, onlyMode, type Prediction, predict } from './intra-prediction.ts';
import {
  blankLevels,
  type ColourLevels,
  codeSquare,
  colourPattern,
  type SliceColour,
  writeColourLevels,
} from './strip-colour.ts';
import type { StripPlane } from './strip-plane.ts';
import type { Quantiser } from './transform.ts';

export class ViewColour implements SliceColour {
  readonly levels: readonly [ColourLevels, ColourLevels] = [blankLevels(), blankLevels()];
  private readonly predicted = new Int32Array(64);
  private target: readonly [Uint8Array, Uint8Array] = [new Uint8Array(), new Uint8Array()];
  private pattern: 0 | 1 | 2 = 0;

  /** `planes`: the reconstructed chroma. */
  constructor(
    private readonly planes: readonly [StripPlane, StripPlane],
    private readonly quantiser: Quantiser,
  ) {}

  /** Target of the next slice. */
  aim(u: Uint8Array, v: Uint8Array): void {
    this.target = [u, v];
  }

  startSlice(): void {
    for (const plane of this.planes) plane.counts.fill(0);
  }

  at(column: number, row: number): { readonly mode: Prediction; readonly pattern: 0 | 1 | 2 } {
    const mode = onlyMode(column, row) ?? chooseMode(this.planes[0], this.target[0], column, row, 8);
    for (const component of [0, 1] as const) {
      const plane = this.planes[component];
      predict(this.predicted, plane, column * 8, row * 8, 8, mode);
      this.code(component, column, row, this.predicted);
    }
    this.pattern = colourPattern(this.levels);
    return { mode, pattern: this.pattern };
  }

  writeResidual(writer: BitWriter, column: number, row: number): void {
    writeColourLevels(writer, this.planes, this.levels, this.pattern, column, row);
  }

  private code(component: 0 | 1, column: number, row: number, predicted: Int32Array): void {
    codeSquare(
      this.planes[component],
      this.target[component],
      column * 8,
      row * 8,
      predicted,
      this.quantiser,
      this.levels[component],
    );
  }
}
