'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from '../text/use-locale.ts';

/** Reloads menus, dictionaries and rows after a language change, because the server localizes them. */
export function useServerLanguage(reload: () => Promise<void>): void {
  const locale = useLocale();
  const queries = useQueryClient();
  const known = useRef(locale);
  useEffect(() => {
    if (known.current === locale) return;
    known.current = locale;
    void reload();
    void queries.invalidateQueries();
  }, [locale, queries, reload]);
}
