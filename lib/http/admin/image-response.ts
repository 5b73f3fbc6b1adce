import type { FileResponse } from './admin-route.ts';

/** A picture by an address that is its own for ever: another picture has another one. */
export function imageResponse(
  { contentType, bytes }: { readonly contentType: string; readonly bytes: Uint8Array },
  fileName: string,
  responseHeaders: Headers,
): FileResponse {
  responseHeaders.set('Cache-Control', 'private, max-age=31536000, immutable');
  return { fileName, contentType, isShown: true, body: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
