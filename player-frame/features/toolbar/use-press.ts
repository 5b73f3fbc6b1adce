import { usePlayerView } from '../../react/player-context.ts';
import { buttonRegistry } from './button-registry.ts';
import type { ButtonView } from './toolbar-model.ts';

/** Reports the button to the host page, then sends its request. */
export function usePress(): (button: Pick<ButtonView, 'id'>) => void {
  const { store, sendRequest } = usePlayerView();
  return ({ id }) => {
    sendRequest({ type: 'request.chooseButton', iconId: id });
    const request = buttonRegistry[id].press?.(store.getState());
    if (request) sendRequest(request);
  };
}
