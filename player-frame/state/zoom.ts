import type { ZoomRequest } from './feature-events.ts';
import type { Point, Zoom } from './feature-state.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { isActive, next, type Step, stay, troubleOf, withToast } from './steps.ts';

export const minScale = 1;
export const maxScale = 8;
const middle: Point = { x: 0.5, y: 0.5 };

export function onZoomRequest(state: PlayerState, request: ZoomRequest & { id?: RequestId }): Step {
  const { id } = request;
  const done = (zoom: Zoom | null, news = true): Step =>
    next({ ...state, zoom }, [
      ...(id === undefined ? [] : [{ do: 'answer', id } as const]),
      ...(news ? [{ do: 'tell', news: { type: 'zoom', scale: zoom?.scale ?? null } } as const] : []),
    ]);
  switch (request.type) {
    case 'request.enableZoom':
      if (!isActive(state)) return refused(state, id);
      return done(
        zoomed(state.zoom ?? { scale: minScale, centre: middle }, request.scale ?? minScale, middle),
      );
    case 'request.closeZoom':
      return state.zoom ? done(null) : done(null, false);
    case 'request.toggleZoom':
      if (state.zoom) return done(null);
      return isActive(state) ? done({ scale: minScale, centre: middle }) : refused(state, id);
    case 'request.zoomTo': {
      if (!state.zoom) return refused(state, id);
      if (request.scale > maxScale && state.zoom.scale >= maxScale)
        return withToast(state, 'player.zoomLimit');
      const zoom = zoomed(state.zoom, request.scale, request.at ?? middle);
      return zoom.scale === state.zoom.scale ? stay(state) : done(zoom);
    }
    case 'request.pan':
      if (!state.zoom) return stay(state);
      return next({ ...state, zoom: panned(state.zoom, request.dx, request.dy) });
  }
}

function refused(state: PlayerState, id: RequestId | undefined): Step {
  return id === undefined
    ? stay(state)
    : stay(state, [{ do: 'refuse', id, trouble: troubleOf('player.notPlaying') }]);
}

/** The point under `at` is the same before and after, as far as the edges allow. */
function zoomed(zoom: Zoom, wanted: number, at: Point): Zoom {
  const scale = Math.min(maxScale, Math.max(minScale, wanted));
  const shift = (centre: number, where: number) => centre + (where - 0.5) * (1 / zoom.scale - 1 / scale);
  return inBounds({ scale, centre: { x: shift(zoom.centre.x, at.x), y: shift(zoom.centre.y, at.y) } });
}

function panned({ scale, centre }: Zoom, dx: number, dy: number): Zoom {
  return inBounds({ scale, centre: { x: centre.x - dx / scale, y: centre.y - dy / scale } });
}

/** What is seen never reaches beyond the picture. */
function inBounds({ scale, centre }: Zoom): Zoom {
  const half = 0.5 / scale;
  const keep = (value: number) => Math.min(1 - half, Math.max(half, value));
  return { scale, centre: { x: keep(centre.x), y: keep(centre.y) } };
}

/** The part of the picture that is seen, 0 … 1 from its left top. */
export function regionOf({ scale, centre }: Zoom): { x: number; y: number; width: number; height: number } {
  const size = 1 / scale;
  return { x: centre.x - size / 2, y: centre.y - size / 2, width: size, height: size };
}
