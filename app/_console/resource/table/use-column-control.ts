'use client';
import { useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { useTexts } from '../../text/use-texts.ts';
import type { ColumnControl } from '../context/resource-page-context.ts';
import { defaultLayout, mergeLayout, parseLayout } from '../data/columns.ts';
import { usePreference } from '../data/preferences.ts';

/** The user's column layout of a list. */
export function useColumnControl(definition: ResourceDef): ColumnControl {
  const { value, set } = usePreference(`table.${definition.key}`);
  const { locale } = useTexts();
  return useMemo(() => {
    const defaults = defaultLayout(definition, locale);
    const stored = parseLayout((value as { columns?: unknown } | null)?.columns);
    return {
      defaults,
      layout: stored.length > 0 ? mergeLayout(stored, defaults) : defaults,
      isDefault: stored.length === 0,
      set: (columns) => set({ columns }),
      reset: () => set(null),
    };
  }, [definition, locale, value, set]);
}
