/** The changed fields of a row, as the operation log may store them: masked for everybody, never with secrets. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { FieldChange } from '../../contracts/admin/field.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { Row } from '../../contracts/admin/row-types.ts';
import { hiddenSecret, masked } from './masks.ts';

const maxTextLength = 500;

/** The title of a row, for the operation log. */
export function nameOf({ titleField, fields }: ResourceDef, row: Row): string | null {
  const title = row[titleField];
  const field = fields[titleField];
  if (typeof title !== 'string' || title === '') return null;
  return field?.mask ? String(masked(field.mask, title)) : title;
}

/** `after` contains only the fields that were set. Either may be empty: a created or a removed row. */
export function fieldChanges(resource: ResourceDef, before: Row, after: Row): readonly FieldChange[] {
  return fieldsOf(resource).flatMap(([name, field]) => {
    if (!Object.hasOwn(after, name) || name === resource.id.field) return [];
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    if (isSame(from, to)) return [];
    const shown = (value: unknown) => {
      if (value === null) return null;
      if (field.kind === 'secret') return hiddenSecret;
      return short(field.mask ? masked(field.mask, value) : value);
    };
    return [{ field: name, label: field.label['zh-CN'], from: shown(from), to: shown(to) }];
  });
}

const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : value;
}
