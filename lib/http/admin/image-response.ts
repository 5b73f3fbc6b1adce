import type { FileResponse } from './admin-route.ts';

/** An image under an immutable address: a changed image gets a new address. */
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
