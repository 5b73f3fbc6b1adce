import { createContext, useContext } from 'react';
import type { PlayerRequest } from '../state/player-events.ts';
import type { PlayerStore } from '../state/player-store.ts';

/** What views need: the store and requests. */
export interface PlayerView {
  readonly store: Pick<PlayerStore, 'getState' | 'subscribe'>;
  sendRequest(request: PlayerRequest): void;
  /** Wall time, for countdowns. */
  now(): number;
  /** Whom viewers contact when playback fails. Absent or empty: nobody is named. */
  readonly support?: string;
}

export const PlayerContext = createContext<PlayerView | null>(null);

export function usePlayerView(): PlayerView {
  const view = useContext(PlayerContext);
  if (!view) throw new Error('player component rendered outside of PlayerContext');
  return view;
}
