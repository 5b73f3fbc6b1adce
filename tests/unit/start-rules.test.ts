import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { namedTemplates, themeForTemplate } from '../../lib/contracts/theme/template.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { choosesTheme, fittingAddress, startsByItself } from '../../player-frame/session/start-rules.ts';
import { camera, hdCamera } from '../kit/recorded-player.ts';

const given = { autoplay: true, audio: false } as const;

/** The full live theme with its play button initially off, or without it. */
function withPlay(button: 'off' | 'none'): Theme {
  const { footer } = builtInThemes.pcLive;
  const btnList = footer.btnList.flatMap((one) =>
    one.iconId !== 'play' ? [one] : button === 'none' ? [] : [{ ...one, defaultActive: 0 as const }],
  );
  return { ...builtInThemes.pcLive, footer: { ...footer, btnList } };
}

describe('autoplay', () => {
  it('is determined by the play button of the theme', () => {
    expect(startsByItself(builtInThemes.pcLive)).toBe(true);
    expect(startsByItself(withPlay('off'))).toBe(false);
    expect(startsByItself(withPlay('none'))).toBe(false);
  });

  it('is on in every template, with or without a play button, and without a theme', () => {
    for (const template of namedTemplates)
      expect(startsByItself(themeForTemplate(template, { isMobile: false, isRecorded: false }))).toBe(true);
    expect(startsByItself(null)).toBe(true);
  });

  it('waits for the theme that the page or its template specifies', () => {
    expect(choosesTheme(given, 'standard')).toBe(false);
    expect(choosesTheme({ ...given, themeData: '{}' }, 'simple')).toBe(true);
    for (const list of ['header', 'footer', 'controls'])
      expect(choosesTheme({ ...given, [list]: ['play'] }, 'simple')).toBe(true);
    expect(choosesTheme(given, 'A1b2'.repeat(8))).toBe(true);
    expect(choosesTheme(given, 'A1b2'.repeat(7))).toBe(false);
  });
});

describe('the initial stream', () => {
  it.each([
    [hdCamera, 320, camera],
    [hdCamera, 560, hdCamera],
    [camera, 560, camera],
    [camera, 640, hdCamera],
  ])('of %s for %i device pixels is %s', (url, pixels, address) => {
    expect(fittingAddress({ ...given, url, adaptiveQuality: true }, pixels)).toBe(address);
    expect(fittingAddress({ ...given, url }, pixels)).toBe(url);
  });

  it('is decided by the player if the address is invalid', () => {
    expect(fittingAddress({ ...given, url: 'nonsense', adaptiveQuality: true }, 320)).toBe('nonsense');
    expect(fittingAddress({ ...given, adaptiveQuality: true }, 320)).toBe('');
  });
});
