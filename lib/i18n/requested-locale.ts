/** The language of pages before the account is known: chosen in this browser, or the browser's own. */
import { type Locale, locales } from './translate.ts';

/** Cookie with the language chosen in this browser, so that the server renders it. */
export const languageCookie = 'app_language';

export interface LanguageHeaders {
  readonly cookie: string | null | undefined;
  readonly acceptLanguage: string | null | undefined;
}

export function requestedLocale(headers: LanguageHeaders, available: readonly Locale[] = locales): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
  const wanted = locales.find((locale) => locale === chosen) ?? preferredLocale(headers.acceptLanguage);
  return available.includes(wanted) ? wanted : 'zh-CN';
}

/** The first available language of an `Accept-Language` header; Chinese if it has none of them. */
export function preferredLocale(acceptLanguage: string | null | undefined): Locale {
  const first = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((part) => part === 'zh' || part === 'en');
  return first === 'en' ? 'en-US' : 'zh-CN';
}

/** Parses the setting `site.locales`: `["zh-CN","en-US"]` or `zh-CN,en-US`. Chinese is always included. */
export function availableLocales(setting: unknown): readonly Locale[] {
  const text = Array.isArray(setting) ? setting.join(',') : String(setting ?? '');
  return locales.filter((locale) => locale === 'zh-CN' || text.includes(locale));
}
