/** What pages ask of a row of any resource. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { commonFields, idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';

/** Ids are whole numbers, or 32 hex digits that stay text. */
export const idFromText = (id: string): RowId => (/^\d{1,10}$/.test(id) ? Number(id) : id);

/** What people call it. Falls back to the id, so that a question about a row always names one. */
export function titleOf(definition: ResourceDef, row: Row): string {
  const title = row[definition.titleField];
  return title === null || title === undefined || title === ''
    ? String(idOf(definition, row))
    : String(title);
}

/** A row that was read alone has names in both languages as they are: as lists show it. */
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

/** Whether pages offer it for this row: the server refuses it for rows that stay. */
export function isOpenTo({ stays }: ResourceDef, row: Row, doing: 'edit' | 'status' | 'remove'): boolean {
  if (!stays?.when.in.some((value) => value === row[stays.when.field])) return true;
  return doing !== 'remove' && !stays.also?.includes(doing);
}
