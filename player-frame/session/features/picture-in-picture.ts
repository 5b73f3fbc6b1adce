import type { Ms } from '../../../lib/kernel/units.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { selectIsActive } from '../../state/selectors.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createPictureControls, type PictureControls } from '../picture-controls.ts';
import { canHandOver, handOverDone, startOptions } from '../picture-handover.ts';
import type { PictureSource, PictureWindow } from '../picture-window.ts';
import { callError } from './engine-failure.ts';

/** Firefox has neither; Safari cannot capture a video element. The host page may forbid it to its frames. */
const isSupported = (): boolean =>
  document.pictureInPictureEnabled === true && 'captureStream' in HTMLMediaElement.prototype;

const renewEveryMs: Ms = 1_000;

/** Picture-in-picture by the browser: opens and closes the window, and keeps it at what the player shows. */
export function makePictureInPicture(context: FeatureContext): Feature {
  const { clock, host, getState, send, request } = context;
  let picture: PictureWindow | null = null;
  let controls: PictureControls | null = null;
  let shown: PictureSource['element'] | null = null;
  let opening: Promise<void> | null = null;
  let handedOver = '';
  let renewedAt: Ms = Number.NEGATIVE_INFINITY;

  function source(): PictureSource | null {
    const engine = context.engine();
    const element = engine?.element?.();
    return element ? { element, redraw: () => engine?.redraw?.() } : null;
  }

  /** With the player, if the page can; otherwise with the video. */
  async function openBest(): Promise<void> {
    if (!canHandOver(getState())) return openOnce();
    notifyPage(true);
  }

  function notifyPage(active: boolean): void {
    handedOver = startOptions(getState());
    host.notify('pictureWindow', { active, start: handedOver });
  }

  async function open(): Promise<void> {
    const first = source();
    if (!isSupported() || !first) throw await callError(context, 'picture.unsupported');
    const { openPictureWindow } = await import('../picture-window.ts');
    shown = first.element;
    const opened = await openPictureWindow(first, closed).catch(() => null);
    if (!opened) throw await callError(context, 'picture.refused');
    picture = opened;
    if (!selectIsActive(getState())) return close();
    if (navigator.mediaSession) controls = createPictureControls(navigator.mediaSession, { getState, send });
    report(true);
  }

  function report(active: boolean): void {
    send({ type: 'event.picture', isOpen: active });
    host.notify('pictureInPicture', { active });
  }

  function openOnce(): Promise<void> {
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  }

  function close(): void {
    if (isInWindow()) notifyPage(false);
    picture?.close();
  }

  const isInWindow = (): boolean => getState().display.pictureWindow === 'open';

  /** The viewer may close the window at any time; the page then continues with the latest options. */
  function renewHandOver(state: PlayerState): void {
    const now = clock.monotonic();
    if (!isInWindow() || now - renewedAt < renewEveryMs || startOptions(state) === handedOver) return;
    renewedAt = now;
    notifyPage(true);
  }

  function closed(): void {
    picture = null;
    shown = null;
    controls?.remove();
    controls = null;
    report(false);
  }

  /** Another connection has another engine. Until its first frame, the window keeps the last one. */
  function follow({ playback, handOver }: PlayerState): void {
    const next = playback.phase === 'playing' && !handOver ? source() : null;
    if (!picture || !next || next.element === shown) return;
    shown = next.element;
    picture.show(next);
  }

  const refused = (): void => send({ type: 'event.pictureRefused' });

  return {
    async begin({ pictureInPicture = true, controlsOnly = false, pictureWindow }) {
      const isOpen = pictureWindow === 'open';
      // A window of its own belongs to the page, which must not be framed itself.
      const hasWindows = parent === top && 'documentPictureInPicture' in window;
      await request({
        type: 'request.display',
        change: {
          canPicture: pictureInPicture && !controlsOnly && isSupported(),
          pictureWindow: isOpen ? 'open' : pictureWindow !== undefined && hasWindows ? 'can' : 'none',
        },
      });
      // The player before, in the other document, could not report it.
      if (isOpen || pictureWindow === 'closed') report(isOpen);
      if (pictureWindow === 'closed') host.notify('pictureWindow', { active: false, start: handOverDone });
    },
    handlers: {
      pictureInPicture: async ({ active, inBrowser = false }) => {
        const { hasFrame, isInPicture } = getState();
        if (!active) return close();
        if (!hasFrame || !selectIsActive(getState())) throw await callError(context, 'player.notPlaying');
        if (isInPicture) return;
        if (inBrowser) await openOnce().catch(refused);
        else await openBest();
      },
    },
    run(effect) {
      if (effect.do !== 'picture') return;
      if (effect.isOpen) openBest().catch(refused);
      else close();
    },
    stateChanged(state) {
      follow(state);
      renewHandOver(state);
      controls?.stateChanged(state);
    },
    reset: () => picture?.close(),
    destroy: () => picture?.close(),
  };
}
