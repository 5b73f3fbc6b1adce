import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';

/** What players of one page say to each other, and only to frames of our own origin. */
const heard = 'oriel-heard';
/** A page may hold more frames than anybody wants to greet. */
const maxFrames = 256;

/** One player of a page is heard at a time: whoever opens the sound closes that of the others, unless they share. */
export function makeSoundFocus({ getState, send }: FeatureContext): Feature {
  let wasHeard = false;

  function onMessage(event: MessageEvent): void {
    if (event.origin !== location.origin || event.source === window || event.data !== heard) return;
    const { sound, display } = getState();
    if (sound.isOpen && !display.isSoundShared) send({ type: 'request.closeSound' });
  }
  window.addEventListener('message', onMessage);

  return {
    stateChanged(state) {
      const isHeard = isAudible(state);
      if (isHeard && !wasHeard && !state.display.isSoundShared) tellOthers();
      wasHeard = isHeard;
    },
    destroy() {
      window.removeEventListener('message', onMessage);
    },
  };
}

function isAudible({ playback, sound }: PlayerState): boolean {
  return playback.phase === 'playing' && sound.isOpen && !sound.isBlocked;
}

/** Every frame of the page; those of other origins do not get the message. */
function tellOthers(): void {
  const found: Window[] = [window.top ?? window];
  for (let index = 0; index < found.length && found.length < maxFrames; index += 1) {
    const one = found[index]!;
    for (let child = 0; child < one.length && found.length < maxFrames; child += 1) found.push(one[child]!);
    if (one !== window) one.postMessage(heard, location.origin);
  }
}
