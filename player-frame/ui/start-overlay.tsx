import { PlayIcon } from '../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';

/** Large play button while stopped, if there is an address. */
export function StartOverlay() {
  const hasAddress = usePlayer((state) => state.address !== '');
  const sendRequest = useSendRequest();
  const text = useText();
  if (!hasAddress) return null;
  return (
    <div className="oriel-start">
      <button
        type="button"
        className="oriel-start-button"
        aria-label={text('player.play')}
        onClick={() => sendRequest({ type: 'request.play' })}
      >
        <PlayIcon />
      </button>
    </div>
  );
}
