import { parseEzopen, printEzopen, withoutValidCode } from '../../lib/ezopen/address.ts';
import { selectHasControls, selectIsRecorded } from '../state/early-selectors.ts';
import type { PlayerState } from '../state/player-state.ts';
import { selectIsActive, selectPosition } from '../state/selectors.ts';

/**
 * A frame that moves to a window of Document Picture-in-Picture reloads. Whatever cannot be continued by options stays
 * where it is, and the window shows the video only.
 */
export function canHandOver(state: PlayerState): boolean {
  const { display, recording, talk, voice, exporting, address, theming } = state;
  const parsed = parseEzopen(address);
  const isFree =
    recording.phase === 'off' && talk.phase === 'off' && !voice.isOpen && !exporting && !theming.isEditing;
  // A verification code does not leave the frame. Without buttons, the video is all there is.
  const isPublic = parsed.ok && !parsed.value.validCode;
  return display.pictureWindow === 'can' && isFree && isPublic && selectHasControls(state);
}

/**
 * A verification code that the viewer typed in the window is not for the page. Back there, the player asks for it again.
 * Any other address is as the page gave it.
 */
function withoutCode(address: string): string {
  const parsed = parseEzopen(address);
  return parsed.ok && parsed.value.validCode ? printEzopen(withoutValidCode(parsed.value)) : address;
}

/** Options of `start` with which a new frame continues what this one shows. */
export function startOptions(state: PlayerState): string {
  const { address, audio, language, recorded } = state;
  const at = selectPosition(state);
  return JSON.stringify({
    ...{ url: withoutCode(address), language, audio: audio.isOpen, volume: audio.volume },
    // As it is now, whatever page and theme say about the start.
    ...{ autoplay: selectIsActive(state), autoplayByTheme: false },
    ...(selectIsRecorded(state)
      ? {
          continues: {
            ...(at === null ? {} : { at: Math.round(at) }),
            ...{ paused: recorded.isPaused, rate: recorded.rate, fixed: recorded.isFixedByAddress },
          },
        }
      : { continues: {} }),
  });
}

/** Back in the page, a later reload of the frame starts as usual. */
export const handOverDone = JSON.stringify({ pictureWindow: 'can', continues: null });
