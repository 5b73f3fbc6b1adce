import { texts as allTexts } from './texts.js';

/** Common parts of the sample pages: language and theme (both stored), and links to the other pages. */

const storageKey = 'oriel-sample';
const element = (id) => document.getElementById(id);

function recall() {
  try {
    return JSON.parse(localStorage.getItem(storageKey)) ?? {};
  } catch {
    return {}; // Storage may be blocked, or contain data of another version.
  }
}

const chosen = { language: navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US', ...recall() };

function remember(change) {
  Object.assign(chosen, change);
  try {
    localStorage.setItem(storageKey, JSON.stringify(chosen));
  } catch {
    // The choice applies until the page is closed.
  }
}

export const language = () => (chosen.language in allTexts ? chosen.language : 'en-US');
export const texts = () => allTexts[language()];

/** Sets texts (`data-text`) and accessible names (`data-label`) below `root`. */
function translate(root) {
  for (const node of root.querySelectorAll('[data-text]')) node.textContent = texts()[node.dataset.text];
  for (const node of root.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', texts()[node.dataset.label]);
}

function showTheme() {
  if (chosen.theme) document.documentElement.dataset.theme = chosen.theme;
}

/** `onLanguage` is called after the language has changed. */
export function startShell(onLanguage = () => {}) {
  const showStatus = () => {
    document.documentElement.lang = language();
    document.title = texts()[document.body.dataset.title];
    translate(document);
    element('page-language').textContent = texts().otherLanguage;
  };
  for (const link of document.querySelectorAll('nav a'))
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
  element('page-language').addEventListener('click', () => {
    remember({ language: language() === 'zh-CN' ? 'en-US' : 'zh-CN' });
    showStatus();
    onLanguage();
  });
  element('page-theme').addEventListener('click', () => {
    const { colorScheme } = getComputedStyle(document.documentElement);
    const isDark =
      colorScheme === 'dark' ||
      (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    remember({ theme: isDark ? 'light' : 'dark' });
    showTheme();
  });
  showTheme();
  showStatus();
}

/** A button that copies the text of an element to the clipboard. */
export function makeCopyButton(button, source) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = texts().copied;
    setTimeout(() => {
      button.textContent = texts().copy;
    }, 1500);
  });
}
