import type { FrameBoot, FrameRefusal } from '../../contracts/frame-boot.ts';
import { namedTemplates } from '../../contracts/theme/template.ts';
import type { Locale } from '../../i18n/translate.ts';

/** Texts shown before scripts run. */
const texts = {
  'zh-CN': {
    title: '播放器',
    loading: '正在加载…',
    noScript: '播放需要启用 JavaScript。',
    unknownTemplate: '没有这个播放器模板。可用的有：',
  },
  'en-US': {
    title: 'Player',
    loading: 'Loading…',
    noScript: 'Playback requires JavaScript.',
    unknownTemplate: 'Unknown player template. Available templates: ',
  },
} as const;

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON for a script element: escaped so that it cannot end the element or open a comment. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const head = (language: Locale) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${texts[language].title}</title>`;

/** The frame: one style sheet, one module script, the boot document, and a text until they have loaded. */
export function frameHtml(
  boot: FrameBoot,
  scripts: { readonly boot: string; readonly preload: readonly string[] },
  language: Locale,
): string {
  const words = texts[language];
  const first =
    boot.problem === undefined ? words.loading : `${words.unknownTemplate}${namedTemplates.join(', ')}`;
  return [
    head(language),
    `<link rel="stylesheet" href="${escapeText(boot.assets.styles)}">`,
    `<script type="application/json" id="oriel-boot">${jsonForScript(boot)}</script>`,
    `<script type="module" src="${escapeText(scripts.boot)}"></script>`,
    ...scripts.preload.map((path) => `<link rel="modulepreload" href="${escapeText(path)}">`),
    '</head><body>',
    `<div id="oriel-root"><p class="oriel-loading" role="status">${first}</p></div>`,
    `<noscript>${words.noScript}</noscript>`,
    '</body></html>\n',
  ].join('');
}

/** The page in place of a player that may not be shown: a sentence, and the script that reports it to the host page. */
export function refusalHtml(
  refusal: FrameRefusal,
  assets: { readonly script?: string | undefined; readonly styles?: string | undefined },
): string {
  const { code, language, texts: both } = refusal;
  const { message, advice } = both[language];
  return [
    head(language),
    assets.styles ? `<link rel="stylesheet" href="${escapeText(assets.styles)}">` : '',
    `<script type="application/json" id="oriel-refusal">${jsonForScript(refusal)}</script>`,
    assets.script ? `<script type="module" src="${escapeText(assets.script)}"></script>` : '',
    '</head><body><main role="alert">',
    `<p id="message">${escapeText(message)}</p><p id="advice" class="advice">${escapeText(advice)}</p>`,
    `<p class="code">${escapeText(code)}</p>`,
    '</main></body></html>\n',
  ].join('');
}
