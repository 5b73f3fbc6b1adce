'use client';
/**
 * The calls of the console, in this browser. `api.get('/system/post/page', { query })` resolves with the
 * answer's data and rejects with an `ApiError`, after people were told (unless `quiet`). Start at `create-api.ts`.
 */
import { nearestLocale } from '../../../lib/i18n/translate.ts';
import { systemClock } from '../../../lib/kernel/clock.ts';
import { browserNotifier } from '../ui/toasts/browser-notifier.ts';
import { Bearer, type Token, type TokenAnswer, tokenOf } from './bearer.ts';
import { bootData } from './boot-data.tsx';
import { createApi, isEndOfSession } from './create-api.ts';
import { createDownload } from './download.ts';
import { saveFile } from './save-file.ts';

export { ApiError, fieldErrors } from './api-error.ts';
export type { CallOptions } from './create-api.ts';
export type { Query } from './query-text.ts';

/** The language of the document, which the settings keep. */
export const pageLocale = () => nearestLocale(document.documentElement.lang);

/** Set by the session of this page, which alone knows what an ended one means. */
export const sessionEnd: { announce: () => void } = { announce: () => undefined };

/** Renewed with the cookie of the session alone. */
async function fetchToken(): Promise<Token> {
  try {
    const options = { quiet: true, withoutToken: true, allowDuplicate: true };
    return tokenOf(await api.post<TokenAnswer>('/token/renew', undefined, options));
  } catch (error) {
    // Before one was held, nobody was signed in yet.
    if (bearer.isHeld && isEndOfSession(error)) sessionEnd.announce();
    throw error;
  }
}

export const bearer = new Bearer(systemClock, fetchToken);

export const api = createApi({
  base: () => bootData().apiBase,
  origin: () => location.origin,
  fetch: (input, init) => fetch(input, init),
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
