import type { ReactNode } from 'react';
import { RetryIcon } from '../react/icons.tsx';
import { usePlayerView } from '../react/player-context.ts';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import { selectHasControls } from '../state/early-selectors.ts';

export interface FailureCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

/** Card in the middle of the video. Scrolls if the frame is too small. */
export function FailureCard({ icon, title, role, children }: FailureCardProps) {
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

export interface CardFootProps {
  readonly code: string;
  /** The camera's name, where no header shows it. */
  readonly name?: string;
}

/** Whom to contact and the error code for them; with controls also a link to the statistics. */
export function CardFoot({ code, name }: CardFootProps) {
  const hasControls = usePlayer(selectHasControls);
  const isOpen = usePlayer(({ display }) => display.isDiagnosisOpen);
  const sendRequest = useSendRequest();
  const text = useText();
  const { support } = usePlayerView();
  return (
    <div className="oriel-card-foot">
      {name && <p className="oriel-card-code">{name}</p>}
      {support && <p className="oriel-card-support">{support}</p>}
      <p className="oriel-card-code">{text('player.errorCode', { code })}</p>
      {hasControls && (
        <button
          type="button"
          className="oriel-card-link"
          aria-expanded={isOpen}
          onClick={() => sendRequest({ type: 'request.toggleDiagnosis' })}
        >
          {text('stats.open')}
        </button>
      )}
    </div>
  );
}

export function RetryButton({ label }: { readonly label: 'player.retry' | 'player.retryNow' }) {
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <button
      type="button"
      className="oriel-retry"
      aria-label={text(label)}
      onClick={() => sendRequest({ type: 'request.retryNow' })}
    >
      <RetryIcon />
      <span className="oriel-words">{text(label)}</span>
    </button>
  );
}
