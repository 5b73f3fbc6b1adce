import { readImage } from '../../../lib/contracts/theme/image.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { type PlayerFailure, type PlayerStats, RequestError } from '../../../lib/protocol/index.ts';
import type { ScaleMode } from '../../state/feature-state.ts';
import type { Expansion, PlayerState } from '../../state/player-state.ts';
import { failureOf } from '../../state/steps.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { requireAllowed } from './engine-failure.ts';

const statsEveryMs: Ms = 1_000;

/** Display settings (poster, scale mode, language, quality, size) and statistics. */
export function makeDisplay(context: FeatureContext): Feature {
  const { clock, root, host, request, getState, imageOrigins } = context;
  let statsReportedAt = Number.NEGATIVE_INFINITY;

  /** Also on the console, because a page may start before it has a listener. */
  async function refusedPoster(): Promise<PlayerFailure> {
    const failure = await context.explain(failureOf('poster.refused'));
    console.warn(`Oriel: ${failure.message}. ${failure.detail?.solution ?? ''}`);
    return failure;
  }

  function readPoster(poster: string): string | null {
    return readImage(poster, { selfOrigin: location.origin, imageOrigins });
  }

  /** Throttled: engines report more often than the page needs. */
  function reportStats(state: PlayerState): void {
    const now = clock.monotonic();
    if (!state.stats || state.playback.phase !== 'playing' || now - statsReportedAt < statsEveryMs) return;
    statsReportedAt = now;
    host.notify('stats', statsOf(state));
  }

  return {
    async begin({
      poster,
      scaleMode,
      isMobile,
      adaptiveQuality,
      noDownload,
      noRecordingDownload,
      shareButton,
      linkButton,
      doubleClickFullscreen,
      speedOptions,
      disabledTimeLine,
    }) {
      await request({
        type: 'request.display',
        change: {
          ...(poster === undefined ? {} : { poster: readPoster(poster) ?? '' }),
          // Checked by `checkOptions`, as in the calls below by `requireAllowed`.
          ...(scaleMode === undefined ? {} : { scaleMode: scaleMode as ScaleMode }),
          ...(isMobile === undefined ? {} : { isMobile }),
          isAdaptive: adaptiveQuality ?? false,
          speedOptions: speedOptions ?? null,
          isTimeLineDisabled: disabledTimeLine ?? false,
          noDownload: noDownload ?? false,
          noRecordingDownload: noRecordingDownload ?? false,
          canShare: shareButton ?? false,
          canLink: linkButton ?? false,
          canDoubleClick: doubleClickFullscreen ?? true,
        },
      });
      if (poster !== undefined && readPoster(poster) === null)
        host.notify('handleError', await refusedPoster());
    },
    handlers: {
      setVolume: ({ volume }, signal) => {
        requireAllowed(context, 'volume', volume);
        return request({ type: 'request.setVolume', volume }, signal);
      },
      setPoster: async ({ poster }, signal) => {
        const readable = readPoster(poster);
        if (readable === null) throw new RequestError(await refusedPoster());
        return request({ type: 'request.display', change: { poster: readable } }, signal);
      },
      setScaleMode: async ({ scaleMode }, signal) => {
        requireAllowed(context, 'scaleMode', scaleMode);
        return request({ type: 'request.display', change: { scaleMode: scaleMode as ScaleMode } }, signal);
      },
      setLanguage: ({ language }, signal) => {
        requireAllowed(context, 'language', language);
        return request({ type: 'request.setLanguage', language }, signal);
      },
      setQuality: async ({ quality }, signal) => {
        requireAllowed(context, 'quality', quality);
        if (quality === 'auto')
          return request({ type: 'request.display', change: { isAdaptive: true } }, signal);
        return request({ type: 'request.setQuality', quality: quality as 'hd' | 'sd' }, signal);
      },
      fullScreen: async ({ to }, signal) => {
        requireAllowed(context, 'to', to);
        return request({ type: 'request.expand', to: to as Expansion }, signal);
      },
      setSecretKey: ({ code }, signal) => request({ type: 'request.enterCode', code }, signal),
      getStats: () => statsOf(getState()),
    },
    stateChanged(state) {
      root.dataset.scaleMode = state.display.scaleMode;
      reportStats(state);
    },
    notify(notice) {
      if (notice.type === 'audio') host.notify(notice.isOpen ? 'openSound' : 'closeSound', {});
      if (notice.type === 'copyLink')
        host.notify('copyLink', notice.at === null ? {} : { at: Math.round(notice.at) });
      if (notice.type === 'expansion') host.notify('fullScreen', { to: notice.expansion });
    },
  };
}

/** Known values as integers; unknown ones are absent. */
export function statsOf({ engine, tracks, stats, recorded }: PlayerState): PlayerStats {
  const { wallMs: _, networkDelayMs: __, ...counts } = stats ?? {};
  const known = Object.entries(counts).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, Math.max(0, Math.round(value))] as const] : [],
  );
  return {
    ...(engine ? { engine: engine.kind, engineReason: engine.why } : {}),
    ...(tracks?.video
      ? { videoCodec: tracks.video.codec, width: tracks.video.width, height: tracks.video.height }
      : {}),
    ...(tracks?.audio ? { audioCodec: tracks.audio.codec, audioSampleRate: tracks.audio.sampleRate } : {}),
    ...Object.fromEntries(known),
    ...(recorded.position === null ? {} : { recordedAt: Math.round(recorded.position) }),
    ...(recorded.seekFailures > 0 ? { seekFailures: recorded.seekFailures } : {}),
  };
}
