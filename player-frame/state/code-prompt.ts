import type { PlayerState, RequestId } from './player-state.ts';
import { answerTo, next, type Step } from './steps.ts';

/** The verification code of the camera is missing (`needed`) or incorrect (`wrong`). */
export type CodeQuestion = 'needed' | 'wrong';

const questions: Readonly<Record<string, CodeQuestion>> = { 400035: 'needed', 400036: 'wrong' };

/** The question to show in the frame; null if there is none or it was dismissed. */
export function selectCodeQuestion(state: PlayerState): CodeQuestion | null {
  const { playback } = state;
  if (playback.phase !== 'failed' || state.codeRefusedAt === state.attempt) return null;
  return questions[playback.playbackFailure.code] ?? null;
}

export function onCodePromptRequest(state: PlayerState, isShown: boolean, id?: RequestId): Step {
  return next({ ...state, codeRefusedAt: isShown ? null : state.attempt }, answerTo(id));
}
