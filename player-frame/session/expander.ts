import type { Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { Expansion } from '../state/player-state.ts';

/**
 * Full screen by the browser's API if the frame is allowed to, otherwise by the host page, which can enlarge the
 * iframe. Page-wide display always requires the host page. Reports the actual result.
 */
export interface Expander {
  /** Resolves with true when done, false if it failed. */
  expand(from: Expansion, to: Expansion): Promise<boolean>;
  destroy(): void;
}

/** Specification, sections 4 and 9: entry and exit are polled, with a timeout of 2000 ms. */
const entryPollMs: Ms = 100;
const exitPollMs: Ms = 50;
const giveUpMs: Ms = 2_000;

export interface ExpanderDeps {
  readonly clock: Clock;
  /** Asks the host page to enlarge or restore the frame. */
  requestHost(active: boolean): void;
  report(expansion: Expansion): void;
}

export function createExpander({ clock, requestHost, report }: ExpanderDeps): Expander {
  /** Expansion currently applied by the host page. */
  let byHost: Exclude<Expansion, 'none'> | null = null;

  const onChange = (): void => {
    if (byHost === null) report(document.fullscreenElement ? 'fullscreen' : 'none');
  };
  document.addEventListener('fullscreenchange', onChange);

  /** Incremented by each resize of the frame and each `autoResize`, with which the host page confirms. */
  let resizes = 0;
  const onResize = (): void => {
    resizes += 1;
  };
  window.addEventListener('resize', onResize);

  /** Resolves with true as soon as `isSo`, false after the timeout. */
  async function poll(isSo: () => boolean, everyMs: Ms): Promise<boolean> {
    for (let waitedMs = 0; !isSo(); waitedMs += everyMs) {
      if (waitedMs >= giveUpMs) return false;
      await new Promise<void>((resolve) => clock.after(everyMs, resolve));
    }
    return true;
  }

  async function viaHost(to: Exclude<Expansion, 'none'>): Promise<boolean> {
    const before = resizes;
    byHost = to;
    requestHost(true);
    const isDone = await poll(() => resizes > before || byHost !== to, entryPollMs);
    if (byHost !== to) return false; // left in the meantime
    if (!isDone) {
      byHost = null;
      requestHost(false);
    }
    report(isDone ? to : 'none');
    return isDone;
  }

  async function enterFullscreen(): Promise<boolean> {
    const element = document.documentElement;
    // Without user activation browsers refuse and log an error.
    const canRequest = navigator.userActivation?.isActive ?? true;
    if (canRequest && document.fullscreenEnabled && element.requestFullscreen) {
      let isRefused = false;
      element.requestFullscreen().catch(() => {
        isRefused = true; // not allowed by the host page
      });
      await poll(() => isRefused || document.fullscreenElement !== null, entryPollMs);
      if (document.fullscreenElement) {
        report('fullscreen');
        return true;
      }
    }
    return viaHost('fullscreen');
  }

  async function leave(): Promise<boolean> {
    if (byHost !== null) {
      byHost = null;
      requestHost(false);
    } else if (document.fullscreenElement) {
      document.exitFullscreen().catch(() => {
        /* left in the meantime */
      });
      if (!(await poll(() => document.fullscreenElement === null, exitPollMs))) return false;
    }
    report('none');
    return true;
  }

  return {
    expand(_from, to) {
      if (to === 'none') return leave();
      return to === 'web' ? viaHost('web') : enterFullscreen();
    },
    destroy() {
      document.removeEventListener('fullscreenchange', onChange);
      window.removeEventListener('resize', onResize);
      if (byHost !== null) requestHost(false);
      byHost = null;
    },
  };
}
