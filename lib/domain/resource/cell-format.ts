/** Converts between field values and the text of spreadsheet cells, in the user's language. */
import type { FieldDef } from '../../contracts/admin/field.ts';
import { fieldText } from '../../contracts/admin/field-schema.ts';
import type { FieldEntry } from '../../contracts/admin/resource-schema.ts';
import { commonFields, type Row, type RowId } from '../../contracts/admin/row-types.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { CallContext } from '../identity/actor.ts';
import { type DictionaryLabels, dictionaryLabels } from './dictionary-labels.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { Cell } from './sheet/cells.ts';

const yesNo: Readonly<Record<Locale, readonly [string, string]>> = {
  'zh-CN': ['是', '否'],
  'en-US': ['Yes', 'No'],
};
const ambiguous: LocalText = { 'zh-CN': '不唯一，请填写编号', 'en-US': 'is not unique. Enter the ID.' };
const unknown: LocalText = { 'zh-CN': '不存在', 'en-US': 'does not exist' };
/** Separators of several values in one cell. */
const several = /[、,，;；\n]/;

export interface CellFormat {
  /** Formats a value as a cell; `row` has the titles of related records. */
  cell(name: string, field: FieldDef, row: Row): Cell;
  /** The allowed values, or an empty list. */
  choices(field: FieldDef): readonly string[];
  /** Parses the text of a cell; an error describes why it is invalid. */
  value(name: string, field: FieldDef, text: string): Promise<Read>;
}
export type Read = { readonly value: unknown } | { readonly fault: LocalText };

export async function cellFormat(
  deps: ResourceDeps,
  call: CallContext,
  fields: readonly FieldEntry[],
  locale: Locale,
): Promise<CellFormat> {
  const types = fields.flatMap(([, field]) => (field.kind === 'dict' && field.dict ? [field.dict] : []));
  const dictionaries = await dictionaryLabels(deps, call, [...new Set(types)], locale);
  const [yes, no] = yesNo[locale];
  const found = new Map<string, Promise<RowId | LocalText>>();

  function cell(name: string, field: FieldDef, row: Row): Cell {
    const value = row[name];
    if (value === null || value === undefined) return null;
    switch (field.kind) {
      case 'boolean':
        return value ? yes : no;
      case 'flag':
        return value === '1' ? yes : no;
      case 'enum':
        return optionLabel(field, String(value), locale);
      case 'dict':
        return dictionaries.get(field.dict ?? '')?.get(String(value)) ?? String(value);
      case 'money':
        return typeof value === 'number' ? value / 100 : String(value);
      case 'relation': {
        return commonFields(row).labels?.[name] ?? (Array.isArray(value) ? value.join('、') : String(value));
      }
      case 'strings':
        return Array.isArray(value)
          ? value.map((one) => optionLabel(field, String(one), locale)).join('、')
          : String(value);
      case 'json':
        return JSON.stringify(value);
      default:
        return typeof value === 'number' ? value : String(value);
    }
  }

  function choices(field: FieldDef): readonly string[] {
    if (field.kind === 'enum') return (field.options ?? []).map(({ label }) => label[locale]);
    if (field.kind === 'dict') return [...(dictionaries.get(field.dict ?? '')?.values() ?? [])];
    return field.kind === 'boolean' || field.kind === 'flag' ? [yes, no] : [];
  }

  async function value(_name: string, field: FieldDef, given: string): Promise<Read> {
    // Files from macOS have decomposed names; titles and labels are stored composed.
    const text = given.normalize('NFC');
    switch (field.kind) {
      case 'integer':
        return /^-?\d{1,15}$/.test(text) ? { value: Number(text) } : { fault: fieldText(field, 'whole') };
      case 'money':
        return /^-?\d{1,13}(\.\d{1,2})?$/.test(text)
          ? { value: Math.round(Number(text) * 100) }
          : { fault: fieldText(field, 'wrong') };
      case 'boolean':
      case 'flag': {
        const flag = readFlag(text);
        if (flag === null) return { fault: fieldText(field, 'option') };
        return { value: field.kind === 'boolean' ? flag : flag ? '1' : '0' };
      }
      case 'enum':
        return chosen(field, text, optionValue(field, text));
      case 'dict':
        return chosen(field, text, dictionaryValue(dictionaries, field, text));
      case 'time':
        return { value: readTime(text) };
      case 'relation':
        return readRelation(field, text);
      case 'strings':
        return { value: parts(text).map((part) => optionValue(field, part) ?? part) };
      default:
        return { value: text };
    }
  }

  async function readRelation(field: FieldDef, text: string): Promise<Read> {
    const names = field.relation?.multiple ? parts(text) : [text];
    const ids: RowId[] = [];
    for (const name of names) {
      const id = await findTitle(field.relation!.resource, name);
      if (typeof id === 'object') {
        const localizedMessage = (at: Locale) => `${field.label[at]} ${name} ${id[at]}`;
        return { fault: { 'zh-CN': localizedMessage('zh-CN'), 'en-US': localizedMessage('en-US') } };
      }
      ids.push(id);
    }
    return { value: field.relation?.multiple ? ids : ids[0] };
  }

  /** Each title is looked up once per file. */
  function findTitle(key: string, title: string): Promise<RowId | LocalText> {
    const known = `${key}\n${title}`;
    const checking = found.get(known) ?? searchFor(key, title);
    found.set(known, checking);
    return checking;
  }

  async function searchFor(key: string, title: string): Promise<RowId | LocalText> {
    const service = deps.related?.(key);
    const called = async (inLanguage: Locale) => {
      const options = (await service?.options({ ...call, locale: inLanguage }, { keyword: title })) ?? [];
      return options.filter((option) => option.title === title);
    };
    const own = await called(locale);
    const same = own.length > 0 ? own : await called(locale === 'en-US' ? 'zh-CN' : 'en-US');
    if (same.length === 1) return same[0]!.id;
    if (same.length > 1) return ambiguous;
    if (/^\d{1,9}$/.test(title)) return Number(title);
    return /^[0-9a-f]{32}$/.test(title) ? title : unknown;
  }

  return { cell, choices, value };
}

const parts = (text: string) =>
  text
    .split(several)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const yesTexts = new Set(['是', 'yes', 'y', 'true', '1']);
const noTexts = new Set(['否', 'no', 'n', 'false', '0']);

function readFlag(text: string): boolean | null {
  const lower = text.toLowerCase();
  return yesTexts.has(lower) ? true : noTexts.has(lower) ? false : null;
}

const chosen = (field: FieldDef, _text: string, value: string | undefined): Read =>
  value === undefined ? { fault: fieldText(field, 'option') } : { value };

const optionLabel = (field: FieldDef, value: string, locale: Locale) =>
  field.options?.find((option) => option.value === value)?.label[locale] ?? value;

const optionValue = (field: FieldDef, text: string) =>
  field.options?.find(({ value, label }) => [value, label['zh-CN'], label['en-US']].includes(text))?.value;

function dictionaryValue(dictionaries: DictionaryLabels, field: FieldDef, text: string): string | undefined {
  const labels = dictionaries.get(field.dict ?? '');
  return labels?.has(text) ? text : [...(labels ?? [])].find(([, label]) => label === text)?.[0];
}

/** As text, or as a spreadsheet number: days since the end of 1899. */
function readTime(text: string): string {
  if (/^\d{4,6}(\.\d+)?$/.test(text)) {
    const at = Math.round((Number(text) - 25_569) * 86_400) * 1_000;
    return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  }
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) return text;
  const [, year, month, day, hour = '0', minute = '00', second = '00'] = match;
  const two = (part: string) => part.padStart(2, '0');
  return `${year}-${two(month!)}-${two(day!)} ${two(hour)}:${minute}:${second}`;
}
