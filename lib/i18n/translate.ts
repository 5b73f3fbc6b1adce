import { enUs } from './en-us.ts';
import { type MessageKey, zhCn } from './zh-cn.ts';

export type { MessageKey } from './zh-cn.ts';

/** BCP 47 tags of the available languages. Chinese is the default. */
export const locales = ['zh-CN', 'en-US'] as const;
export type Locale = (typeof locales)[number];

/** The name of each language in that language. */
export const localeNames: Readonly<Record<Locale, string>> = { 'zh-CN': '简体中文', 'en-US': 'English' };

/** A text in each language. */
export type LocalText = Readonly<Record<Locale, string>>;

const tables: Readonly<Record<Locale, Readonly<Record<MessageKey, string>>>> = {
  'zh-CN': zhCn,
  'en-US': enUs,
};

/** Replaces `{name}` by `params.name`; a name without a value is kept as written, so that it is noticed. */
export function translate(
  locale: Locale,
  key: MessageKey,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return tables[locale][key].replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : written,
  );
}

export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(zhCn, text);
}

/** The closest available language: `en-GB` gives English, an unknown one Chinese. */
export function nearestLocale(wanted: string): Locale {
  return /^en\b/i.test(wanted) ? 'en-US' : 'zh-CN';
}
