import { parseEzopen, printEzopen, withoutValidCode } from '../../lib/ezopen/address.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { PlayerSnapshot } from '../../lib/protocol/index.ts';
import { qualityOf } from '../state/display.ts';
import { rungAt } from '../state/ladder.ts';
import type { PlayerState } from '../state/player-state.ts';
import { selectFallback } from '../state/selectors.ts';

/** The player as its host may see it: no verification code, no ticket, no token. */
export function snapshotOf(state: PlayerState, now: EpochMs): PlayerSnapshot {
  const { playback, engine, audio, tracks } = state;
  const address = publicAddress(state.address);
  const playbackFailure =
    playback.phase === 'failed' || playback.phase === 'reconnecting' ? playback.playbackFailure : null;
  const code = state.sourceFailure?.code ?? playbackFailure?.code;
  const retryAt =
    playback.phase === 'reconnecting' ? playback.retryAt : (state.sourceFailure?.retryAt ?? null);
  const quality = qualityOf(state.address);
  const latencyMs = state.stats?.latencyMs ?? null;
  return {
    // To the host it is the same whether we or the server wait for the camera.
    phase: state.sourceFailure && playback.phase === 'playing' ? 'reconnecting' : playback.phase,
    ...(address ? { address } : {}),
    muted: !audio.isOpen,
    audioBlocked: audio.isBlocked,
    ...(engine ? { engine: engine.kind, engineReason: engineReason(state, engine.why) } : {}),
    attempt: state.attempts,
    ...(tracks?.video ? { width: tracks.video.width, height: tracks.video.height } : {}),
    ...(latencyMs === null ? {} : { latencyMs: Math.max(0, Math.round(latencyMs)) }),
    ...(code ? { code } : {}),
    ...(retryAt === null ? {} : { retryInMs: Math.max(0, Math.round(retryAt - now)) }),
    fullScreen: state.expansion === 'fullscreen',
    webFullScreen: state.expansion === 'web',
    volume: audio.volume,
    ...(quality ? { quality } : {}),
    ...(state.zoom ? { zoom: Math.round(state.zoom.scale) } : {}),
    ptz: state.ptz.isOpen,
    recording: state.recording.phase === 'on',
    editing: state.theming.isEditing,
  };
}

/** Why this engine, and why not the picture that was asked for. */
function engineReason(state: PlayerState, why: string): string {
  if (selectFallback(state) === null) return why;
  return `${why}. Fallback after ${state.fallbackReason}: ${rungAt(state.rung).note}`;
}

/** Null for what is no address: nothing is told of that, as nobody knows what stands in it. */
export function publicAddress(address: string): string | null {
  const parsed = parseEzopen(address);
  return parsed.ok ? printEzopen(withoutValidCode(parsed.value)) : null;
}
