import type { PlayerEvent } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';

/** What players of one page say to each other, and only to frames of our own origin. */
const audioFocusMessage = 'oriel-heard';
/** A page may hold more frames than anybody wants to greet. */
const maxFrames = 256;

export interface AudioFocus {
  stateChanged(state: PlayerState): void;
  /** Safe to call twice. */
  destroy(): void;
}

/**
 * One player of a page is heard at a time: whoever opens the sound closes that of the others, unless they share. It
 * listens from the start: what is said to a player that cannot hear yet would be lost, and two would be heard.
 */
export function createAudioFocus(player: {
  getState(): PlayerState;
  send(event: PlayerEvent): void;
}): AudioFocus {
  /** Since the sound was opened. A picture that stood still and goes on must not close what was opened meanwhile. */
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

/** Every frame of the page; those of other origins do not get the message. */
function notifyOthers(): void {
  const found: Window[] = [window.top ?? window];
  for (let index = 0; index < found.length && found.length < maxFrames; index += 1) {
    const one = found[index]!;
    for (let child = 0; child < one.length && found.length < maxFrames; child += 1) found.push(one[child]!);
    if (one !== window) one.postMessage(audioFocusMessage, location.origin);
  }
}
