/** For fields stored in link tables: what a row has now, and what of it changes. */

/**
 * Adds fields stored elsewhere to a row that was read for a change, so that the operation log shows old and new values.
 * The row belongs to this change.
 */
export function complete<Row extends object>(row: Row, fields: Partial<Row>): void {
  Object.assign(row, fields);
}

/** Sorted unique integers; undefined when the field is not among the values. */
export function idsOf<Name extends string>(
  values: { readonly [N in Name]?: readonly number[] | null | undefined },
  name: Name,
): readonly number[] | undefined {
  if (!Object.hasOwn(values, name)) return undefined;
  // A document may be anything, and a relation also accepts ids of hex digits.
  const given: unknown = values[name];
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return [...new Set(list.filter((id): id is number => Number.isInteger(id)))].sort((a, b) => a - b);
}

export const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);

/** Removes fields that would stay unchanged. */
export function without<Values extends object, Name extends keyof Values & string>(
  values: Values,
  names: readonly Name[],
): Omit<Values, Name> {
  const left = new Set<string>(names);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name))) as Omit<Values, Name>;
}
