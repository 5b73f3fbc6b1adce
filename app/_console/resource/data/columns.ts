/** Visible columns, order and widths: the user's layout merged with the definition. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';

export interface ColumnSetting {
  readonly field: string;
  readonly isHidden: boolean;
  /** Pixels; without it the column shares the remaining width. */
  readonly width?: number;
}
export type ColumnLayout = readonly ColumnSetting[];

export const narrowestColumnPx = 64;
export const widestColumnPx = 800;
/** Minimum width of a column without its own width. */
export const defaultColumnPx = 140;

export const cellPaddingPx = 24;
/** Approximate width of a Latin letter in a tag. */
const tagLetterPx = 7;
/** Icon and padding of a tag. */
export const tagFramePx = 34;
const sortSignPx = 18;
/** Optional border between cells. */
const borderPx = 1;
/** Widths of bold heading letters in the widest common fonts; other letters are as wide as Chinese. */
const headingLettersPx: readonly (readonly [letters: RegExp, px: number])[] = [
  [/[MWm]/, 15],
  [/w/, 13],
  [/[ijlI.]/, 5],
  [/[frt-]/, 7],
  [/[csz]/, 8.5],
  [/[aevxy]/, 9.5],
  [/[a-z\d]/, 10],
  [/[DGHNOQU]/, 12],
  [/[A-Z]/, 11],
];
const chineseLetterPx = 14;

export function defaultLayout(definition: ResourceDef, locale: Locale = 'zh-CN'): ColumnLayout {
  return Object.entries(definition.fields)
    .filter(([, field]) => field.list !== undefined && field.kind !== 'secret')
    .map(([name, field]) => ({
      field: name,
      isHidden: field.list?.hidden ?? false,
      ...(field.list?.width === undefined
        ? {}
        : { width: Math.max(field.list.width, minWidthPx(definition, field, locale)) }),
    }));
}

/** Switches with label, times and English words must not wrap. */
function minWidthPx(definition: ResourceDef, field: FieldDef, locale: Locale): number {
  const { kind, list, options = [] } = field;
  if (list?.cell === 'switch') return 120;
  if (list?.cell === 'time' || kind === 'time') return 184;
  const heading = Math.max(narrowestColumnPx, headingPx(definition, field, locale));
  if (locale !== 'en-US' || options.length === 0 || list?.cell === 'list') return heading;
  const max = Math.max(...options.map(({ label }) => label[locale].length));
  return Math.max(heading, max * tagLetterPx + tagFramePx + cellPaddingPx);
}

/** Width at which the heading does not break inside a word. Chinese headings do not break. */
export function headingPx({ tree }: ResourceDef, { label, sortable }: FieldDef, locale: Locale): number {
  const wordPx = (word: string) =>
    [...word].reduce(
      (sum, letter) =>
        sum + (headingLettersPx.find(([letters]) => letters.test(letter))?.[1] ?? chineseLetterPx),
      0,
    );
  const wordWidths = label[locale].split(' ').map(wordPx);
  return Math.ceil(Math.max(...wordWidths)) + cellPaddingPx + borderPx + (sortable && !tree ? sortSignPx : 0);
}

/** Drops columns that no longer exist and inserts new ones at their position in the definition. */
export function mergeLayout(stored: ColumnLayout, defaults: ColumnLayout): ColumnLayout {
  const known = new Set(defaults.map(({ field }) => field));
  const merged = stored.filter(
    ({ field }, index) => known.has(field) && stored.findIndex((one) => one.field === field) === index,
  );
  defaults.forEach((setting, index) => {
    if (merged.some(({ field }) => field === setting.field)) return;
    const before = defaults.slice(0, index).reverse();
    const neighbour = before.find(({ field }) => merged.some((one) => one.field === field));
    const place = neighbour ? merged.findIndex(({ field }) => field === neighbour.field) + 1 : 0;
    merged.splice(place, 0, setting);
  });
  return merged;
}

/** Returns the same object if nothing changes. */
export function moveColumn(layout: ColumnLayout, field: string, to: number): ColumnLayout {
  const from = layout.findIndex((one) => one.field === field);
  const place = Math.min(Math.max(to, 0), layout.length - 1);
  if (from < 0 || from === place) return layout;
  const moved = layout.filter((one) => one.field !== field);
  moved.splice(place, 0, layout[from]!);
  return moved;
}

/** The last visible column cannot be hidden. */
export function showColumn(layout: ColumnLayout, field: string, isShown: boolean): ColumnLayout {
  const next = layout.map((one) => (one.field === field ? { ...one, isHidden: !isShown } : one));
  return next.some(({ isHidden }) => !isHidden) ? next : layout;
}

export function sizeColumn(layout: ColumnLayout, field: string, widthPx: number): ColumnLayout {
  const width = Math.round(Math.min(Math.max(widthPx, narrowestColumnPx), widestColumnPx));
  return layout.map((one) => (one.field === field ? { ...one, width } : one));
}

export function shownFields(layout: ColumnLayout): readonly string[] {
  return layout.filter(({ isHidden }) => !isHidden).map(({ field }) => field);
}

/** What is stored of a layout. Widths are kept by language, because headings and labels differ. */
export interface StoredColumns {
  readonly columns: readonly Omit<ColumnSetting, 'width'>[];
  readonly widths: Readonly<Partial<Record<Locale, Readonly<Record<string, number>>>>>;
}

/** Order and visibility of `layout`, and the widths that differ from the defaults. */
export function storedColumns(
  layout: ColumnLayout,
  defaults: ColumnLayout,
  locale: Locale,
  before: StoredColumns | null,
): StoredColumns {
  const defaultWidths = new Map(defaults.map(({ field, width }) => [field, width]));
  const own = layout.flatMap(({ field, width }) =>
    width === undefined || width === defaultWidths.get(field) ? [] : [[field, width] as const],
  );
  return {
    columns: layout.map(({ field, isHidden }) => ({ field, isHidden })),
    widths: { ...before?.widths, [locale]: Object.fromEntries(own) },
  };
}

/** The layout in this language. */
export function layoutOf(stored: StoredColumns | null, defaults: ColumnLayout, locale: Locale): ColumnLayout {
  if (!stored) return defaults;
  const defaultWidths = new Map(defaults.map(({ field, width }) => [field, width]));
  return mergeLayout(stored.columns, defaults).map(({ field, isHidden }) => {
    const width = stored.widths[locale]?.[field] ?? defaultWidths.get(field);
    return { field, isHidden, ...(width === undefined ? {} : { width }) };
  });
}

/** Validates stored columns: null if there are none. */
export function parseColumns(value: unknown): StoredColumns | null {
  const { columns, widths } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const layout = parseLayout(columns);
  if (layout.length === 0) return null;
  const ofLocale = (locale: Locale) => {
    const found = (widths as Readonly<Record<string, unknown>> | undefined)?.[locale];
    const list = Object.entries(typeof found === 'object' && found ? found : {}).map(([field, width]) => ({
      field,
      width,
    }));
    return Object.fromEntries(
      parseLayout(list).flatMap(({ field, width }) => (width === undefined ? [] : [[field, width]])),
    );
  };
  return {
    columns: layout.map(({ field, isHidden }) => ({ field, isHidden })),
    widths: { 'zh-CN': ofLocale('zh-CN'), 'en-US': ofLocale('en-US') },
  };
}

/** Validates a stored layout, which may come from another version of the page. */
export function parseLayout(stored: unknown): ColumnLayout {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown): ColumnSetting[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { field, isHidden, width } = one as Record<string, unknown>;
    if (typeof field !== 'string') return [];
    const isWidth = typeof width === 'number' && width >= narrowestColumnPx && width <= widestColumnPx;
    return [{ field, isHidden: isHidden === true, ...(isWidth ? { width } : {}) }];
  });
}
