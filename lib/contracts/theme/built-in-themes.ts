/**
 * The built-in themes. A row is `[iconId, part, defaultActive, isrender]`. Hidden buttons are listed too, because
 * editors offer them and `defaultActive` applies even when a button is hidden (the play button of `simple` decides
 * whether it starts automatically).
 */
import type { Theme, ThemeButton, ThemeType } from './theme.ts';

type Row = readonly [
  iconId: string,
  part: ThemeButton['part'],
  defaultActive: ThemeButton['defaultActive'],
  isrender: ThemeButton['isrender'],
];

function theme(
  themeId: string,
  themeName: string,
  themeType: ThemeType,
  header: readonly Row[],
  footer: readonly Row[],
  footerBackground = '#00000080',
): Theme {
  const section = (backgroundColor: string, rows: readonly Row[]) => ({
    color: '#FFFFFF',
    backgroundColor,
    activeColor: '#1890FF',
    btnList: rows.map(([iconId, part, defaultActive, isrender]) => ({
      iconId,
      part,
      defaultActive,
      isrender,
    })),
  });
  return {
    themeId,
    themeName,
    themeIntro: themeName,
    themeType,
    label: '官方',
    labelPic: '',
    poster: '',
    autoFocus: 5,
    createTime: 0,
    updateTime: 0,
    header: section('#000000', header),
    footer: section(footerBackground, footer),
  };
}

const liveHeader: readonly Row[] = [
  ['deviceID', 'left', 0, 1],
  ['deviceName', 'left', 0, 1],
  ['cloudRec', 'right', 0, 0],
  ['rec', 'right', 0, 0],
];

const recordedHeader: readonly Row[] = [
  ['deviceID', 'left', 0, 1],
  ['deviceName', 'left', 0, 1],
  ['cloudRec', 'right', 0, 1],
  ['rec', 'right', 0, 1],
];

const hiddenHeader: readonly Row[] = [
  ['deviceID', 'left', 0, 0],
  ['deviceName', 'left', 0, 0],
  ['cloudRec', 'right', 0, 0],
  ['rec', 'right', 0, 0],
];

export const builtInThemes = {
  pcLive: theme('pcLive', 'PC直播全量版', 'webLive', liveHeader, [
    ['play', 'left', 1, 1],
    ['capturePicture', 'left', 0, 1],
    ['sound', 'left', 1, 1],
    ['pantile', 'left', 0, 1],
    ['recordvideo', 'left', 0, 1],
    ['talk', 'left', 0, 1],
    ['zoom', 'left', 0, 1],
    ['speed', 'right', 0, 0],
    ['hd', 'right', 0, 1],
    ['webExpend', 'right', 0, 1],
    ['expend', 'right', 0, 1],
  ]),
  security: theme('security', 'PC直播安防版', 'webLive', liveHeader, [
    ['play', 'left', 1, 1],
    ['talk', 'left', 0, 1],
    ['sound', 'left', 1, 1],
    ['capturePicture', 'left', 0, 1],
    ['recordvideo', 'left', 0, 1],
    ['pantile', 'left', 0, 0],
    ['zoom', 'left', 0, 1],
    ['hd', 'right', 0, 1],
    ['webExpend', 'right', 0, 0],
    ['expend', 'right', 0, 1],
  ]),
  voice: theme('voice', 'PC直播语音版', 'webLive', liveHeader, [
    ['play', 'left', 1, 1],
    ['capturePicture', 'left', 0, 0],
    ['talk', 'left', 0, 1],
    ['broadcast', 'left', 0, 1],
    ['sound', 'left', 1, 1],
    ['pantile', 'left', 0, 0],
    ['recordvideo', 'left', 0, 0],
    ['hd', 'right', 0, 0],
    ['zoom', 'left', 0, 0],
    ['webExpend', 'right', 0, 0],
    ['expend', 'right', 0, 1],
  ]),
  simple: theme(
    'simple',
    'PC直播极简版',
    'webLive',
    hiddenHeader,
    [
      ['play', 'left', 1, 0],
      ['capturePicture', 'left', 0, 0],
      ['sound', 'left', 1, 0],
      ['pantile', 'left', 0, 0],
      ['recordvideo', 'left', 0, 0],
      ['talk', 'left', 0, 0],
      ['zoom', 'left', 0, 0],
      ['hd', 'right', 0, 0],
      ['webExpend', 'right', 0, 0],
      ['expend', 'right', 0, 0],
    ],
    '#000000',
  ),
  pcRec: theme(
    'pcRec',
    'PC回放全量版',
    'webRec',
    [
      ['deviceID', 'left', 0, 1],
      ['deviceName', 'left', 0, 1],
      ['cloudRec', 'right', 0, 1],
      ['cloudRecord', 'right', 0, 1],
      ['rec', 'right', 0, 1],
    ],
    [
      ['play', 'left', 1, 1],
      ['capturePicture', 'left', 0, 1],
      ['sound', 'left', 1, 1],
      ['pantile', 'left', 0, 0],
      ['recordvideo', 'left', 0, 1],
      ['zoom', 'left', 0, 1],
      ['speed', 'right', 0, 1],
      ['hd', 'right', 0, 0],
      ['webExpend', 'right', 0, 1],
      ['expend', 'right', 0, 1],
    ],
  ),
  mobileLive: theme('mobileLive', 'Mobile直播全量版', 'mobileLive', liveHeader, [
    ['play', 'left', 1, 1],
    ['capturePicture', 'left', 0, 0],
    ['sound', 'left', 1, 1],
    ['pantile', 'left', 0, 1],
    ['recordvideo', 'left', 0, 0],
    ['talk', 'left', 0, 1],
    ['zoom', 'left', 0, 1],
    ['hd', 'right', 0, 1],
    ['webExpend', 'right', 0, 0],
    ['expend', 'right', 0, 1],
  ]),
  mobileRec: theme('mobileRec', 'Mobile回放全量版', 'mobileRec', recordedHeader, [
    ['play', 'left', 1, 1],
    ['capturePicture', 'left', 0, 0],
    ['sound', 'left', 1, 1],
    ['pantile', 'left', 0, 0],
    ['recordvideo', 'left', 0, 0],
    ['talk', 'left', 0, 0],
    ['zoom', 'left', 0, 1],
    ['speed', 'right', 0, 1],
    ['hd', 'right', 0, 0],
    ['webExpend', 'right', 0, 0],
    ['expend', 'right', 0, 1],
  ]),
} as const satisfies Record<string, Theme>;

export type BuiltInThemeId = keyof typeof builtInThemes;

export function isBuiltInThemeId(text: string): text is BuiltInThemeId {
  return Object.hasOwn(builtInThemes, text);
}
