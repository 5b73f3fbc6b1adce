import { describe, expect, it } from '@jest/globals';
import { defaultColumnPx, defaultLayout } from '../../app/_console/resource/data/columns.ts';
import { fitColumns } from '../../app/_console/resource/table/fit-columns.ts';
import { lineIndentPx, nameColumnPx } from '../../app/_console/resource/tree/tree-rows.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import type { Locale } from '../../lib/i18n/translate.ts';

/** Width in px left of the window beside the side menu and without the checkbox column, by window width. */
const availablePx = { 1440: 1_110 - 44, 1280: 950 - 44 } as const;
/** Maximum width of the action column in px; `own` for pages that add actions. */
const buttonsPx = { 'zh-CN': { defaults: 218, own: 266 }, 'en-US': { defaults: 236, own: 340 } } as const;
const withOwn = [
  'system.role',
  'system.menu',
  'system.dept',
  'system.dictType',
  'system.notice',
  'iot.camera',
  'monitor.logininfor',
];

const shown = (definition: ResourceDef, locale: Locale) =>
  defaultLayout(definition, locale).filter(({ isHidden }) => !isHidden);
const widthOf = (columns: ReturnType<typeof fitColumns>) =>
  columns.reduce((sum, { width }) => sum + (width ?? defaultColumnPx), 0);

describe.each(Object.keys(buttonsPx) as Locale[])('default columns of a list, in %s', (locale) => {
  const fitted = (key: string, definition: ResourceDef, window: keyof typeof availablePx) => {
    const availableWidth =
      availablePx[window] - buttonsPx[locale][withOwn.includes(key) ? 'own' : 'defaults'];
    const defaults = defaultLayout(definition, locale);
    const columns = fitColumns(definition, shown(definition, locale), defaults, availableWidth, locale);
    for (const { width = defaultColumnPx } of columns) expect(width).toBeGreaterThanOrEqual(64);
    return { availableWidth, width: widthOf(columns) };
  };

  it.each(Object.entries(resources))('of %s do not overlap the buttons', (key, definition) => {
    const { availableWidth, width } = fitted(key, definition, 1440);
    expect(width).toBeLessThanOrEqual(availableWidth);
  });

  it.each(Object.entries<ResourceDef>(resources))(
    'of %s are as wide as the text of their headings',
    (_, definition) => {
      const defaults = defaultLayout(definition, locale);
      const narrowest = fitColumns(definition, shown(definition, locale), defaults, 0, locale);
      for (const { field, width = defaultColumnPx } of narrowest) {
        const { label, sortable } = definition.fields[field]!;
        const letters = Math.max(...label[locale].split(' ').map(({ length }) => length));
        // Width in px of a Chinese character, or of a narrow Latin letter.
        const min = letters * (locale === 'zh-CN' && /^\p{Script=Han}+$/u.test(label[locale]) ? 14 : 7.5);
        const arrow = sortable && !definition.tree ? 18 : 0;
        expect(width).toBeGreaterThanOrEqual(min + 24 + arrow);
      }
    },
  );

  it.each(Object.entries(resources))(
    'of %s overlap the buttons by at most one column in a window of 1280 px',
    (key, definition) => {
      const { availableWidth, width } = fitted(key, definition, 1280);
      expect(width).toBeLessThanOrEqual(availableWidth + 180);
    },
  );
});

describe('columns with too little space', () => {
  const definition = resources['system.role']!;
  const defaults = defaultLayout(definition, 'en-US');
  const columns = shown(definition, 'en-US');

  it('keep their width if there is enough', () => {
    expect(fitColumns(definition, columns, defaults, widthOf(columns), 'en-US')).toBe(columns);
  });

  it('keep widths set by the user, and switches and times keep theirs', () => {
    const wider = columns.map((one) => (one.field === 'roleName' ? { ...one, width: 300 } : one));
    const fitted = fitColumns(definition, wider, defaults, 200, 'en-US');
    const widths = Object.fromEntries(fitted.map(({ field, width }) => [field, width]));
    expect(widths).toMatchObject({ roleName: 300, status: 120 });
    expect(widths.dataScope).toBeLessThan(226);
  });

  it('are never narrower than their minimum, and overflow then', () => {
    const fitted = fitColumns(definition, columns, defaults, 0, 'en-US');
    expect(widthOf(fitted)).toBeGreaterThan(500);
    expect(fitColumns(definition, columns, defaults, 300, 'en-US')).toEqual(fitted);
  });
});

describe('the first column of a tree', () => {
  const definition = resources['system.menu']!;
  const defaults = defaultLayout(definition);
  const columns = shown(definition, 'zh-CN');
  const line = (level: number, hasChildren: boolean) =>
    ({ row: {}, level, hasChildren, place: 1, siblings: 1 }) as const;
  const widthIn = (availablePx: number, treePx: number, of = columns) =>
    fitColumns(definition, of, defaults, availablePx, 'zh-CN', treePx)[0]?.width;

  it('reserves space for names behind the deepest indentation', () => {
    const [flat, deep] = [[line(1, false)], [line(1, true), line(2, true), line(3, false)]];
    expect(nameColumnPx(deep, false) - nameColumnPx(flat, false)).toBe(2 * lineIndentPx);
    expect(nameColumnPx(deep, true)).toBeGreaterThan(nameColumnPx(deep, false));
    // Six characters and the padding still fit.
    expect(nameColumnPx(deep, false) - 3 * lineIndentPx).toBeGreaterThanOrEqual(6 * 14 + 24);
  });

  it('keeps its minimum width, and is widened if narrower', () => {
    expect(widthIn(0, 208)).toBe(208);
    expect(widthIn(10_000, 400)).toBe(400);
    expect(widthIn(10_000, 100)).toBe(200);
  });

  it('keeps a width set by the user', () => {
    const chosen = columns.map((one, at) => (at === 0 ? { ...one, width: 120 } : one));
    expect(widthIn(0, 400, chosen)).toBe(120);
  });
});
