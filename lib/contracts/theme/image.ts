import { themeLimits } from './theme-limits.ts';

export interface ImageSources {
  /** The origin of this server: its addresses are stored as paths. */
  readonly selfOrigin?: string;
  /** Further allowed image origins, exact; the frame's CSP lists the same. */
  readonly imageOrigins?: readonly string[];
}

/** On this server only paths with an image extension, so that loading a poster cannot trigger a call. */
const ownImage = /^\/(?!\/)[A-Za-z0-9._~/-]+\.(?:png|jpe?g|webp|gif|avif)$/i;
const dataImage = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
/** No quote, bracket, backslash or space, so that it is safe in attributes and in CSS. */
const plainUrl = /^https?:\/\/[A-Za-z0-9._~:/?#@!$&*+,;=%-]+$/;

/** The image's address, '' for none, or null when it is not allowed. */
export function readImage(value: unknown, sources: ImageSources = {}): string | null {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string' || value.length > themeLimits.maxImageChars) return null;
  if (dataImage.test(value)) return value;
  if (value.length > themeLimits.maxImageUrlChars) return null;
  if (ownImage.test(value)) return value;
  if (!plainUrl.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === sources.selfOrigin) return ownImage.test(url.pathname) ? url.pathname : null;
  return sources.imageOrigins?.includes(url.origin) && plainUrl.test(url.href) ? url.href : null;
}
