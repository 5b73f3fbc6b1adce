/** Converts between rows, form values and bodies. Values are as in the API, except money, which is in yuan. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { offValue } from '../dictionary/field-options.ts';
import { fenOf, yuanOf } from '../table/money.ts';

export type FormKind = 'create' | 'update';
export type Values = Readonly<Record<string, unknown>>;
export type FormField = readonly [name: string, field: FieldDef];

export function formFields(definition: ResourceDef, kind: FormKind): readonly FormField[] {
  return Object.entries(definition.fields).filter(
    ([name, field]) =>
      name !== definition.id.field &&
      !field.readOnly &&
      (field.form !== false || (kind === 'create' && field.newForm)),
  );
}

export function isShown(field: FieldDef, values: Values): boolean {
  const when = field.form ? field.form.visibleWhen : undefined;
  return !when || when.in.some((value) => value === values[when.field]);
}

/** With these values the field is a secret: never shown, stored or compared. */
export function isSecret({ kind, secretWhen }: FieldDef, values: Values): boolean {
  return kind === 'secret' || secretWhen?.in.some((value) => value === values[secretWhen.field]) === true;
}

/** Empty value for an input of this kind. */
function emptyValue(definition: ResourceDef, name: string, field: FieldDef): unknown {
  if (field.kind === 'strings' || (field.kind === 'relation' && field.relation?.multiple)) return [];
  if (field.kind === 'flag' || field.kind === 'boolean') return offValue(definition, name, field);
  return '';
}

function toInput(definition: ResourceDef, name: string, field: FieldDef, value: unknown): unknown {
  if (value === null || value === undefined) return emptyValue(definition, name, field);
  return field.kind === 'money' && typeof value === 'number' ? yuanOf(value) : value;
}

/** Values of a row, or initial values of a new one. */
export function initialValues(definition: ResourceDef, row: Row | null, from: Values = {}): Values {
  return Object.fromEntries(
    formFields(definition, row ? 'update' : 'create').map(([name, field]) => {
      const value = row ? row[name] : (from[name] ?? field.default);
      return [name, toInput(definition, name, field, isSecret(field, row ?? from) ? null : value)];
    }),
  );
}

/** An invalid amount remains text, for validation to report. */
export function toWire(field: FieldDef, value: unknown): unknown {
  if (field.kind === 'money' && typeof value === 'string' && value.trim() !== '')
    return fenOf(value) ?? value;
  return value === '' ? null : value;
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function changedNames(initial: Values, values: Values): readonly string[] {
  return Object.keys(values).filter((name) => !isSame(initial[name], values[name]));
}

/**
 * Fields to send: all visible ones of a new row, the changed ones of an existing row. Untouched fields keep their
 * value, even if it was masked.
 */
export function sentFields(
  definition: ResourceDef,
  kind: FormKind,
  initial: Values,
  values: Values,
): readonly FormField[] {
  const changed = new Set(changedNames(initial, values));
  return formFields(definition, kind).filter(([name, field]) => {
    if (!isShown(field, values)) return false;
    if (kind === 'create') return !isSecret(field, values) || values[name] !== '' || field.required;
    // A field that becomes visible counts as changed, because it may be required now.
    return (changed.has(name) || !isShown(field, initial)) && !field.immutable;
  });
}

export function body(fields: readonly FormField[], values: Values): Row {
  return Object.fromEntries(fields.map(([name, field]) => [name, toWire(field, values[name])]));
}
