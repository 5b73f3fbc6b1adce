/** What whoever fills in a template should know, as a sheet of it. */
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
    length: (least: number, most: number) => `${least}–${most} 个字符`,
    atMost: (most: number) => `最多 ${most} 个字符`,
    range: (least: string, most: string) => `${least} 至 ${most} 的整数`,
    time: '时间格式 yyyy-MM-dd HH:mm:ss',
    choose: '可选：',
    several: '多个值用顿号或逗号分隔',
  },
  'en-US': {
    sheet: 'How to fill it in',
    headings: ['Column', 'Needed', 'Only once', 'Notes'],
    yes: 'yes',
    length: (least: number, most: number) => `${least} to ${most} characters`,
    atMost: (most: number) => `at most ${most} characters`,
    range: (least: string, most: string) => `a whole number, ${least} to ${most}`,
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
  const say = words[locale];
  const rows = fields.map(([, field]) => [
    field.label[locale],
    field.required && field.default === undefined ? say.yes : '',
    field.unique ? say.yes : '',
    notesOf(field, choices.choices(field), locale).join('; '),
  ]);
  const [name, needed, once, notes] = say.headings;
  return {
    name: say.sheet,
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
  const say = words[locale];
  const notes: string[] = [];
  if (choices.length > 0) notes.push(say.choose + choices.join(' / '));
  if (field.kind === 'time') notes.push(say.time);
  if (field.kind === 'strings' || field.relation?.multiple) notes.push(say.several);
  if (field.kind === 'integer' && (field.min !== undefined || field.max !== undefined))
    notes.push(say.range(String(field.min ?? '-'), String(field.max ?? '-')));
  if ((field.kind === 'string' || field.kind === 'text') && field.max !== undefined)
    notes.push(field.min ? say.length(field.min, field.max) : say.atMost(field.max));
  if (field.patternHint) notes.push(field.patternHint[locale]);
  const help = field.form === false ? undefined : field.form?.help;
  if (help) notes.push(help[locale]);
  return notes;
}
