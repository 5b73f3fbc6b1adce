import type { IncomingMessage, ServerResponse } from 'node:http';
import { pickLanguage } from '../frame/frame-html.ts';

const texts = {
  'zh-CN': '页面不存在。',
  'en-US': 'Page not found.',
} as const;

const pageIn = (language: keyof typeof texts) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>Oriel</title></head><body><main><h1>404</h1><p>${texts[language]}</p><p><a href="/">Oriel</a></p></main></body></html>\n`;

const pages = { 'zh-CN': pageIn('zh-CN'), 'en-US': pageIn('en-US') } as const;

/** A fixed text, so that requests for nonexistent paths are cheap. */
export function answerNotFound(request: IncomingMessage, response: ServerResponse): void {
  const page = pages[pickLanguage(request.headers['accept-language'] ?? null)];
  response.writeHead(404, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'cache-control': 'no-store',
    vary: 'accept-language',
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}
