import { headers } from 'next/headers';
import { sessionGate } from '../lib/http/current-session.ts';
import { requestedLocale } from '../lib/i18n/requested-locale.ts';
import { locales } from '../lib/i18n/translate.ts';
import type { ServerLanguage } from './_console/text/use-locale.ts';

/** Language of the page that is being rendered, and the languages that visitors may select. */
export async function visitorLanguage(): Promise<ServerLanguage> {
  const requestHeaders = await headers();
  const offered = (await sessionGate()?.offeredLocales()) ?? locales;
  const locale = requestedLocale(
    { cookie: requestHeaders.get('cookie'), acceptLanguage: requestHeaders.get('accept-language') },
    offered,
  );
  return { locale, offered };
}
