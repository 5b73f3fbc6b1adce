/**
 * Texts that came with the product. Rows hold them in Chinese; while one still does, whoever reads English is shown
 * the English one. What people wrote is shown as they wrote it.
 */
import type { Locale, LocalText } from './translate.ts';

export interface ShippedTexts {
  /** A text or a list of them, for this reader; anything else, and what did not come with the product, as it is. */
  shown<T>(locale: Locale | undefined, stored: T): T;
  /** What rows hold where readers of English see a text that has this in it, whatever the case of its letters. */
  storedLike(text: string): readonly string[];
  /** The same for the whole of what they see. */
  storedAs(text: string): readonly string[];
}

/** `others`: the English of a stored text that is made of several, or undefined. */
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
