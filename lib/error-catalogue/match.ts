import { errorCatalogue } from './catalogue.ts';
import type { ErrorEntry } from './entry.ts';
import { fallbackEntry } from './fallback.ts';

export interface ErrorMatch {
  readonly by: 'exact' | 'family' | 'fallback';
  readonly entry: ErrorEntry;
}

const byCode = new Map(errorCatalogue.map((entry) => [entry.code, entry]));

/** Families whose codes may be shortened to their last four digits (specification, section 8). */
const mediaFamilies = /^(?:395|396|397|399|391|361)\d{3}$/;
const byMediaSuffix = mediaSuffixes();

/**
 * Finds the entry of a code: an exact match first; then the full code of a short form, only if it is unambiguous,
 * because endings collide across families; otherwise the specified fallback.
 */
export function matchError(code: string, stage: 'address' | 'stream'): ErrorMatch {
  const exact = byCode.get(code);
  if (exact) return { by: 'exact', entry: exact };
  const relative = byMediaSuffix.get(code) ?? byTwin(code);
  if (relative) return { by: 'family', entry: { ...relative, code } };
  return { by: 'fallback', entry: fallbackEntry(code, stage) };
}

/** Account, device, verification and PTZ codes have a five- and a six-digit form: 10002 and 110002. */
function byTwin(code: string): ErrorEntry | undefined {
  if (/^[1236]0\d{3}$/.test(code)) return byCode.get(`1${code}`);
  if (/^1[1236]0\d{3}$/.test(code)) return byCode.get(code.slice(1));
  return undefined;
}

/** 5404 is 395404. 1001 could be 361001 or 391001, so it matches neither. */
function mediaSuffixes(): ReadonlyMap<string, ErrorEntry> {
  const found = new Map<string, ErrorEntry | null>();
  for (const entry of errorCatalogue.filter(({ code }) => mediaFamilies.test(code))) {
    const suffix = entry.code.slice(-4);
    found.set(suffix, found.has(suffix) ? null : entry);
  }
  return new Map([...found].filter((pair): pair is [string, ErrorEntry] => pair[1] !== null));
}
