/**
 * Parameters of message templates: names in braces. They are replaced in one pass, by name only: a value with braces
 * stays as it is, and other signs in braces are text.
 */
import { escapeMarkup } from '../../kernel/escape-markup.ts';

const parameter = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/g;

/** Names in the order of their first use. */
export function parametersIn(...parts: readonly string[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => [...part.matchAll(parameter)].map(([, name = '']) => name)))];
}

type Values = Readonly<Record<string, string>>;

export function fillText(text: string, values: Values): string {
  return text.replace(parameter, (written, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : written,
  );
}

/** Values are text: their markup is shown, not interpreted. */
export function fillHtml(html: string, values: Values): string {
  const escaped = Object.entries(values).map(([name, value]) => [name, escapeMarkup(value)]);
  return fillText(html, Object.fromEntries(escaped));
}
