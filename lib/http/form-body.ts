import { err, ok, type Result } from '../kernel/result.ts';

/** A form larger than this is nobody's honest call. */
export const maxFormBytes = 64 * 1024;
const maxFields = 64;

export type FormFault = 'notForm' | 'tooLarge' | 'notText' | 'duplicate' | 'tooMany' | 'cutOff';

const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset=(?:utf-8|"utf-8"))?\s*$/i;

/**
 * Reads a form-encoded body of at most 64 KB. A field that stands twice is refused: two readers could
 * take different ones. Fields nobody asked for are left to the schema, which drops them, because clients
 * of the open platform send extra ones.
 */
export async function readForm(request: Request): Promise<Result<Record<string, string>, FormFault>> {
  if (!formType.test(request.headers.get('content-type') ?? '')) return err('notForm');
  const body = await readBody(request);
  if (!body.ok) return body;
  const text = decodeUtf8(body.value);
  if (text === null || hasBrokenEscape(text)) return err('notText');
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > maxFields) return err('tooMany');
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) return err('duplicate');
  // PostgreSQL stores no zero character, and no honest field has one.
  if (pairs.some((pair) => pair.join().includes('\0'))) return err('notText');
  return ok(Object.fromEntries(pairs));
}

async function readBody(request: Request): Promise<Result<Uint8Array, 'tooLarge' | 'cutOff'>> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxFormBytes) return err('tooLarge');
  const reader = request.body?.getReader();
  if (!reader) return ok(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ok(Buffer.concat(chunks, size));
      size += value.byteLength;
      if (size > maxFormBytes) {
        await reader.cancel();
        return err('tooLarge');
      }
      chunks.push(value);
    }
  } catch {
    return err('cutOff'); // the caller went away in the middle of its form
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** True for `%` escapes that are not hexadecimal or do not spell UTF-8: lenient readers would disagree. */
function hasBrokenEscape(text: string): boolean {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}
