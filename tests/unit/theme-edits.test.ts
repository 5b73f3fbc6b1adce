import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { iconIds } from '../../lib/contracts/theme/icon-id.ts';
import { parseTheme, type Theme, type ThemeButton } from '../../lib/contracts/theme/theme.ts';
import { isRendered, moveButton, movesOf, removeButton } from '../../player-frame/state/theme-edits.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.info(`theme edits: ORIEL_SEED=${seed}`);

const visible = (theme: Theme, section: 'header' | 'footer', part: 'left' | 'right') =>
  theme[section].btnList.filter((one) => one.part === part && one.isrender === 1).map(({ iconId }) => iconId);

describe('moving a button', () => {
  it('moves among the visible buttons of its side, past hidden ones', () => {
    const moved = moveButton(builtInThemes.pcLive, 'expend', 'left');
    // `speed` is hidden, so it is skipped.
    expect(visible(moved, 'footer', 'right')).toEqual(['hd', 'expend', 'webExpend']);
    expect(visible(moved, 'footer', 'left')).toEqual(visible(builtInThemes.pcLive, 'footer', 'left'));
    expect(movesOf(moved, 'hd')).toEqual({ left: false, right: true });
    expect(movesOf(moved, 'webExpend')).toEqual({ left: true, right: false });
  });

  it('changes nothing at the end of a side, for a hidden or missing button', () => {
    const { pcLive } = builtInThemes;
    expect(moveButton(pcLive, 'play', 'left')).toBe(pcLive);
    expect(moveButton(pcLive, 'expend', 'right')).toBe(pcLive);
    expect(moveButton(pcLive, 'speed', 'left')).toBe(pcLive);
    expect(moveButton(pcLive, 'nonsense', 'left')).toBe(pcLive);
    expect(movesOf(pcLive, 'speed')).toEqual({ left: false, right: false });
  });
});

describe('removing a button', () => {
  it('hides it', () => {
    const removed = removeButton(builtInThemes.pcLive, 'zoom');
    expect(removed.ok && isRendered(removed.value, 'zoom')).toBe(false);
    expect(removed.ok && isRendered(removed.value, 'play')).toBe(true);
  });

  it.each([
    ['cloudRec', 'rec'],
    ['rec', 'cloudRec'],
  ])('rejects %s with 必须选中一种存储介质 while %s is not shown', (last, other) => {
    const first = removeButton(builtInThemes.mobileRec, other);
    expect(first.ok).toBe(true);
    if (first.ok)
      expect(removeButton(first.value, last)).toEqual({ ok: false, error: 'player.storageNeeded' });
  });
});

describe('1,000 themes edited at random', () => {
  const key = fc.option(
    fc.integer({ min: 0, max: 30 }).map((order) => `theme-footer-left-${order}-icon`),
    { nil: undefined },
  );
  const button = (iconId: string): fc.Arbitrary<ThemeButton> =>
    fc
      .record({
        part: fc.constantFrom('left' as const, 'right' as const),
        isrender: fc.constantFrom(0 as const, 1 as const),
        btnKey: key,
      })
      .map(({ part, isrender, btnKey }) => ({
        iconId,
        part,
        isrender,
        defaultActive: 0,
        ...(btnKey === undefined ? {} : { btnKey }),
      }));
  const theme = fc
    .shuffledSubarray([...iconIds])
    .chain((ids) => fc.tuple(fc.tuple(...ids.map(button)), fc.nat(ids.length)))
    .map(([buttons, split]): Theme => {
      const { header, footer, ...rest } = builtInThemes.pcLive;
      const written = {
        ...rest,
        header: { ...header, btnList: buttons.slice(0, split) },
        footer: { ...footer, btnList: buttons.slice(split) },
      };
      const parsed = parseTheme(written);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
      return parsed.value;
    });
  const edit = fc.record({
    iconId: fc.constantFrom(...iconIds),
    what: fc.constantFrom('left' as const, 'right' as const, 'remove' as const),
  });

  it('are parsed as they are shown: order and btnKey agree', () => {
    fc.assert(
      fc.property(theme, fc.array(edit, { maxLength: 12 }), (first, edits) => {
        let now = first;
        for (const { iconId, what } of edits) {
          const before = now;
          if (what === 'remove') {
            const removed = removeButton(now, iconId);
            if (removed.ok) now = removed.value;
          } else {
            const moves = movesOf(before, iconId);
            now = moveButton(before, iconId, what);
            expect(now === before).toBe(!moves[what]);
          }
          // The edited theme is valid after it is stored and loaded.
          const read = parseTheme(JSON.parse(JSON.stringify(now)));
          expect(read).toEqual({ ok: true, value: now });
        }
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
