import type { PlayerState } from '../../state/player-state.ts';
import { frameRect } from '../../state/zoom-region.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { listenToZoomGestures } from './zoom-gestures.ts';

/** Digital zoom by transforming the video element; independent of the engine. */
export function makeZoom({ clock, view, root, host, request, getState, send }: FeatureContext): Feature {
  // Gestures are on the parent, which does not move with the view.
  const stage = view.parentElement ?? view;
  let stopListening: (() => void) | null = null;

  function listen(): void {
    stopListening ??= listenToZoomGestures(stage, {
      clock,
      zoom: () => getState().zoom,
      isRotated: () => getState().display.isRotated,
      sendRequest: send,
      setHand: (isByHand) => {
        root.dataset.zoomHand = String(isByHand);
      },
    });
    window.addEventListener('resize', measure);
    root.dataset.zoom = 'on';
  }

  function leave(): void {
    stopListening?.();
    stopListening = null;
    window.removeEventListener('resize', measure);
    delete root.dataset.zoom;
    delete root.dataset.zoomHand;
  }

  /** Panning is limited to the video, excluding the bars beside it. */
  function measure(): void {
    const { zoom, tracks, display } = getState();
    const video = tracks?.video;
    if (!zoom || !video) return;
    const player = { width: view.clientWidth, height: view.clientHeight };
    const videoSize = frameRect(player, video, display.scaleMode);
    if (videoSize.width === zoom.videoSize.width && videoSize.height === zoom.videoSize.height) return;
    send({ type: 'event.videoSize', videoSize });
  }

  function show({ zoom }: PlayerState): void {
    if (!zoom) {
      view.style.transform = '';
      return;
    }
    // The transform origin is the top left (player.css); percentages refer to the player's size.
    const percent = (centre: number) => (0.5 - centre * zoom.scale) * 100;
    view.style.transform = `translate(${percent(zoom.centre.x)}%, ${percent(zoom.centre.y)}%) scale(${zoom.scale})`;
  }

  return {
    handlers: {
      enableZoom: async ({ scale }, signal) => {
        await request({ type: 'request.enableZoom', ...(scale === undefined ? {} : { scale }) }, signal);
        return Math.round(getState().zoom?.scale ?? 1);
      },
      closeZoom: (_data, signal) => request({ type: 'request.closeZoom' }, signal),
    },
    stateChanged(state) {
      if (state.zoom) listen();
      else if (stopListening) leave();
      show(state);
      measure();
    },
    notify(notice) {
      if (notice.type !== 'zoom') return;
      if (notice.scale === null) host.notify('closeZoom', {});
      else host.notify('enableZoom', { scale: Math.round(notice.scale) });
    },
    destroy: leave,
  };
}
