/** Marks of a map that would cover each other, as one. */
export interface PlacedMark<Mark> {
  readonly mark: Mark;
  /** Pixels of the map at its zoom. */
  readonly x: number;
  readonly y: number;
}

export interface MarkGroup<Mark> {
  readonly marks: readonly [Mark, ...Mark[]];
}

/** Each mark joins the first group that begins less than `reach` pixels from it. */
export function groupMarks<Mark>(placed: readonly PlacedMark<Mark>[], reach: number): MarkGroup<Mark>[] {
  const groups: { x: number; y: number; marks: [Mark, ...Mark[]] }[] = [];
  /** By squares as large as the reach: only the nine around a mark can have a group near it. */
  const bySquare = new Map<string, (typeof groups)[number][]>();
  const square = (pixels: number) => Math.floor(pixels / reach);
  for (const { mark, x, y } of placed) {
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].map((dy) => `${square(x) + dx} ${square(y) + dy}`))
      .flatMap((key) => bySquare.get(key) ?? [])
      .find((group) => Math.hypot(group.x - x, group.y - y) < reach);
    if (near) {
      near.marks.push(mark);
      continue;
    }
    const group = { x, y, marks: [mark] as [Mark, ...Mark[]] };
    groups.push(group);
    const key = `${square(x)} ${square(y)}`;
    bySquare.set(key, [...(bySquare.get(key) ?? []), group]);
  }
  return groups.map(({ marks }) => ({ marks }));
}
