/** For fields that lie in tables of pairs: what a row holds now, and what of it is to change. */
import type { Row } from '../resource/resource-service.ts';

/**
 * Adds what lies elsewhere to a row that was read for a change, so that the operation log says from what to what.
 * The row is this change's own.
 */
export function complete(row: Row, fields: Row): void {
  Object.assign(row as Record<string, unknown>, fields);
}

/** Whole numbers, each once, in order; undefined where the field is not among the values. */
export function idsOf(values: Row, name: string): readonly number[] | undefined {
  if (!Object.hasOwn(values, name)) return undefined;
  const given = values[name];
  const list = Array.isArray(given) ? given : [];
  return [...new Set(list.filter((id): id is number => Number.isInteger(id)))].sort((a, b) => a - b);
}

export const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);

/** Without fields that would stay as they are. */
export function without(values: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
