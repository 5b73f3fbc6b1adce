'use client';
import { useSyncExternalStore } from 'react';
import { language } from '../text/language.ts';
import { changed, defaultSettings, readSettings, type Settings, storedKeys } from './settings.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Local storage, if available. */
function browserStorage(): Store | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    // Blocked by the browser: settings last until the page is closed.
    return null;
  }
}

/** Settings of this browser, synchronized between its windows. */
export class SettingsStore {
  #settings: Settings;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly storage: Store | null) {
    this.#settings = this.#read();
  }

  readonly get = (): Settings => this.#settings;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) globalThis.addEventListener?.('storage', this.#follow);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) globalThis.removeEventListener?.('storage', this.#follow);
    };
  };

  change(change: Partial<Settings>): void {
    const before = this.#settings;
    this.#settings = changed(before, change);
    for (const key of Object.keys(storedKeys) as (keyof Settings)[]) {
      if (this.#settings[key] !== before[key]) this.#write(storedKeys[key], String(this.#settings[key]));
    }
    this.#notify();
  }

  readonly #follow = (event: StorageEvent): void => {
    if (event.key !== null && !Object.values(storedKeys).includes(event.key)) return;
    this.#settings = this.#read();
    this.#notify();
  };

  #read(): Settings {
    return readSettings((name) => this.storage?.getItem(name) ?? null);
  }

  #write(name: string, text: string): void {
    try {
      this.storage?.setItem(name, text);
    } catch {
      // Full or forbidden: the setting still applies to this page.
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const settingsStore = new SettingsStore(browserStorage());

const setLanguage = () => {
  if (language.isStored) language.set(settingsStore.get().appLanguage);
};
setLanguage();
settingsStore.subscribe(setLanguage);
language.subscribe(() => {
  if (!language.isStored) return;
  const appLanguage = language.get();
  if (settingsStore.get().appLanguage !== appLanguage) settingsStore.change({ appLanguage });
});

const onServer = () => defaultSettings;

export function useSettings(): Settings {
  return useSyncExternalStore(settingsStore.subscribe, settingsStore.get, onServer);
}
