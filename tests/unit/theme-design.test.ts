import { expect } from 'expect';
import { describe, it } from 'vitest';
import { barContrast, contrastOf, readRgba } from '../../app/_console/pages/theme/contrast.ts';
import {
  buttonOf,
  buttonsIn,
  changeButton,
  changeSection,
  type Direction,
  moveButton,
  placeButton,
  removeButton,
  unusedIn,
  zoneOf,
  zones,
} from '../../app/_console/pages/theme/design.ts';
import { begin, change, redo, undo } from '../../app/_console/pages/theme/history.ts';
import { judgeTargets } from '../../app/_console/pages/theme/hit-targets.ts';
import { snippet, snippetKinds } from '../../app/_console/pages/theme/snippets.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { readColour } from '../../lib/contracts/theme/colour.ts';
import { iconIds } from '../../lib/contracts/theme/icon-id.ts';
import { parseTheme, type Theme } from '../../lib/contracts/theme/theme.ts';
import { dice } from '../contracts/theme-cases.ts';
import { propertySeed } from '../kit/mutation.ts';
import { rounds } from '../kit/soak.ts';

const { pcLive, voice, pcRec } = builtInThemes;

/** `deviceID deviceName | … / play … | …`: the buttons that are shown. */
const shown = (theme: Theme) =>
  zones.map((zone) =>
    buttonsIn(theme, zone)
      .map(({ iconId }) => iconId)
      .join(' '),
  );

describe('the buttons of a theme', () => {
  const [headerLeft, headerRight, footerLeft, footerRight] = shown(voice);

  it('are placed in any bar, on any side, at any position', () => {
    const moved = placeButton(voice, 'sound', 'header.right', 0);
    expect(zoneOf(moved, 'sound')).toBe('header.right');
    expect(shown(moved)[1]).toBe(['sound', headerRight].filter(Boolean).join(' '));
    const first = placeButton(pcLive, 'expend', 'footer.left', 0);
    expect(shown(first)[2]?.split(' ')[0]).toBe('expend');
    expect(placeButton(first, 'expend', 'footer.left', 0)).toBe(first);
  });

  it('keep their other values when they are moved, removed and added again', () => {
    const theme = changeButton(pcLive, 'sound', { defaultActive: 1 });
    const removed = removeButton(theme, 'sound');
    expect(zoneOf(removed, 'sound')).toBeNull();
    expect(unusedIn(removed)).toContain('sound');
    const again = placeButton(removed, 'sound', 'header.left', 1);
    expect(buttonOf(again, 'sound')).toMatchObject({ defaultActive: 1, isrender: 1, part: 'left' });
  });

  it('that are new are off at first, except play', () => {
    const empty: Theme = {
      ...voice,
      header: { ...voice.header, btnList: [] },
      footer: { ...voice.footer, btnList: [] },
    };
    expect(unusedIn(empty)).toEqual(iconIds);
    expect(buttonOf(placeButton(empty, 'zoom', 'footer.left', 0), 'zoom')?.defaultActive).toBe(0);
    expect(buttonOf(placeButton(empty, 'play', 'footer.left', 0), 'play')?.defaultActive).toBe(1);
  });

  it('follow the new order also where keys had decided it', () => {
    const keyed = (iconId: string, order: number) => ({
      ...({ iconId, part: 'left', defaultActive: 0, isrender: 1, btnKey: `a-b-c-${order}` } as const),
    });
    const theme = {
      ...voice,
      footer: { ...voice.footer, btnList: [keyed('play', 0), keyed('sound', 1), keyed('zoom', 2)] },
    };
    const moved = placeButton(theme, 'zoom', 'footer.left', 0);
    const parsed = parseTheme(moved);
    expect(parsed.ok && shown(parsed.value)[2]).toBe('zoom play sound');
  });

  it.each<[Direction, string, string]>([
    ['left', 'sound', 'footer.left'],
    ['up', 'play', 'header.left'],
    ['down', 'deviceID', 'footer.left'],
    ['right', 'expend', 'footer.right'],
  ])('are moved %s by keys: %s stays or goes to %s', (direction, iconId, zone) => {
    expect(zoneOf(moveButton(pcLive, iconId as never, direction), iconId)).toBe(zone);
  });

  it('cross to the other side of their bar by keys', () => {
    const left = buttonsIn(pcLive, 'footer.left').at(-1)!.iconId as never;
    const crossed = moveButton(pcLive, left, 'right');
    expect(buttonsIn(crossed, 'footer.right')[0]?.iconId).toBe(left);
    expect(shown(moveButton(crossed, left, 'left'))).toEqual(shown(pcLive));
    const last = buttonsIn(pcLive, 'footer.right').at(-1)!.iconId as never;
    expect(moveButton(pcLive, last, 'right')).toBe(pcLive);
  });

  it('keep one storage type', () => {
    const one = removeButton(pcRec, 'rec');
    expect(zoneOf(one, 'rec')).toBeNull();
    expect(removeButton(one, 'cloudRec')).toBe(one);
  });

  it('whatever is done to them, make a valid theme in which each is once', () => {
    const { roll, pick } = dice(propertySeed);
    let theme: Theme = pcLive;
    for (let count = 0; count < rounds(400, 20_000); count += 1) {
      const iconId = pick(iconIds);
      const step = roll(4);
      if (step === 0) theme = placeButton(theme, iconId, pick(zones), roll(12));
      else if (step === 1) theme = moveButton(theme, iconId, pick(['left', 'right', 'up', 'down']));
      else if (step === 2) theme = removeButton(theme, iconId);
      else theme = changeButton(theme, iconId, { defaultActive: roll(2) as 0 | 1 });
      const all = [...theme.header.btnList, ...theme.footer.btnList].map((button) => button.iconId);
      expect(new Set(all).size).toBe(all.length);
      const parsed = parseTheme(theme);
      expect(parsed.ok && shown(parsed.value)).toEqual(shown(theme));
    }
  });

  it('have colours by section', () => {
    const theme = changeSection(voice, 'header', { color: '#123456' });
    expect([theme.header.color, theme.footer.color]).toEqual(['#123456', voice.footer.color]);
    expect([headerLeft, footerLeft, footerRight].every((text) => text !== undefined)).toBe(true);
  });
});

describe('undo and redo', () => {
  it('go back and forth over every step', () => {
    let history = change(change(begin('a'), 'b'), 'c');
    history = undo(history);
    expect([history.present, history.future]).toEqual(['b', ['c']]);
    history = undo(undo(history));
    expect(history.present).toBe('a');
    history = redo(redo(redo(history)));
    expect(history.present).toBe('c');
  });

  it('treat changes of one kind in a row as one step, until something else happens', () => {
    let history = change(change(change(begin('a'), 'b', 'colour'), 'c', 'colour'), 'd', 'name');
    expect(history.past).toEqual(['a', 'c']);
    history = change(undo(history), 'e', 'colour');
    expect(history).toMatchObject({ past: ['a', 'c'], future: [] });
  });

  it('forget what was undone when something else is done, and keep 200 steps', () => {
    expect(change(undo(change(begin(1), 2)), 3).future).toEqual([]);
    let history = begin(0);
    for (let step = 1; step <= 300; step += 1) history = change(history, step);
    expect([history.past.length, history.past[0]]).toEqual([200, 100]);
    expect(change(history, history.present)).toBe(history);
  });
});

describe('the contrast of a bar', () => {
  it('is the WCAG ratio', () => {
    expect(contrastOf([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21);
    expect(contrastOf([119, 119, 119, 1], [255, 255, 255, 1])).toBeCloseTo(4.48, 2);
  });

  it('is measured over white and over black video, through a translucent background', () => {
    expect(barContrast('#fff', '#00000080', 'dark')).toBeCloseTo(21);
    expect(barContrast('#ffffff', '#00000080', 'light')).toBeCloseTo(3.98, 1);
    expect(barContrast('white', 'transparent', 'light')).toBeCloseTo(1);
    expect(barContrast('url(x)', '#000', 'light')).toBeNull();
  });

  it.each([
    ['#123', [17, 34, 51, 1]],
    ['#11223380', [17, 34, 51, 128 / 255]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['rgba(1,2,3,.5)', [1, 2, 3, 0.5]],
    ['rgb(100%, 0%, 0%)', [255, 0, 0, 1]],
    ['DodgerBlue', [30, 144, 255, 1]],
    ['transparent', [0, 0, 0, 0]],
  ])('reads %s as every colour that a theme may have', (text, rgba) => {
    expect(readColour(text)).not.toBeNull();
    expect(readRgba(text)).toEqual(rgba);
  });
});

it.each(snippetKinds)('the code for %s names server, theme and camera', (kind) => {
  const text = snippet(kind, {
    origin: 'https://video.example',
    themeId: 'a'.repeat(32),
    camera: 'DEMO00001/1',
  });
  for (const part of ['https://video.example', 'a'.repeat(32), 'ezopen://oriel/DEMO00001/1.live']) {
    expect(text).toContain(part);
  }
});

describe('hit targets', () => {
  const control = (iconId: string, width: number, height = width) => ({ iconId, width, height });
  it('below 24 × 24 are faults, below 44 × 44 notes, by the smaller side', () => {
    const [live, icon, cell, good] = [
      control('live', 60, 23),
      control('hd', 24),
      control('play', 48, 32),
      control('expend', 44),
    ];
    expect(judgeTargets([live, icon, cell, good])).toEqual({ faults: [live], notes: [icon, cell] });
  });
});
