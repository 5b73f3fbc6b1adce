import { type UIEvent, useId } from 'react';
import { PlayIcon, StopIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import type { VoiceItem } from '../../state/voice-events.ts';
import { SendIcon } from './icons.tsx';
import { shortName } from './short-name.ts';
import type { Listening } from './use-listening.ts';

/** Distance from the end of the list, in pixels, that counts as the bottom. */
const bottomPx = 24;

/** Saved messages; more are loaded at the bottom of the list. */
export function VoiceList({ listening }: { readonly listening: Listening }) {
  const { items, isDefault } = usePlayer(({ voice }) => voice.list);
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();

  function onScroll({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void {
    if (scrollTop + clientHeight >= scrollHeight - bottomPx) sendRequest({ type: 'request.moreVoices' });
  }

  return (
    <>
      <h3 id={id} className="oriel-voice-subtitle">
        {text(isDefault ? 'voice.defaults' : 'voice.list')}
      </h3>
      <div className="oriel-voice-scroll" onScroll={onScroll}>
        <ul className="oriel-voice-items" aria-labelledby={id}>
          {items.map((item) => (
            <Item key={item.fileUrl} item={item} listening={listening} />
          ))}
        </ul>
        <Bottom />
      </div>
    </>
  );
}

function Item({ item, listening }: { readonly item: VoiceItem; readonly listening: Listening }) {
  const { name, fileUrl, duration } = item;
  const sendRequest = useSendRequest();
  const text = useText();
  const isBusy = usePlayer(({ voice }) => voice.sending !== null);
  const isSent = usePlayer(
    ({ voice: { sending } }) => sending?.kind === 'saved' && sending.fileUrl === fileUrl,
  );
  const isPlayed = listening.url === fileUrl;
  return (
    <li className="oriel-voice-item" data-sending={isSent}>
      <button
        type="button"
        className="oriel-voice-round"
        aria-label={text(isPlayed ? 'voice.stopListening' : 'voice.listen', { name })}
        onClick={() => listening.toggle(fileUrl)}
      >
        {isPlayed ? <StopIcon /> : <PlayIcon />}
      </button>
      <span className="oriel-voice-name" title={name}>
        <span aria-hidden="true">{shortName(name)}</span>
        <span className="oriel-unseen">{name}</span>
      </span>
      <span className="oriel-voice-length">
        {listening.failedUrl === fileUrl
          ? text('voice.unplayable')
          : text('voice.seconds', { seconds: duration })}
      </span>
      <button
        type="button"
        className="oriel-voice-round"
        data-kind="send"
        aria-label={text('voice.send', { name })}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) sendRequest({ type: 'request.sendVoice', content: { kind: 'saved', fileUrl } });
        }}
      >
        <SendIcon />
      </button>
    </li>
  );
}

/** What follows after the last message of the list: more, nothing, or a failure. */
function Bottom() {
  const { isLoading, hasMore, problem } = usePlayer(({ voice }) => voice.list);
  const sendRequest = useSendRequest();
  const text = useText();
  const more = () => sendRequest({ type: 'request.moreVoices' });
  if (isLoading)
    return (
      <p className="oriel-voice-bottom" role="status">
        {text('voice.loading')}
      </p>
    );
  if (problem)
    return (
      <p className="oriel-voice-bottom" role="alert">
        {problem.message ?? text('voice.listFailed')}
        <button type="button" className="oriel-voice-link" onClick={more}>
          {text('player.retry')}
        </button>
      </p>
    );
  return hasMore ? (
    // A button, for keyboards and where the list needs no scroll bar.
    <button type="button" className="oriel-voice-bottom oriel-voice-link" onClick={more}>
      {text('voice.more')}
    </button>
  ) : (
    <p className="oriel-voice-bottom">{text('voice.noMore')}</p>
  );
}
