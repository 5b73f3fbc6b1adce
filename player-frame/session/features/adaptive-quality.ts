import type { Cancel } from '../../../lib/kernel/clock.ts';
import { qualityOf } from '../../state/address-parts.ts';
import { fittingQuality } from '../../state/fitting-quality.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';

/** Debounce while the window is being resized. */
const settleMs = 1_000;

/** If enabled by the integrator: selects the stream by the size of the player. */
export function makeAdaptiveQuality({ clock, getState, send }: FeatureContext): Feature {
  let cancel: Cancel = () => {};
  let isWatching = false;

  function choose(): void {
    const { display, address, playback } = getState();
    const now = qualityOf(address);
    if (!display.isAdaptive || !now || playback.phase !== 'playing') return;
    const quality = fittingQuality(now, window.innerWidth * window.devicePixelRatio);
    if (quality !== now) send({ type: 'request.setQuality', quality, byHand: false });
  }

  function chooseSoon(): void {
    cancel();
    cancel = clock.after(settleMs, choose);
  }
  window.addEventListener('resize', chooseSoon);

  return {
    stateChanged({ display, playback }: PlayerState) {
      const isNeeded = display.isAdaptive && playback.phase === 'playing';
      if (isNeeded && !isWatching) chooseSoon();
      isWatching = isNeeded;
    },
    destroy() {
      cancel();
      window.removeEventListener('resize', chooseSoon);
    },
  };
}
