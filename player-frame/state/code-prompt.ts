import type { PlayerState, RequestId } from './player-state.ts';
import { next, type Step } from './steps.ts';

/** Playing needs the verification code of the camera: it was not given (`needed`), or another one was (`wrong`). */
export type CodeQuestion = 'needed' | 'wrong';

const questions: Readonly<Record<string, CodeQuestion>> = { 400035: 'needed', 400036: 'wrong' };

/** What the viewer is asked in the frame; null when there is nothing to ask, or nobody wants to be asked. */
export function selectCodeQuestion(state: PlayerState): CodeQuestion | null {
  const { playback } = state;
  if (playback.phase !== 'failed' || state.codeRefusedAt === state.attempt) return null;
  return questions[playback.playbackFailure.code] ?? null;
}

export function onCodePromptRequest(state: PlayerState, isShown: boolean, id?: RequestId): Step {
  return next(
    { ...state, codeRefusedAt: isShown ? null : state.attempt },
    id === undefined ? [] : [{ do: 'answer', id }],
  );
}
