/**
 * Nested names in queries and forms: `a[b]=c` is `{a: {b: 'c'}}`; `a[]=b` and repeated names are lists. Deeper names
 * than `a[b]`, and names that reach a prototype, are rejected.
 */
import { err, ok, type Result } from '../../kernel/result.ts';
import { hasZero, readPairs } from '../request-body.ts';

export type QueryValue = string | string[] | { [name: string]: string | string[] };
export type NestedFields = Record<string, QueryValue>;

/** `names`: malformed, too deep, or reaching a prototype. `text`: not UTF-8. `many`: too many. */
export type FieldsFault = 'names' | 'text' | 'many';

const namePattern = /^([^[\]]{1,64})(?:\[([^[\]]{0,64})\])?$/;
/** Names on every object's prototype: writing to them would affect all objects. */
export const isUnsafeName = (name: string): boolean => name in Object.prototype || name === 'prototype';

/** `text`: `a=b&c[d]=e`, form-encoded. `max`: number of pairs. */
export function parseFields(text: string, max: number): Result<NestedFields, FieldsFault> {
  const pairs = readPairs(text, max);
  return pairs.ok ? nestFields(pairs.value) : pairs;
}

export function nestFields(
  pairs: Iterable<readonly [string, string]>,
): Result<NestedFields, 'names' | 'text'> {
  const fields: NestedFields = {};
  for (const pair of pairs) {
    const [name, value] = pair;
    if (hasZero(pair)) return err('text');
    const [, outer, inner] = namePattern.exec(name) ?? [];
    if (outer === undefined || isUnsafeName(outer)) return err('names');
    if (inner === undefined) {
      if (!add(fields, outer, value, false)) return err('names');
    } else if (inner === '') {
      if (!add(fields, outer, value, true)) return err('names');
    } else {
      if (isUnsafeName(inner)) return err('names');
      fields[outer] ??= {};
      const group = fields[outer];
      if (typeof group === 'string' || Array.isArray(group) || !add(group, inner, value, false)) {
        return err('names');
      }
    }
  }
  return ok(fields);
}

/** False when the name is already used for a group. */
function add(to: Record<string, QueryValue>, name: string, value: string, isList: boolean): boolean {
  const before = to[name];
  if (before === undefined) to[name] = isList ? [value] : value;
  else if (typeof before === 'string') to[name] = [before, value];
  else if (Array.isArray(before)) before.push(value);
  else return false;
  return true;
}
