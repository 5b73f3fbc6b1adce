import { useEffect, useId, useRef } from 'react';
import { CloseIcon } from '../../react/icons.tsx';
import { usePlayerView } from '../../react/player-context.ts';
import { useExplanation } from '../../react/use-explanation.ts';
import { useNow } from '../../react/use-now.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import type { PlaybackFailure, PlayerState } from '../../state/player-state.ts';
import { formatElapsed } from '../../state/recording.ts';
import { isTalking, selectIsHold } from '../../state/talk.ts';
import { SpeakButton } from './speak-button.tsx';
import { TalkCameras } from './talk-cameras.tsx';
import { TalkLevel } from './talk-level.tsx';
import { TalkSettingsPanel } from './talk-settings-panel.tsx';
import { useTalkKey } from './use-talk-key.ts';

/** A talk, or why there is none. Beside the video it is a card, on phones a sheet above the footer. */
export function TalkPanel() {
  const isOpen = usePlayer(selectIsShown);
  const wasFocused = useRef(false);
  useEffect(() => {
    if (isOpen) return;
    // The focus returns to the button that opened the panel.
    if (wasFocused.current) document.querySelector<HTMLElement>('[data-id="talk"]')?.focus();
    wasFocused.current = false;
  }, [isOpen]);
  return isOpen ? (
    <Panel
      onFocusChange={(isInside) => {
        wasFocused.current = isInside;
      }}
    />
  ) : null;
}

function selectIsShown(state: PlayerState): boolean {
  const { isPanelOpen, failure } = state.talk;
  return isPanelOpen && (isTalking(state) || failure !== null);
}

function Panel({ onFocusChange }: { readonly onFocusChange: (isInside: boolean) => void }) {
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();
  const talking = usePlayer(isTalking);
  const failure = usePlayer(({ talk }) => talk.failure);
  const isOn = usePlayer(({ talk }) => talk.phase === 'on');
  const close = () => sendRequest({ type: 'request.closeTalkPanel' });
  useTalkKey();
  return (
    <section
      className="oriel-talk"
      data-on={isOn}
      aria-labelledby={id}
      onFocus={() => onFocusChange(true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Without a new target the focus was lost with a removed button, and belongs to the panel still.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onFocusChange(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div className="oriel-talk-head">
        <h2 id={id} className="oriel-talk-title">
          {text('talk.title')}
        </h2>
        <Status />
        <button
          type="button"
          className="oriel-button"
          aria-label={text(talking ? 'talk.end' : 'talk.close')}
          title={text(talking ? 'talk.end' : 'talk.close')}
          onClick={close}
        >
          <CloseIcon />
        </button>
      </div>
      {failure && <TalkFailure playbackFailure={failure} canRetry={!talking} />}
      {isOn && <Running />}
      {talking && <TalkSettingsPanel />}
    </section>
  );
}

/** The time is beside the announced text, so that it is not read every second. */
function Status() {
  const phase = usePlayer(({ talk }) => talk.phase);
  const since = usePlayer(({ talk }) => talk.since);
  const text = useText();
  const isShown = phase === 'permission' || phase === 'connecting' || phase === 'on';
  return (
    <>
      <span className="oriel-talk-status" role="status">
        {isShown && text(`talk.${phase}`)}
      </span>
      {since !== null && <Elapsed since={since} />}
    </>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  return (
    <span className="oriel-talk-time" role="timer">
      {formatElapsed(useNow() - since)}
    </span>
  );
}

function Running() {
  const text = useText();
  const { store } = usePlayerView();
  const isHold = usePlayer(selectIsHold);
  return (
    <>
      <TalkCameras />
      <TalkLevel label={text('talk.microphone')} read={() => store.getState().talk.levels.microphone} />
      <TalkLevel label={text('talk.camera')} read={() => store.getState().talk.levels.camera} />
      <SpeakButton isHold={isHold} />
    </>
  );
}

function TalkFailure({
  playbackFailure,
  canRetry,
}: {
  readonly playbackFailure: PlaybackFailure;
  readonly canRetry: boolean;
}) {
  const { cause, advice, code, isRetryable } = useExplanation(playbackFailure);
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <div className="oriel-talk-failure">
      <div role="alert">
        <p className="oriel-talk-cause">{cause}</p>
        <p className="oriel-talk-advice">{advice}</p>
      </div>
      <p className="oriel-talk-code">{text('player.errorCode', { code })}</p>
      {canRetry && isRetryable && (
        <button
          type="button"
          className="oriel-retry"
          onClick={() => sendRequest({ type: 'request.startTalk' })}
        >
          {text('talk.retry')}
        </button>
      )}
    </div>
  );
}
