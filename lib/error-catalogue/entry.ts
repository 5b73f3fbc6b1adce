import type { LocalText } from '../i18n/translate.ts';

/** What the frame can offer beside the words: ask for the verification code, get a new token, try again, nothing. */
export type ErrorAction = 'askCode' | 'getToken' | 'retry' | 'none';

/** One thing that can go wrong, for people. */
export interface ErrorEntry {
  /** `10002`, `395404`, `media.unsupported` … What programs compare; it never changes meaning. */
  readonly code: string;
  readonly source: 'device' | 'service' | 'player';
  /** May the same again work: at once or soon (`yes`), or only after somebody changed something (`no`)? */
  readonly isRetryable: 'yes' | 'no';
  readonly action: ErrorAction;
  /** The words only name the family of the code: whoever sent it may have said more. */
  readonly isVague?: boolean;
  readonly cause: LocalText;
  readonly advice: LocalText;
}

/** `codes`: one or more that mean the same, apart by white space. */
export type CauseRow = readonly [codes: string, causeZh: string, causeEn: string];

/** Things that go wrong in the same place and are helped by the same advice: how the tables are written. */
export interface EntryGroup {
  readonly source: ErrorEntry['source'];
  readonly isRetryable: ErrorEntry['isRetryable'];
  /** Where it is left out, `retryHelps` decides. */
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
