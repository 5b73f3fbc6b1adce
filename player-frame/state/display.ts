import { selectIsRecorded } from './early-selectors.ts';
import type { DisplayRequest } from './feature-events.ts';
import type { Display } from './feature-state.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { selectPosition } from './selectors.ts';
import { answerTo, next, type Step, stay } from './steps.ts';

export function onDisplayRequest(state: PlayerState, request: DisplayRequest & { id?: RequestId }): Step {
  const answer = answerTo(request.id);
  const shown = (change: Partial<Display>): Step =>
    next({ ...state, display: { ...state.display, ...change } }, answer);
  switch (request.type) {
    case 'request.display':
      return shown(request.change);
    case 'request.setLanguage':
      return state.language === request.language
        ? stay(state, answer)
        : next({ ...state, language: request.language }, answer);
    case 'request.copyLink': {
      const at = selectIsRecorded(state) ? selectPosition(state) : null;
      return stay(state, [{ do: 'notify', notice: { type: 'copyLink', at } }, ...answer]);
    }
    case 'request.toggleDiagnosis':
      return shown({ isDiagnosisOpen: !state.display.isDiagnosisOpen });
  }
}
