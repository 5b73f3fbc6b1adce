import { useSyncExternalStore } from 'react';
import { type MessageKey, nearestLocale, translate } from '../../lib/i18n/translate.ts';
import type { PlayerRequest } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';
import { selectLanguage } from '../state/selectors.ts';
import { usePlayerView } from './player-context.ts';

/** React's subscription to the player. `select` returns a primitive or an existing part of the state. */
export function usePlayer<T>(select: (state: PlayerState) => T): T {
  const { store } = usePlayerView();
  const read = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Sends requests; the state changes when events confirm them. */
export function useSendRequest(): (request: PlayerRequest) => void {
  return usePlayerView().sendRequest;
}

/** Texts in the language of the player. */
export function useText(): (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string {
  const locale = nearestLocale(usePlayer(selectLanguage));
  return (key, params) => translate(locale, key, params);
}
