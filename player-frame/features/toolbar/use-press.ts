import { usePlayerView } from '../../react/player-context.ts';
import { buttonRegistry } from './button-registry.ts';
import type { ButtonView } from './toolbar-model.ts';

/** Tells the host page which button it was, then asks for what it does. */
export function usePress(): (button: Pick<ButtonView, 'id'>) => void {
  const { store, sendRequest } = usePlayerView();
  return ({ id }) => {
    sendRequest({ type: 'request.chooseButton', iconId: id });
    const request = buttonRegistry[id].press?.(store.getState());
    if (request) sendRequest(request);
  };
}
