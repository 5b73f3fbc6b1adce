import { behindText } from '../../react/duration-text.ts';
import { useNow } from '../../react/use-now.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectCanReturnToLive, selectPosition } from '../../state/selectors.ts';

/**
 * Shows how far a recording is behind live. Pressing it returns to live video. Where the page permits one range only, or
 * the token recordings only, it says that this is a recording: a clip is not behind anything.
 */
export function RecordedBadge() {
  const position = usePlayer(selectPosition);
  const now = useNow();
  const sendRequest = useSendRequest();
  const text = useText();
  const canReturn = usePlayer(selectCanReturnToLive);
  if (position === null) return null;
  const label = canReturn
    ? text('player.behind', { time: behindText(Math.max(0, now - position), text) })
    : text('player.recorded');
  const badge = (
    <span className="oriel-live" data-live="recorded">
      {label}
    </span>
  );
  if (!canReturn) return badge;
  return (
    <button
      type="button"
      className="oriel-live-button"
      aria-label={`${label} · ${text('player.toLive')}`}
      title={text('player.toLive')}
      onClick={() => sendRequest({ type: 'request.toLive' })}
    >
      {badge}
    </button>
  );
}
