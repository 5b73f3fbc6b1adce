import { describe, expect, it } from '@jest/globals';
import { usualColumnPx, usualLayout } from '../../app/_console/resource/table/columns.ts';
import { fitColumns } from '../../app/_console/resource/table/fit-columns.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import type { Locale } from '../../lib/i18n/translate.ts';

/** Beside the side menu in such a window, without the box that marks a row. */
const roomPx = { 1440: 1_110 - 44, 1280: 950 - 44 } as const;
/** As wide as the buttons of a row are at most; wider where a room has buttons of its own. */
const buttonsPx = { 'zh-CN': { usual: 218, own: 266 }, 'en-US': { usual: 236, own: 340 } } as const;
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
  usualLayout(definition, locale).filter(({ isHidden }) => !isHidden);
const widthOf = (columns: ReturnType<typeof fitColumns>) =>
  columns.reduce((sum, { width }) => sum + (width ?? usualColumnPx), 0);

describe.each(Object.keys(buttonsPx) as Locale[])('columns that a list shows at first, in %s', (locale) => {
  const fitted = (key: string, definition: ResourceDef, window: keyof typeof roomPx) => {
    const room = roomPx[window] - buttonsPx[locale][withOwn.includes(key) ? 'own' : 'usual'];
    const usual = usualLayout(definition, locale);
    const columns = fitColumns(definition, shown(definition, locale), usual, room, locale);
    for (const { width = usualColumnPx } of columns) expect(width).toBeGreaterThanOrEqual(64);
    const title = columns.find(({ field }) => field === definition.titleField);
    return { room, width: widthOf(columns), titlePx: title?.width ?? usualColumnPx };
  };

  it.each(Object.entries(resources))('of %s lie beside the buttons, not under them', (key, definition) => {
    const { room, width } = fitted(key, definition, 1440);
    expect(width).toBeLessThanOrEqual(room);
  });

  const trees = Object.entries<ResourceDef>(resources).filter(([, { tree }]) => tree);
  it.each(trees)('of %s leave more than a syllable of the names two levels down', (key, definition) => {
    expect(fitted(key, definition, 1440).titlePx).toBeGreaterThan(160);
  });

  it.each(Object.entries(resources))('of %s, in a window of 1280 px, all but one do', (key, definition) => {
    const { room, width } = fitted(key, definition, 1280);
    expect(width).toBeLessThanOrEqual(room + 180);
  });
});

describe('columns in too little room', () => {
  const definition = resources['system.role']!;
  const usual = usualLayout(definition, 'en-US');
  const columns = shown(definition, 'en-US');

  it('are as they are where there is enough', () => {
    expect(fitColumns(definition, columns, usual, widthOf(columns), 'en-US')).toBe(columns);
  });

  it('keep the width that somebody chose, and switches and times keep theirs', () => {
    const wider = columns.map((one) => (one.field === 'roleName' ? { ...one, width: 300 } : one));
    const fitted = fitColumns(definition, wider, usual, 200, 'en-US');
    const widths = Object.fromEntries(fitted.map(({ field, width }) => [field, width]));
    expect(widths).toMatchObject({ roleName: 300, status: 120 });
    expect(widths['dataScope']).toBeLessThan(226);
  });

  it('are never narrower than they can be read, and reach beyond it then', () => {
    const fitted = fitColumns(definition, columns, usual, 0, 'en-US');
    expect(widthOf(fitted)).toBeGreaterThan(500);
    expect(fitColumns(definition, columns, usual, 300, 'en-US')).toEqual(fitted);
  });
});
