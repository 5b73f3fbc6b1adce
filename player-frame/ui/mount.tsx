import { createRoot } from 'react-dom/client';
import { PlayerContext, type PlayerView } from '../react/player-context.ts';
import { PlayerApp } from './player-app.tsx';

export interface MountOptions {
  readonly view: PlayerView;
  readonly element: HTMLElement;
  readonly onEscape: () => void;
}

/** Root of the React UI, loaded when it no longer delays the first frame. */
export function mount({ view, element, onEscape }: MountOptions): () => void {
  const root = createRoot(element);
  root.render(
    <PlayerContext value={view}>
      <PlayerApp onEscape={onEscape} />
    </PlayerContext>,
  );
  return () => root.unmount();
}
