import { useEffect } from 'react';
import { usePlayer, useSendRequest } from '../react/use-player.ts';
import type { PlayerState } from '../state/player-state.ts';

/** The address of which nothing is known; null: it is being played, or was. */
const selectUnknown = ({ playback, recorded, address }: PlayerState): string | null =>
  playback.phase === 'idle' && recorded.stores === null ? address : null;

/** Before playback is started, asks which recordings the camera has, if something is shown that depends on it. */
export function useFindStores(isShown: boolean): void {
  const sendRequest = useSendRequest();
  const unknown = usePlayer(selectUnknown);
  useEffect(() => {
    if (isShown && unknown) sendRequest({ type: 'request.findStores' });
  }, [isShown, unknown, sendRequest]);
}
