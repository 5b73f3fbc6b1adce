import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';

/** An integrator gives the player the buttons and colours of the page that embeds it. */

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage;
let player: LivePlayer;

const button = (iconId: string, part: 'left' | 'right', defaultActive = 0) => ({
  ...{ iconId, part, defaultActive, isrender: 1 },
});
// A template whose toolbar has a background without transparency.
const theme = {
  ...builtInThemes.security,
  autoFocus: 0,
  header: { ...builtInThemes.security.header, btnList: [button('deviceName', 'left')] },
  footer: {
    color: '#112233',
    backgroundColor: '#ffd700',
    activeColor: '#a01060',
    btnList: [
      button('play', 'left', 1),
      button('capturePicture', 'left'),
      button('zoom', 'right'),
      button('expend', 'right'),
    ],
  },
};

beforeAll(async () => {
  stage = await LiveStage.start();
  player = await stage.open({ template: 'simple', themeData: theme });
}, 120_000);
afterAll(() => stage?.close());

const footer = () => player.frame.locator('.oriel-footer');

/** Expects these buttons in order. Picture-in-picture is not part of themes. */
const expectButtons = (...ids: string[]) =>
  soon
    .poll(() =>
      footer()
        .locator('.oriel-button:not([data-id=pictureInPicture])')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.id)),
    )
    .toEqual(ids);

/** As the browser computed it, with the pointer elsewhere: it gives the colour of what is on to the button below it. */
async function expectColour(id: string, colour: string): Promise<void> {
  await player.page.mouse.move(400, 200);
  await soon(footer().locator(`[data-id=${id}]`)).toHaveCSS('color', colour);
}

describe('a theme that the page gives the player', () => {
  it('decides which buttons the toolbar has and in which order, although its template has none', async () => {
    await expectButtons('play', 'capturePicture', 'zoom', 'expend');
    await soon(player.frame.locator('.oriel-header [data-id=deviceName]')).toBeVisible();
  });

  it('decides the colours of the toolbar, and of a button that is on', async () => {
    await expectColour('zoom', 'rgb(17, 34, 51)');
    await soon(footer()).toHaveCSS('background-image', /rgb\(255, 215, 0\)/, { pseudo: 'before' });
    await player.button('电子放大').click();
    await expectColour('zoom', 'rgb(160, 16, 96)');
    expect(await player.call('closeZoom')).toEqual({});
    await expectColour('zoom', 'rgb(17, 34, 51)');
  });

  it('is replaced while the camera plays, and reported to the page', async () => {
    const changed = {
      ...theme,
      footer: { ...theme.footer, color: '#006400', btnList: [button('sound', 'left')] },
    };
    expect(await player.call('setThemeData', changed)).toEqual({});
    await expectButtons('sound');
    await expectColour('sound', 'rgb(0, 100, 0)');
    const { themeData } = (await player.call('fetchThemeData')) as { themeData: typeof theme };
    expect(themeData.footer.color.toLowerCase()).toBe('#006400');
    expect(await player.state()).toMatchObject({ phase: 'playing' });
  });

  it('is refused with a typed error if it is none, and the theme before it stays', async () => {
    const refusal = await player.page.evaluate(async () => {
      const { player } = window as unknown as { player: { setThemeData(theme: unknown): Promise<unknown> } };
      return player.setThemeData([]).catch((error: Error & Record<string, unknown>) => ({
        ...{ name: error.name, isError: error instanceof Error, code: error.code },
        ...{ source: error.source, retryable: error.retryable, message: error.message },
      }));
    });
    expect(refusal).toEqual({
      ...{ name: 'PlayerError', isError: true, code: 'theme.invalid' },
      ...{ source: 'player', retryable: false, message: expect.stringContaining('主题内容有误') },
    });
    await expectButtons('sound');
    expect(await player.state()).toMatchObject({ phase: 'playing' });
  });
});
