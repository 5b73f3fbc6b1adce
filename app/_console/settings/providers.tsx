'use client';
/** What every page stands in: the theme of this browser's person, and notices. */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { settingsStore, useSettings } from './settings-store.ts';
import { consoleTheme, consoleVariables } from './theme.ts';

/** Mantine's view of the one place where the scheme is kept. */
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

export function Providers({ nonce, children }: { readonly nonce?: string; readonly children: ReactNode }) {
  // For style sheets that parts of Mantine add by themselves, such as the one that stops the page from scrolling.
  if (nonce && typeof window !== 'undefined') setNonce(nonce);
  const { color, weak, appLanguage } = useSettings();
  const theme = useMemo(() => consoleTheme(color, weak), [color, weak]);
  const variables = useMemo(() => consoleVariables(color, weak), [color, weak]);
  const [manager] = useState(schemeManager);
  // Before any effect asks the server something: answers come in the language of the document.
  useLayoutEffect(() => {
    document.documentElement.lang = appLanguage;
    document.documentElement.toggleAttribute('data-weak', weak);
  }, [appLanguage, weak]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={manager}
      defaultColorScheme="light"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <Toasts />
      {children}
    </MantineProvider>
  );
}
