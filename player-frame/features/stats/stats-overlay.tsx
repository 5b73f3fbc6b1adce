import { type KeyboardEvent, useId } from 'react';
import type { MessageKey } from '../../../lib/i18n/translate.ts';
import { latencyText } from '../../react/latency-text.ts';
import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectFallback } from '../../state/early-selectors.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { CopyButton } from './copy-button.tsx';
import { diagnosisText } from './diagnosis.ts';
import { sparkline } from './samples.ts';
import { useSamples } from './use-samples.ts';
import { verdictOf } from './verdict.ts';

/** Overlay with current statistics and the likely cause of problems. */
export function StatsOverlay() {
  const isOpen = usePlayer(({ display }) => display.isDiagnosisOpen);
  return isOpen ? <Stats /> : null;
}

const line = { width: 120, height: 24 } as const;

function Stats() {
  const { store, now } = usePlayerView();
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();
  const samples = useSamples();
  // Read without subscription: new samples re-render often enough.
  const state = store.getState();
  const verdict = verdictOf(state, samples);
  const close = () => sendRequest({ type: 'request.toggleDiagnosis' });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  const makeText = () =>
    diagnosisText(store.getState(), samples, {
      now: now(),
      userAgent: navigator.userAgent,
      size: `${window.innerWidth}x${window.innerHeight}@${window.devicePixelRatio}`,
    });

  return (
    <section className="oriel-stats" aria-labelledby={id} onKeyDown={onKeyDown}>
      <header className="oriel-stats-head">
        <h2 id={id} className="oriel-stats-title">
          {text('stats.title')}
        </h2>
        <button type="button" className="oriel-stats-close" aria-label={text('stats.close')} onClick={close}>
          ×
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll small panels. */}
      <div className="oriel-stats-body" tabIndex={0}>
        <p className="oriel-stats-verdict" data-verdict={verdict} role="status">
          {verdict && text(`stats.verdict.${verdict}`)}
        </p>
        <dl className="oriel-stats-rows">
          {rowsOf(state).map(([key, value]) => (
            <div key={key} className="oriel-stats-row">
              <dt>{text(key)}</dt>
              <dd>{value ?? text(key === 'stats.audio' ? 'stats.noAudio' : 'stats.unknown')}</dd>
            </div>
          ))}
        </dl>
        <EngineReason state={state} />
        <svg
          className="oriel-stats-line"
          viewBox={`0 0 ${line.width} ${line.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text('stats.latencyLine')}
        >
          <polyline points={sparkline(samples, line.width, line.height)} />
        </svg>
      </div>
      <footer className="oriel-stats-foot">
        <CopyButton makeText={makeText} />
      </footer>
    </section>
  );
}

/** Reason for the engine in the viewer's language; the copied text contains the details in English. */
function EngineReason({ state }: { readonly state: PlayerState }) {
  const text = useText();
  if (!state.engine) return null;
  const fallback = selectFallback(state);
  const reasons = [text(`stats.why.${state.engine.kind}`), fallback && text(`player.fallback.${fallback}`)];
  return <p className="oriel-stats-why">{reasons.filter(Boolean).join(' · ')}</p>;
}

function rowsOf({ engine, tracks, stats }: PlayerState): readonly (readonly [MessageKey, string | null])[] {
  const video = tracks?.video;
  const ms = (value: number | null | undefined) =>
    typeof value === 'number' ? `${Math.round(value)} ms` : null;
  const count = (value: number | null | undefined) =>
    typeof value === 'number' ? String(Math.round(value)) : null;
  const bits = stats?.bitsPerSecond;
  return [
    ['stats.engine', engine?.kind ?? null],
    ['stats.video', video?.codec ?? null],
    ['stats.audio', tracks?.audio?.codec ?? null],
    ['stats.size', video ? `${video.width}×${video.height}` : null],
    ['stats.fps', count(stats?.fps)],
    ['stats.bitrate', typeof bits === 'number' ? `${Math.round(bits / 1_000)} kbit/s` : null],
    ['stats.latency', typeof stats?.latencyMs === 'number' ? latencyText(stats.latencyMs) : null],
    ['stats.firstFrame', ms(stats?.firstFrameMs)],
    ['stats.stalls', count(stats?.stalls)],
    ['stats.drops', count(stats?.framesDropped)],
    ['stats.keyFrame', ms(stats?.keyFrameIntervalMs)],
    ['stats.buffered', ms(stats?.bufferedMs)],
  ];
}
