import type { PlayerInput } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';
import { listenToOthers, notifyOthers } from './page-focus.ts';

/** Message between the players of a page, posted to frames of our own origin only. */
const audioFocusMessage = 'oriel-heard';

export interface AudioFocus {
  stateChanged(state: PlayerState): void;
  /** Safe to call twice. */
  destroy(): void;
}

/**
 * One player of a page is audible at a time: unmuting mutes the others, unless audio is shared. Listens from the
 * start, because a message to a player that is not listening yet would be lost.
 */
export function createAudioFocus(player: {
  getState(): PlayerState;
  send(event: PlayerInput): void;
}): AudioFocus {
  /**
   * Whether the others were notified since unmuting. Resuming a stalled video must not mute a player that was unmuted
   * in the meantime.
   */
  let hasNotified = false;

  const stopListening = listenToOthers(audioFocusMessage, () => {
    const { audio, display } = player.getState();
    if (audio.isOpen && !display.isAudioShared) player.send({ type: 'request.closeSound' });
  });

  return {
    stateChanged({ playback, audio, display }) {
      if (!audio.isOpen || audio.isBlocked) hasNotified = false;
      else if (!hasNotified && playback.phase === 'playing' && !display.isAudioShared) {
        hasNotified = true;
        notifyOthers(audioFocusMessage);
      }
    },
    destroy: stopListening,
  };
}
