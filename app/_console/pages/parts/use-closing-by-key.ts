'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Player, PlayerSnapshot } from '../../../../host-sdk/index.ts';

/** Properties of a player with which Escape closes its dialog, which gets no keys while the player has the focus. */
export function useClosingByKey(onClose: () => void) {
  const [player, setPlayer] = useState<Player | null>(null);
  const state = useRef<PlayerSnapshot | null>(null);
  useEffect(
    () =>
      player?.on('esc', () => {
        // Escape leaves fullscreen first; the player reports that later.
        if (!state.current?.webFullScreen && !state.current?.fullScreen) onClose();
      }),
    [player, onClose],
  );
  const onState = useCallback((next: PlayerSnapshot) => {
    state.current = next;
  }, []);
  return { player, ref: setPlayer, onState };
}
