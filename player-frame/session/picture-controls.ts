import type { Ms } from '../../lib/kernel/units.ts';
import { selectIsRecorded } from '../state/early-selectors.ts';
import type { PlayerRequest } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';
import { selectDeviceName, selectIsPaused, selectPosition } from '../state/selectors.ts';

const seekMs: Ms = 10_000;

/** The buttons that browsers show in the window: of recordings pause, resume, and 10 s back and forward. */
export interface PictureControls {
  stateChanged(state: PlayerState): void;
  remove(): void;
}

export function createPictureControls(
  session: MediaSession,
  player: { getState(): PlayerState; send(request: PlayerRequest): void },
): PictureControls {
  let title = '';

  function set(action: MediaSessionAction, run: (() => void) | null): void {
    try {
      session.setActionHandler(action, run);
    } catch {
      // A browser that does not know the action shows no button for it.
    }
  }

  function seekBy(ms: Ms): void {
    const at = selectPosition(player.getState());
    if (at !== null) player.send({ type: 'request.seek', to: at + ms });
  }

  return {
    stateChanged(state) {
      const isRecorded = selectIsRecorded(state);
      const canPause = isRecorded && state.can.pause;
      session.playbackState = selectIsPaused(state) ? 'paused' : 'playing';
      // Live video has no pause: stopping it would close the window.
      set('play', canPause ? () => player.send({ type: 'request.resume' }) : null);
      set('pause', canPause ? () => player.send({ type: 'request.pause' }) : null);
      set('seekbackward', isRecorded ? () => seekBy(-seekMs) : null);
      set('seekforward', isRecorded ? () => seekBy(seekMs) : null);
      const name = selectDeviceName(state);
      if (name === title) return;
      title = name;
      session.metadata = new MediaMetadata({ title });
    },
    remove() {
      for (const action of ['play', 'pause', 'seekbackward', 'seekforward'] as const) set(action, null);
      session.playbackState = 'none';
      session.metadata = null;
    },
  };
}
