/** Motion vectors of the current slice and their prediction (ITU-T H.264 section 8.4.1.3). */
export interface Vector {
  /** In quarters of a luma pixel. */
  x: number;
  y: number;
}

/** One 16x16 vector per macroblock, one reference frame, and only macroblocks of the slice as neighbours. */
export class VectorField {
  private readonly x: Int16Array;
  private readonly y: Int16Array;
  private readonly predicted: Vector = { x: 0, y: 0 };

  constructor(
    private readonly columns: number,
    rows: number,
  ) {
    this.x = new Int16Array(columns * rows);
    this.y = new Int16Array(columns * rows);
  }

  set(column: number, row: number, x: number, y: number): void {
    this.x[row * this.columns + column] = x;
    this.y[row * this.columns + column] = y;
  }

  /** The predicted vector. Valid until the next call. */
  predict(column: number, row: number): Vector {
    const { columns, predicted } = this;
    const here = row * columns + column;
    const left = column > 0 ? here - 1 : -1;
    const above = row > 0 ? here - columns : -1;
    // Above right, or above left at the right edge.
    const corner =
      row === 0 ? -1 : column + 1 < columns ? here - columns + 1 : column > 0 ? here - columns - 1 : -1;
    if (above < 0 && corner < 0) return this.pick(left);
    if (left < 0 && corner < 0) return this.pick(above);
    predicted.x = median(at(this.x, left), at(this.x, above), at(this.x, corner));
    predicted.y = median(at(this.y, left), at(this.y, above), at(this.y, corner));
    return predicted;
  }

  /** The vector of a macroblock that is skipped here (section 8.4.1.1). Valid until the next call. */
  skipped(column: number, row: number): Vector {
    const here = row * this.columns + column;
    const isStill = (index: number): boolean => this.x[index] === 0 && this.y[index] === 0;
    if (column === 0 || row === 0 || isStill(here - 1) || isStill(here - this.columns)) return this.pick(-1);
    return this.predict(column, row);
  }

  private pick(index: number): Vector {
    this.predicted.x = at(this.x, index);
    this.predicted.y = at(this.y, index);
    return this.predicted;
  }
}

const at = (values: Int16Array, index: number): number => (index < 0 ? 0 : values[index]!);

const median = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
