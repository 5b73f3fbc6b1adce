import { useEffect } from 'react';
import type { ToolbarView } from '../features/toolbar/toolbar-model.ts';
import { usePress } from '../features/toolbar/use-press.ts';
import { usePlayerView } from '../react/player-context.ts';
import { commandForKey, isTakenByFocus } from './keyboard.ts';

export interface KeyOptions {
  readonly view: ToolbarView;
  /** Without controls, only Escape is reported. */
  readonly hasControls: boolean;
  readonly onEscape: () => void;
  readonly onHelp: () => void;
}

/** Keyboard shortcuts of the frame. A control that uses a key itself stops it or prevents its default. */
export function useKeys({ view, hasControls, onEscape, onHelp }: KeyOptions): void {
  const { store, sendRequest } = usePlayerView();
  const press = usePress();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
      if (!hasControls || event.defaultPrevented || isTakenByFocus(event.target, event.key)) return;
      const command = commandForKey(event, store.getState(), view);
      if (!command) return;
      // Prevents scrolling the host page with space and arrows.
      event.preventDefault();
      if (command.do === 'help') onHelp();
      else if (command.do === 'press') press({ id: command.id });
      else sendRequest(command.request);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
