/** Widths of columns in a room that is too narrow for the usual ones: what can be cut short gives way. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import {
  type ColumnSetting,
  cellPaddingPx,
  narrowestColumnPx,
  sortSignPx,
  tagFramePx,
  usualColumnPx,
} from './columns.ts';

/** Below these, too little of a text is left to tell rows apart. */
const leastTitlePx = 120;
/** Of a tree's, whose names stand behind handles, folds and the steps of two levels. */
const leastTreeTitlePx = 164;
const leastTextPx = 88;
/** A time in one line, with its seconds. */
const leastTimePx = 172;
/** Of a heading, about; its longest word may still be broken. */
const letterPx: Readonly<Record<Locale, number>> = { 'zh-CN': 14.5, 'en-US': 9.2 };
/** Of a value's name in its frame, and the widest of such frames that is kept whole. */
const tagLetterPx: Readonly<Record<Locale, number>> = { 'zh-CN': 12.5, 'en-US': 7 };
const widestTagPx = 104;
/** Chinese headings are broken between any two letters; fewer in a line are hard to read. */
const headingLetters = 4;

/**
 * `columns`: those that are shown. One whose width somebody chose keeps it; without a width it shares what is left,
 * unless there is too little. Wider than `roomPx` only where all are as narrow as they can be.
 */
export function fitColumns(
  definition: ResourceDef,
  columns: readonly ColumnSetting[],
  usual: readonly ColumnSetting[],
  roomPx: number,
  locale: Locale,
): readonly ColumnSetting[] {
  const usualWidths = new Map(usual.map(({ field, width }) => [field, width]));
  const bounds = columns.map(({ field, width }) => {
    const most = width ?? usualColumnPx;
    const isChosen = width !== usualWidths.get(field);
    const least = isChosen ? most : Math.min(most, leastPx(definition, field, locale));
    return { most, least };
  });
  const sum = (of: (bound: (typeof bounds)[number]) => number) =>
    bounds.reduce((all, bound) => all + of(bound), 0);
  const excess = sum(({ most }) => most) - roomPx;
  const slack = sum(({ most, least }) => most - least);
  if (excess <= 0 || slack === 0) return columns;
  const share = Math.min(1, excess / slack);
  return columns.map((column, at) => {
    const { most, least } = bounds[at]!;
    return { ...column, width: Math.floor(most - (most - least) * share) };
  });
}

function leastPx(definition: ResourceDef, name: string, locale: Locale): number {
  const field = definition.fields[name];
  const cell = field?.list?.cell;
  // Neither is cut short: it keeps what it has.
  if (!field || cell === 'switch' || cell === 'image' || field.kind === 'image') return usualColumnPx;
  if (cell === 'time' || field.kind === 'time') return leastTimePx;
  const heading = headingPx(field, locale);
  if (name === definition.titleField)
    return Math.max(definition.tree ? leastTreeTitlePx : leastTitlePx, heading);
  const isText = field.kind !== 'integer' && field.kind !== 'money' && field.kind !== 'flag';
  return Math.max(isText ? leastTextPx : narrowestColumnPx, heading, tagPx(field, locale));
}

/** A name that is cut short in its frame says too little: "In …". */
function tagPx({ options = [], list }: FieldDef, locale: Locale): number {
  if (options.length === 0 || list?.cell === 'list') return 0;
  const longest = Math.max(...options.map(({ label }) => label[locale].length));
  return Math.min(widestTagPx, Math.ceil(longest * tagLetterPx[locale]) + tagFramePx + cellPaddingPx);
}

/** Of the longest part of a heading that is not broken. */
function headingPx({ label, sortable }: FieldDef, locale: Locale): number {
  const text = label[locale];
  const letters =
    locale === 'zh-CN'
      ? Math.min(text.length, headingLetters)
      : Math.max(...text.split(' ').map(({ length }) => length));
  return Math.ceil(letters * letterPx[locale]) + cellPaddingPx + (sortable ? sortSignPx : 0);
}
