/** Column widths if the available width is too small: truncatable columns shrink. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import {
  type ColumnSetting,
  cellPaddingPx,
  defaultColumnPx,
  headingPx,
  narrowestColumnPx,
  tagFramePx,
} from '../data/columns.ts';

/** Below these widths, truncated texts cannot be distinguished. */
const minTitlePx = 112;
const minTextPx = 86;
/** A time with seconds on one line. */
const minTimePx = 172;
/** Letter width in a tag, and the widest tag shown in full. */
const tagLetterPx: Readonly<Record<Locale, number>> = { 'zh-CN': 12.5, 'en-US': 7 };
const widestTagPx = 104;

/**
 * `columns`: visible columns. User-defined widths are kept; a column without width shares the rest, unless there is
 * too little. The result exceeds `availablePx` only if all columns have their minimum. `treePx`: width of the first
 * column for indentation and names of a tree.
 */
export function fitColumns(
  definition: ResourceDef,
  columns: readonly ColumnSetting[],
  defaults: readonly ColumnSetting[],
  availablePx: number,
  locale: Locale,
  treePx = 0,
): readonly ColumnSetting[] {
  const defaultWidths = new Map(defaults.map(({ field, width }) => [field, width]));
  const bounds = columns.map(({ field, width }, at) => {
    const isChosen = width !== defaultWidths.get(field);
    const behindTree = at === 0 && !isChosen ? treePx : 0;
    const max = Math.max(width ?? defaultColumnPx, behindTree);
    const min = isChosen ? max : Math.min(max, Math.max(minPx(definition, field, locale), behindTree));
    return { max, min };
  });
  const sum = (of: (bound: (typeof bounds)[number]) => number) =>
    bounds.reduce((all, bound) => all + of(bound), 0);
  const excess = sum(({ max }) => max) - availablePx;
  const slack = sum(({ max, min }) => max - min);
  const isWidened = bounds[0] !== undefined && bounds[0].max > (columns[0]?.width ?? defaultColumnPx);
  if ((excess <= 0 || slack === 0) && !isWidened) return columns;
  const share = slack === 0 ? 0 : Math.min(1, Math.max(0, excess / slack));
  return columns.map((column, at) => {
    const { max, min } = bounds[at]!;
    return { ...column, width: Math.floor(max - (max - min) * share) };
  });
}

function minPx(definition: ResourceDef, name: string, locale: Locale): number {
  const field = definition.fields[name];
  const cell = field?.list?.cell;
  // Cannot be truncated.
  if (!field || cell === 'switch' || cell === 'image' || field.kind === 'image') return defaultColumnPx;
  if (cell === 'time' || field.kind === 'time') return minTimePx;
  const heading = headingPx(definition, field, locale);
  if (name === definition.titleField) return Math.max(minTitlePx, heading);
  const isText = field.kind !== 'integer' && field.kind !== 'money' && field.kind !== 'flag';
  return Math.max(isText ? minTextPx : narrowestColumnPx, heading, tagPx(field, locale));
}

/** A truncated tag is not readable: "In …". */
function tagPx({ options = [], list }: FieldDef, locale: Locale): number {
  if (options.length === 0 || list?.cell === 'list') return 0;
  const max = Math.max(...options.map(({ label }) => label[locale].length));
  return Math.min(widestTagPx, Math.ceil(max * tagLetterPx[locale]) + tagFramePx + cellPaddingPx);
}
