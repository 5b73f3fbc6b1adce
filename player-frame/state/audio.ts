import type { Effect } from './player-events.ts';
import type { PlayerState } from './player-state.ts';
import { next, type Step } from './steps.ts';

/** Unmutes or mutes, and notifies the host page. `answers` come before the notification. */
export function setAudio(state: PlayerState, isOpen: boolean, answers: readonly Effect[] = []): Step {
  return next({ ...state, audio: { ...state.audio, isOpen, isBlocked: false } }, [
    { do: 'setMuted', muted: !isOpen },
    ...answers,
    { do: 'notify', notice: { type: 'audio', isOpen, isBlocked: false } },
  ]);
}
