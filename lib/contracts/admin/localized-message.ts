/**
 * Schema messages in both languages. zod stores one text per issue: the Chinese one, which code without this file
 * shows. `localizedTextOf` finds the other.
 */
import type { LocalText } from '../../i18n/translate.ts';

const texts = new Map<string, LocalText>();

/** Returns the message for a zod check. Definitions are few and fixed, so all texts are remembered. */
export function localizedMessage(text: LocalText): string {
  texts.set(text['zh-CN'], text);
  return text['zh-CN'];
}

/** The text given to `localizedMessage`; an unknown message is used for both languages. */
export function localizedTextOf(message: string): LocalText {
  return texts.get(message) ?? { 'zh-CN': message, 'en-US': message };
}
