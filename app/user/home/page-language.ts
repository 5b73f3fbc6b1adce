export type PageLanguage = 'zh-CN' | 'en-US';

/** The first supported language of the browser; Chinese if there is none. */
export function pageLanguage(acceptLanguage: string | null): PageLanguage {
  const first = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((part) => part === 'zh' || part === 'en');
  return first === 'en' ? 'en-US' : 'zh-CN';
}
