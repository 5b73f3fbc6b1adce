import { MutedIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectIsAudioBlocked } from '../../state/selectors.ts';

/** Sound is wanted, but browsers let it start only from a click. This is the click. */
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
