import type { Clock } from '../../lib/kernel/clock.ts';
import type { Expansion } from '../state/player-state.ts';

/**
 * Full-screen where the browser lets the frame, else with the host page's help, which alone can enlarge
 * the iframe. Reports what really happened.
 */
export interface Expander {
  expand(from: Expansion, to: Expansion): void;
  destroy(): void;
}

/** Specification, section 4: giving up after 2000 ms. */
const giveUpMs = 2_000;

export function createExpander(
  clock: Clock,
  askHost: (active: boolean) => void,
  report: (expansion: Expansion) => void,
): Expander {
  let isByHost = false;

  const onChange = (): void => {
    if (!isByHost) report(document.fullscreenElement ? 'fullscreen' : 'none');
  };
  document.addEventListener('fullscreenchange', onChange);

  function viaHost(active: boolean): void {
    isByHost = active;
    askHost(active);
    report(active ? 'fullscreen' : 'none');
  }

  async function enter(): Promise<void> {
    const element = document.documentElement;
    if (!document.fullscreenEnabled || !element.requestFullscreen) {
      viaHost(true);
      return;
    }
    let isLate = false;
    const cancel = clock.after(giveUpMs, () => {
      isLate = true;
      viaHost(true);
    });
    try {
      await element.requestFullscreen();
      if (isLate) await document.exitFullscreen();
    } catch {
      // No user activation in this frame, or not allowed by the host page: the host can still help.
      if (!isLate) viaHost(true);
    } finally {
      cancel();
    }
  }

  async function leave(): Promise<void> {
    if (isByHost) viaHost(false);
    else if (document.fullscreenElement) {
      await document.exitFullscreen().catch(() => {
        /* left meanwhile */
      });
    } else report('none');
  }

  return {
    expand(_from, to) {
      void (to === 'none' ? leave() : enter());
    },
    destroy() {
      document.removeEventListener('fullscreenchange', onChange);
    },
  };
}
