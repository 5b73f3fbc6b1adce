import { err, ok, type Result } from '../kernel/result.ts';
import { decodeUtf8, hasZero, readBytes, readPairs } from './request-body.ts';

/** No valid form is larger. */
const maxFormBytes = 64 * 1024;
const maxFields = 64;

export type FormFault = 'notForm' | 'packed' | 'tooLarge' | 'notText' | 'duplicate' | 'tooMany' | 'cutOff';

const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset=(?:utf-8|"utf-8"))?\s*$/i;

/**
 * Reads a form-encoded body of at most 64 KB. Repeated fields are rejected, because two readers could use different
 * values. Unknown fields are left to the schema, which drops them: clients of the open platform send extra ones.
 */
export async function readForm(request: Request): Promise<Result<Record<string, string>, FormFault>> {
  if (!formType.test(request.headers.get('content-type') ?? '')) return err('notForm');
  const body = await readBytes(request, maxFormBytes);
  if (!body.ok) return body;
  const text = decodeUtf8(body.value);
  if (text === null) return err('notText');
  const read = readPairs(text, maxFields);
  if (!read.ok) return err(read.error === 'many' ? 'tooMany' : 'notText');
  const pairs = read.value;
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) return err('duplicate');
  if (pairs.some(hasZero)) return err('notText');
  return ok(Object.fromEntries(pairs));
}

const jsonType = /^application\/json(?:\s*;\s*charset=(?:utf-8|"utf-8"))?\s*$/i;

export function isJson(request: Request): boolean {
  return jsonType.test(request.headers.get('content-type') ?? '');
}

/**
 * Reads a JSON object of at most 64 KB as form fields: its texts, and its numbers and truth values as text. Nested
 * values are left out.
 */
export async function readJsonFields(request: Request): Promise<Result<Record<string, string>, FormFault>> {
  const body = await readBytes(request, maxFormBytes);
  if (!body.ok) return body;
  const text = decodeUtf8(body.value);
  if (text === null) return err('notText');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return err('notText');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return err('notText');
  const pairs = Object.entries(parsed)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name, String(value)] as const);
  if (pairs.length > maxFields) return err('tooMany');
  if (pairs.some(hasZero)) return err('notText');
  return ok(Object.fromEntries(pairs));
}
