/** A column of ms that is shown in seconds, and never written. */
export const wholeSeconds = <Column extends string>(column: Column) => ({
  column,
  read: (stored: unknown) => Math.round(Number(stored) / 1_000),
  write: (): never => {
    throw new Error('this column is not written through its resource');
  },
});
