import { expect } from 'expect';
import { describe, it } from 'vitest';
import { defaultColumnPx, defaultLayout } from '../../app/_console/resource/data/columns.ts';
import { fitColumns, leastWidth } from '../../app/_console/resource/table/fit-columns.ts';
import { lineIndentPx, nameColumnPx } from '../../app/_console/resource/tree/tree-rows.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import type { Locale } from '../../lib/i18n/translate.ts';

/** Width in px left of the window beside the side menu and without the checkbox column, by window width. */
const availablePx = { 1440: 1_110 - 44, 1280: 950 - 44 } as const;
/** Maximum width of the action column in px; `own` for pages that add actions. */
const buttonsPx = { 'zh-CN': { defaults: 218, own: 266 }, 'en-US': { defaults: 236, own: 340 } } as const;
/** Of the details alone, of one button with the menu of the row, and of a frequent button of the page. */
const shortPx = {
  'zh-CN': { details: 80, one: 122, own: 56 },
  'en-US': { details: 100, one: 140, own: 80 },
} as const;
const withFrequent = [
  'system.role',
  'system.dictType',
  'iot.camera',
  'iot.theme',
  'iot.savedWall',
  'iot.voice',
];
const withOwn = [
  'system.role',
  'system.menu',
  'system.dept',
  'system.dictType',
  'system.notice',
  'feedback.message',
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
    const columns = fitColumns(
      { definition, columns: shown(definition, locale), defaults, locale },
      availableWidth,
    );
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
      const narrowest = fitColumns({ definition, columns: shown(definition, locale), defaults, locale }, 0);
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

  it.each(Object.entries<ResourceDef>(resources))(
    'of %s fit into a window of 1280 px when rare buttons are in the menu of the row',
    (key, definition) => {
      const defaults = defaultLayout(definition, locale);
      const px = leastWidth({ definition, columns: shown(definition, locale), defaults, locale });
      const { details, one, own } = shortPx[locale];
      const first = definition.can.includes('edit') ? one : details;
      const buttons = first + (withFrequent.includes(key) ? own : 0);
      expect(px).toBeLessThanOrEqual(availablePx[1280] - buttons);
    },
  );
});

describe('columns with too little space', () => {
  const definition = resources['system.role']!;
  const defaults = defaultLayout(definition, 'en-US');
  const columns = shown(definition, 'en-US');
  const list = { definition, columns, defaults, locale: 'en-US' } as const;

  it('keep their width if there is enough', () => {
    expect(fitColumns(list, widthOf(columns))).toBe(columns);
  });

  it('keep widths set by the user, and switches and times keep theirs', () => {
    const wider = columns.map((one) => (one.field === 'roleName' ? { ...one, width: 300 } : one));
    const fitted = fitColumns({ ...list, columns: wider }, 200);
    const widths = Object.fromEntries(fitted.map(({ field, width }) => [field, width]));
    expect(widths).toMatchObject({ roleName: 300, status: 120 });
    expect(widths.dataScope).toBeLessThan(226);
  });

  it('are never narrower than their minimum, and overflow then', () => {
    const fitted = fitColumns(list, 0);
    expect(widthOf(fitted)).toBeGreaterThan(500);
    expect(fitColumns(list, 300)).toEqual(fitted);
  });

  it('are as wide as their content, within bounds; the title of a row keeps its width until the others have their minimum, then it wraps', () => {
    const contentPx = new Map([
      ['roleName', 270],
      ['roleKey', 90],
      ['remark', 900],
    ]);
    const measured = { ...list, contentPx };
    const widthsIn = (availablePx: number) =>
      Object.fromEntries(fitColumns(measured, availablePx).map(({ field, width }) => [field, width]));
    expect(widthsIn(10_000)).toMatchObject({ roleName: 270, status: 120 });
    expect(widthsIn(10_000).roleKey).toBeLessThan(
      widthOf(columns.filter(({ field }) => field === 'roleKey')),
    );
    expect(widthsIn(leastWidth(measured)).roleName).toBe(270);
    expect(widthsIn(leastWidth(measured) - 20).roleName).toBe(250);
    expect(widthsIn(0).roleName).toBe(224);
    const long = fitColumns({ ...list, contentPx: new Map([['roleName', 5_000]]) }, 10_000);
    expect(long.find(({ field }) => field === 'roleName')?.width).toBe(320);
  });
});

describe('the first column of a tree', () => {
  const definition = resources['system.menu']!;
  const defaults = defaultLayout(definition);
  const columns = shown(definition, 'zh-CN');
  const line = (level: number, hasChildren: boolean) =>
    ({ row: {}, level, hasChildren, place: 1, siblings: 1 }) as const;
  const widthIn = (availablePx: number, treePx: number, of = columns) =>
    fitColumns({ definition, columns: of, defaults, locale: 'zh-CN', treePx }, availablePx)[0]?.width;

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
