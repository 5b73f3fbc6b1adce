import { parseEzopen } from '../../lib/ezopen/address.ts';
import { rungAt } from './ladder.ts';
import { open } from './opening.ts';
import type { Effect, Failure, Moment, PlayerFact, TimerName } from './player-events.ts';
import { audioOpensAfterMs, loadingLimitMs, type PlayerState, stallLimitMs } from './player-state.ts';
import { onLightTimer, onPtzFact } from './ptz.ts';
import { onRecordingFact } from './recording.ts';
import { failed, handOverTimerElapsed, notifyFailure, retry } from './recovery.ts';
import { selectFailure } from './selectors.ts';
import { failureOf, isActive, next, type Step, stay, withToast } from './steps.ts';
import { onZoomFact } from './zoom.ts';

/** Handles an event. Events of an older attempt are ignored. */
export function onFact(state: PlayerState, fact: PlayerFact, moment: Moment): Step {
  if (fact.type === 'fact.timerElapsed' && fact.what === 'toast')
    return toastTimerElapsed(state, fact.attempt);
  if (fact.type === 'fact.timerElapsed' && fact.what === 'answer')
    return answerTimerElapsed(state, fact.attempt);
  if (fact.type === 'fact.timerElapsed' && fact.what === 'light') return onLightTimer(state, fact.attempt);
  if ('attempt' in fact && fact.attempt !== state.attempt) return stay(state);
  switch (fact.type) {
    case 'fact.resolved':
      return resolved(state);
    case 'fact.engineChosen':
      return next({ ...state, engine: fact.engine, can: fact.can });
    case 'fact.tracks':
      return next({ ...state, tracks: fact.tracks });
    case 'fact.firstFrame':
      return firstFrame(state, moment);
    case 'fact.stalled':
      return stalled(state, fact.forMs, moment);
    case 'fact.resumed':
      return state.isStalled ? next({ ...state, isStalled: false }) : stay(state);
    case 'fact.source':
      return sourceChanged(state, fact, moment);
    case 'fact.audioBlocked':
      return audioBlocked(state);
    case 'fact.tokenRenewed':
      return next({ ...state, hasFreshToken: true });
    case 'fact.stats':
      return next({ ...state, stats: fact.stats });
    case 'fact.failed':
      return failed(state, fact.failure, moment);
    case 'fact.timerElapsed':
      return due(state, fact.what, moment);
    case 'fact.online':
      return online(state, fact.isOnline);
    case 'fact.visible':
      return visible(state, fact.isVisible);
    case 'fact.expansion':
      return expanded(state, fact.expansion);
    case 'fact.expandRefused':
      return withToast(state, 'player.expandFailed');
    case 'fact.device':
      return next({ ...state, device: fact.device });
    case 'fact.videoSize':
      return onZoomFact(state, fact);
    case 'fact.captured':
      return withToast(state, fact.isCaptured ? 'capture.taken' : 'capture.failed');
    case 'fact.ptzMoved':
    case 'fact.ptzAvailable':
      return onPtzFact(state, fact);
    case 'fact.recordingStarted':
    case 'fact.recordingEnded':
      return onRecordingFact(state, fact);
  }
}

function resolved(state: PlayerState): Step {
  const { playback } = state;
  const load: Effect = { do: 'loadEngine', attempt: state.attempt, rung: rungAt(state.rung) };
  // A retry keeps its phase until the first frame, so that the message does not flicker.
  if (playback.phase === 'reconnecting' || state.handOver) return stay(state, [load]);
  if (playback.phase !== 'resolving') return stay(state);
  return next({ ...state, playback: { phase: 'loading', address: playback.address } }, [load]);
}

function firstFrame(state: PlayerState, { now }: Moment): Step {
  const { playback, handOver } = state;
  const isAwaited = playback.phase === 'loading' || playback.phase === 'reconnecting';
  if (!isAwaited && !(playback.phase === 'playing' && handOver)) return stay(state);
  const effects: Effect[] = [
    { do: 'setVolume', volume: state.audio.volume },
    ...state.waiting.map((id): Effect => ({ do: 'answer', id })),
    { do: 'notify', notice: { type: handOver ? 'handedOver' : 'playing' } },
  ];
  // Engines start as visible; now that there is a frame, a hidden one can pause.
  if (!state.isVisible) effects.push({ do: 'setVisible', visible: false });
  const deviceSerial = serialOf(playback.address);
  const isKnown = deviceSerial === null || state.device?.deviceSerial === deviceSerial;
  if (!isKnown) effects.push({ do: 'describeDevice', deviceSerial });
  const shown: PlayerState = {
    ...state,
    device: isKnown ? state.device : null,
    playback: { phase: 'playing', address: playback.address, since: now },
    hasFrame: true,
    isStalled: false,
    handOver: null,
    sourceFailure: null,
    waiting: [],
  };
  const opened = open(shown);
  const reported = reportRung(opened.state);
  if (reported.state.audio.isOpen) {
    effects.push({ do: 'startTimer', attempt: state.attempt, what: 'sound', afterMs: audioOpensAfterMs });
  }
  return next(reported.state, [...effects, ...opened.effects, ...reported.effects]);
}

/** Reports a reduced quality once; a different decoder is not visible to the viewer. */
function reportRung(state: PlayerState): Step {
  const { name } = rungAt(state.rung);
  if (state.rung === state.reportedRung) return stay(state);
  const reported = { ...state, reportedRung: state.rung };
  return name === 'subStream' || name === 'transcoded'
    ? withToast(reported, `player.fallback.${name}`)
    : next(reported);
}

function serialOf(address: string): string | null {
  const parsed = parseEzopen(address);
  return parsed.ok ? parsed.value.deviceSerial : null;
}

/** A short stall is shown; after a long one the player reconnects. */
function stalled(state: PlayerState, forMs: number, moment: Moment): Step {
  if (state.playback.phase !== 'playing') return stay(state);
  if (state.sourceFailure) return stay(state);
  if (forMs >= stallLimitMs) return failed(state, stall, moment);
  if (state.isStalled) return stay(state);
  return next({ ...state, isStalled: true }, [
    { do: 'startTimer', attempt: state.attempt, what: 'stall', afterMs: stallLimitMs - forMs },
  ]);
}

const stall: Failure = { kind: 'network', ...failureOf('network.stalled') };
const timeout: Failure = { kind: 'network', ...failureOf('network.timeout') };

/** While the server reconnects to the camera, reconnecting to the server would only lose time. */
function sourceChanged(
  state: PlayerState,
  fact: Extract<PlayerFact, { type: 'fact.source' }>,
  { now }: Moment,
): Step {
  if (fact.state === 'live') {
    const isKnown = !state.isStalled && !state.sourceFailure;
    return isKnown ? stay(state) : next({ ...state, isStalled: false, sourceFailure: null });
  }
  // The camera was reconfigured. Reopening takes a moment; a failure is reported with its own code.
  if (fact.code === 'source.changed') return next({ ...state, isStalled: state.sourceFailure === null });
  const retryAt = fact.retryInMs === null ? null : now + fact.retryInMs;
  const code = fact.code ?? '20007';
  const known = { ...state, isStalled: false, sourceFailure: { code, retryAt } };
  return next(known, state.sourceFailure ? [] : notifyFailure(failureOf(code), retryAt));
}

function audioBlocked(state: PlayerState): Step {
  if (!state.audio.isOpen || state.audio.isBlocked) return stay(state);
  return next({ ...state, audio: { ...state.audio, isBlocked: true } }, [
    { do: 'notify', notice: { type: 'sound', isOpen: true, isBlocked: true } },
  ]);
}

function due(state: PlayerState, what: TimerName, moment: Moment): Step {
  const { playback } = state;
  switch (what) {
    case 'retry':
      return retry(state);
    case 'loading': {
      const isLoading = isActive(state) && playback.phase !== 'playing';
      if (!isLoading) return stay(state);
      // Hidden tabs render nothing, so the first frame may arrive only when the tab is shown.
      const isExcused = state.sourceFailure !== null || !state.isVisible;
      if (!isExcused) return failed(state, timeout, moment);
      return stay(state, [
        { do: 'startTimer', attempt: state.attempt, what: 'loading', afterMs: loadingLimitMs },
      ]);
    }
    case 'stall':
      return state.isStalled && !state.sourceFailure ? failed(state, stall, moment) : stay(state);
    case 'handOver':
      return handOverTimerElapsed(state);
    case 'sound':
      return state.audio.isOpen && playback.phase === 'playing'
        ? stay(state, [{ do: 'setMuted', muted: false }])
        : stay(state);
    default:
      return stay(state);
  }
}

/** The network is back: retries immediately and resets the failure count. */
function online(state: PlayerState, isOnline: boolean): Step {
  const known = { ...state, isOnline };
  return isOnline && !state.isOnline ? retry({ ...known, failures: 0 }) : next(known);
}

/** The page is visible again: retries immediately, because timers are throttled in hidden tabs. */
function visible(state: PlayerState, isVisible: boolean): Step {
  if (isVisible === state.isVisible) return stay(state);
  const known = { ...state, isVisible };
  const retried = isVisible ? retry(known) : next(known);
  return next(retried.state, [{ do: 'setVisible', visible: isVisible }, ...retried.effects]);
}

function expanded(state: PlayerState, expansion: PlayerState['expansion']): Step {
  if (expansion === state.expansion) return stay(state);
  return next({ ...state, expansion }, [{ do: 'notify', notice: { type: 'expansion', expansion } }]);
}

/** Rejects a pending play request with the current failure before the caller times out. The player keeps trying. */
function answerTimerElapsed(state: PlayerState, id: number): Step {
  const playbackFailure =
    selectFailure(state) ?? (state.sourceFailure && failureOf(state.sourceFailure.code));
  if (!playbackFailure || !state.waiting.includes(id)) return stay(state);
  const waiting = state.waiting.filter((one) => one !== id);
  return next({ ...state, waiting }, [{ do: 'refuse', id, playbackFailure }]);
}

function toastTimerElapsed(state: PlayerState, id: number): Step {
  return state.toast?.id === id ? next({ ...state, toast: null }) : stay(state);
}
