import { themeLimits } from './theme-limits.ts';

export interface ImageSources {
  /** The origin of this server: an address below it is kept as its path. */
  readonly selfOrigin?: string;
  /** Further origins pictures may come from, exact; the frame's policy lists the same. */
  readonly imageOrigins?: readonly string[];
}

/** On this server only what looks like a picture, so that showing a poster can call nothing. */
const ownImage = /^\/(?!\/)[A-Za-z0-9._~/-]+\.(?:png|jpe?g|webp|gif|avif)$/i;
const dataImage = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
/** No quote, bracket, backslash or space: it can stand in an attribute and in CSS. */
const plainUrl = /^https?:\/\/[A-Za-z0-9._~:/?#@!$&*+,;=%-]+$/;

/** The picture's address, '' for none, or null when it may not be shown. */
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
