import { behindText } from '../../react/duration-text.ts';
import { latencyText } from '../../react/latency-text.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectFallback } from '../../state/early-selectors.ts';
import { selectBehindSeconds, selectEngine, selectLatencyMs, selectOverlay } from '../../state/selectors.ts';
import { bitRateText } from '../../state/slow-link.ts';

/** Shows whether the video is live, or by how much it is behind. Pressing it opens the statistics, as phones have no keyboard. */
export function LiveBadge() {
  const hasVideo = usePlayer((state) => selectOverlay(state) === 'none');
  const behindSeconds = usePlayer(selectBehindSeconds);
  const tooSlow = usePlayer(({ link }) => link.tooSlowBitsPerSecond);
  const isOpen = usePlayer(({ display }) => display.isDiagnosisOpen);
  const sendRequest = useSendRequest();
  const text = useText();
  const isBehind = hasVideo && behindSeconds !== null;
  const label = isBehind
    ? text('player.behind', { time: behindText(behindSeconds * 1_000, text) })
    : text('player.live');
  const rate = tooSlow === null ? '' : ` · ${bitRateText(tooSlow)}`;
  return (
    <button
      type="button"
      className="oriel-live-button"
      aria-label={`${label}${rate} · ${text('stats.open')}`}
      aria-expanded={isOpen}
      title={useDiagnosis()}
      onClick={() => sendRequest({ type: 'request.toggleDiagnosis' })}
    >
      <span className="oriel-live" data-live={isBehind ? 'behind' : hasVideo}>
        {label}
        {rate}
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
