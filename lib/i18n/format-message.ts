import { MessageFormatter, pluralTypeHandler } from '@ultraq/icu-message-formatter';
import type { Locale } from './translate.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

const formatters = new Map<Locale, MessageFormatter>();

function formatterOf(locale: Locale): MessageFormatter {
  const existing = formatters.get(locale);
  if (existing) return existing;
  const created = new MessageFormatter(locale, { plural: pluralTypeHandler });
  formatters.set(locale, created);
  return created;
}

/**
 * Formats a message in ICU syntax: `{name}`, and plurals such as `{count, plural, one {# error} other {# errors}}`. A
 * parameter without a value is kept as written, so that the omission is visible.
 */
export function formatMessage(locale: Locale, message: string, params: MessageParams = {}): string {
  if (!message.includes('{')) return message;
  const values = new Proxy(params, {
    get: (given, name) => (Object.hasOwn(given, name) ? given[String(name)] : `{${String(name)}}`),
  });
  // Not `format`: it caches every result without limit, and values come from users.
  return formatterOf(locale).process(message, values).flat(Number.POSITIVE_INFINITY).join('');
}
