/** Helpers for a row of any resource. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { commonFields, idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';

/** Ids are integers, or 32 hex digits. */
export const idFromText = (id: string): RowId => (/^\d{1,10}$/.test(id) ? Number(id) : id);

/** Display name of a row. Falls back to the id, so that confirmations always name the record. */
export function titleOf(definition: ResourceDef, row: Row): string {
  const title = row[definition.titleField];
  return title === null || title === undefined || title === ''
    ? String(idOf(definition, row))
    : String(title);
}

/**
 * Names a row in a question or a report, where its other columns are not shown: two users may have the same name, so
 * the account follows.
 */
export function fullNameOf(definition: ResourceDef, row: Row): string {
  const title = titleOf(definition, row);
  const { fields, titleField, foundBy = [] } = definition;
  if (fields[titleField]?.unique) return title;
  const others = foundBy.flatMap((name) => {
    const value = row[name];
    return fields[name]?.kind === 'string' && typeof value === 'string' && value !== title ? [value] : [];
  });
  return others.length > 0 ? `${title} (${others.join(' ')})` : title;
}

/** Names a row among all rows of a list, for its buttons. */
export function rowNameOf(definition: ResourceDef, row: Row): string {
  const title = titleOf(definition, row);
  return definition.timeField ? `${title} ${row[definition.timeField]}` : title;
}

/** A row read by id has its names in both languages; this returns it in one language, as in lists. */
export function inLanguage(locale: Locale, { fields }: ResourceDef, row: Row): Row {
  if (locale !== 'en-US') return row;
  const names = Object.entries(fields).flatMap(([name, { english }]) => {
    const text = english && row[english];
    return text ? [[name, text] as const] : [];
  });
  return { ...row, ...Object.fromEntries(names) };
}

export function versionOf(row: Row): number | undefined {
  return commonFields(row).version;
}

/** The row after one more change, as far as its version is concerned. */
export function afterChange(row: Row): Row {
  const version = versionOf(row);
  return version === undefined ? row : { ...row, version: version + 1 };
}

/** Whether the action is offered for this row. The server rejects it for protected rows. */
export function isOpenTo({ stays }: ResourceDef, row: Row, doing: 'edit' | 'status' | 'remove'): boolean {
  if (!stays?.when.in.some((value) => value === row[stays.when.field])) return true;
  return doing !== 'remove' && !stays.also?.includes(doing);
}
