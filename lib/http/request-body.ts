/** What the open platform and the console share in reading bodies and queries. */
import { err, ok, type Result } from '../kernel/result.ts';

/** Announced sizes are refused before a byte is read; others when they pass the limit. */
export async function readBytes(
  request: Request,
  limitBytes: number,
): Promise<Result<Uint8Array, 'tooLarge' | 'cutOff'>> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) return err('tooLarge');
  const reader = request.body?.getReader();
  if (!reader) return ok(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ok(Buffer.concat(chunks, size));
      size += value.byteLength;
      if (size > limitBytes) {
        await reader.cancel();
        return err('tooLarge');
      }
      chunks.push(value);
    }
  } catch {
    return err('cutOff'); // the caller went away in the middle of the body
  }
}

/** Null for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Names and values of form-encoded text. `text`: escapes that are not hexadecimal or do not spell UTF-8, which
 * lenient readers would read differently.
 */
export function readPairs(
  text: string,
  maxPairs: number,
): Result<readonly (readonly [string, string])[], 'text' | 'many'> {
  try {
    decodeURIComponent(text);
  } catch {
    return err('text');
  }
  const pairs = [...new URLSearchParams(text)];
  return pairs.length > maxPairs ? err('many') : ok(pairs);
}

/** PostgreSQL stores no zero character, and no valid field contains one. */
export const hasZero = ([name, value]: readonly [string, string]): boolean =>
  name.includes('\0') || value.includes('\0');
