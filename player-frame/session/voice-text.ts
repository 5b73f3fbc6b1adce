import type { ErrorEntry } from '../../lib/error-catalogue/entry.ts';
import { ownEntry } from '../../lib/error-catalogue/own.ts';
import { nearestLocale } from '../../lib/i18n/translate.ts';
import type { PlaybackFailure } from '../state/player-state.ts';

/**
 * Text of a failure with voice messages: of its own code, otherwise the server's message, otherwise 发送失败，请稍后再试
 * (specification, document 1, section 8). Says also what to do about a microphone.
 */
export function voiceText(
  { code, message }: Pick<PlaybackFailure, 'code' | 'message'>,
  language: string,
): string {
  const locale = nearestLocale(language);
  const isOwn = /^(voice|talk)\./.test(code);
  const entry = (isOwn && ownEntry(code)) || (message === null && ownEntry('voice.failed'));
  return entry ? joined(entry, code.startsWith('talk.'), locale) : (message ?? code);
}

function joined({ cause, advice }: ErrorEntry, hasAdvice: boolean, locale: 'zh-CN' | 'en-US'): string {
  if (!hasAdvice) return cause[locale];
  return locale === 'zh-CN' ? `${cause[locale]}。${advice[locale]}` : `${cause[locale]}. ${advice[locale]}`;
}
