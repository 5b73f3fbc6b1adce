/** Sizes of the buttons in a player against WCAG 2.2, in CSS pixels. */

export interface Control {
  readonly iconId: string;
  readonly width: number;
  readonly height: number;
}

/** 2.5.8 (AA), whose exception for small targets with space around them is not considered; 2.5.5 (AAA). */
export const targetSizes = { least: 24, wanted: 44 } as const;

export interface JudgedTargets {
  /** Below 24 × 24. */
  readonly faults: readonly Control[];
  /** Below 44 × 44, but no faults. */
  readonly notes: readonly Control[];
}

const isBelow = ({ width, height }: Control, size: number) => Math.min(width, height) < size;

export function judgeTargets(controls: readonly Control[]): JudgedTargets {
  const faults = controls.filter((control) => isBelow(control, targetSizes.least));
  return {
    faults,
    notes: controls.filter((control) => isBelow(control, targetSizes.wanted) && !faults.includes(control)),
  };
}

/** `48 × 48` */
export const sizeText = ({ width, height }: Control) => `${width} × ${height}`;
