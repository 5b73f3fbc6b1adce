import type { LocalText } from '../i18n/translate.ts';

/** One thing that can go wrong, for people. */
export interface ErrorEntry {
  /** `10002`, `395404`, `media.unsupported` … What programs compare; it never changes meaning. */
  readonly code: string;
  readonly source: 'device' | 'service' | 'player';
  /** May the same again work: at once or soon (`yes`), or only after somebody changed something (`no`)? */
  readonly retryHelps: 'yes' | 'no';
  readonly cause: LocalText;
  readonly advice: LocalText;
}

/** Short for tables: code, source, retryHelps, cause zh, cause en, advice zh, advice en. */
export type EntryRow = readonly [
  code: string,
  source: ErrorEntry['source'],
  retryHelps: ErrorEntry['retryHelps'],
  causeZh: string,
  causeEn: string,
  adviceZh: string,
  adviceEn: string,
];

export function entryOf([
  code,
  source,
  retryHelps,
  causeZh,
  causeEn,
  adviceZh,
  adviceEn,
]: EntryRow): ErrorEntry {
  return {
    code,
    source,
    retryHelps,
    cause: { 'zh-CN': causeZh, 'en-US': causeEn },
    advice: { 'zh-CN': adviceZh, 'en-US': adviceEn },
  };
}
