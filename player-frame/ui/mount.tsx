import { createRoot } from 'react-dom/client';
import { PlayerContext, type PlayerView } from '../react/player-context.ts';
import { PlayerApp } from './player-app.tsx';

export interface MountOptions {
  readonly view: PlayerView;
  readonly element: HTMLElement;
  readonly onEscape: () => void;
}

/** Everything in React hangs here; the boot script fetches it when the first picture no longer waits for it. */
export function mount({ view, element, onEscape }: MountOptions): () => void {
  const root = createRoot(element);
  root.render(
    <PlayerContext value={view}>
      <PlayerApp onEscape={onEscape} />
    </PlayerContext>,
  );
  return () => root.unmount();
}
