import type { ThemingRequest } from './feature-events.ts';
import type { Theming } from './feature-state.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { answerTo, next, type Step, stay, withToast } from './steps.ts';
import { isRendered, moveButton, removeButton } from './theme-edits.ts';

export function onThemingRequest(state: PlayerState, request: ThemingRequest & { id?: RequestId }): Step {
  const { theming } = state;
  const answer = answerTo(request.id);
  const themed = (change: Partial<Theming>): Step =>
    next({ ...state, theming: { ...theming, ...change } }, [
      ...answer,
      ...(change.theme ? [{ do: 'notify', notice: { type: 'theme', theme: change.theme } } as const] : []),
    ]);
  switch (request.type) {
    case 'request.setTheme':
      return themed({
        theme: request.theme,
        chosen: theming.chosen !== null && isRendered(request.theme, theming.chosen) ? theming.chosen : null,
      });
    case 'request.edit':
      return themed({ isEditing: request.active, chosen: null });
    case 'request.chooseButton':
      return next(
        theming.isEditing && isRendered(theming.theme, request.iconId)
          ? { ...state, theming: { ...theming, chosen: request.iconId } }
          : state,
        [...answer, { do: 'notify', notice: { type: 'buttonPressed', iconId: request.iconId } }],
      );
    case 'request.moveButton': {
      if (!theming.isEditing || !theming.theme) return stay(state, answer);
      const theme = moveButton(theming.theme, request.iconId, request.to);
      return theme === theming.theme ? stay(state, answer) : themed({ theme });
    }
    case 'request.removeButton': {
      if (!theming.isEditing || !theming.theme) return stay(state, answer);
      const removed = removeButton(theming.theme, request.iconId);
      if (!removed.ok) return withToast(state, removed.error);
      const step = themed({ theme: removed.value, chosen: null });
      return next(step.state, [
        ...step.effects,
        { do: 'notify', notice: { type: 'buttonRemoved', iconId: request.iconId } },
      ]);
    }
  }
}
