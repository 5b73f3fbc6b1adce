import { useState } from 'react';
import { usePlayer } from '../../react/use-player.ts';
import type { PlayerState } from '../../state/player-state.ts';

/** The host page's poster, otherwise the theme's; empty once there is video. Addresses have been validated. */
export function selectPoster(state: PlayerState): string {
  if (state.hasFrame) return '';
  return state.display.poster || (state.theming.theme?.poster ?? '');
}

/** Shown in place of the video. Hidden if it fails to load. */
export function Poster() {
  const poster = usePlayer(selectPoster);
  const [broken, setBroken] = useState('');
  if (!poster || poster === broken) return null;
  return <img className="oriel-poster" src={poster} alt="" onError={() => setBroken(poster)} />;
}
