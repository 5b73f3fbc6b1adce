import { expect } from 'expect';
import { describe, it } from 'vitest';
import { contrast, mix, withLightness } from '../../app/_console/settings/colour.ts';
import {
  accentColours,
  changed,
  defaultSettings,
  readSettings,
  storedKeys,
} from '../../app/_console/settings/settings.ts';
import { chosenGround, grounds, rampOf, shadesOf } from '../../app/_console/settings/shades.ts';
import { consoleTheme, consoleVariables } from '../../app/_console/settings/theme.ts';

const schemes = ['light', 'dark'] as const;
const cases = accentColours.flatMap((colour) => schemes.map((scheme) => [colour, scheme] as const));

describe('contrast', () => {
  it('is the WCAG ratio for the colours of the specification under white text', () => {
    const known = { '#2F54EB': 5.85, '#722ED1': 6.94, '#1890FF': 3.24, '#F5222D': 4.08, '#FAAD14': 1.9 };
    for (const [colour, ratio] of Object.entries(known))
      expect(contrast(colour, '#ffffff')).toBeCloseTo(ratio, 1);
  });

  it('keeps a requested colour at its own lightness', () => {
    expect(contrast(withLightness('#1890FF', 0.5), '#ffffff')).toBeGreaterThan(
      contrast('#1890FF', '#ffffff'),
    );
  });
});

describe.each(cases)('%s on a %s page', (colour, scheme) => {
  it.each([
    ['usually', false, 4.5],
    ['in colour-weak mode', true, 7],
  ] as const)('is readable %s', (_, isWeak, ratio) => {
    const shades = shadesOf(colour, scheme, isWeak);
    const { page, panel, raised } = grounds[scheme];
    const pairs: readonly (readonly [string, string, string])[] = [
      ['white on a filled button', '#ffffff', shades.filled],
      ['white on a filled button that is pointed at', '#ffffff', shades.filledHover],
      ['a link on the page', shades.text, page],
      ['a link on a panel', shades.text, panel],
      ['a link on a raised row', shades.text, raised],
      ['a link on a chosen row', shades.text, chosenGround(colour, scheme)],
      ['text on a tint', shades.onTint, shades.tint],
      ['text on a tint that is pointed at', shades.onTint, shades.tintHover],
    ];
    for (const [what, ink, ground] of pairs) {
      expect({ what, reaches: contrast(ink, ground) >= ratio }).toEqual({ what, reaches: true });
    }
  });

  it('keeps the chosen colour as the accent', () => {
    expect(shadesOf(colour, scheme).accent).toBe(colour);
  });
});

describe('the theme', () => {
  it.each(schemes)('has readable shades of every other colour on a %s page too', (scheme) => {
    const { light, dark } = consoleVariables('#1890FF', false)(consoleTheme('#1890FF', false) as never);
    const variables: Record<string, string> = scheme === 'light' ? light : dark;
    for (const name of ['red', 'green', 'orange', 'yellow', 'blue', 'teal', 'gray', 'violet']) {
      const value = (part: string) => variables[`--mantine-color-${name}-${part}`] ?? '';
      expect(contrast('#ffffff', value('filled'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(value('light-color'), value('light'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(value('text'), grounds[scheme].panel)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(value('text'), variables['--oriel-chosen'] ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(schemes)('has readable secondary text and visible borders on a %s page', (scheme) => {
    const { page, panel, raised, soft, ink, edge } = grounds[scheme];
    expect(contrast(edge, panel)).toBeGreaterThanOrEqual(3);
    expect(contrast(edge, raised)).toBeGreaterThanOrEqual(3);
    for (const ground of [page, panel, raised]) {
      expect(contrast(soft, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(7);
    }
  });

  it('distinguishes red from green without red and green in colour-weak mode', () => {
    const { colors } = consoleTheme('#1890FF', true);
    expect(colors?.green?.[5]).not.toBe(consoleTheme('#1890FF', false).colors?.green?.[5]);
    // Blue and orange differ in their blue component, which red-green colour blindness does not affect.
    const blueOf = (colour: string | undefined) => Number.parseInt(colour?.slice(5) ?? '', 16);
    expect(blueOf(colors?.green?.[5])).toBeGreaterThan(blueOf(colors?.red?.[5]) + 100);
  });

  it('has ramps whose sixth step has enough contrast for white text', () => {
    for (const colour of accentColours)
      expect(contrast('#ffffff', rampOf(colour)[6])).toBeGreaterThanOrEqual(4.5);
  });

  it('blends a translucent layer as a screen does', () => {
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
  });
});

describe('breakpoints', () => {
  it('are those of the specification', () => {
    const { breakpoints } = consoleTheme('#1890FF', false);
    const begins = Object.entries(breakpoints ?? {}).map(([name, em]) => [
      name,
      Number.parseFloat(String(em)) * 16,
    ]);
    expect(begins).toEqual([
      ['xs', 0],
      ['sm', 576],
      ['md', 768],
      ['lg', 992],
      ['xl', 1_200],
      ['xxl', 1_600],
    ]);
  });
});

describe('settings', () => {
  const stored = (values: Readonly<Record<string, string>>) => readSettings((name) => values[name] ?? null);

  it('have the defaults of the specification', () => {
    expect(stored({})).toEqual({
      ...defaultSettings,
      navTheme: 'dark',
      color: '#1890FF',
      layout: 'sidemenu',
      contentWidth: 'Fluid',
      fixedHeader: true,
      fixedSidebar: true,
      weak: false,
      multiTab: true,
      tableSize: 'middle',
      tableBordered: false,
      hideFooter: false,
      appLanguage: 'zh-CN',
    });
  });

  it('are read from the keys of the specification', () => {
    expect(
      stored({
        side_collapsed: 'true',
        nav_theme: 'light',
        layout: 'topmenu',
        fixed_header: 'false',
        content_width: 'Fixed',
        color: '#fa541c',
        weak: 'true',
        multi_tab: 'false',
        app_language: 'en-US',
        table_size: 'small',
        table_bordered: 'true',
        hide_footer: 'true',
        color_scheme: 'auto',
      }),
    ).toMatchObject({
      sideCollapsed: true,
      navTheme: 'light',
      layout: 'topmenu',
      fixedHeader: false,
      fixedSidebar: false,
      contentWidth: 'Fixed',
      color: '#FA541C',
      weak: true,
      multiTab: false,
      appLanguage: 'en-US',
      tableSize: 'small',
      tableBordered: true,
      hideFooter: true,
      colorScheme: 'auto',
    });
    expect(Object.values(storedKeys)).toEqual(
      expect.arrayContaining(['is_mobile', 'fixed_sidebar', 'color_scheme']),
    );
  });

  it('ignore stored values that are not valid', () => {
    expect(stored({ layout: 'mix', color: 'red', weak: 'yes', content_width: 'Fixed' })).toEqual(
      defaultSettings,
    );
  });

  it('make the content Fluid when the side menu is chosen', () => {
    const top = changed(defaultSettings, { layout: 'topmenu' });
    expect(changed(top, { layout: 'sidemenu' }).contentWidth).toBe('Fluid');
    expect(changed(defaultSettings, { contentWidth: 'Fixed' }).contentWidth).toBe('Fluid');
  });

  it('unfix the sidebar and make the content Fixed when the top menu is chosen', () => {
    const top = changed(defaultSettings, { layout: 'topmenu' });
    expect(top).toMatchObject({ contentWidth: 'Fixed', fixedSidebar: false });
    expect(changed(top, { fixedSidebar: true }).fixedSidebar).toBe(false);
    expect(changed(top, { contentWidth: 'Fluid' }).contentWidth).toBe('Fluid');
  });

  it.each([true, false])(
    'restore the sidebar when the side menu is chosen again: fixed %s',
    (fixedSidebar) => {
      const side = changed(defaultSettings, { fixedSidebar, sideCollapsed: true });
      const again = changed(changed(side, { layout: 'topmenu' }), { layout: 'sidemenu' });
      expect(again).toMatchObject({ fixedSidebar, sideCollapsed: true });
      // Also if the page is loaded in between.
      const kept = changed(side, { layout: 'topmenu' });
      const loaded = stored(
        Object.fromEntries(
          Object.entries(storedKeys).map(([key, name]) => [name, String(kept[key as keyof typeof kept])]),
        ),
      );
      expect(changed(loaded, { layout: 'sidemenu' }).fixedSidebar).toBe(fixedSidebar);
    },
  );
});
