/** Client-side validation with the server's rules and messages. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldError } from '../../../../lib/contracts/admin/envelope.ts';
import { localizedTextOf } from '../../../../lib/contracts/admin/localized-message.ts';
import { createBody, updateBody } from '../../../../lib/contracts/admin/resource-schema.ts';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import type { Translate } from '../../text/use-text.ts';
import { type FormKind, formFields, type Values } from './form-values.ts';

/** Messages by field. */
export type FormErrors = Readonly<Record<string, string>>;

/** Validates a body without id and version. Only the first message of each field is kept. */
export function checkBody(definition: ResourceDef, kind: FormKind, body: Row, locale: Locale): FormErrors {
  const schema = kind === 'create' ? createBody(definition) : updateBody(definition);
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    const name = String(path[0]);
    // Id and version are not fields of the form.
    if (Object.hasOwn(body, name)) errors[name] ??= localizedTextOf(message)[locale];
  }
  return errors;
}

/**
 * Errors of a rejected body by field, and those without a field. A path such as `origins.1` refers to one value of a
 * list, which is named.
 */
export function refusedFields(
  definition: ResourceDef,
  values: Values,
  errors: readonly FieldError[],
  translate: Translate,
): { readonly atFields: FormErrors; readonly others: readonly string[] } {
  const known = new Set(formFields(definition, 'create').map(([name]) => name));
  const atFields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of errors) {
    const [name = '', index] = path.split('.');
    if (!known.has(name)) {
      others.push(message);
      continue;
    }
    const list = values[name];
    const value = Array.isArray(list) && index !== undefined ? list[Number(index)] : undefined;
    // A row of a table of its own is named by its message.
    const isNamed = value !== undefined && typeof value !== 'object';
    const line = !isNamed ? message : translate('common.pair', { name: String(value), value: message });
    const before = atFields[name];
    atFields[name] = before === undefined ? line : `${before}${translate('common.further')}${line}`;
  }
  return { atFields, others };
}
