import './_console/settings/base.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { ColorSchemeScript } from '@mantine/core';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { sessionGate } from '../lib/http/current-session.ts';
import { BootData } from './_console/api/boot-data.tsx';
import { Providers } from './_console/settings/providers.tsx';
import { storedKeys } from './_console/settings/settings.ts';
import { visitorBrand } from './visitor-brand.ts';
import { visitorLanguage } from './visitor-language.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await visitorBrand()).name || 'Oriel', robots: 'noindex' };
}

/** Nonce of the CSP, which our server also sets on the request. */
function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([A-Za-z0-9+/=_-]+)'/.exec(policy ?? '')?.[1];
}

/** Reading the request makes every page dynamic, as the nonce requires. */
export default async function Layout({ children }: { children: ReactNode }) {
  const nonce = nonceOf((await headers()).get('content-security-policy'));
  const language = await visitorLanguage();
  return (
    <html lang={language.locale} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <BootData boot={{ apiBase: sessionGate()?.apiBase ?? '/api/admin' }} />
        <ColorSchemeScript
          nonce={nonce}
          localStorageKey={storedKeys.colorScheme}
          defaultColorScheme="auto"
          suppressHydrationWarning
        />
      </head>
      <body>
        <Providers language={language} brand={await visitorBrand()} {...(nonce ? { nonce } : {})}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
