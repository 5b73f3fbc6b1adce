import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { iconIds } from '../../lib/contracts/theme/icon-id.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { layoutOf } from '../../player-frame/features/toolbar/layout.ts';
import { fitBar, measuresFor } from '../../player-frame/features/toolbar/toolbar-fit.ts';
import {
  type BarView,
  type ButtonView,
  toolbarModel,
} from '../../player-frame/features/toolbar/toolbar-model.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.info(`toolbar fit: ORIEL_SEED=${seed}`);

function footer(): BarView {
  const player = recordedPlayer();
  player.send({ type: 'request.setTheme', theme: builtInThemes.pcLive });
  player.play();
  return toolbarModel(player.state).footer;
}
const pcLive = layoutOf(builtInThemes.pcLive);
const fitted = (widthPx: number, heightPx: number) => {
  const { left, right, overflow, hasSlider } = fitBar(footer(), { widthPx, heightPx }, pcLive);
  const ids = (views: readonly ButtonView[]) => views.map(({ id }) => id);
  return { bar: [...ids(left), ...ids(right)], overflow: ids(overflow), hasSlider };
};
const all = [
  'play',
  'capturePicture',
  'sound',
  'pantile',
  'recordvideo',
  'talk',
  'zoom',
  'hd',
  'webExpend',
  'expend',
];

describe('layouts', () => {
  it('follow the built-in theme, also a changed one; otherwise the type of the theme', () => {
    const names = Object.values(builtInThemes).map((theme) => layoutOf(theme).name);
    expect(names).toEqual(['pcLive', 'security', 'voice', 'pcLive', 'pcRec', 'mobileLive', 'mobileRec']);
    const { security } = builtInThemes;
    expect(layoutOf({ ...security, footer: { ...security.footer, btnList: [] } }).name).toBe('security');
    expect(layoutOf({ ...security, themeId: 'a'.repeat(32), themeType: 'mobileRec' }).name).toBe('mobileRec');
    expect(layoutOf({ ...security, themeId: 'toString' }).name).toBe('pcLive');
  });

  it('label the buttons of security where all of them fit, and have the volume in the bar of voice', () => {
    const fitTheme = (theme: Theme, widthPx: number) => {
      const player = recordedPlayer();
      player.send({ type: 'request.setTheme', theme });
      player.play();
      return fitBar(toolbarModel(player.state).footer, { widthPx, heightPx: 400 }, layoutOf(theme));
    };
    expect([390, 600, 960].map((px) => fitTheme(builtInThemes.security, px).hasLabels)).toEqual([
      false,
      false,
      true,
    ]);
    expect([120, 390].map((px) => fitTheme(builtInThemes.voice, px).hasSlider)).toEqual([false, true]);
    expect(fitTheme(builtInThemes.pcLive, 1440)).toMatchObject({ hasSlider: false, hasLabels: false });
  });
});

describe('the footer', () => {
  it.each([1440, 600, 390])('fits completely at %i px', (widthPx) => {
    expect(fitted(widthPx, 400)).toMatchObject({ bar: all, overflow: [] });
  });

  it('moves what does not fit behind ⋯, in order; full-screen, play and sound remain', () => {
    expect(fitted(250, 200)).toEqual({
      bar: ['play', 'capturePicture', 'sound', 'pantile', 'expend'],
      overflow: ['recordvideo', 'talk', 'zoom', 'hd', 'webExpend'],
      hasSlider: false,
    });
  });

  it('icons are 48 px above 500 px and 32 px at or below', () => {
    expect([501, 500].map((width) => measuresFor(width).cellPx)).toEqual([48, 32]);
    expect([501, 500].map((width) => measuresFor(width, true).cellPx)).toEqual([48, 44]);
  });

  it.each([
    [160, 90, ['play', 'capturePicture', 'sound', 'expend']],
    [100, 60, ['play', 'expend']],
    [60, 60, ['expend']],
  ])('omits what does not fit in %i x %i, full-screen last', (width, height, bar) => {
    expect(fitted(width, height)).toMatchObject({ bar, overflow: [] });
  });

  it('contains every button once at every size: in the bar or in the menu', () => {
    const bar = fc.shuffledSubarray([...iconIds], { minLength: 1 }).chain((ids) =>
      fc.nat(ids.length).map((split): BarView => {
        const views = ids.map(
          (id): ButtonView => ({
            id,
            kind: id === 'deviceID' || id === 'deviceName' ? 'text' : 'action',
            label: 'player.play',
            text: '',
            isActive: false,
            isDisabled: false,
            isShown: true,
            reason: null,
          }),
        );
        return { left: views.slice(0, split), right: views.slice(split), isShown: true };
      }),
    );
    fc.assert(
      fc.property(
        bar,
        fc.integer({ min: 1, max: 4_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        fc.constantFrom(...Object.values(builtInThemes).map(layoutOf)),
        (view, width, height, layout) => {
          const { left, right, overflow, hasSlider, hasLabels } = fitBar(
            view,
            { widthPx: width, heightPx: height },
            layout,
          );
          const { cellPx, gapPx, sliderPx } = measuresFor(width);
          const buttons = [...left, ...right].filter(({ kind }) => kind !== 'text');
          const cells = buttons.length + (overflow.length > 0 ? 1 : 0);
          const labelled = hasLabels ? buttons.filter(({ id }) => layout.labelled.includes(id)).length : 0;
          const neededPx =
            cells * cellPx +
            (cells - 1) * gapPx +
            2 * (gapPx + layout.insetPx) +
            (hasSlider ? sliderPx : 0) +
            labelled * layout.labelPx;
          if (cells > 1) expect(neededPx).toBeLessThanOrEqual(width);
          const total = [...view.left, ...view.right];
          const placed = [...left, ...right, ...overflow];
          expect(new Set(placed).size).toBe(placed.length);
          if (width >= 200 && height >= 160) expect(placed.length).toBe(total.length);
          const order = total.filter((one) => overflow.includes(one));
          expect(overflow).toEqual(order);
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
});
