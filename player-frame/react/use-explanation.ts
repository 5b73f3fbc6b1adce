import { useEffect, useReducer } from 'react';
import { type Explanation, explain, loadExplanations } from '../session/explain.ts';
import type { PlaybackFailure } from '../state/player-state.ts';
import { selectLanguage } from '../state/selectors.ts';
import { usePlayer } from './use-player.ts';

/** Text of the error catalogue for a failure in the player's language; updates when more texts are loaded. */
export function useExplanation(playbackFailure: PlaybackFailure): Explanation {
  const language = usePlayer(selectLanguage);
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let isShown = true;
    void loadExplanations(playbackFailure.code)?.then(() => isShown && showAgain());
    return () => {
      isShown = false;
    };
  }, [playbackFailure.code]);
  return explain(playbackFailure, language);
}
