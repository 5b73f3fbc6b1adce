import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PlayerContext } from '../../player-frame/react/player-context.ts';
import type { recordedPlayer } from './recorded-player.ts';

export function showView(player: ReturnType<typeof recordedPlayer>, view: ReactNode): void {
  const context = {
    store: player.store,
    sendRequest: (request: Parameters<typeof player.send>[0]) => player.send(request),
    now: () => player.clock.now(),
  };
  render(<PlayerContext value={context}>{view}</PlayerContext>);
}
