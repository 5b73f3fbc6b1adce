/** Reading of bodies and queries, shared by the open platform and the console. */
import { err, ok, type Result } from '../kernel/result.ts';

/**
 * A declared size above the limit is rejected before a byte is read; otherwise reading stops at the limit. A compressed
 * body is not unpacked: its size would not be known before.
 */
export async function readBytes(
  request: Request,
  limitBytes: number,
): Promise<Result<Uint8Array, 'packed' | 'tooLarge' | 'cutOff'>> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return err('packed');
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
    return err('cutOff'); // the client disconnected in the middle of the body
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
 * Names and values of form-encoded text. `text`: escapes that are not hexadecimal or not UTF-8, which lenient parsers
 * would read differently.
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

/** PostgreSQL cannot store NUL characters, and no valid field contains one. */
export const hasZero = ([name, value]: readonly [string, string]): boolean =>
  name.includes('\0') || value.includes('\0');
