// Only features need it, so it is not in what is loaded before the first frame.
import type { Point, Size, Zoom } from './feature-state.ts';

/** Visible region of the video, 0 to 1 from its top left. */
export function regionOf({ scale, centre, videoSize }: Zoom): Point & Size {
  const span = (middleAt: number, length: number): readonly [from: number, length: number] => {
    const within = (at: number) => Math.min(1, Math.max(0, (at - 0.5) / length + 0.5));
    const from = within(middleAt - 0.5 / scale);
    return [from, within(middleAt + 0.5 / scale) - from];
  };
  const [x, width] = span(centre.x, videoSize.width);
  const [y, height] = span(centre.y, videoSize.height);
  return { x, y, width, height };
}

/** Size of a video in a player of another aspect ratio, as fractions of the player. All sizes in the same unit. */
export function frameRect(player: Size, videoSize: Size, scaleMode: 'fit' | 'fill' | 'stretch'): Size {
  const across = videoSize.width / player.width;
  const down = videoSize.height / player.height;
  const isKnown = [across, down].every((length) => Number.isFinite(length) && length > 0);
  if (scaleMode === 'stretch' || !isKnown) return { width: 1, height: 1 };
  const max = scaleMode === 'fit' ? Math.max(across, down) : Math.min(across, down);
  return { width: across / max, height: down / max };
}
