import { CameraIcon } from '../react/icons.tsx';
import { useCountdown } from '../react/use-countdown.ts';
import { useExplanation } from '../react/use-explanation.ts';
import { usePlayer, useText } from '../react/use-player.ts';
import { busyCode } from '../state/failure-policy.ts';
import type { PlaybackFailure } from '../state/player-state.ts';
import { selectIsOnline, selectRetryAt } from '../state/selectors.ts';
import { CardFoot, FailureCard, RetryButton } from './failure-card.tsx';

/** No countdown for shorter delays. */
const countFromSeconds = 2;

export interface ReconnectOverlayProps {
  readonly playbackFailure: PlaybackFailure;
  /** Who reconnects: this player, or the server to the camera. */
  readonly by: 'player' | 'server';
}

/** Reconnecting: reason, countdown to the next attempt, and a button to retry now. */
export function ReconnectOverlay({ playbackFailure, by }: ReconnectOverlayProps) {
  const { cause, code } = useExplanation(playbackFailure);
  const isOnline = usePlayer(selectIsOnline);
  const seconds = useCountdown(usePlayer(selectRetryAt));
  const text = useText();
  const isBusy = playbackFailure.code === busyCode;
  const title = text(
    by === 'server' ? 'player.sourceFailure' : isBusy ? 'player.busy' : 'player.reconnecting',
  );
  const isCounting = seconds !== null && seconds >= countFromSeconds;
  return (
    <FailureCard
      icon={by === 'server' ? <CameraIcon /> : <span className="oriel-ring" />}
      title={title}
      role="status"
    >
      <p className="oriel-card-advice">{isOnline ? cause : text('player.offline')}</p>
      <p className="oriel-card-countdown">
        {isCounting
          ? text(isBusy ? 'player.goesOnIn' : 'player.retryIn', { seconds })
          : text('player.retrying')}
      </p>
      {by === 'player' && <RetryButton label="player.retryNow" />}
      <CardFoot code={code} />
    </FailureCard>
  );
}
