/** Instructions for filling in an import template, as a sheet of it. */
import type { FieldDef } from '../../contracts/admin/field.ts';
import type { FieldEntry } from '../../contracts/admin/resource-schema.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { CellFormat } from './cell-format.ts';
import type { Sheet } from './sheet/cells.ts';

const words = {
  'zh-CN': {
    sheet: '填写说明',
    headings: ['列', '必填', '唯一', '说明'],
    yes: '是',
    length: (min: number, max: number) => `${min}–${max} 个字符`,
    atMost: (max: number) => `最多 ${max} 个字符`,
    range: (min: string, max: string) => `${min} 至 ${max} 的整数`,
    time: '时间格式 yyyy-MM-dd HH:mm:ss',
    choose: '可选：',
    several: '多个值用顿号或逗号分隔',
  },
  'en-US': {
    sheet: 'How to fill it in',
    headings: ['Column', 'Needed', 'Only once', 'Notes'],
    yes: 'yes',
    length: (min: number, max: number) => `${min} to ${max} characters`,
    atMost: (max: number) => `at most ${max} characters`,
    range: (min: string, max: string) => `a whole number, ${min} to ${max}`,
    time: 'a time: yyyy-MM-dd HH:mm:ss',
    choose: 'One of: ',
    several: 'several with commas in between',
  },
} as const satisfies Record<Locale, unknown>;

export function templateNotes(
  fields: readonly FieldEntry[],
  choices: Pick<CellFormat, 'choices'>,
  locale: Locale,
): Sheet {
  const localizedMessage = words[locale];
  const rows = fields.map(([, field]) => [
    field.label[locale],
    field.required && field.default === undefined ? localizedMessage.yes : '',
    field.unique ? localizedMessage.yes : '',
    notesOf(field, choices.choices(field), locale).join('; '),
  ]);
  const [name, needed, once, notes] = localizedMessage.headings;
  return {
    name: localizedMessage.sheet,
    columns: [
      { heading: name, width: 24 },
      { heading: needed, width: 10 },
      { heading: once, width: 10 },
      { heading: notes, width: 80 },
    ],
    rows: [rows],
  };
}

function notesOf(field: FieldDef, choices: readonly string[], locale: Locale): readonly string[] {
  const localizedMessage = words[locale];
  const notes: string[] = [];
  if (choices.length > 0) notes.push(localizedMessage.choose + choices.join(' / '));
  if (field.kind === 'time') notes.push(localizedMessage.time);
  if (field.kind === 'strings' || field.relation?.multiple) notes.push(localizedMessage.several);
  if (field.kind === 'integer' && (field.min !== undefined || field.max !== undefined))
    notes.push(localizedMessage.range(String(field.min ?? '-'), String(field.max ?? '-')));
  if ((field.kind === 'string' || field.kind === 'text') && field.max !== undefined)
    notes.push(
      field.min ? localizedMessage.length(field.min, field.max) : localizedMessage.atMost(field.max),
    );
  if (field.patternHint) notes.push(field.patternHint[locale]);
  const help = field.form === false ? undefined : field.form?.help;
  if (help) notes.push(help[locale]);
  return notes;
}
