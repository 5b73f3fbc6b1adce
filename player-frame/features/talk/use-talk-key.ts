import { useEffect } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import { selectIsHold } from '../../state/talk.ts';

/** While it is held, the viewer speaks. */
const talkKey = 't';

/** Push-to-talk with the key T. Before and without it, the key presses the button of the toolbar. */
export function useTalkKey(): void {
  const { store, sendRequest } = usePlayerView();
  useEffect(() => {
    const isHeld = (event: KeyboardEvent) => {
      const state = store.getState();
      return event.key.toLowerCase() === talkKey && state.talk.phase === 'on' && selectIsHold(state);
    };
    const isForUs = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const isTyped =
        event.target instanceof Element && event.target.closest('select, input:not([type="range"])');
      return isPlain && !isTyped && isHeld(event);
    };
    const onDown = (event: KeyboardEvent) => {
      if (!isForUs(event)) return;
      event.preventDefault();
      if (!event.repeat) sendRequest({ type: 'request.setTalk', isMuted: false });
    };
    // Also with a modifier, or in a field that has got the focus: the key is not held any more.
    const onUp = (event: KeyboardEvent) => {
      if (isHeld(event) && !store.getState().talk.isMuted)
        sendRequest({ type: 'request.setTalk', isMuted: true });
    };
    // Before the shortcuts of the player, which leave prevented keys alone.
    window.addEventListener('keydown', onDown, true);
    window.addEventListener('keyup', onUp, true);
    return () => {
      window.removeEventListener('keydown', onDown, true);
      window.removeEventListener('keyup', onUp, true);
    };
  }, [store, sendRequest]);
}
