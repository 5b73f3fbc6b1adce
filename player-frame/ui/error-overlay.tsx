import { AlertIcon } from '../react/icons.tsx';
import { useText } from '../react/use-player.ts';
import type { Trouble } from '../state/player-state.ts';
import { RetryButton, TroubleCard, useExplanation } from './trouble-card.tsx';

/** Playing has ended: what happened, what to try, the code to tell, and a button only where it can help. */
export function ErrorOverlay({ trouble }: { readonly trouble: Trouble }) {
  const { cause, advice, code, retryHelps } = useExplanation(trouble);
  const text = useText();
  return (
    <TroubleCard icon={<AlertIcon />} title={cause} role="alert">
      <p className="oriel-card-advice">{advice}</p>
      {retryHelps && <RetryButton label="player.retry" />}
      <p className="oriel-card-code">{text('player.errorCode', { code })}</p>
    </TroubleCard>
  );
}
