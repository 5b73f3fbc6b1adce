import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import './page.css';
import { pageLanguage } from './page-language.ts';

export const metadata = { title: 'Oriel', robots: 'noindex' };

/** Reading the request makes every page dynamic, which the nonce of its policy needs. */
export default async function Layout({ children }: { children: ReactNode }) {
  const language = pageLanguage((await headers()).get('accept-language'));
  return (
    <html lang={language}>
      <body>{children}</body>
    </html>
  );
}
