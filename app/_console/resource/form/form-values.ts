/** What stands in a form, between a row and a body. Values are as the wire has them, but for money in yuan. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { offValue } from '../dictionary/field-options.ts';
import { fenOf, yuanOf } from '../table/money.ts';

export type FormKind = 'create' | 'update';
export type Values = Readonly<Record<string, unknown>>;
export type FormField = readonly [name: string, field: FieldDef];

export function formFields(definition: ResourceDef): readonly FormField[] {
  return Object.entries(definition.fields).filter(
    ([name, field]) => name !== definition.id.field && !field.readOnly && field.form !== false,
  );
}

export function isShown(field: FieldDef, values: Values): boolean {
  const when = field.form ? field.form.visibleWhen : undefined;
  return !when || when.in.some((value) => value === values[when.field]);
}

/** In a row or a form like this its value is neither shown, kept nor compared. */
export function isSecret({ kind, secretWhen }: FieldDef, values: Values): boolean {
  return kind === 'secret' || secretWhen?.in.some((value) => value === values[secretWhen.field]) === true;
}

/** Nothing, in the form an input of this kind takes. */
function emptyValue(definition: ResourceDef, name: string, field: FieldDef): unknown {
  if (field.kind === 'strings' || (field.kind === 'relation' && field.relation?.multiple)) return [];
  if (field.kind === 'flag' || field.kind === 'boolean') return offValue(definition, name, field);
  return '';
}

function toInput(definition: ResourceDef, name: string, field: FieldDef, value: unknown): unknown {
  if (value === null || value === undefined) return emptyValue(definition, name, field);
  return field.kind === 'money' && typeof value === 'number' ? yuanOf(value) : value;
}

/** Of a row, or of what a new one starts with. */
export function initialValues(definition: ResourceDef, row: Row | null, from: Values = {}): Values {
  return Object.fromEntries(
    formFields(definition).map(([name, field]) => {
      const value = row ? row[name] : (from[name] ?? field.default);
      return [name, toInput(definition, name, field, isSecret(field, row ?? from) ? null : value)];
    }),
  );
}

/** An amount that is none stays as it was typed, for the check to refuse. */
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
 * Fields that are sent: all that are shown of a new row, and of an old one those that were changed. What was not
 * touched stays as it is, also where it came masked.
 */
export function sentFields(
  definition: ResourceDef,
  kind: FormKind,
  initial: Values,
  values: Values,
): readonly FormField[] {
  const changed = new Set(changedNames(initial, values));
  return formFields(definition).filter(([name, field]) => {
    if (!isShown(field, values)) return false;
    if (kind === 'create') return !isSecret(field, values) || values[name] !== '' || field.required;
    // A field that this change brings into view counts as changed: it may be needed now.
    return (changed.has(name) || !isShown(field, initial)) && !field.immutable;
  });
}

export function body(fields: readonly FormField[], values: Values): Row {
  return Object.fromEntries(fields.map(([name, field]) => [name, toWire(field, values[name])]));
}
