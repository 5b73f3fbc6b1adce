import { parseEzopen, printEzopen, withoutValidCode } from '../../lib/ezopen/address.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { isPlainAddress } from '../../lib/plain-stream/plain-address.ts';
import type { PlayerSnapshot } from '../../lib/protocol/index.ts';
import { qualityOf } from '../state/address-parts.ts';
import { selectFallback, selectIsRecorded } from '../state/early-selectors.ts';
import { rungAt } from '../state/ladder.ts';
import type { PlayerState } from '../state/player-state.ts';

/** State for the host page: without verification code, ticket and token. */
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
    // The host page need not know whether the player or the server is reconnecting.
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
    pictureInPicture: state.isInPicture,
    volume: audio.volume,
    ...(quality ? { quality } : {}),
    ...(state.zoom ? { zoom: Math.round(state.zoom.scale) } : {}),
    ...recordedOf(state),
    ptz: state.ptz.isOpen,
    recording: state.recording.phase === 'on',
    talking: state.talk.phase === 'on',
    editing: state.theming.isEditing,
  };
}

function recordedOf(state: PlayerState): Partial<PlayerSnapshot> {
  const { range, timeZone, isPaused, rate } = state.recorded;
  if (!selectIsRecorded(state)) return timeZone === null ? {} : { timeZone };
  return {
    paused: isPaused,
    rate,
    ...(range ? { rangeBegin: Math.round(range.begin), rangeEnd: Math.round(range.end) } : {}),
    ...(timeZone === null ? {} : { timeZone }),
  };
}

/** Reason for the engine and, if any, for the fallback. */
function engineReason(state: PlayerState, why: string): string {
  if (selectFallback(state) === null) return why;
  return `${why}. Fallback after ${state.fallbackReason}: ${rungAt(state.rung).note}`;
}

/** Null for an invalid address, whose content is unknown and therefore not exposed. */
export function publicAddress(address: string): string | null {
  // Queries of streams carry tokens.
  if (isPlainAddress(address)) return address.replace(/[?#].*|[^/]*@/g, '');
  const parsed = parseEzopen(address);
  return parsed.ok ? printEzopen(withoutValidCode(parsed.value)) : null;
}
