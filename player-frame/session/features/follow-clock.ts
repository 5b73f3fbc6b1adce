import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { EngineError, type MediaEngine } from '../../engines/engine.ts';
import { nothingStored } from '../../engines/failures.ts';
import { maxReadRate } from '../../engines/recorded/rates.ts';
import { recordTypeOf } from '../../state/address-parts.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Awaiting } from '../../state/recorded-events.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { clockTime, type SharedClock, seekAboveMs, trimOf } from '../shared-clock.ts';

const checkEveryMs: Ms = 200;
/** A seek needs a moment before its effect can be measured. */
const seekEveryMs: Ms = 1_500;
/** In a time lapse, by a clock on the wall. */
const lapseWithinMs: Ms = 1_500;
/** In a pause, a neighbouring frame is close enough. */
const pausedWithinMs: Ms = 60;
/** A player that waits for the clock starts this long before its frame is due. */
const startLeadMs: Ms = 50;
/** A camera without recordings may have some later. */
const searchEveryMs: Ms = 10_000;

/** Follows a clock that the page shares with other players. */
export function makeFollowClock({ clock: timer, engine, getState, send }: FeatureContext): Feature {
  let clock: SharedClock | null = null;
  let soughtAt = Number.NEGATIVE_INFINITY;
  /** How long the last seek took. */
  let seekMs: Ms = 100;
  let isSeeking = false;
  /** There is no recording now: the frame of the next one waits until the clock reaches it. */
  let isHeld = false;
  let searchedAt = Number.NEGATIVE_INFINITY;
  /** When the page last set the clock to another time, or halted it. A seek before that says nothing about its time. */
  let movedAt = Number.NEGATIVE_INFINITY;
  const stopChecking = timer.every(checkEveryMs, check);

  function check(): void {
    const state = getState();
    const playing = engine();
    const { range, isPaused, seekTarget } = state.recorded;
    const isReady = state.playback.phase === 'playing' && range !== null && seekTarget === null && !isSeeking;
    if (clock && state.playback.phase === 'failed') searchAgain(state, clock);
    if (!clock || !playing || !isReady || isPaused !== !clock.running) return;
    const target = clockTime(clock, sharedNow());
    const shown = playing.currentTime();
    if (shown === null) return;
    if (target < range.begin || target >= range.end) {
      // Another day, unless the page does not allow it.
      if (timer.monotonic() - soughtAt >= seekEveryMs) seekElsewhere(target);
    } else if (isPaused) {
      if (Math.abs(shown - target) <= pausedWithinMs) say(null);
      // The seek led to a later recording.
      else if (shown > target && soughtAt >= movedAt) say({ next: shown });
      else seekTo(playing, target);
    } else if (isHeld) {
      release(playing, shown, target);
    } else correct(playing, playedBy(playing, shown) - target, target);
  }

  /** A frame is on the screen until the next one: its time is up to a frame before what is played. */
  function playedBy(playing: MediaEngine, shown: EpochMs): EpochMs {
    const isLapse = clock !== null && clock.rate > maxReadRate;
    return (isLapse ? null : playing.playedTime?.()) ?? shown;
  }

  function correct(playing: MediaEngine, aheadMs: Ms, target: EpochMs): void {
    // A time lapse shows steps of time.
    const isLapse = clock !== null && clock.rate > maxReadRate;
    if (isLapse && Math.abs(aheadMs) < lapseWithinMs * clock!.rate) {
      say(null);
      return;
    }
    if (Math.abs(aheadMs) <= seekAboveMs) {
      say(null);
      playing.rateable?.trim?.(trimOf(aheadMs));
      return;
    }
    const isAfterSeek = timer.monotonic() - soughtAt < seekEveryMs * 2;
    if (aheadMs > 0 && isAfterSeek) hold(playing);
    else if (getState().recorded.awaiting?.next !== null || isTimeToSearch())
      seekTo(playing, target + seekMs * (clock?.rate ?? 1));
  }

  /** Nothing is recorded from now on. That may change while a camera records. */
  function isTimeToSearch(): boolean {
    return timer.monotonic() - searchedAt >= searchEveryMs;
  }

  function searchAgain({ playback }: PlayerState, { at }: SharedClock): void {
    const isEmpty = playback.phase === 'failed' && playback.playbackFailure.code === 'playback.none';
    if (!isEmpty || !isTimeToSearch()) return;
    searchedAt = timer.monotonic();
    send({ type: 'request.toRecorded', at: clock ? clockTime(clock, sharedNow()) : at });
  }

  function say(awaiting: Awaiting | null): void {
    const { awaiting: said } = getState().recorded;
    if (said?.next !== awaiting?.next) send({ type: 'event.awaiting', awaiting });
  }

  /** The seek led to a later recording, because nothing is recorded at the target. */
  function hold(playing: MediaEngine): void {
    isHeld = true;
    playing.pausable?.pause();
    say({ next: playing.currentTime() });
  }

  function release(playing: MediaEngine, shown: EpochMs, target: EpochMs): void {
    const isDue = target >= shown - startLeadMs * (clock?.rate ?? 1);
    // The clock was set back.
    const isFar = shown - target > seekAboveMs && timer.monotonic() - soughtAt > seekEveryMs * 20;
    if (!isDue && !isFar) return;
    isHeld = false;
    say(null);
    void playing.pausable?.resume().catch(() => undefined);
  }

  function seekTo(playing: MediaEngine, to: EpochMs): void {
    const { seekable } = playing;
    if (!seekable || timer.monotonic() - soughtAt < seekEveryMs) return;
    isSeeking = true;
    soughtAt = timer.monotonic();
    seekable.seek(to).then(
      () => {
        isSeeking = false;
        seekMs = timer.monotonic() - soughtAt;
      },
      (error: unknown) => {
        isSeeking = false;
        const isNothing = error instanceof EngineError && error.failure.code === nothingStored.code;
        if (!isNothing) return;
        searchedAt = soughtAt;
        say({ next: null });
      },
    );
  }

  function seekElsewhere(to: EpochMs): void {
    soughtAt = timer.monotonic();
    send({ type: 'request.seek', to });
  }

  /** Pause and rate are requests, so that the toolbar shows them. */
  function follow(next: SharedClock): void {
    const isMoved =
      !clock || Math.abs(clockTime(next, next.since) - clockTime(clock, next.since)) > seekAboveMs;
    // What plays until it is paused is beyond the time of the clock.
    const isHalted = clock?.running === true && !next.running;
    if (!clock) send({ type: 'event.following', isFollowing: true });
    clock = next;
    if (isMoved || isHalted) {
      movedAt = timer.monotonic();
      soughtAt = Number.NEGATIVE_INFINITY;
      searchedAt = Number.NEGATIVE_INFINITY;
    }
    if (isHeld) {
      isHeld = false;
      void engine()
        ?.pausable?.resume()
        .catch(() => undefined);
    }
    const state = getState();
    if (recordTypeOf(state.address) === null || state.playback.phase === 'idle')
      send({ type: 'request.toRecorded', at: clockTime(next, sharedNow()) });
    if (state.recorded.rate !== next.rate) send({ type: 'request.setRate', rate: next.rate });
    if (state.recorded.isPaused === next.running)
      send({ type: next.running ? 'request.resume' : 'request.pause' });
    check();
  }

  function leave(): void {
    if (clock) send({ type: 'event.following', isFollowing: false });
    clock = null;
    say(null);
    engine()?.rateable?.trim?.(1);
  }

  return {
    handlers: {
      followClock: ({ clock: next }) => {
        if (next) follow(next);
        else leave();
      },
    },
    reset: leave,
    destroy: stopChecking,
  };
}

/** The same in page and frame, and not changed when an administrator sets the clock. */
const sharedNow = (): EpochMs => performance.timeOrigin + performance.now();
