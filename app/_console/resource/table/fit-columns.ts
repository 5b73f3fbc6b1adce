/** Column widths by content. If the available width is too small, truncatable columns shrink, then names wrap. */
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

/** Widest column by content; titles and unique values are never truncated, and wrap beyond their own. */
const widestTextPx = 280;
const widestTitlePx = 320;
/** Below these widths, truncated texts cannot be distinguished. */
const minTitlePx = 112;
const minTextPx = 86;
/** A time with seconds on one line, in the narrowest common font. */
const minTimePx = 172;
/** A switch with its label. */
const minSwitchPx = 120;
/** Names and unique values wrap at words in a column of this width, beside a picture, too; of trees at `treePx`. */
const minWrappedPx = 224;
/** Letter width in a tag, and the widest tag shown in full. */
const tagLetterPx: Readonly<Record<Locale, number>> = { 'zh-CN': 12.5, 'en-US': 7 };
const widestTagPx = 104;

export interface FittedList {
  readonly definition: ResourceDef;
  /** Visible columns. */
  readonly columns: readonly ColumnSetting[];
  readonly defaults: readonly ColumnSetting[];
  readonly locale: Locale;
  /** Width of the first column for indentation and names of a tree. */
  readonly treePx?: number;
  /** Measured width of the content of each column; missing: not measured. */
  readonly contentPx?: ReadonlyMap<string, number>;
}

/** Columns that tell rows apart are never truncated. */
export const isIdentity = (definition: ResourceDef, name: string): boolean =>
  name === definition.titleField || definition.fields[name]?.unique !== undefined;

/**
 * Width at which a column shows its content, the smallest, and the smallest if names wrap; equal if the user has set it.
 */
function boundsOf({ definition, columns, defaults, locale, treePx = 0, contentPx }: FittedList) {
  const defaultWidths = new Map(defaults.map(({ field, width }) => [field, width]));
  return columns.map(({ field, width }, at) => {
    const isChosen = width !== defaultWidths.get(field);
    const behindTree = at === 0 && !isChosen ? treePx : 0;
    const content = isChosen ? undefined : contentPx?.get(field);
    const isTitle = isIdentity(definition, field);
    // Labels of a dictionary may be loaded after the rows.
    const labelPx = definition.fields[field]?.kind === 'dict' ? (width ?? 0) : 0;
    const least = minPx(definition, field, locale);
    const wanted =
      content === undefined
        ? (width ?? defaultColumnPx)
        : Math.max(
            Math.min(content, isTitle ? widestTitlePx : widestTextPx),
            headingOf(definition, field, locale),
            labelPx,
          );
    const max = Math.max(wanted, behindTree);
    const isTime = timeIn(definition, field);
    const smallest =
      content === undefined || behindTree > 0 || !(isTitle || isTime)
        ? least
        : Math.max(least, Math.min(content, minWrappedPx));
    const wrapped = isChosen ? max : Math.min(max, Math.max(smallest, behindTree));
    return { max, min: isTitle && content !== undefined ? max : wrapped, wrapped };
  });
}

type Bound = ReturnType<typeof boundsOf>[number];
const sumOf = (bounds: readonly Bound[], of: (bound: Bound) => number) =>
  bounds.reduce((all, bound) => all + of(bound), 0);

/** Sum of the smallest widths without wrapped names. */
export const leastWidth = (list: FittedList): number => sumOf(boundsOf(list), ({ min }) => min);

/**
 * User-defined widths are kept; without measured content, a column without width shares the rest, unless there is too
 * little. The result exceeds `availablePx` only if all columns have their minimum.
 */
export function fitColumns(list: FittedList, availablePx: number): readonly ColumnSetting[] {
  const { columns, contentPx } = list;
  const bounds = boundsOf(list);
  const excess = sumOf(bounds, ({ max }) => max) - availablePx;
  const slack = sumOf(bounds, ({ max, min }) => max - min);
  const wrapSlack = sumOf(bounds, ({ min, wrapped }) => min - wrapped);
  const isWidened = bounds[0] !== undefined && bounds[0].max > (columns[0]?.width ?? defaultColumnPx);
  if (!contentPx?.size && (excess <= 0 || slack === 0) && !isWidened) return columns;
  const share = shareOf(excess, slack);
  const wrapShare = shareOf(excess - slack, wrapSlack);
  return columns.map((column, at) => {
    const { max, min, wrapped } = bounds[at]!;
    return { ...column, width: Math.floor(max - (max - min) * share - (min - wrapped) * wrapShare) };
  });
}

const shareOf = (excess: number, slack: number) =>
  slack === 0 ? 0 : Math.min(1, Math.max(0, excess / slack));

function headingOf(definition: ResourceDef, name: string, locale: Locale): number {
  const field = definition.fields[name];
  return field ? headingPx(definition, field, locale) : narrowestColumnPx;
}

const timeIn = ({ fields }: ResourceDef, name: string) =>
  fields[name]?.list?.cell === 'time' || fields[name]?.kind === 'time';

function minPx(definition: ResourceDef, name: string, locale: Locale): number {
  const field = definition.fields[name];
  const cell = field?.list?.cell;
  // Cannot be truncated.
  if (!field || cell === 'image' || field.kind === 'image') return defaultColumnPx;
  if (cell === 'switch') return minSwitchPx;
  if (timeIn(definition, name)) return minTimePx;
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
