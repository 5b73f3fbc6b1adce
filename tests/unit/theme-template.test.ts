import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { isTemplate, namedTemplates, themeForTemplate } from '../../lib/contracts/theme/template.ts';
import { parseTheme, type ThemeSection } from '../../lib/contracts/theme/theme.ts';
import { themeFromLists } from '../../lib/contracts/theme/theme-lists.ts';

const remote = 'A1b2'.repeat(8);
const shown = ({ btnList }: ThemeSection) =>
  btnList.filter(({ isrender }) => isrender === 1).map(({ iconId }) => iconId);
const pc = { isMobile: false, isRecorded: false };

describe('templates', () => {
  it('are the specified names and every id of 32 letters and digits', () => {
    for (const name of [
      'theme',
      'standard',
      'pcLive',
      'pcRec',
      'mobileLive',
      'mobileRec',
      'noData',
      'security',
      'voice',
      'simple',
      'default',
    ]) {
      expect([name, isTemplate(name)]).toEqual([name, true]);
    }
    expect(isTemplate(remote)).toBe(true);
  });

  it.each([
    '',
    'Simple',
    'simple ',
    'pclive',
    remote.slice(1),
    `${remote}0`,
    `${remote.slice(1)}-`,
    '__proto__',
    'constructor',
  ])('are not %p', (name) => expect(isTemplate(name)).toBe(false));

  it.each([
    ['simple', 'simple', 'simple', 'simple', 'simple'],
    ['default', 'simple', 'simple', 'simple', 'simple'],
    ['noData', 'noData', 'noData', 'noData', 'noData'],
    ['standard', 'pcLive', 'pcLive', 'pcRec', 'mobileRec'],
    ['theme', 'pcLive', 'mobileLive', 'pcRec', 'mobileRec'],
    [remote, 'pcLive', 'mobileLive', 'pcRec', 'mobileRec'],
    ['pcLive', 'pcLive', 'pcLive', 'pcRec', 'mobileRec'],
    ['security', 'security', 'security', 'pcRec', 'mobileRec'],
    ['voice', 'voice', 'voice', 'pcRec', 'mobileRec'],
    ['mobileLive', 'mobileLive', 'mobileLive', 'mobileRec', 'mobileRec'],
    ['pcRec', 'pcRec', 'pcRec', 'pcRec', 'mobileRec'],
    ['mobileRec', 'mobileRec', 'mobileRec', 'mobileRec', 'mobileRec'],
  ])('%s begins with %s, on a mobile with %s, with a recording %s, on a mobile %s', (template, ...ids) => {
    const uses = [
      pc,
      { isMobile: true, isRecorded: false },
      { isMobile: false, isRecorded: true },
      { isMobile: true, isRecorded: true },
    ];
    expect(uses.map((use) => themeForTemplate(template, use).themeId)).toEqual(ids);
  });

  it('are all accepted by the strict parser', () => {
    for (const name of namedTemplates) expect(parseTheme(themeForTemplate(name, pc)).ok).toBe(true);
  });

  it('without controls hide every button: simple, default and noData, whose footer is hidden', () => {
    for (const name of ['simple', 'default', 'noData']) {
      const theme = themeForTemplate(name, pc);
      expect([...shown(theme.header), ...shown(theme.footer)]).toEqual([]);
    }
    expect(themeForTemplate('noData', pc).footer.backgroundColor).toBe('rgb(0 0 0 / 0%)');
  });
});

describe('the lists of older pages', () => {
  it('become a theme that shows exactly their buttons, in their order', () => {
    const { theme, unknown } = themeFromLists({
      header: ['capturePicture', 'save', 'zoom'],
      footer: ['talk', 'broadcast', 'hd', 'fullScreen'],
    });
    expect(unknown).toEqual([]);
    expect(shown(theme!.header)).toEqual(['capturePicture', 'recordvideo', 'zoom']);
    expect(shown(theme!.footer)).toEqual(['talk', 'broadcast', 'hd', 'expend']);
    expect(parseTheme(theme)).toEqual({ ok: true, value: theme });
  });

  it('of controls are the footer, and the player still starts as the built-in themes do', () => {
    const { theme } = themeFromLists({ controls: ['voice', 'hd', 'fullScreen'] });
    expect(shown(theme!.header)).toEqual([]);
    expect(shown(theme!.footer)).toEqual(['sound', 'hd', 'expend']);
    expect(theme!.footer.btnList.find(({ iconId }) => iconId === 'play')).toEqual({
      iconId: 'play',
      part: 'left',
      defaultActive: 1,
      isrender: 0,
    });
  });

  it('leave the template as it is when they are empty', () => {
    expect(themeFromLists({})).toEqual({ theme: null, unknown: [] });
    expect(themeFromLists({ header: [], footer: [], controls: [] })).toEqual({ theme: null, unknown: [] });
    expect(themeFromLists({ footer: ['__proto__', 'laser'] })).toEqual({
      theme: null,
      unknown: ['__proto__', 'laser'],
    });
  });

  it('include a name once, and accept current names too', () => {
    const { theme, unknown } = themeFromLists({
      header: ['deviceName', 'sound'],
      footer: ['play', 'voice', 'play', 'pantile', 'warp'],
    });
    expect(shown(theme!.header)).toEqual(['deviceName', 'sound']);
    expect(shown(theme!.footer)).toEqual(['play', 'pantile']);
    expect(unknown).toEqual(['warp']);
    expect(builtInThemes.pcLive.footer.btnList).toHaveLength(11); // the built-in theme is unchanged
  });
});
