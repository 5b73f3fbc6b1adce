import type { Cancel } from '../../../lib/kernel/clock.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';

/** Specification, sections 5 and 9: phones report their new size late. */
const resizeDelayMs = 100;

/** If the screen has not turned by then, the player rotates itself. */
const turnsWithinMs = 1_000;

/**
 * Wide video on a phone in portrait: in full screen the screen orientation is locked to landscape. The player is
 * rotated only if the browser cannot do that: page-wide, in the host page's full screen, and on iPhones.
 */
export function makeRotation({ clock, root, getState, send }: FeatureContext): Feature {
  let cancel: Cancel = () => {};
  let cancelTurning: Cancel = () => {};
  let wasExpanded = false;
  let lock: 'none' | 'pending' | 'locked' = 'none';
  /** The size has just changed. */
  let isSettling = false;
  /** The browser may be turning the screen: the player waits. */
  let isTurning = false;

  function settle(): void {
    isSettling = false;
    const isRotated = !isTurning && isSideways(getState());
    root.dataset.rotated = String(isRotated);
    if (isRotated !== getState().display.isRotated) {
      send({ type: 'request.display', change: { isRotated } });
    }
  }

  function settleSoon(): void {
    cancel();
    isSettling = true;
    cancel = clock.after(resizeDelayMs, settle);
  }

  function stopTurning(): void {
    cancelTurning();
    isTurning = false;
    if (!isSettling) settle();
  }

  async function turnScreen(): Promise<void> {
    const { orientation } = screen as { orientation?: LockableOrientation };
    if (!orientation?.lock) return;
    lock = 'pending';
    isTurning = true;
    cancelTurning();
    cancelTurning = clock.after(turnsWithinMs, stopTurning);
    try {
      await orientation.lock('landscape');
    } catch {
      // Not in real full screen, or not allowed to this frame.
      lock = 'none';
      stopTurning();
      return;
    }
    if (lock === 'pending') lock = 'locked';
    else orientation.unlock(); // left in the meantime
  }

  function release(): void {
    if (lock === 'locked') screen.orientation.unlock();
    lock = 'none';
    cancelTurning();
    isTurning = false;
  }

  const onResize = () => settleSoon();
  window.addEventListener('resize', onResize);

  return {
    stateChanged(state) {
      const isExpanded = state.expansion !== 'none';
      if (isExpanded === wasExpanded) return;
      wasExpanded = isExpanded;
      if (!isExpanded) release();
      else if (state.expansion === 'fullscreen' && isSideways(state)) void turnScreen();
      settleSoon();
    },
    destroy() {
      cancel();
      release();
      window.removeEventListener('resize', onResize);
    },
  };
}

/** Missing in the types, because not all browsers have it. */
type LockableOrientation = ScreenOrientation & { lock?(to: 'landscape'): Promise<void> };

/** Wide video in an expanded player on a phone held upright. */
function isSideways({ expansion, display, tracks }: PlayerState): boolean {
  const video = tracks?.video;
  const isWide = !video || video.width > video.height;
  return expansion !== 'none' && display.isMobile && isWide && window.innerHeight > window.innerWidth;
}
