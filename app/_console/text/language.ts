import { type Locale, nearestLocale } from '../../../lib/i18n/translate.ts';

/** Language of the document, as the server rendered it: a choice made in this browser, or the browser's language. */
export const documentLanguage: Locale = nearestLocale(
  typeof document === 'undefined' ? '' : document.documentElement.lang,
);

/** Current language of texts. `settings/` stores it and sets it here, so that texts do not depend on settings. */
class Language {
  #current = documentLanguage;
  #chosen: Locale | null = null;
  #isStored = true;
  readonly #listeners = new Set<() => void>();

  readonly get = (): Locale => this.#current;

  set(next: Locale): void {
    if (next === this.#current) return;
    this.#current = next;
    for (const listener of this.#listeners) listener();
  }

  /** For this document: nothing is stored. */
  showInDocument(next: Locale): void {
    this.#isStored = false;
    this.set(next);
  }

  /** Whether the current language is that of the browser. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** By the user, on a page that does not know the account. */
  choose(next: Locale): void {
    this.#chosen = next;
    this.set(next);
  }

  /** Returns and forgets what was chosen; null if nothing. */
  takeChosen(): Locale | null {
    const chosen = this.#chosen;
    this.#chosen = null;
    return chosen;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const language = new Language();
