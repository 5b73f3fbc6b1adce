// Generated from lib/protocol by scripts/generate-guards.ts. Change the schemas there, then run it again.

/**
 * Checks a value against a shape and copies what is known of it. Shapes are generated from the zod schemas
 * (`npm run generate`), and this file is copied into the host SDK beside them, so it must stay small and
 * import nothing.
 *
 *   0                    boolean
 *   1                    integer, 0 … 1e15
 *   2 and more           string of at most so many UTF-16 units
 *   'one two'            one of these words
 *   [shape, max]         array of at most `max`
 *   [shape]              field that may be absent
 *   { field: shape }     object; fields not named here are dropped, and the copy has no prototype
 */
export type Shape = number | string | readonly [Shape, number?] | { readonly [field: string]: Shape };

/** The cleaned copy, or undefined where the value does not fit. Never throws on data from a structured clone. */
export function parseShape(shape: Shape, value: unknown): unknown {
  if (typeof shape === 'string') return shape.split(' ').includes(value as string) ? value : undefined;
  if (typeof shape === 'number') {
    const fits =
      shape > 1
        ? typeof value === 'string' && value.length <= shape
        : shape
          ? Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1e15
          : typeof value === 'boolean';
    return fits ? value : undefined;
  }
  if (isArray(shape)) {
    if (!Array.isArray(value) || value.length > shape[1]!) return undefined;
    // Array.from visits holes too: a hole is an item that does not fit.
    const items = Array.from(value, (item) => parseShape(shape[0], item));
    return items.includes(undefined) ? undefined : items;
  }
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(shape)) {
    const field = shape[key]!;
    const raw = (value as Record<string, unknown>)[key];
    const isOptional = isArray(field) && field.length < 2;
    if (isOptional && raw === undefined) continue;
    const part = parseShape(isOptional ? field[0] : field, raw);
    if (part === undefined) return undefined;
    copy[key] = part;
  }
  return copy;
}

function isArray(shape: Shape): shape is readonly [Shape, number?] {
  return Array.isArray(shape);
}

export const helloShape: Shape = { oriel: 'hello', v: [1, 8], n: 64, f: [64, 32] };
export const envelopeShape: Shape = { k: 1, i: 1, t: 64 };
export const failureShape: Shape = { code: 64, message: 2000, source: 'device service player protocol', retryable: 0, detail: [{ description: [2000], solution: [2000], retryInMs: [1] }] };
export const snapshotShape: Shape = { phase: 'idle resolving loading playing reconnecting failed', address: [4000], muted: 0, audioBlocked: [0], engine: ['webcodecs flv hls'], engineReason: [2000], attempt: 1, width: [1], height: [1], latencyMs: [1], code: [64], message: [2000], retryInMs: [1], fullScreen: [0] };

/** `d` by message name and kind: request 0, result 1, event 3. Results not listed carry nothing. */
export const shapes: Readonly<Record<string, Shape | undefined>> = {
  token0: { reason: 'start expired denied' },
  getOSDTime1: 1,
  welcome3: { v: 1, features: [64, 32], state: snapshotShape },
  handleSuccess3: {},
  handleError3: failureShape,
  state3: snapshotShape,
  dblclick3: {},
  esc3: {},
  iframeFullScreen3: { active: 0 },
};
