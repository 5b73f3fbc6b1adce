import { MutedIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectIsAudioBlocked } from '../../state/selectors.ts';

/** Button that unblocks audio, which browsers only allow after a click. */
export function AudioBlockedHint() {
  const isBlocked = usePlayer(selectIsAudioBlocked);
  const sendRequest = useSendRequest();
  const text = useText();
  if (!isBlocked) return null;
  return (
    <button
      type="button"
      className="oriel-sound-hint"
      aria-label={text('player.tapForSound')}
      onClick={() => sendRequest({ type: 'request.openSound' })}
    >
      <MutedIcon />
      <span className="oriel-words">{text('player.tapForSound')}</span>
    </button>
  );
}
