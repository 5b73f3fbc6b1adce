import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestedLocale } from '../../i18n/requested-locale.ts';
import { type Locale, locales } from '../../i18n/translate.ts';

const texts = {
  'zh-CN': { title: '页面不存在', hint: '请检查地址是否有误。', home: '返回首页' },
  'en-US': { title: 'Page not found', hint: 'Check the address for errors.', home: 'Go to home page' },
} as const satisfies Record<Locale, object>;

/** As attributes: the policy of pages allows no style element without a nonce. System colours follow the scheme. */
const styles = {
  html: 'color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.6',
  main: 'min-height:90vh;display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center',
  code: 'margin:0;font-size:88px;font-weight:700;line-height:1;opacity:.3',
  title: 'margin:16px 0 0;font-size:22px',
  hint: 'margin:8px 0 24px',
  home: 'padding:8px 20px;border:1px solid;border-radius:6px;color:inherit;text-decoration:none',
} as const;

function pageIn(locale: Locale): string {
  const { title, hint, home } = texts[locale];
  return `<!doctype html><html lang="${locale}" style="${styles.html}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.ico"><title>${title} · Oriel</title></head><body><main style="${styles.main}"><p style="${styles.code}" aria-hidden="true">404</p><h1 style="${styles.title}">${title}</h1><p style="${styles.hint}">${hint}</p><a href="/" style="${styles.home}">${home}</a></main></body></html>\n`;
}

const pages = new Map(locales.map((locale) => [locale, pageIn(locale)]));

/** A fixed text, so that requests for nonexistent paths are cheap. */
export function answerNotFound(request: IncomingMessage, response: ServerResponse): void {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const page = pages.get(requestedLocale({ cookie, acceptLanguage })) ?? '';
  response.writeHead(404, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'cache-control': 'no-store',
    vary: 'accept-language, cookie',
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}
