import type { PlayerSnapshot } from '../types.ts';

/** What a page of EZUIKit 9 is notified of when the state of the player changes, whoever changed it. */
export interface StateEvents {
  onVolume(volume: number, isMuted: boolean): void;
  onQuality(isHd: boolean): void;
  onRecording(isRecording: boolean): void;
  onPtz(isOpen: boolean): void;
}

/** Compares each state with the one before it. The first state is the starting point and reports only the quality. */
export function stateEvents(on: StateEvents): (state: PlayerSnapshot) => void {
  let last: PlayerSnapshot | undefined;
  return (state) => {
    const previous = last;
    last = state;
    if (state.quality && state.quality !== previous?.quality) on.onQuality(state.quality === 'hd');
    if (!previous) return;
    if (state.volume !== previous.volume || state.muted !== previous.muted)
      on.onVolume((state.volume ?? 0) / 100, state.muted);
    if (Boolean(state.recording) !== Boolean(previous.recording)) on.onRecording(Boolean(state.recording));
    if (Boolean(state.ptz) !== Boolean(previous.ptz)) on.onPtz(Boolean(state.ptz));
  };
}
