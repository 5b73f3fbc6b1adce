import { useEffect } from 'react';
import { Poster } from '../features/display/poster.tsx';
import { ToastRegion } from '../features/toast/toast.tsx';
import { SoundHint } from '../features/toolbar/sound-hint.tsx';
import { Toolbar } from '../features/toolbar/toolbar.tsx';
import { usePlayerView } from '../react/player-context.ts';
import { usePlayer } from '../react/use-player.ts';
import { selectLanguage } from '../state/selectors.ts';
import { isTakenByFocus, requestForKey } from './keyboard.ts';
import { Overlay } from './overlay.tsx';

export interface PlayerAppProps {
  /** `simple` shows what must be said and nothing to press but that; `standard` has bars and keys. */
  readonly hasControls: boolean;
  readonly onEscape: () => void;
}

export function PlayerApp({ hasControls, onEscape }: PlayerAppProps) {
  const language = usePlayer(selectLanguage);
  useKeys(hasControls, onEscape);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <>
      <Poster />
      <Overlay />
      {hasControls && <Toolbar />}
      <SoundHint />
      <ToastRegion />
    </>
  );
}

function useKeys(hasControls: boolean, onEscape: () => void): void {
  const { store, ask } = usePlayerView();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
      if (!hasControls || isTakenByFocus(event.target, event.key)) return;
      const request = requestForKey(event, store.getState());
      if (!request) return;
      // Space would scroll the page around the frame.
      event.preventDefault();
      ask(request);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hasControls, onEscape, store, ask]);
}
