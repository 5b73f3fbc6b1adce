import { expect } from 'expect';
import { describe, it } from 'vitest';
import { EZUIKitPlayer, EZWebRtc, parseStreamAddress } from '../../host-sdk/ezuikit/index.ts';
import { readSettings } from '../../host-sdk/ezuikit/settings.ts';
import type { EZUIKitPlayerOptions } from '../../host-sdk/ezuikit/types.ts';

const started = (given: EZUIKitPlayerOptions) => {
  const { autoplay, autoplayByTheme, scaleMode } = readSettings(given).options;
  return { autoplay, autoplayByTheme: autoplayByTheme ?? true, scaleMode: scaleMode ?? 'fit' };
};

describe('autoplay', () => {
  it.each<[string, EZUIKitPlayerOptions, boolean, boolean]>([
    ['7.x, simple: decides', { autoplay: false }, false, true],
    ['7.x, simple: true by default', {}, true, true],
    ['7.x, with controls: the theme decides', { template: 'pcLive', autoplay: false }, true, true],
    ['9.x: decides', { scaleMode: 1, template: 'pcLive', autoplay: false }, false, false],
    ['9.x: true by default', { language: 'zh', themeData: { header: {} } }, true, false],
    ['9.x: autoPlay is the same option', { autoPlay: false, template: 'pcLive' }, false, false],
  ])('%s', (_, given, autoplay, autoplayByTheme) => {
    expect(started(given)).toMatchObject({ autoplay, autoplayByTheme });
  });
});

describe('the scale mode', () => {
  it.each<[string, EZUIKitPlayerOptions, string]>([
    ['7.x: fits the video', {}, 'fit'],
    ['9.x: stretches the video by default', { streamInfoCBType: 1 }, 'stretch'],
    ['9.x: 1 fits, 2 fills', { scaleMode: 2 }, 'fill'],
  ])('%s', (_, given, scaleMode) => expect(started(given).scaleMode).toBe(scaleMode));
});

describe('dblClickFullscreen', () => {
  it.each([
    [false, false],
    ['false', false],
    [true, undefined],
    [undefined, undefined],
  ])('%j: the player gets %j', (dblClickFullscreen, expected) => {
    expect(readSettings({ dblClickFullscreen }).options.doubleClickFullscreen).toBe(expected);
  });
});

describe('a theme of EZUIKit 9', () => {
  const themeData = {
    header: { btnList: [{ iconId: 'recDropdown', part: 'right', isrender: 1 }] },
    footer: { btnList: [{ iconId: 'play', part: 'left', isrender: 1 }] },
  } as const;
  const themeOf = (given: EZUIKitPlayerOptions) =>
    readSettings({ themeData, ...given } as unknown as EZUIKitPlayerOptions).options.themeData;

  it('is for recordings if the address is one, and for phones if the page says so', () => {
    const url = 'ezopen://open.ys7.com/C1/1.cloud.rec';
    expect(themeOf({ url })).toMatchObject({ themeType: 'webRec', footer: themeData.footer });
    expect(themeOf({ url, mobileExtendOptions: { controls: ['timeLine'] } })).toMatchObject({
      themeType: 'mobileRec',
    });
    expect(themeOf({ url, themeData: { ...themeData, themeType: 'webLive' } as never })).toMatchObject({
      themeType: 'webLive',
    });
    expect(themeOf({ url: 'ezopen://open.ys7.com/C1/1.live' })).not.toHaveProperty('themeType');
  });

  it('has a button for each storage in place of recDropdown', () => {
    const { header } = themeOf({}) as { header: { btnList: { iconId: string; part: string }[] } };
    expect(header.btnList.map(({ iconId, part }) => `${iconId} ${part}`)).toEqual([
      'cloudRec right',
      'rec right',
    ]);
  });

  it('with a getter that throws is left to the player', () => {
    const hostile = Object.defineProperty({}, 'header', {
      enumerable: true,
      get: () => {
        throw new Error('getter');
      },
    });
    expect(themeOf({ themeData: hostile as never })).toBe(hostile);
  });
});

describe('a page that is rendered on a server', () => {
  it('imports the facade and creates a player without a document, and nothing is thrown', async () => {
    const player = new EZUIKitPlayer({
      id: 'box',
      accessToken: 'at.x',
      url: 'ezopen://open.ys7.com/C1/1.live',
    });
    await expect(player.play()).rejects.toMatchObject({ code: 'container.missing' });
    expect([player.playing, player.width, player.iframe]).toEqual([false, 0, null]);
    expect(parseStreamAddress(player.url)?.deviceSerial).toBe('C1');
    await player.destroy();
  });
});

describe('a class that is not supported', () => {
  it('refuses with a typed error', () => {
    expect(() => new EZWebRtc()).toThrow(expect.objectContaining({ code: 'unsupported' }));
    expect(EZUIKitPlayer.EZWebRtc).toBe(EZWebRtc);
  });
});
