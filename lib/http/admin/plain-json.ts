import { err, ok, type Result } from '../../kernel/result.ts';
import { isUnsafeName } from './query-string.ts';

/** Deeper than any valid body, and shallow enough for recursive readers. */
const maxDepth = 32;

/** Parses JSON with bounded depth and without keys that could reach a prototype. */
export function parsePlainJson(text: string): Result<unknown, 'json' | 'depth' | 'names'> {
  if (isTooDeep(text)) return err('depth');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('json');
  }
  return hasUnsafeName(value) ? err('names') : ok(value);
}

/** Counts brackets outside of strings before parsing. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInText) {
      if (char === '\\') at += 1;
      else if (char === '"') isInText = false;
    } else if (char === '"') isInText = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
}

/** Also true for NUL characters, which PostgreSQL cannot store. */
function hasUnsafeName(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnsafeName);
  return Object.entries(value).some(([name, inner]) => isUnsafeName(name) || hasUnsafeName(inner));
}
