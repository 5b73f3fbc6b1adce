import { selectDeviceSerial, selectFailure } from './early-selectors.ts';
import { playedRung, rungAt } from './ladder.ts';
import { isLinkSlow, withStats } from './link-delay.ts';
import { openAudio } from './opening.ts';
import type { Effect, Failure, Moment, PlayerEvent, TimerName } from './player-events.ts';
import { audioOpensAfterMs, loadingLimitMs, type PlayerState } from './player-state.ts';
import { failed, handOverTimerElapsed, notifyFailure, retry } from './recovery.ts';
import { failureOf, isActive, isWatched, next, type Step, stay, withToast } from './steps.ts';

/** Timers whose number is not that of an attempt, but of a toast, request, press, target or recording. */
const numbered: readonly TimerName[] = ['toast', 'answer', 'light', 'seek', 'voice'];

/** Handles an event of playback; null: it is one of the features. Events of an older attempt are ignored. */
export function onEvent(state: PlayerState, event: PlayerEvent, moment: Moment): Step | null {
  if (event.type === 'event.timerElapsed' && numbered.includes(event.what))
    return event.what === 'answer' ? answerTimerElapsed(state, event.attempt) : null;
  if ('attempt' in event && event.attempt !== state.attempt) return stay(state);
  switch (event.type) {
    case 'event.featuresLoaded':
      return stay(state);
    case 'event.resolved':
      return resolved(state, event);
    case 'event.engineChosen':
      return next({ ...state, engine: event.engine, can: event.can });
    case 'event.tracks':
      return event.tracks.video === null
        ? failed(state, noVideo, moment)
        : next({ ...state, tracks: event.tracks });
    case 'event.firstFrame':
      return firstFrame(state, moment);
    case 'event.stalled':
      return stalled(state, event, moment);
    case 'event.resumed':
      return state.isStalled || state.ended ? next({ ...state, isStalled: false, ended: null }) : stay(state);
    case 'event.source':
      return sourceChanged(state, event, moment);
    case 'event.awaitsKey':
      return next({
        ...state,
        isStalled: false,
        sourceFailure: null,
        // The camera sends, so connecting again would only lose time. Repeated each second, with the network's delays.
        awaitsKeySince: event.waitedMs && (state.awaitsKeySince ?? moment.now - event.waitedMs),
      });
    case 'event.audioBlocked':
      return audioBlocked(state);
    case 'event.tokenRenewed':
      return next({ ...state, hasFreshToken: true });
    case 'event.stats':
      // Between two connections, the frame on the screen is still that of the one before.
      return state.handOver ? stay(state) : next(withStats(state, event.stats, moment.now));
    case 'event.failed':
      return failed(state, event.failure, moment);
    case 'event.timerElapsed':
      return due(state, event.what, moment);
    case 'event.online':
      return online(state, event.isOnline);
    case 'event.visible':
      return visible(state, event.isVisible);
    default:
      return null;
  }
}

/** The camera sends audio only: no frame would ever be shown. */
const noVideo: Failure = { kind: 'other', code: 'source.noVideo', stage: 'stream', message: null };

function resolved(
  before: PlayerState,
  { deviceName, range, timeZone, stores, hasLive = true }: Extract<PlayerEvent, { type: 'event.resolved' }>,
): Step {
  const { playback } = before;
  const { isFixedByAddress, addressRange } = before.recorded;
  const deviceSerial = selectDeviceSerial(before);
  const recorded = {
    ...before.recorded,
    range: range ?? null,
    addressRange: addressRange ?? (isFixedByAddress ? (range ?? null) : null),
    timeZone: timeZone ?? before.recorded.timeZone,
    hasLive,
    stores: stores ?? before.recorded.stores,
  };
  const state = { ...before, recorded, device: deviceName === '' ? null : { deviceSerial, deviceName } };
  const load: Effect = { do: 'loadEngine', attempt: state.attempt, rung: playedRung(state) };
  // A retry keeps its phase until the first frame, so that the message does not flicker.
  if (playback.phase === 'reconnecting' || state.handOver) return next(state, [load]);
  if (playback.phase !== 'resolving') return stay(before);
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
  if (!isWatched(state)) effects.push({ do: 'setVisible', visible: false });
  const shown: PlayerState = {
    ...state,
    playback: { phase: 'playing', address: playback.address, since: now },
    hasFrame: true,
    isStalled: false,
    handOver: null,
    sourceFailure: null,
    waiting: [],
  };
  const opened = openAudio(shown);
  const reported = reportRung(opened.state);
  if (reported.state.audio.isOpen) {
    effects.push({ do: 'startTimer', attempt: state.attempt, what: 'audio', afterMs: audioOpensAfterMs });
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

/** A short stall is shown; after a long one the player reconnects. */
function stalled(
  state: PlayerState,
  { forMs, limitMs }: Extract<PlayerEvent, { type: 'event.stalled' }>,
  moment: Moment,
): Step | null {
  if (state.playback.phase !== 'playing') return stay(state);
  if (state.sourceFailure || state.ended) return stay(state);
  if (forMs >= limitMs) return stallLasts(state, moment);
  if (state.isStalled) return stay(state);
  return next({ ...state, isStalled: true }, [
    { do: 'startTimer', attempt: state.attempt, what: 'stall', afterMs: limitMs - forMs },
  ]);
}

/** Null: the connection is slow, to which slow-link.ts reacts. */
function stallLasts(state: PlayerState, moment: Moment): Step | null {
  return isLinkSlow(state) ? null : failed(state, stall, moment);
}

const stall: Failure = { kind: 'network', ...failureOf('network.stalled') };
const timeout: Failure = { kind: 'network', ...failureOf('network.timeout') };

/** While the server reconnects to the camera, reconnecting to the server would only lose time. */
function sourceChanged(
  state: PlayerState,
  event: Extract<PlayerEvent, { type: 'event.source' }>,
  { now }: Moment,
): Step {
  if (event.state === 'live') {
    const isKnown = !state.isStalled && !state.sourceFailure;
    return isKnown ? stay(state) : next({ ...state, isStalled: false, sourceFailure: null });
  }
  // The camera was reconfigured. Reopening takes a moment; a failure is reported with its own code.
  if (event.code === 'source.changed') return next({ ...state, isStalled: state.sourceFailure === null });
  const retryAt = event.retryInMs === null ? null : now + event.retryInMs;
  const code = event.code ?? '20007';
  const known = { ...state, isStalled: false, sourceFailure: { code, retryAt } };
  return next(known, state.sourceFailure ? [] : notifyFailure(failureOf(code), retryAt));
}

function audioBlocked(state: PlayerState): Step {
  if (!state.audio.isOpen || state.audio.isBlocked) return stay(state);
  return next({ ...state, audio: { ...state.audio, isBlocked: true } }, [
    { do: 'notify', notice: { type: 'audio', isOpen: true, isBlocked: true } },
  ]);
}

function due(state: PlayerState, what: TimerName, moment: Moment): Step | null {
  const { playback } = state;
  switch (what) {
    case 'retry':
      return retry(state);
    case 'loading': {
      const isLoading = isActive(state) && playback.phase !== 'playing';
      if (!isLoading) return stay(state);
      // Hidden tabs render nothing, so the first frame may arrive only when the tab is shown.
      const isExcused = state.sourceFailure !== null || state.awaitsKeySince !== null || !isWatched(state);
      if (!isExcused) return failed(state, timeout, moment);
      return stay(state, [
        { do: 'startTimer', attempt: state.attempt, what: 'loading', afterMs: loadingLimitMs },
      ]);
    }
    case 'stall':
      return state.isStalled && !state.sourceFailure ? stallLasts(state, moment) : stay(state);
    case 'handOver':
      return handOverTimerElapsed(state);
    case 'audio':
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
  const effects: Effect[] = state.isInPicture ? [] : [{ do: 'setVisible', visible: isVisible }];
  return next(retried.state, [...effects, ...retried.effects]);
}

/** Rejects a pending play request with the current failure before the caller times out. The player keeps trying. */
function answerTimerElapsed(state: PlayerState, id: number): Step {
  const playbackFailure =
    selectFailure(state) ?? (state.sourceFailure && failureOf(state.sourceFailure.code));
  if (!playbackFailure || !state.waiting.includes(id)) return stay(state);
  const waiting = state.waiting.filter((one) => one !== id);
  return next({ ...state, waiting }, [{ do: 'refuse', id, playbackFailure }]);
}
