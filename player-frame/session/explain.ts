import { matchError } from '../../lib/error-catalogue/match.ts';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import type { PlayerFailure } from '../../lib/protocol/index.ts';
import type { Trouble } from '../state/player-state.ts';

/** Everything with words in it is here and behind it, so that the first picture does not wait for words. */
export interface Explanation {
  readonly code: string;
  readonly cause: string;
  readonly advice: string;
  readonly retryHelps: boolean;
}

/** The catalogue's words; for a code it does not know the server's; else the specified sentence. */
export function explain(trouble: Trouble, language: string): Explanation {
  const locale = nearestLocale(language);
  const { by, entry } = matchError(trouble.code, trouble.stage);
  return {
    code: trouble.code,
    cause: (by === 'fallback' && trouble.message) || entry.cause[locale],
    advice: entry.advice[locale],
    retryHelps: entry.retryHelps === 'yes',
  };
}

/** The same, as the host page gets it. */
export function explainFailure(trouble: Trouble, language: string): PlayerFailure {
  const { code, cause, advice, retryHelps } = explain(trouble, language);
  return {
    code,
    message: cause,
    source: matchError(code, trouble.stage).entry.source,
    retryable: retryHelps,
    detail: { solution: advice },
  };
}
