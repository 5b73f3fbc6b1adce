/**
 * Translation of texts that come with the product. Rows contain them in Chinese; as long as a row is unchanged, English
 * readers see the English text. Texts written by users are shown as written.
 */
import type { Locale, LocalText } from './translate.ts';

export interface ShippedTexts {
  /** Translates a text or a list of texts for this reader; all other values are returned unchanged. */
  shown<T>(locale: Locale | undefined, stored: T): T;
  /** The stored texts whose English translation contains this text, ignoring case. */
  storedLike(text: string): readonly string[];
  /** The same for an exact match of the whole text. */
  storedAs(text: string): readonly string[];
}

/** `others`: English of a stored text that is composed of several, or undefined. */
export function shippedTexts(
  texts: Iterable<LocalText>,
  others: (stored: string) => string | undefined = () => undefined,
): ShippedTexts {
  const english = new Map([...texts].map((text) => [text['zh-CN'], text['en-US']]));
  const storedWhere = (fits: (english: string) => boolean) =>
    [...english].flatMap(([stored, text]) => (fits(text) ? [stored] : []));

  function inEnglish(stored: unknown): unknown {
    if (Array.isArray(stored)) return stored.map(inEnglish);
    return typeof stored === 'string' ? (english.get(stored) ?? others(stored) ?? stored) : stored;
  }

  return {
    shown: <T>(locale: Locale | undefined, stored: T) =>
      locale === 'en-US' ? (inEnglish(stored) as T) : stored,
    storedLike: (text) => storedWhere((each) => each.toLowerCase().includes(text.toLowerCase())),
    storedAs: (text) => storedWhere((each) => each === text),
  };
}
