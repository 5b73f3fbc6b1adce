import type { Page } from 'playwright-core';

const han = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/;
/** Chinese names in forms that edit both languages. */
const both = ['menuName', 'dictLabel'];

/** Texts on the page that contain Chinese, without those in `typed`. */
export async function chineseTexts(page: Page, typed: readonly string[]): Promise<readonly string[]> {
  const found = await page.evaluate((chinese) => {
    const texts: [where: string, text: string][] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-title'])
          texts.push([name, node.getAttribute(name) ?? '']);
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
          texts.push([node.closest('[data-field]')?.getAttribute('data-field') ?? 'input', node.value]);
      } else if (!node.parentElement?.closest('script, style')) {
        texts.push([node.parentElement?.tagName ?? '', node.textContent?.trim() ?? '']);
      }
    }
    // Text in CSS `content`. Only if a style sheet has Chinese: reading the style of every element of a long list takes
    // seconds.
    const rulesOf = (rules: CSSRuleList): readonly CSSStyleRule[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSStyleRule) return [rule];
        return rule instanceof CSSGroupingRule ? rulesOf(rule.cssRules) : [];
      });
    for (const { selectorText, style } of [...document.styleSheets].flatMap((sheet) =>
      rulesOf(sheet.cssRules),
    ))
      if (new RegExp(chinese).test(style.content))
        for (const part of ['::before', '::after'])
          for (const element of document.querySelectorAll(selectorText.replaceAll(part, '')))
            texts.push([part, getComputedStyle(element, part).content]);
    return [...texts, ['title of the page', document.title] as const];
  }, han.source);
  return found.flatMap(([where, text]) => {
    const rest = typed.reduce((left, word) => left.replaceAll(word, ''), text);
    return han.test(rest) && !both.includes(where) ? [`${where}: ${text}`] : [];
  });
}
