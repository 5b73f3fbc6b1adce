import { err, ok, type Result } from '../kernel/result.ts';
import { readMultipartForm } from './multipart.ts';
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
  return fieldsOf(read.value);
}

function fieldsOf(
  pairs: readonly (readonly [string, string])[],
): Result<Record<string, string>, 'duplicate' | 'notText'> {
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) return err('duplicate');
  if (pairs.some(hasZero)) return err('notText');
  return ok(Object.fromEntries(pairs));
}

const multipartType = /^multipart\/form-data\s*;/i;

export function isMultipart(request: Request): boolean {
  return multipartType.test(request.headers.get('content-type') ?? '');
}

/** A minute of 16-bit audio at 32 kHz. */
const maxUploadBytes = 4 * 1024 * 1024;

/** Reads a multipart body of at most 4 MB: fields, and at most one file, of the name `file`. */
export async function readUpload(
  request: Request,
  file: string,
): Promise<Result<{ readonly fields: Record<string, string>; readonly file: Uint8Array | null }, FormFault>> {
  const body = await readBytes(request, maxUploadBytes);
  if (!body.ok) return body;
  const parts = await readMultipartForm(body.value, request.headers.get('content-type') ?? '');
  if (!parts.ok) return err('notText');
  const { texts, file: found } = parts.value;
  if (found && found.field !== file) return err('notText');
  const fields = fieldsOf(texts);
  if (!fields.ok) return fields;
  const content = found && new Uint8Array(await found.content.arrayBuffer());
  return ok({ fields: fields.value, file: content });
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
