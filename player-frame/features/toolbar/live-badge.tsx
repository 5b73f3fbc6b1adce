import { usePlayer, useText } from '../../react/use-player.ts';
import { selectEngine, selectFallback, selectLatencyMs, selectOverlay } from '../../state/selectors.ts';

/** Whether the picture is live at this moment. */
export function LiveBadge() {
  const isLive = usePlayer((state) => selectOverlay(state) === 'none');
  const text = useText();
  return (
    <span className="oriel-live" data-live={isLive} title={useDiagnosis()}>
      {text('player.live')}
    </span>
  );
}

/** Which engine plays, how late, and why not the first choice: for those who ask with the pointer. */
function useDiagnosis(): string | undefined {
  const engine = usePlayer(selectEngine);
  const latencyMs = usePlayer((state) => {
    const latency = selectLatencyMs(state);
    return latency === null ? null : Math.round(latency);
  });
  const fallback = usePlayer(selectFallback);
  const text = useText();
  if (!engine) return undefined;
  const parts = [
    engine.kind,
    latencyMs === null ? null : `${latencyMs} ms`,
    fallback && text(`player.fallback.${fallback}`),
  ];
  return parts.filter(Boolean).join(' · ');
}
