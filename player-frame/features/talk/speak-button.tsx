import type { KeyboardEvent, PointerEvent } from 'react';
import { TalkIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';

/** Push-to-talk, or mute for a microphone that is open for the whole talk. */
export function SpeakButton({ isHold }: { readonly isHold: boolean }) {
  const isMuted = usePlayer(({ talk }) => talk.isMuted);
  const sendRequest = useSendRequest();
  const text = useText();
  const mute = (muted: boolean) => sendRequest({ type: 'request.setTalk', isMuted: muted });
  if (isHold) return <HoldButton isSpeaking={!isMuted} speak={(isSpeaking) => mute(!isSpeaking)} />;
  return (
    <button
      type="button"
      className="oriel-talk-speak"
      data-speaking={!isMuted}
      aria-pressed={isMuted}
      aria-label={text('talk.mute')}
      onClick={() => mute(!isMuted)}
    >
      <TalkIcon isOn={!isMuted} />
      {text(isMuted ? 'talk.unmute' : 'talk.mute')}
    </button>
  );
}

interface HoldButtonProps {
  readonly isSpeaking: boolean;
  readonly speak: (isSpeaking: boolean) => void;
}

/** Speaks while it is pressed, by pointer, space or Enter. Screen readers only click, so a click switches. */
function HoldButton({ isSpeaking, speak }: HoldButtonProps) {
  const text = useText();
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    speak(true);
  }

  return (
    <button
      type="button"
      className="oriel-talk-speak"
      data-speaking={isSpeaking}
      aria-pressed={isSpeaking}
      aria-label={text('talk.hold')}
      title={text('talk.holdKey')}
      onPointerDown={onPointerDown}
      onPointerUp={() => speak(false)}
      onPointerCancel={() => speak(false)}
      onLostPointerCapture={() => speak(false)}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={() => speak(false)}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        // Otherwise the browser makes a click of it, and the player takes the space for its own.
        event.preventDefault();
        event.stopPropagation();
        if (!event.repeat) speak(true);
      }}
      onKeyUp={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        speak(false);
      }}
      onClick={({ detail }) => {
        if (detail === 0) speak(!isSpeaking);
      }}
    >
      <TalkIcon isOn={isSpeaking} />
      {text(isSpeaking ? 'talk.speaking' : 'talk.hold')}
    </button>
  );
}
