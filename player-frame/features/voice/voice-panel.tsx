import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { maxSpokenLength } from '../../../lib/kernel/voice.ts';
import { CloseIcon, TalkIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { voiceText } from '../../session/voice-text.ts';
import { selectLanguage } from '../../state/selectors.ts';
import { useListening } from './use-listening.ts';
import { VoiceList } from './voice-list.tsx';
import { RecordingView } from './voice-recording.tsx';

/** Voice messages to the camera: saved ones, one that is recorded, or a text that the server speaks. */
export function VoicePanel() {
  return usePlayer(({ voice }) => voice.isOpen) ? <Panel /> : null;
}

function Panel() {
  const recording = usePlayer(({ voice }) => voice.recording);
  const canSpeak = usePlayer(({ voice }) => voice.list.canSpeak);
  const isBusy = usePlayer(({ voice }) => voice.sending !== null);
  const sendRequest = useSendRequest();
  const text = useText();
  const listening = useListening();
  const id = useId();
  const panel = useFocusWithin(recording.phase);
  const close = () => sendRequest({ type: 'request.closeVoice' });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Not full screen, which Escape leaves too.
    event.stopPropagation();
    close();
  }

  return (
    <section className="oriel-voice" aria-labelledby={id} ref={panel} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className="oriel-voice-head">
        <h2 id={id} className="oriel-voice-title">
          {text('voice.title')}
        </h2>
        <button type="button" className="oriel-voice-round" aria-label={text('voice.close')} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {recording.phase === 'off' ? (
        <>
          <VoiceList listening={listening} />
          {canSpeak && <Speech />}
          <button
            type="button"
            className="oriel-voice-action oriel-voice-record"
            data-main={true}
            aria-disabled={isBusy}
            onClick={() => {
              if (isBusy) return;
              listening.stop();
              sendRequest({ type: 'request.recordVoice' });
            }}
          >
            <TalkIcon />
            {text('voice.record')}
          </button>
        </>
      ) : (
        <RecordingView recording={recording} listening={listening} />
      )}
      <Result />
    </section>
  );
}

/** Takes the focus if the frame has it, keeps it when a view replaces the focused button, and gives it back. */
function useFocusWithin(view: string) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    if (document.hasFocus()) element?.focus({ preventScroll: true });
    return () => {
      const isInside = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && document.hasFocus()) panel.current?.focus({ preventScroll: true });
  }, [view]);
  return panel;
}

/** Text to speech, if the server has it. */
function Speech() {
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();
  const isBusy = usePlayer(({ voice }) => voice.sending !== null);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const spoken = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    if (spoken && !isBusy)
      sendRequest({ type: 'request.sendVoice', content: { kind: 'text', text: spoken } });
  }

  return (
    <form className="oriel-voice-speech" onSubmit={onSubmit}>
      <label htmlFor={id}>{text('voice.text')}</label>
      <span className="oriel-voice-field">
        <input id={id} name="text" type="text" maxLength={maxSpokenLength} autoComplete="off" required />
        <button type="submit" className="oriel-voice-action" aria-disabled={isBusy}>
          {text('voice.speak')}
        </button>
      </span>
    </form>
  );
}

/** Progress and result of what is sent, or why it cannot be. */
function Result() {
  const isSending = usePlayer(({ voice }) => voice.sending !== null);
  const result = usePlayer(({ voice }) => voice.result);
  const language = usePlayer(selectLanguage);
  const text = useText();
  const problem = result && !result.isSent ? voiceText(result.problem, language) : '';
  return (
    <div className="oriel-voice-result">
      {isSending && <progress aria-label={text('voice.sending')} />}
      <p role="status">{isSending ? text('voice.sending') : result?.isSent ? text('voice.sent') : ''}</p>
      <p className="oriel-voice-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
