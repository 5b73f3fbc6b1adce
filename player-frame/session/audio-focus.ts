import type { PlayerInput } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';

/** Message between the players of a page, posted to frames of our own origin only. */
const audioFocusMessage = 'oriel-heard';
/** Limit of frames to notify. */
const maxFrames = 256;

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

  function onMessage(event: MessageEvent): void {
    if (event.origin !== location.origin || event.source === window || event.data !== audioFocusMessage)
      return;
    const { audio, display } = player.getState();
    if (audio.isOpen && !display.isAudioShared) player.send({ type: 'request.closeSound' });
  }
  window.addEventListener('message', onMessage);

  return {
    stateChanged({ playback, audio, display }) {
      if (!audio.isOpen || audio.isBlocked) hasNotified = false;
      else if (!hasNotified && playback.phase === 'playing' && !display.isAudioShared) {
        hasNotified = true;
        notifyOthers();
      }
    },
    destroy() {
      window.removeEventListener('message', onMessage);
    },
  };
}

/** Posts to every frame of the page; frames of other origins do not receive it. */
function notifyOthers(): void {
  const found: Window[] = [window.top ?? window];
  for (let index = 0; index < found.length && found.length < maxFrames; index += 1) {
    const one = found[index]!;
    for (let child = 0; child < one.length && found.length < maxFrames; child += 1) found.push(one[child]!);
    if (one !== window) one.postMessage(audioFocusMessage, location.origin);
  }
}
