import { expect } from 'expect';
import { beforeEach, it } from 'vitest';
import { placeButton, removeButton, zoneOf } from '../../app/_console/pages/theme/design.ts';
import { syncPlayer } from '../../app/_console/pages/theme/player-sync.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';

const { pcLive } = builtInThemes;

/** Answers each call when it is asked to, and then reports the theme, as the frame does. */
function fakePlayer() {
  const listeners: Record<string, ((data: never) => void)[]> = {};
  const calls: { theme: Theme; answer(): Promise<void> }[] = [];
  const timers: (() => void)[] = [];
  const report = (name: string, data: unknown) => {
    for (const listener of listeners[name] ?? []) listener(data as never);
  };
  return {
    calls,
    report,
    /** Runs what was scheduled. */
    later() {
      for (const run of timers.splice(0)) run();
    },
    schedule: (run: () => void) => timers.push(run),
    player: {
      setThemeData: (theme: Theme) =>
        new Promise<void>((resolve) =>
          calls.push({
            theme,
            async answer() {
              resolve();
              await Promise.resolve();
              report('setThemeData', { themeData: theme });
            },
          }),
        ),
      edit: async () => {},
      on(name: string, listener: (data: never) => void) {
        listeners[name] = [...(listeners[name] ?? []), listener];
        return () => {
          listeners[name] = (listeners[name] ?? []).filter((one) => one !== listener);
        };
      },
    },
  };
}

let fake: ReturnType<typeof fakePlayer>;
let edited: Theme[];
let chosen: string[];
let sync: ReturnType<typeof syncPlayer>;

beforeEach(() => {
  fake = fakePlayer();
  edited = [];
  chosen = [];
  sync = syncPlayer(fake.player, pcLive, {
    onEdited: (theme) => edited.push(theme),
    onChosen: (iconId) => chosen.push(iconId),
    schedule: fake.schedule,
  });
});

it('sends changes to the player, and does not take its reports of them for edits', async () => {
  const first = removeButton(pcLive, 'zoom');
  const second = removeButton(first, 'hd');
  sync.show(first);
  sync.show(second);
  for (const call of fake.calls) await call.answer();
  fake.later();
  expect(fake.calls.map(({ theme }) => theme)).toEqual([first, second]);
  expect(edited).toEqual([]);
});

it('takes over what was moved or removed in the player, and does not send it back', () => {
  const moved = placeButton(pcLive, 'zoom', 'header.right', 0);
  fake.report('setThemeData', { themeData: { ...moved, poster: 'ignored', autoFocus: 99 } });
  expect(edited.map((theme) => [zoneOf(theme, 'zoom'), theme.autoFocus, theme.poster])).toEqual([
    ['header.right', pcLive.autoFocus, pcLive.poster],
  ]);
  sync.show(edited[0]!);
  expect(fake.calls).toEqual([]);
});

it('reports the button that was selected in the player, until it is stopped', () => {
  fake.report('clickEventHandle', { iconId: 'zoom' });
  sync.stop();
  fake.report('clickEventHandle', { iconId: 'hd' });
  fake.report('setThemeData', { themeData: removeButton(pcLive, 'hd') });
  expect([chosen, edited]).toEqual([['zoom'], []]);
});
