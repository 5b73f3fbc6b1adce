import type { ErrorAction, ErrorEntry } from '../../lib/error-catalogue/entry.ts';
import { fallbackEntry } from '../../lib/error-catalogue/fallback.ts';
import type { matchError } from '../../lib/error-catalogue/match.ts';
import { ownEntry } from '../../lib/error-catalogue/own.ts';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import type { PlayerFailure } from '../../lib/protocol/index.ts';
import type { PlaybackFailure } from '../state/player-state.ts';

/** Error texts and their dependencies are loaded separately, so that they do not delay the first frame. */
export interface Explanation {
  readonly code: string;
  readonly cause: string;
  readonly advice: string;
  readonly isRetryable: boolean;
  /** Action offered with the text. */
  readonly action: ErrorAction;
}

/** Codes of camera platforms: large, rarely needed, and loaded with the first such code. */
let matchAny: typeof matchError | null = null;
let fetching: Promise<void> | null = null;

/**
 * Null if `explain` already has the best text for this code; otherwise resolves when it should be called again. Never
 * rejects: a failed load is retried with the next code.
 */
export function loadExplanations(code: string): Promise<void> | null {
  if (matchAny || ownEntry(code)) return null;
  fetching ??= import('../../lib/error-catalogue/match.ts').then(
    (catalogue) => {
      matchAny = catalogue.matchError;
    },
    () => {
      fetching = null;
    },
  );
  return fetching;
}

/**
 * Why an address failed is what the server says (specification, section 7). Otherwise the text of the catalogue; for
 * unknown codes the server's message; otherwise the specified sentence.
 */
export function explain(playbackFailure: PlaybackFailure, language: string): Explanation {
  const { entry, isKnown } = find(playbackFailure);
  const locale = nearestLocale(language);
  const { code, stage, message } = playbackFailure;
  return {
    code,
    cause: ((stage === 'address' || !isKnown) && message) || entry.cause[locale],
    advice: entry.advice[locale],
    isRetryable: entry.isRetryable === 'yes',
    action: entry.action,
  };
}

/** The same for the host page: waits for the complete text. */
export async function explainFailure(
  playbackFailure: PlaybackFailure,
  language: string,
): Promise<PlayerFailure> {
  await loadExplanations(playbackFailure.code);
  const { code, cause, advice, isRetryable } = explain(playbackFailure, language);
  const said = playbackFailure.message;
  return {
    code,
    message: cause,
    source: find(playbackFailure).entry.source,
    retryable: isRetryable,
    detail: { solution: advice, ...(said && said !== cause ? { description: said } : {}) },
  };
}

function find({ code, stage }: PlaybackFailure): { readonly entry: ErrorEntry; readonly isKnown: boolean } {
  const own = ownEntry(code);
  if (own) return { entry: own, isKnown: true };
  const match = matchAny?.(code, stage);
  return match
    ? { entry: match.entry, isKnown: match.by !== 'fallback' && !match.entry.isVague }
    : { entry: fallbackEntry(code, stage), isKnown: false };
}
