import type { ZoomEvent, ZoomRequest } from './feature-events.ts';
import type { Point, Zoom } from './feature-state.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { answerTo, isActive, next, refuse, type Step, stay, withToast } from './steps.ts';

export const minScale = 1;
export const maxScale = 8;
const middle: Point = { x: 0.5, y: 0.5 };
const atFirst: Zoom = { scale: minScale, centre: middle, videoSize: { width: 1, height: 1 } };

export function onZoomRequest(state: PlayerState, request: ZoomRequest & { id?: RequestId }): Step {
  const { id } = request;
  const answer = answerTo(id);
  const shown = (zoom: Zoom | null): Step =>
    next({ ...state, zoom }, [
      ...answer,
      ...(wholeScale(zoom) === wholeScale(state.zoom)
        ? []
        : [{ do: 'notify', notice: { type: 'zoom', scale: zoom?.scale ?? null } } as const]),
    ]);
  switch (request.type) {
    case 'request.enableZoom':
      if (!isActive(state)) return refused(state, id);
      return shown(zoomed(state.zoom ?? atFirst, request.scale ?? minScale, middle));
    case 'request.closeZoom':
      return state.zoom ? shown(null) : stay(state, answer);
    case 'request.toggleZoom':
      if (state.zoom) return shown(null);
      return isActive(state) ? shown(atFirst) : refused(state, id);
    case 'request.zoomTo': {
      if (!state.zoom) return refused(state, id);
      const zoom = zoomed(state.zoom, request.scale, request.at ?? middle);
      const moved = isSame(zoom, state.zoom) ? stay(state, answer) : shown(zoom);
      return request.scale > maxScale ? withLimit(moved) : moved;
    }
    case 'request.pan': {
      if (!state.zoom) return stay(state, answer);
      const zoom = panned(state.zoom, request.dx, request.dy);
      return isSame(zoom, state.zoom) ? stay(state, answer) : shown(zoom);
    }
  }
}

/** Keeps the region in bounds when the video size changes. */
export function onZoomEvent(state: PlayerState, { videoSize }: ZoomEvent): Step {
  return state.zoom ? next({ ...state, zoom: inBounds({ ...state.zoom, videoSize }) }) : stay(state);
}

const refused = (state: PlayerState, id: RequestId | undefined): Step =>
  refuse(state, id, 'player.notPlaying');

/** Shown once per gesture. */
function withLimit({ state, effects }: Step): Step {
  if (state.toast?.text === 'player.zoomLimit') return { state, effects };
  const withToasts = withToast(state, 'player.zoomLimit');
  return next(withToasts.state, [...effects, ...withToasts.effects]);
}

/** Only whole steps are reported, also during a pinch. */
const wholeScale = (zoom: Zoom | null): number | null => zoom && Math.round(zoom.scale);

function isSame(one: Zoom, other: Zoom): boolean {
  return one.scale === other.scale && one.centre.x === other.centre.x && one.centre.y === other.centre.y;
}

/** Keeps the point under `at` fixed, as far as the bounds allow. */
function zoomed(zoom: Zoom, target: number, at: Point): Zoom {
  const scale = Math.min(maxScale, Math.max(minScale, Number.isNaN(target) ? zoom.scale : target));
  const shift = (centre: number, where: number) => centre + (where - 0.5) * (1 / zoom.scale - 1 / scale);
  return inBounds({
    ...zoom,
    scale,
    centre: { x: shift(zoom.centre.x, at.x), y: shift(zoom.centre.y, at.y) },
  });
}

function panned(zoom: Zoom, dx: number, dy: number): Zoom {
  const { scale, centre } = zoom;
  return inBounds({ ...zoom, centre: { x: centre.x - dx / scale, y: centre.y - dy / scale } });
}

/** Limits the region to the video; a video smaller than the region is centred. */
function inBounds({ scale, centre, videoSize }: Zoom): Zoom {
  const keep = (value: number, length: number) => {
    // Parts cropped at 1x are not rendered and cannot be panned to.
    const room = Math.max(0, (Math.min(1, length) - 1 / scale) / 2);
    return Math.min(0.5 + room, Math.max(0.5 - room, value));
  };
  return {
    scale,
    videoSize,
    centre: { x: keep(centre.x, videoSize.width), y: keep(centre.y, videoSize.height) },
  };
}
