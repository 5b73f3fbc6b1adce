/**
 * Nested names of queries and forms: `a[b]=c` is `{a: {b: 'c'}}`, `a[]=b` and a name that stands twice are
 * lists. Nothing goes deeper than `a[b]`, and no name reaches a prototype.
 */
import { err, ok, type Result } from '../../kernel/result.ts';
import { hasZero, readPairs } from '../request-body.ts';

export type QueryValue = string | string[] | { [name: string]: string | string[] };
export type NestedFields = Record<string, QueryValue>;

/** `names`: one that is malformed, too deep or reaches a prototype. `text`: what is no UTF-8. `many`: too many. */
export type FieldsFault = 'names' | 'text' | 'many';

const namePattern = /^([^[\]]{1,64})(?:\[([^[\]]{0,64})\])?$/;
/** Every object has these already: to write below them is to write into what all share. */
export const isUnsafeName = (name: string): boolean => name in Object.prototype || name === 'prototype';

/** `text`: `a=b&c[d]=e`, escaped as forms are. `most`: pairs. */
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

/** False when the name stands for a group already. */
function add(to: Record<string, QueryValue>, name: string, value: string, isList: boolean): boolean {
  const before = to[name];
  if (before === undefined) to[name] = isList ? [value] : value;
  else if (typeof before === 'string') to[name] = [before, value];
  else if (Array.isArray(before)) before.push(value);
  else return false;
  return true;
}
