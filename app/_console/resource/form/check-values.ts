/** The server's own rules of single fields, in the browser: messages are the same on both sides. */

import { bodySchema } from '../../../../lib/contracts/admin/field-schema.ts';
import { bothLanguages } from '../../../../lib/contracts/admin/say.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import { type FormField, type FormKind, toWire, type Values } from './form-values.ts';

export type FormErrors = Readonly<Record<string, string>>;

export function checkField(
  [name, field]: FormField,
  kind: FormKind,
  values: Values,
  locale: Locale,
): string | null {
  const result = bodySchema(field, kind).safeParse(toWire(field, values[name]));
  const message = result.error?.issues[0]?.message;
  return message === undefined ? null : bothLanguages(message)[locale];
}

export function checkValues(
  fields: readonly FormField[],
  kind: FormKind,
  values: Values,
  locale: Locale,
): FormErrors {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = checkField(field, kind, values, locale);
      return message === null ? [] : [[field[0], message]];
    }),
  );
}
