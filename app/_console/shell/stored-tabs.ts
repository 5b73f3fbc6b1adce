import { type LocalText, locales } from '../../../lib/i18n/translate.ts';
import type { TabRecord } from './tabs.ts';

/** Open tabs of this window, restored after a reload. */
export interface StoredTabs {
  read(): readonly TabRecord[];
  write(tabs: readonly TabRecord[]): void;
}

const storageName = 'oriel_tabs';

function isTab(value: unknown): value is TabRecord {
  const tab = value as Partial<TabRecord> | null;
  return (
    typeof tab?.key === 'string' &&
    typeof tab.path === 'string' &&
    typeof tab.fullPath === 'string' &&
    tab.fullPath.startsWith(tab.path) &&
    typeof tab.meta?.title === 'string' &&
    isTitle(tab.customTitle)
  );
}

function isTitle(value: unknown): value is TabRecord['customTitle'] {
  if (value === null || typeof value === 'string') return true;
  return (
    typeof value === 'object' &&
    locales.every((locale) => typeof (value as Partial<LocalText>)[locale] === 'string')
  );
}

/** Tabs of `userId`; another user starts without tabs. */
export function storedTabs(storage: Pick<Storage, 'getItem' | 'setItem'>, userId: number): StoredTabs {
  return {
    read() {
      try {
        const found = JSON.parse(storage.getItem(storageName) ?? 'null') as {
          userId?: unknown;
          tabs?: unknown;
        };
        return found?.userId === userId && Array.isArray(found.tabs) ? found.tabs.filter(isTab) : [];
      } catch {
        // Invalid content is ignored.
        return [];
      }
    },
    write(tabs) {
      try {
        storage.setItem(storageName, JSON.stringify({ userId, tabs }));
      } catch {
        // Full or forbidden: the tabs are lost on reload.
      }
    },
  };
}
