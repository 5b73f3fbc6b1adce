import { AlertIcon } from '../react/icons.tsx';
import { useAsk, useText } from '../react/use-player.ts';
import type { Trouble } from '../state/player-state.ts';
import { CardFoot, RetryButton, TroubleCard, useExplanation } from './trouble-card.tsx';

/** Playing has ended: what happened, what to try, the code to tell, and a button only where it can help. */
export function ErrorOverlay({ trouble }: { readonly trouble: Trouble }) {
  const { cause, advice, code, retryHelps, action } = useExplanation(trouble);
  const ask = useAsk();
  const text = useText();
  return (
    <TroubleCard icon={<AlertIcon />} title={cause} role="alert">
      <p className="oriel-card-advice">{advice}</p>
      {retryHelps && <RetryButton label="player.retry" />}
      {action === 'askCode' && (
        <button
          type="button"
          className="oriel-retry"
          onClick={() => ask({ type: 'request.showCodePrompt', isShown: true })}
        >
          {text('code.ask')}
        </button>
      )}
      <CardFoot code={code} />
    </TroubleCard>
  );
}
