import { AlertIcon } from '../react/icons.tsx';
import { useExplanation } from '../react/use-explanation.ts';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import type { PlaybackFailure } from '../state/player-state.ts';
import { selectDeviceName } from '../state/selectors.ts';
import { CardFoot, FailureCard, RetryButton } from './failure-card.tsx';

/** Playback has ended: what happened, advice, error code, and a retry button if it can help. */
export function ErrorOverlay({ playbackFailure }: { readonly playbackFailure: PlaybackFailure }) {
  const { cause, advice, code, isRetryable, action } = useExplanation(playbackFailure);
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <FailureCard icon={<AlertIcon />} title={cause} role="alert">
      <p className="oriel-card-advice">{advice}</p>
      {isRetryable && <RetryButton label="player.retry" />}
      {action === 'askCode' && (
        <button
          type="button"
          className="oriel-retry"
          onClick={() => sendRequest({ type: 'request.showCodePrompt', isShown: true })}
        >
          {text('code.ask')}
        </button>
      )}
      <CardFoot code={code} name={usePlayer(selectDeviceName)} />
    </FailureCard>
  );
}
