import { latencyText } from '../../react/latency-text.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectEngine, selectFallback, selectLatencyMs, selectOverlay } from '../../state/selectors.ts';

/** Shows whether the video is live. Pressing it opens the statistics, as phones have no keyboard. */
export function LiveBadge() {
  const isLive = usePlayer((state) => selectOverlay(state) === 'none');
  const isOpen = usePlayer(({ display }) => display.isDiagnosisOpen);
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <button
      type="button"
      className="oriel-live-button"
      aria-label={`${text('player.live')} · ${text('stats.open')}`}
      aria-expanded={isOpen}
      title={useDiagnosis()}
      onClick={() => sendRequest({ type: 'request.toggleDiagnosis' })}
    >
      <span className="oriel-live" data-live={isLive}>
        {text('player.live')}
      </span>
    </button>
  );
}

/** Tooltip: engine, latency, and why it is not the preferred engine. */
function useDiagnosis(): string | undefined {
  const engine = usePlayer(selectEngine);
  const latency = usePlayer((state) => {
    const latencyMs = selectLatencyMs(state);
    return latencyMs === null ? null : latencyText(latencyMs);
  });
  const fallback = usePlayer(selectFallback);
  const text = useText();
  if (!engine) return undefined;
  const parts = [engine.kind, latency, fallback && text(`player.fallback.${fallback}`)];
  return parts.filter(Boolean).join(' · ');
}
