import { type LocalText, locales, translate } from '../i18n/translate.ts';
import { type ErrorEntry, errorCatalogue } from './catalogue.ts';

export interface ErrorMatch {
  readonly by: 'exact' | 'family' | 'fallback';
  readonly entry: ErrorEntry;
}

const byCode = new Map(errorCatalogue.map((entry) => [entry.code, entry]));

/** Codes of these families mean the same when their last four digits agree (specification, section 5). */
const mediaFamilies = new Set(['395', '396', '397', '399', '391', '361']);
const byMediaSuffix = new Map(
  errorCatalogue
    .filter(({ code }) => mediaFamilies.has(code.slice(0, 3)))
    .map((entry) => [entry.code.slice(-4), entry]),
);

/**
 * Exact first; then by the last four digits, but only within families that share meanings, because across
 * all codes a suffix matches strangers; else what the specification says when nothing is known.
 */
export function matchError(code: string, stage: 'address' | 'stream'): ErrorMatch {
  const exact = byCode.get(code);
  if (exact) return { by: 'exact', entry: exact };
  const relative = matchFamily(code);
  if (relative) return { by: 'family', entry: { ...relative, code } };
  return { by: 'fallback', entry: fallback(code, stage) };
}

function matchFamily(code: string): ErrorEntry | undefined {
  // The account, device and steering families have a five-digit and a six-digit form: 10002 and 110002.
  if (/^[126]\d{4}$/.test(code)) return byCode.get(`1${code}`);
  if (/^1[126]\d{4}$/.test(code)) return byCode.get(code.slice(1));
  const isMedia = /^\d{4}$/.test(code) || mediaFamilies.has(code.slice(0, 3));
  return isMedia ? byMediaSuffix.get(code.slice(-4)) : undefined;
}

function fallback(code: string, stage: 'address' | 'stream'): ErrorEntry {
  const cause = stage === 'address' ? 'player.addressFailed' : 'player.playbackFailed';
  return {
    code,
    source: 'service',
    retryHelps: 'yes',
    cause: inEachLanguage((locale) => translate(locale, cause)),
    advice: {
      'zh-CN': '请稍后重试；若反复出现，请记下错误码并联系管理员',
      'en-US': 'Try again later; if it happens often, note the code and tell an administrator',
    },
  };
}

function inEachLanguage(text: (locale: (typeof locales)[number]) => string): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, text(locale)])) as LocalText;
}
