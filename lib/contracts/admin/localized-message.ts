/**
 * Messages of schemas in both languages. zod keeps one text an issue: the Chinese one, which is what whoever knows
 * nothing of this file shows. `localizedTextOf` finds the other.
 */
import type { LocalText } from '../../i18n/translate.ts';

const texts = new Map<string, LocalText>();

/** To be given to zod as the message of a check. Definitions are few and fixed, so this remembers all of them. */
export function localizedMessage(text: LocalText): string {
  texts.set(text['zh-CN'], text);
  return text['zh-CN'];
}

/** What `say` was told; an unknown message is the same in both languages. */
export function localizedTextOf(message: string): LocalText {
  return texts.get(message) ?? { 'zh-CN': message, 'en-US': message };
}
