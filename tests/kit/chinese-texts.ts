import type { Page } from 'playwright-core';

const han = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/;
/** Chinese names in forms that edit both languages. */
const both = ['menuName', 'dictLabel'];

/** Texts on the page that contain Chinese, without those in `typed`. */
export async function chineseTexts(page: Page, typed: readonly string[]): Promise<readonly string[]> {
  const found = await page.evaluate((chinese) => {
    // Only what has Chinese leaves the page: to transfer all texts of a long list takes ten seconds.
    const hasChinese = new RegExp(chinese);
    const texts: [where: string, text: string][] = [];
    const note = (where: string, text: string) => {
      if (hasChinese.test(text)) texts.push([where, text]);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-title'])
          note(name, node.getAttribute(name) ?? '');
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
          note(node.closest('[data-field]')?.getAttribute('data-field') ?? 'input', node.value);
      } else if (!node.parentElement?.closest('script, style')) {
        note(node.parentElement?.tagName ?? '', node.textContent?.trim() ?? '');
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
      if (hasChinese.test(style.content))
        for (const part of ['::before', '::after'])
          for (const element of document.querySelectorAll(selectorText.replaceAll(part, '')))
            note(part, getComputedStyle(element, part).content);
    note('title of the page', document.title);
    return texts;
  }, han.source);
  return found.flatMap(([where, text]) => {
    const rest = typed.reduce((left, word) => left.replaceAll(word, ''), text);
    return han.test(rest) && !both.includes(where) ? [`${where}: ${text}`] : [];
  });
}
