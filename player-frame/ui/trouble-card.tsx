import type { ReactNode } from 'react';
import { RetryIcon } from '../react/icons.tsx';
import { useAsk, usePlayer, useText } from '../react/use-player.ts';
import { explain } from '../session/explain.ts';
import type { Trouble } from '../state/player-state.ts';
import { selectLanguage } from '../state/selectors.ts';

/** Words of the catalogue for a trouble, in the language of the player. */
export function useExplanation(trouble: Trouble) {
  return explain(trouble, usePlayer(selectLanguage));
}

export interface TroubleCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

/** One calm card in the middle of the picture. It scrolls where the frame is smaller than the words. */
export function TroubleCard({ icon, title, role, children }: TroubleCardProps) {
  return (
    <div className="oriel-veil">
      <section className="oriel-card" aria-label={title}>
        <div className="oriel-card-icon">{icon}</div>
        <div role={role}>
          <h2 className="oriel-card-title">{title}</h2>
        </div>
        {children}
      </section>
    </div>
  );
}

export function RetryButton({ label }: { readonly label: 'player.retry' | 'player.retryNow' }) {
  const ask = useAsk();
  const text = useText();
  return (
    <button
      type="button"
      className="oriel-retry"
      aria-label={text(label)}
      onClick={() => ask({ type: 'request.retryNow' })}
    >
      <RetryIcon />
      <span className="oriel-words">{text(label)}</span>
    </button>
  );
}
