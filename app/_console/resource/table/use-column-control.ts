'use client';
import { useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { useTexts } from '../../text/use-texts.ts';
import type { ColumnControl } from '../context/resource-page-context.ts';
import { defaultLayout, layoutOf, parseColumns, storedColumns } from '../data/columns.ts';
import { usePreference } from '../data/preferences.ts';

/** The user's columns of a list, and whether all filters of its search are shown. */
export function useColumnControl(definition: ResourceDef): ColumnControl {
  const { value, set } = usePreference(`table.${definition.key}`);
  const { locale } = useTexts();
  return useMemo(() => {
    const defaults = defaultLayout(definition, locale);
    const stored = parseColumns(value);
    const isSearchOpen = (value as { isSearchOpen?: unknown } | null)?.isSearchOpen === true;
    const search = isSearchOpen ? { isSearchOpen } : {};
    return {
      defaults,
      layout: layoutOf(stored, defaults, locale),
      stored,
      set: (layout) => set({ ...storedColumns(layout, defaults, locale, stored), ...search }),
      restore: (columns) => set({ ...parseColumns(columns), ...search }),
      reset: () => set(isSearchOpen ? search : null),
      isSearchOpen,
      openSearch: (isOpen) => set(isOpen ? { ...stored, isSearchOpen: true } : stored),
    };
  }, [definition, locale, value, set]);
}
