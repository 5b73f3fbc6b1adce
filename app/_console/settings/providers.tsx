'use client';
/** Providers around every page: theme and notifications. */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { Brand } from '../../../lib/contracts/brand.ts';
import { languageCookie } from '../../../lib/i18n/requested-locale.ts';
import { type ServerLanguage, ServerLanguageContext } from '../text/use-locale.ts';
import { ServerBrandContext, useBrand } from '../ui/brand/use-brand.ts';
import { useCompositionKeys } from '../ui/composition.ts';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { accentOf } from './accent-of.ts';
import { settingsStore, useSettings } from './settings-store.ts';
import { consoleTheme, consoleVariables } from './theme.ts';

/** Connects Mantine's colour scheme to the settings store. */
function schemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  return {
    get: (fallback) => (typeof window === 'undefined' ? fallback : settingsStore.get().colorScheme),
    set: (colorScheme) => {
      if (settingsStore.get().colorScheme !== colorScheme) settingsStore.change({ colorScheme });
    },
    subscribe: (onUpdate) => {
      stop = settingsStore.subscribe(() => onUpdate(settingsStore.get().colorScheme));
    },
    unsubscribe: () => stop(),
    clear: () => {},
  };
}

/** Seconds. */
const languageCookieAge = 31_536_000;

function showLanguage(locale: string): void {
  const { documentElement } = document;
  if (documentElement.lang === locale) return;
  documentElement.lang = locale;
  // The server renders the next page in it.
  // biome-ignore lint/suspicious/noDocumentCookie: `cookieStore` is missing in http pages
  document.cookie = `${languageCookie}=${locale}; Path=/; Max-Age=${languageCookieAge}; SameSite=Lax`;
}

export function Providers({
  nonce,
  language,
  brand,
  children,
}: {
  readonly nonce?: string;
  readonly language: ServerLanguage;
  /** As the server rendered the page. */
  readonly brand: Brand;
  readonly children: ReactNode;
}) {
  return (
    <ServerLanguageContext value={language}>
      <ServerBrandContext value={brand}>
        <Themed {...(nonce ? { nonce } : {})}>{children}</Themed>
      </ServerBrandContext>
    </ServerLanguageContext>
  );
}

function Themed({ nonce, children }: { readonly nonce?: string; readonly children: ReactNode }) {
  // For style elements added by Mantine's dependencies, such as the scroll lock.
  if (nonce && typeof window !== 'undefined') setNonce(nonce);
  const { color: chosen, weak, appLanguage } = useSettings();
  const color = accentOf(chosen, useBrand());
  const theme = useMemo(() => consoleTheme(color, weak), [color, weak]);
  const variables = useMemo(() => consoleVariables(color, weak), [color, weak]);
  const [manager] = useState(schemeManager);
  useCompositionKeys();
  // Before any effect sends a request, whose response depends on the document's language.
  useLayoutEffect(() => {
    showLanguage(appLanguage);
    document.documentElement.toggleAttribute('data-weak', weak);
  }, [appLanguage, weak]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <Toasts />
      {children}
    </MantineProvider>
  );
}
