import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { parseTheme, parseThemeData, type ThemeSection } from '../../lib/contracts/theme/theme.ts';

/** The icons of a bar: `*` means initially active, `(…)` not shown. */
function bar({ btnList }: ThemeSection): string {
  return ['left', 'right']
    .map((part) =>
      btnList
        .filter((button) => button.part === part)
        .map(({ iconId, defaultActive, isrender }) => {
          const name = `${iconId}${defaultActive ? '*' : ''}`;
          return isrender ? name : `(${name})`;
        })
        .join(' '),
    )
    .join(' | ');
}

const live = 'deviceID deviceName | (cloudRec) (rec)';
const recorded = 'deviceID deviceName | cloudRec rec';

const table = [
  [
    'pcLive',
    'webLive',
    live,
    'play* capturePicture sound* pantile recordvideo talk zoom | (speed) hd webExpend expend',
  ],
  [
    'security',
    'webLive',
    live,
    'play* talk sound* capturePicture recordvideo (pantile) zoom | hd (webExpend) expend',
  ],
  [
    'voice',
    'webLive',
    live,
    // With the button of the panel for voice messages, as the specification describes the template.
    'play* (capturePicture) talk broadcast sound* (pantile) (recordvideo) (zoom) | (hd) (webExpend) expend',
  ],
  [
    'simple',
    'webLive',
    '(deviceID) (deviceName) | (cloudRec) (rec)',
    '(play*) (capturePicture) (sound*) (pantile) (recordvideo) (talk) (zoom) | (hd) (webExpend) (expend)',
  ],
  [
    'pcRec',
    'webRec',
    'deviceID deviceName | cloudRec cloudRecord rec',
    'play* capturePicture sound* (pantile) recordvideo zoom | speed (hd) webExpend expend',
  ],
  [
    'mobileLive',
    'mobileLive',
    live,
    'play* (capturePicture) sound* pantile (recordvideo) talk zoom | hd (webExpend) expend',
  ],
  [
    'mobileRec',
    'mobileRec',
    recorded,
    'play* (capturePicture) sound* (pantile) (recordvideo) (talk) zoom | speed (hd) (webExpend) expend',
  ],
] as const;

describe('the built-in themes', () => {
  it.each(table)('%s is of type %s', (id, themeType, header, footer) => {
    const theme = builtInThemes[id];
    expect(theme).toMatchObject({ themeId: id, themeType, autoFocus: 5, label: '官方' });
    expect(bar(theme.header)).toBe(header);
    expect(bar(theme.footer)).toBe(footer);
    expect(theme.header).toMatchObject({
      color: '#FFFFFF',
      backgroundColor: '#000000',
      activeColor: '#1890FF',
    });
    expect(theme.footer.backgroundColor).toBe(id === 'simple' ? '#000000' : '#00000080');
  });

  it('are all in the table', () => {
    expect(Object.keys(builtInThemes)).toEqual(table.map(([id]) => id));
  });

  it('are accepted unchanged by the strict parser', () => {
    for (const theme of Object.values(builtInThemes)) {
      expect(parseTheme(theme)).toEqual({ ok: true, value: theme });
      expect(parseThemeData(theme)).toEqual({ ok: true, value: { theme, notes: [] } });
    }
  });
});
