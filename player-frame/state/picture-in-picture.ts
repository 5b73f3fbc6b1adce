import type { PictureEvent, PictureRequest } from './feature-events.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { answerTo, isActive, isWatched, next, type Step, stay, withToast } from './steps.ts';

// The video in a window of its own, above all others. It follows the player: another camera, a new connection and
// another engine are shown in the same window, which closes when playback ends.

/** Asks the browser, which decides; the event changes the state. */
export function onPictureRequest(state: PlayerState, { id }: PictureRequest & { id?: RequestId }): Step {
  const answer = answerTo(id);
  if (state.isInPicture) return stay(state, [{ do: 'picture', isOpen: false }, ...answer]);
  const notices = isActive(state) && state.hasFrame ? null : withToast(state, 'player.notPlaying');
  return notices
    ? next(notices.state, [...notices.effects, ...answer])
    : stay(state, [{ do: 'picture', isOpen: true }, ...answer]);
}

export function onPictureEvent(before: PlayerState, event: PictureEvent): Step {
  if (event.type === 'event.pictureRefused') return withToast(before, 'player.pictureRefused');
  const { isOpen } = event;
  if (isOpen === before.isInPicture) return stay(before);
  const state = { ...before, isInPicture: isOpen };
  const hasChanged = isWatched(before) !== isWatched(state);
  return next(state, hasChanged ? [{ do: 'setVisible', visible: isWatched(state) }] : []);
}

/** Playback has ended. A window with the whole player explains a failure. */
export function closePicture(state: PlayerState): Step {
  const isExplained = state.playback.phase === 'failed' && state.display.pictureWindow === 'open';
  return stay(state, state.isInPicture && !isExplained ? [{ do: 'picture', isOpen: false }] : []);
}
