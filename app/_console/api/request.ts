'use client';
/**
 * The calls of the console in the browser. `api.get('/system/post/page', { query })` resolves with the data of the
 * response and rejects with an `ApiError` after showing it (unless `quiet`). See `create-api.ts`.
 */
import { nearestLocale } from '../../../lib/i18n/translate.ts';
import { systemClock } from '../../../lib/kernel/clock.ts';
import { browserNotifier } from '../ui/toasts/browser-notifier.ts';
import { Bearer, type Token, type TokenAnswer, tokenOf } from './bearer.ts';
import { bootData } from './boot-data.tsx';
import { createApi, isEndOfSession } from './create-api.ts';
import { createDownload } from './download.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { saveFile } from './save-file.ts';

export { ApiError, fieldErrors } from './api-error.ts';
export type { CallOptions } from './create-api.ts';
export type { Query } from './query-text.ts';

/** Language of the document, set by the user's settings. */
export const pageLocale = () => nearestLocale(document.documentElement.lang);

/** Set by the session provider of the page. */
export const sessionEnd: { announce: () => void } = { announce: () => undefined };

/** Renewed with the session cookie only. */
async function fetchToken(): Promise<Token> {
  try {
    const options = { quiet: true, withoutToken: true, allowDuplicate: true };
    return tokenOf(await api.post<TokenAnswer>('/token/renew', undefined, options));
  } catch (error) {
    // Without a previous token, nobody was signed in.
    if (bearer.hasToken && isEndOfSession(error)) sessionEnd.announce();
    throw error;
  }
}

export const bearer = new Bearer(systemClock, fetchToken);

export const api = createApi({
  base: () => bootData().apiBase,
  origin: () => location.origin,
  fetch: (input, init) => fetch(input, init),
  fetchWithProgress,
  clock: systemClock,
  notifier: browserNotifier,
  locale: pageLocale,
  token: () => bearer.current(),
  expired: () => sessionEnd.announce(),
});

export const download = createDownload({
  api,
  notifier: browserNotifier,
  locale: pageLocale,
  save: saveFile,
});
