import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { parseTheme, parseThemeData } from '../../lib/contracts/theme/theme.ts';

const { pcLive } = builtInThemes;
const play = { iconId: 'play', part: 'left', defaultActive: 1, isrender: 1 };

/** `path code` for each problem. */
function problemsOf(value: unknown, read: typeof parseTheme = parseTheme): readonly string[] {
  const parsed = read(value);
  return parsed.ok ? [] : parsed.error.map(({ path, code }) => `${path} ${code}`);
}
function themeOf(value: unknown) {
  const parsed = parseThemeData(value);
  if (!parsed.ok) throw new Error(parsed.error.map(({ path, code }) => `${path} ${code}`).join());
  return parsed.value;
}
const footer = (btnList: unknown) => ({ ...pcLive, footer: { ...pcLive.footer, btnList } });

describe('the strict parser', () => {
  it('reports every problem by path and code, in both languages, and repeats no value', () => {
    const parsed = parseTheme({
      themeId: 'a b',
      themeType: 'tv',
      themeName: '<b>',
      poster: 'https://evil.example/secret-token',
      autoFocus: 'soon',
      color: 'url(x)',
      header: null,
      footer: {
        activeColor: 7,
        btnList: [
          { ...play, part: 'top', isrender: 2, defaultActive: 'yes' },
          play,
          { ...play, iconId: 'laser' },
          5,
        ],
      },
    });
    expect(parsed.ok ? [] : parsed.error.map(({ path, code }) => [path, code])).toEqual(
      expect.arrayContaining([
        ['themeId', 'badId'],
        ['themeType', 'badType'],
        ['themeName', 'markup'],
        ['poster', 'badImage'],
        ['autoFocus', 'badAutoFocus'],
        ['color', 'badColour'],
        ['header', 'missing'],
        ['footer.activeColor', 'badColour'],
        ['footer.btnList[0].part', 'badPart'],
        ['footer.btnList[0].isrender', 'badFlag'],
        ['footer.btnList[0].defaultActive', 'badFlag'],
        ['footer.btnList[1].iconId', 'duplicateButton'],
        ['footer.btnList[2].iconId', 'unknownButton'],
        ['footer.btnList[3]', 'notObject'],
      ]),
    );
    if (parsed.ok) return;
    expect(parsed.error).toHaveLength(14);
    expect(JSON.stringify(parsed.error)).not.toMatch(/secret-token|laser|evil/);
    for (const { messages } of parsed.error) {
      expect(messages['zh-CN']).toMatch(/\p{Script=Han}/u);
      expect(messages['en-US']).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it('accepts the 7.x record unchanged: flags as text, ids as numbers, -diy colours, extra fields', () => {
    const record = {
      id: 99,
      themeId: '1234567890',
      themeName: 'PC直播',
      themeIntro: 'PC直播全量版',
      themeType: 'webLive',
      label: '官方',
      labelPic: null,
      poster: '',
      autoFocus: '3',
      createTime: '2021-11-30 14:00:00',
      updateTime: 1_638_252_000_000,
      status: 1,
      header: {
        color: '#FFFFFF-diy',
        backgroundColor: 'rgba(0,0,0,0.5)-diy',
        activeColor: '#1890FF',
        btnList: [
          {
            iconId: 'deviceName',
            part: 'left',
            defaultActive: '0',
            isrender: '1',
            btnKey: 'btn-header-left-1',
          },
          {
            iconId: 'deviceID',
            part: 'left',
            defaultActive: '0',
            isrender: '0',
            memo: '设备号',
            btnKey: 'btn-header-left-0',
          },
        ],
      },
      footer: pcLive.footer,
    };
    const parsed = parseTheme(record);
    expect(parsed).toMatchObject({
      ok: true,
      value: { autoFocus: 3, createTime: 0, updateTime: 1_638_252_000_000, labelPic: '' },
    });
    expect(parsed.ok && parsed.value.header).toEqual({
      color: '#FFFFFF',
      backgroundColor: 'rgba(0,0,0,0.5)',
      activeColor: '#1890FF',
      btnList: [
        {
          iconId: 'deviceID',
          part: 'left',
          defaultActive: 0,
          isrender: 0,
          memo: '设备号',
          btnKey: 'btn-header-left-0',
        },
        { iconId: 'deviceName', part: 'left', defaultActive: 0, isrender: 1, btnKey: 'btn-header-left-1' },
      ],
    });
    expect(parsed.ok && Object.keys(parsed.value)).not.toContain('status');
  });

  it.each([
    [-3, 0],
    [0, 0],
    ['0', 0],
    [2.5, 2.5],
    [1e9, 3_600],
  ])('limits autoFocus %p to %p', (autoFocus, seconds) => {
    expect(parseTheme({ ...pcLive, autoFocus })).toMatchObject({ ok: true, value: { autoFocus: seconds } });
  });

  it('rejects more than 64 buttons, 64 KB and 8 levels before any other check', () => {
    const many = Array.from({ length: 40 }, () => play);
    expect(problemsOf({ ...footer(many), header: { ...pcLive.header, btnList: many } })).toEqual([
      ' tooManyButtons',
    ]);
    expect(problemsOf({ ...pcLive, extra: 'x'.repeat(65_536) })).toEqual([' tooLarge']);
    expect(problemsOf({ ...pcLive, extra: '字'.repeat(22_000) })).toEqual([' tooLarge']);
    expect(problemsOf({ ...pcLive, extra: new Array(1e9) })).toEqual([' tooLarge']);
    expect(problemsOf({ ...pcLive, extra: [[[[[[[[]]]]]]]] })).toEqual([' tooDeep']);
    const cycle: Record<string, unknown> = { ...pcLive };
    cycle.self = cycle;
    expect(problemsOf(cycle)).toEqual([' tooDeep']);
    const wide = (level: number): unknown => (level === 0 ? 'x' : Array(60).fill(wide(level - 1)));
    expect(problemsOf({ ...pcLive, extra: wide(6) })).toEqual([' tooLarge']);
  });

  it('reads own fields only', () => {
    expect(problemsOf(Object.create(pcLive))).toEqual(['header missing', 'footer missing']);
    const poisoned = JSON.parse(
      '{"__proto__":{"polluted":1},"header":{"__proto__":{"btnList":[]}},"footer":{"btnList":[]}}',
    );
    expect(problemsOf(poisoned)).toEqual(['header.btnList missing']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('rejects values that throw when read', () => {
    const trap = { ...pcLive };
    Object.defineProperty(trap, 'header', {
      enumerable: true,
      get() {
        throw new Error('boo');
      },
    });
    expect(problemsOf(trap)).toEqual([' unreadable']);
  });
});

describe('the parser of themeData', () => {
  it('omits unknown buttons, with a note for each', () => {
    const { theme, notes } = themeOf(
      footer([play, { ...play, iconId: 'aiChat' }, { ...play, iconId: 'timeLine' }]),
    );
    expect(theme.footer.btnList).toEqual([play]);
    expect(notes.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'footer.btnList[1].iconId unknownButton',
      'footer.btnList[2].iconId unknownButton',
    ]);
  });

  it('maps the 9.x names of buttons', () => {
    const names = ['volume', 'ptz', 'record', 'definition', 'fullscreen', 'globalFullscreen'];
    const { theme, notes } = themeOf(footer(names.map((iconId) => ({ ...play, iconId }))));
    expect(theme.footer.btnList.map(({ iconId }) => iconId)).toEqual([
      'sound',
      'pantile',
      'recordvideo',
      'hd',
      'expend',
      'webExpend',
    ]);
    expect(notes).toEqual([]);
  });

  it('replaces missing and invalid values by defaults', () => {
    const { theme } = themeOf({
      footer: { color: 'url(x)', btnList: [{ iconId: 'play' }] },
      poster: '//evil.example/x.png',
    });
    expect(theme).toEqual({
      themeId: '',
      themeName: '',
      themeIntro: '',
      themeType: 'webLive',
      label: '',
      labelPic: '',
      poster: '',
      autoFocus: 5,
      createTime: 0,
      updateTime: 0,
      header: { color: '#FFFFFF', backgroundColor: 'rgb(0 0 0 / 0%)', activeColor: '#1890FF', btnList: [] },
      footer: {
        color: '#FFFFFF',
        backgroundColor: '#00000080',
        activeColor: '#1890FF',
        btnList: [{ iconId: 'play', part: 'left', defaultActive: 1, isrender: 0 }],
      },
    });
  });

  it('plays with a play button that does not say whether it is active', () => {
    const button = { iconId: 'play', part: 'left', isrender: 1 };
    const { theme } = themeOf(footer([button]));
    expect(theme.footer.btnList).toEqual([{ ...button, defaultActive: 1 }]);
  });

  it('truncates long texts between characters and removes markup from them', () => {
    const { theme } = themeOf({
      ...pcLive,
      themeName: '😀'.repeat(40),
      themeIntro: '<script>\u202e<\u0000x',
    });
    expect(theme.themeName).toBe('😀'.repeat(32));
    expect(theme.themeIntro).toBe('scriptx');
  });

  it('rejects values that are not a theme', () => {
    for (const value of [null, undefined, 'pcLive', 4, [], () => 1]) {
      // The parser's result type differs; only the problems are compared.
      expect(problemsOf(value, parseThemeData as unknown as typeof parseTheme)).toEqual([' notObject']);
    }
  });
});
