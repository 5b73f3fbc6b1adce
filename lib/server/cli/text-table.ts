/** Columns a character takes in a terminal: two for Chinese and other wide scripts. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** What comes from cameras and databases must not steer the terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** Aligned columns with a heading; `empty` instead of a table without rows. */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const cells = [headings, ...rows].map((row) => row.map((cell) => plain(String(cell))));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
