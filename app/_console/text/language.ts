import type { Locale } from '../../../lib/i18n/translate.ts';

/** Until the setting is read, and on the server. */
export const defaultLanguage: Locale = 'zh-CN';

/** Current language of texts. `settings/` stores it and sets it here, so that texts do not depend on settings. */
class Language {
  #current = defaultLanguage;
  readonly #listeners = new Set<() => void>();

  readonly get = (): Locale => this.#current;

  set(next: Locale): void {
    if (next === this.#current) return;
    this.#current = next;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const language = new Language();
