/**
 * Checks a value against a shape and copies what is known of it. Shapes are generated from the zod schemas by
 * `scripts/generate-guards.ts`, which copies this file into the host SDK beside them, so it must stay small
 * and import nothing.
 *
 *   -1                   Blob
 *   0                    boolean
 *   0.5                  number, not negative, finite
 *   1                    integer, 0 … 2^53 - 1
 *   2 and more           string of at most so many UTF-16 units
 *   'hello'              this word
 *   [shape, max]         array of at most `max`
 *   [shape]              may be absent
 *   { field: shape }     object; fields not named here are dropped, and the copy has no prototype.
 */
export type Shape = number | string | [Shape, number?] | { readonly [field: string]: Shape };

/** The cleaned copy, or undefined where the value does not fit. Never throws on what a structured clone can be. */
export const parseShape = (shape: Shape, value: unknown): unknown => {
  try {
    return copy(shape, value);
  } catch {
    /* It does not fit. */
  }
};

/** Throws where the value does not fit. */
const copy = (shape: Shape, value: unknown): unknown => {
  if (Array.isArray(shape)) {
    const [item, max] = shape;
    if (!max) return value === undefined ? value : copy(item, value);
    // Array.from visits holes too: a hole is an item that does not fit.
    if (Array.isArray(value) && value.length <= max) return Array.from(value, (part) => copy(item, part));
  } else if (typeof shape === 'object') {
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      const fields: Record<string, unknown> = { __proto__: null };
      for (const key of Object.keys(shape)) fields[key] = copy(shape[key]!, value[key as never]);
      return fields;
    }
  } else if (
    typeof shape === 'string'
      ? shape === value
      : shape > 1
        ? typeof value === 'string' && value.length <= shape
        : shape < 0
          ? value instanceof Blob
          : shape
            ? (shape < 1 ? Number.isFinite : Number.isSafeInteger)(value) && (value as number) >= 0
            : value === !!value // a boolean
  )
    return value;
  throw shape;
};
