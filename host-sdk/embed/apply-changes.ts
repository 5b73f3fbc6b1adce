import type { Player, PlayerFailure, PlayerOptions } from '../types.ts';

/** Options that an existing player can change, and the call for each. */
const calls = [
  ['url', 'changePlayUrl'],
  ['themeData', 'setThemeData'],
  ['language', 'setLanguage'],
  ['poster', 'setPoster'],
  ['scaleMode', 'setScaleMode'],
  ['volume', 'setVolume'],
] as const;

/** Calls the player for options that changed: new objects with the same content are no change. */
export const applyChanges = (
  player: Player | null | undefined,
  from: Partial<PlayerOptions>,
  to: Partial<PlayerOptions>,
  fail: (error: PlayerFailure) => unknown,
): void => {
  for (const [name, call] of calls)
    if (to[name] !== undefined && JSON.stringify(to[name]) !== JSON.stringify(from[name]))
      player?.[call](to[name] as never).catch(fail);
};

/** Options whose change needs a new player. */
export const identity = ({ server, app, template }: Partial<PlayerOptions>): string =>
  `${server} ${app} ${template}`;
