import { type ReactNode, useEffect, useState } from 'react';
import { PlayIcon, StopIcon, TalkIcon } from '../../react/icons.tsx';
import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { formatElapsed } from '../../state/recording.ts';
import { maxVoiceMs } from '../../state/voice.ts';
import type { VoiceRecording } from '../../state/voice-events.ts';
import { SendIcon } from './icons.tsx';
import type { Listening } from './use-listening.ts';

/** Recording a message of the viewer: while it is recorded, and what can be done with it. */
export function RecordingView({
  recording,
  listening,
}: {
  readonly recording: Exclude<VoiceRecording, { phase: 'off' }>;
  readonly listening: Listening;
}) {
  switch (recording.phase) {
    case 'opening':
      return <Waiting text="voice.opening" />;
    case 'on':
      return <Running since={recording.since} level={recording.level} />;
    case 'ending':
      return <Waiting text="voice.ending" />;
    case 'ready':
      return <Review lengthMs={recording.lengthMs} url={recording.url} listening={listening} />;
  }
}

function Waiting({ text: key }: { readonly text: 'voice.opening' | 'voice.ending' }) {
  const text = useText();
  return (
    <div className="oriel-voice-take">
      <p role="status">{text(key)}</p>
      <Cancel />
    </div>
  );
}

function Running({ since, level }: { readonly since: number; readonly level: number }) {
  const sendRequest = useSendRequest();
  const text = useText();
  const time = formatElapsed(useElapsed(since));
  return (
    <div className="oriel-voice-take">
      <p className="oriel-voice-counter" role="timer" aria-label={text('voice.elapsed', { time })}>
        {time}
      </p>
      <meter className="oriel-voice-level" aria-label={text('voice.level')} min={0} max={100} value={level} />
      <p className="oriel-voice-hint">{text('voice.limit')}</p>
      <div className="oriel-voice-actions">
        <Action isMain onPress={() => sendRequest({ type: 'request.endVoiceRecording' })}>
          <StopIcon />
          {text('voice.stop')}
        </Action>
        <Cancel />
      </div>
    </div>
  );
}

/** Whole seconds of the recording, which it counts up to its limit. */
function useElapsed(since: number): number {
  const { now } = usePlayerView();
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const elapsed = Math.min(maxVoiceMs, Math.max(0, now() - since));
      setElapsed(elapsed);
      if (elapsed < maxVoiceMs) timer = setTimeout(tick, 1_000 - (elapsed % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [since, now]);
  return elapsedMs;
}

function Review({
  lengthMs,
  url,
  listening,
}: {
  readonly lengthMs: number;
  readonly url: string;
  readonly listening: Listening;
}) {
  const sendRequest = useSendRequest();
  const text = useText();
  const isBusy = usePlayer(({ voice }) => voice.sending !== null);
  const isPlayed = listening.url === url;
  // It is rejected below one second, so it is never 0.
  const seconds = Math.floor(lengthMs / 1_000);
  return (
    <div className="oriel-voice-take">
      <p role="status">{text('voice.recorded', { seconds })}</p>
      <div className="oriel-voice-actions">
        <Action onPress={() => listening.toggle(url)}>
          {isPlayed ? <StopIcon /> : <PlayIcon />}
          {text(isPlayed ? 'voice.stopRecorded' : 'voice.listenRecorded')}
        </Action>
        <Action
          isMain
          isDisabled={isBusy}
          onPress={() => sendRequest({ type: 'request.sendVoice', content: { kind: 'recorded' } })}
        >
          <SendIcon />
          {text('voice.sendRecorded')}
        </Action>
        <Action
          isDisabled={isBusy}
          onPress={() => {
            listening.stop();
            sendRequest({ type: 'request.recordVoice' });
          }}
        >
          <TalkIcon />
          {text('voice.again')}
        </Action>
        {!isBusy && <Cancel onPress={listening.stop} />}
      </div>
    </div>
  );
}

function Cancel({ onPress }: { readonly onPress?: () => void }) {
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <Action
      onPress={() => {
        onPress?.();
        sendRequest({ type: 'request.discardVoice' });
      }}
    >
      {text('voice.cancel')}
    </Action>
  );
}

function Action({
  isMain = false,
  isDisabled = false,
  onPress,
  children,
}: {
  readonly isMain?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="oriel-voice-action"
      data-main={isMain}
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onPress();
      }}
    >
      {children}
    </button>
  );
}
