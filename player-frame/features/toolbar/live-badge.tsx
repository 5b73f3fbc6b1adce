import { latencyText } from '../../react/latency-text.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectEngine, selectFallback, selectLatencyMs, selectOverlay } from '../../state/selectors.ts';

/** Whether the picture is live at this moment. Pressed, it shows how the stream does: phones have no keys. */
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

/** Which engine plays, how late, and why not the first choice: for those who ask with the pointer. */
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
