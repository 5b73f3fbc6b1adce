import type { FileResponse } from './admin-route.ts';

/**
 * A stored file under an immutable address: a changed file gets a new address. Images and videos are shown, all others
 * are saved.
 */
export function storedResponse(
  { contentType, bytes }: { readonly contentType: string; readonly bytes: Uint8Array },
  fileName: string,
  responseHeaders: Headers,
): FileResponse {
  responseHeaders.set('Cache-Control', 'private, max-age=31536000, immutable');
  const shown = isShown(contentType) ? { isShown: true as const } : {};
  return { fileName, contentType, ...shown, body: bytes };
}

export const isShown = (contentType: string): boolean => /^(?:image|video)\//.test(contentType);
