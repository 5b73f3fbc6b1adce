import type { Cancel } from '../../../lib/kernel/clock.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';

/** Specification, sections 5 and 9: phones report their new size late. */
const resizeDelayMs = 100;

/**
 * Wide video on a phone in portrait: in full screen the screen orientation is locked to landscape, or if that is
 * unsupported, the player is rotated instead.
 */
export function makeRotation({ clock, root, getState, send }: FeatureContext): Feature {
  let cancel: Cancel = () => {};
  let wasExpanded = false;

  function settle(): void {
    const isRotated = wantsRotation(getState());
    root.dataset.rotated = String(isRotated);
    if (isRotated !== getState().display.isRotated) {
      send({ type: 'request.display', change: { isRotated } });
    }
  }

  function settleSoon(): void {
    cancel();
    cancel = clock.after(resizeDelayMs, settle);
  }

  window.addEventListener('resize', settleSoon);

  return {
    stateChanged(state) {
      const isExpanded = state.expansion !== 'none';
      if (isExpanded === wasExpanded) return;
      wasExpanded = isExpanded;
      if (isExpanded && state.display.isMobile) void lockOrientation();
      settleSoon();
    },
    destroy() {
      cancel();
      window.removeEventListener('resize', settleSoon);
    },
  };
}

function wantsRotation({ expansion, display, tracks }: PlayerState): boolean {
  const video = tracks?.video;
  const isWide = !video || video.width > video.height;
  return expansion !== 'none' && display.isMobile && isWide && window.innerHeight > window.innerWidth;
}

/** Not supported by all browsers, and in real full screen only; otherwise the player rotates itself. */
async function lockOrientation(): Promise<void> {
  const orientation = screen.orientation as ScreenOrientation & {
    lock?: (to: string) => Promise<void>;
  };
  await orientation?.lock?.('landscape').catch(() => {
    /* not allowed here */
  });
}
