import { themeLimits } from './theme-limits.ts';

/** UTF-8 bytes; stops counting above `max`. */
function bytesOf(text: string, max: number): number {
  if (text.length > max) return text.length;
  let bytes = 0;
  for (let index = 0; index < text.length && bytes <= max; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair counts two of the pair's four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/**
 * Null when the value is small and flat enough to be read. Stops at the first limit, so its time is bounded for any
 * value: cycles exceed the depth, shared parts are counted each time.
 */
export function sizeFault(value: unknown): 'tooLarge' | 'tooDeep' | null {
  let left: number = themeLimits.maxBytes;
  let isTooDeep = false;

  function spend(bytes: number): boolean {
    left -= bytes;
    return left >= 0;
  }

  /** Returns false to stop. */
  function visit(part: unknown, depth: number): boolean {
    if (typeof part === 'string') return spend(bytesOf(part, left));
    if (!spend(1)) return false;
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return true;
    if (depth > themeLimits.maxDepth) {
      isTooDeep = true;
      return false;
    }
    if (Array.isArray(part)) {
      for (let index = 0; index < part.length; index += 1) {
        if (!visit(part[index], depth + 1)) return false;
      }
      return true;
    }
    for (const key of Object.keys(part)) {
      if (!spend(bytesOf(key, left)) || !visit((part as Record<string, unknown>)[key], depth + 1)) {
        return false;
      }
    }
    return true;
  }

  if (visit(value, 1)) return null;
  return isTooDeep ? 'tooDeep' : 'tooLarge';
}

/** True when the theme fits the limit in its stored form. */
export function fitsAsJson(theme: object): boolean {
  return bytesOf(JSON.stringify(theme), themeLimits.maxBytes) <= themeLimits.maxBytes;
}
