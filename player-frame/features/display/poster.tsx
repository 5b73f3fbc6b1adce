import { useState } from 'react';
import { usePlayer } from '../../react/use-player.ts';
import type { PlayerState } from '../../state/player-state.ts';

/** The host page's, else the theme's; nothing once there is a picture. Only addresses that were checked get here. */
export function selectPoster(state: PlayerState): string {
  if (state.hasFrame) return '';
  return state.display.poster || (state.theming.theme?.poster ?? '');
}

/** Stands where the picture will be. One that cannot be fetched leaves no broken frame behind. */
export function Poster() {
  const poster = usePlayer(selectPoster);
  const [broken, setBroken] = useState('');
  if (!poster || poster === broken) return null;
  return <img className="oriel-poster" src={poster} alt="" onError={() => setBroken(poster)} />;
}
