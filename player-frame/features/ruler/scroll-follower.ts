import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Specification, section 9. */
const settlePollMs: Ms = 100;

export interface FollowerEvents {
  /** The viewer began to scroll: playback no longer moves the ruler. */
  onHold(): void;
  /** Scrolling came to rest here. */
  onSettle(scrollPx: number): void;
  /** The viewer chose nothing: playback moves the ruler again. */
  onRelease(): void;
}

/** Tells scrolling by the viewer from scrolling by playback, and finds its end. */
export interface ScrollFollower {
  /** While held, playback must not scroll. */
  readonly isHeld: boolean;
  /** The first finger of a gesture. */
  touchStart(): void;
  /** All fingers are lifted; momentum may go on. */
  touchEnd(): void;
  /** What is scrolled until the fingers are lifted and the ruler rests chooses nothing. */
  cancel(): void;
  scrolled(): void;
  /** Playback scrolls to here. */
  expect(scrollPx: number): void;
  stop(): void;
}

/** Rounding of positions by browsers. */
const samePx = 1.5;

/**
 * While the viewer touches the ruler, syncing stops. After the release, the position is read every 100 ms until it
 * rests (specification, section 4).
 */
export function createScrollFollower(
  clock: Pick<Clock, 'every'>,
  read: () => number,
  { onHold, onSettle, onRelease }: FollowerEvents,
): ScrollFollower {
  let expected = Number.NaN;
  let isTouched = false;
  let isHeld = false;
  let hasMoved = false;
  let isCancelled = false;
  let last = Number.NaN;
  let stopPolling: Cancel | null = null;

  function hold(): void {
    if (!isHeld) onHold();
    isHeld = true;
    if (!isTouched && !stopPolling) {
      last = Number.NaN;
      stopPolling = clock.every(settlePollMs, poll);
    }
  }

  function poll(): void {
    const now = read();
    if (now !== last) {
      last = now;
      return;
    }
    release();
    const isChosen = hasMoved && !isCancelled;
    hasMoved = false;
    isCancelled = false;
    if (isChosen) onSettle(now);
    else onRelease();
  }

  function release(): void {
    stopPolling?.();
    stopPolling = null;
    isHeld = false;
  }

  return {
    get isHeld() {
      return isHeld;
    },
    touchStart() {
      isTouched = true;
      isCancelled = false;
      stopPolling?.();
      stopPolling = null;
      hold();
    },
    touchEnd() {
      isTouched = false;
      hold();
    },
    cancel() {
      if (isHeld) isCancelled = true;
    },
    scrolled() {
      if (!isHeld && Math.abs(read() - expected) <= samePx) return;
      hasMoved = true;
      hold();
    },
    expect(scrollPx) {
      expected = scrollPx;
    },
    stop: release,
  };
}
