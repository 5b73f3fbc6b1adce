/** The server's own rules, in the browser: what is refused and in which words is the same on both sides. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { createBody, updateBody } from '../../../../lib/contracts/admin/resource-schema.ts';
import { bothLanguages } from '../../../../lib/contracts/admin/say.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import type { Row } from '../data/row.ts';
import type { FormKind } from './form-values.ts';

/** Messages by field. */
export type FormErrors = Readonly<Record<string, string>>;

/** Of a body as it would be sent, without id and version. The first message of a field counts. */
export function checkBody(definition: ResourceDef, kind: FormKind, body: Row, locale: Locale): FormErrors {
  const schema = kind === 'create' ? createBody(definition) : updateBody(definition);
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    const name = String(path[0]);
    // Id and version are not the form's to get right.
    if (Object.hasOwn(body, name)) errors[name] ??= bothLanguages(message)[locale];
  }
  return errors;
}
