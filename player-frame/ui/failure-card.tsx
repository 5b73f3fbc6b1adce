import { type ReactNode, useEffect, useReducer } from 'react';
import { RetryIcon } from '../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import { type Explanation, explain, loadExplanations } from '../session/explain.ts';
import type { PlaybackFailure } from '../state/player-state.ts';
import { selectHasControls, selectLanguage } from '../state/selectors.ts';

/** Text of the error catalogue for a failure in the player's language; updates when more texts are loaded. */
export function useExplanation(playbackFailure: PlaybackFailure): Explanation {
  const language = usePlayer(selectLanguage);
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let isShown = true;
    void loadExplanations(playbackFailure.code)?.then(() => isShown && showAgain());
    return () => {
      isShown = false;
    };
  }, [playbackFailure.code]);
  return explain(playbackFailure, language);
}

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

/** Error code for support; with controls also a link to the statistics. */
export function CardFoot({ code, name }: CardFootProps) {
  const hasControls = usePlayer(selectHasControls);
  const isOpen = usePlayer(({ display }) => display.isDiagnosisOpen);
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <div className="oriel-card-foot">
      {name && <p className="oriel-card-code">{name}</p>}
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
