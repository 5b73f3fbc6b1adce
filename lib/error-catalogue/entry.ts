import type { LocalText } from '../i18n/translate.ts';

/**
 * The action that the player offers with the message: ask for the verification code, get a new token, retry, nothing.
 */
export type ErrorAction = 'askCode' | 'getToken' | 'retry' | 'none';

/** One error, for users. */
export interface ErrorEntry {
  /** `10002`, `395404`, `media.unsupported` … Compared by programs; never changes meaning. */
  readonly code: string;
  readonly source: 'device' | 'service' | 'player';
  /** Whether a retry can succeed by itself (`yes`), or only after something was changed (`no`). */
  readonly isRetryable: 'yes' | 'no';
  readonly action: ErrorAction;
  /** The text only describes the family of the code: the sender's own message may be more specific. */
  readonly isVague?: boolean;
  readonly cause: LocalText;
  readonly advice: LocalText;
}

/** `codes`: one or more codes with the same meaning, separated by white space. */
export type CauseRow = readonly [codes: string, causeZh: string, causeEn: string];

/** Errors of the same area with the same advice; the tables are written in this form. */
export interface EntryGroup {
  readonly source: ErrorEntry['source'];
  readonly isRetryable: ErrorEntry['isRetryable'];
  /** Absent: derived from `retryHelps`. */
  readonly action?: ErrorAction;
  readonly advice: LocalText;
  readonly rows: readonly CauseRow[];
}

export function entriesOf(groups: readonly EntryGroup[]): ErrorEntry[] {
  return groups.flatMap(({ source, isRetryable, action, advice, rows }) =>
    rows.flatMap(([codes, causeZh, causeEn]) => {
      const cause = inBoth(causeZh, causeEn);
      const does = action ?? (isRetryable === 'yes' ? 'retry' : 'none');
      return codes
        .trim()
        .split(/\s+/)
        .map((code) => ({ code, source, isRetryable, action: does, cause, advice }));
    }),
  );
}

export function inBoth(zh: string, en: string): LocalText {
  return { 'zh-CN': zh, 'en-US': en };
}
