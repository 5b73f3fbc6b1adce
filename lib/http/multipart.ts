import { err, ok, type Result } from '../kernel/result.ts';
import { isBounded, maxParts } from './multipart-bounds.ts';

export interface Parts {
  readonly texts: readonly (readonly [string, string])[];
  /** The only one. */
  readonly file: { readonly field: string; readonly content: File } | null;
  /** Nothing follows the file. True without a file. */
  readonly isFileLast: boolean;
}

/** Reads a multipart body that was received as a whole. At most one file. */
export async function readMultipartForm(
  bytes: Uint8Array,
  contentType: string,
): Promise<Result<Parts, 'malformed'>> {
  if (!isBounded(bytes, contentType)) return err('malformed');
  let form: FormData;
  try {
    form = await new Response(Uint8Array.from(bytes), {
      headers: { 'content-type': contentType },
    }).formData();
  } catch {
    return err('malformed');
  }
  const parts = [...form];
  const files = parts.filter((part): part is [string, File] => typeof part[1] !== 'string');
  const texts = parts.filter((part): part is [string, string] => typeof part[1] === 'string');
  if (parts.length > maxParts || files.length > 1) return err('malformed');
  const [found] = files;
  return ok({
    texts,
    file: found ? { field: found[0], content: found[1] } : null,
    isFileLast: !found || parts.at(-1) === found,
  });
}
