import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Point, Size, Zoom } from '../../player-frame/state/feature-state.ts';
import { frameRect, regionOf } from '../../player-frame/state/zoom-region.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`zoom: ORIEL_SEED=${seed}`);

/** A playing player with zoom enabled. */
function zoomedPlayer() {
  const player = recordedPlayer();
  player.play();
  player.send({ type: 'request.enableZoom' });
  player.take();
  const zoom = (): Zoom => {
    const now = player.state.zoom;
    if (!now) throw new Error('zoom is off');
    return now;
  };
  return { ...player, player, zoom };
}

/** Position in the player of a point of the view, like the CSS transform in session/features/zoom.ts. */
const onScreen = ({ scale, centre }: Zoom, at: Point): Point => ({
  x: 0.5 + (at.x - centre.x) * scale,
  y: 0.5 + (at.y - centre.y) * scale,
});
const underneath = ({ scale, centre }: Zoom, at: Point): Point => ({
  x: centre.x + (at.x - 0.5) / scale,
  y: centre.y + (at.y - 0.5) / scale,
});

describe('electronic zoom', () => {
  it('starts at 1x, and off resets to the full frame', () => {
    const { player, zoom } = zoomedPlayer();
    expect(zoom().scale).toBe(1);
    player.send({ type: 'request.zoomTo', scale: 5, at: { x: 0.9, y: 0.1 } });
    player.send({ type: 'request.closeZoom' });
    expect(player.state.zoom).toBeNull();
    player.send({ type: 'request.toggleZoom' });
    expect(zoom()).toMatchObject({ scale: 1, centre: { x: 0.5, y: 0.5 } });
    expect(regionOf(zoom())).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  it('sends the page enableZoom once for each whole step, and closeZoom', () => {
    const { player } = zoomedPlayer();
    const reported = () =>
      player
        .take()
        .flatMap((effect) =>
          effect.do === 'notify' && effect.notice.type === 'zoom' ? [effect.notice.scale] : [],
        );
    player.send({ type: 'request.zoomTo', scale: 1.2 });
    player.send({ type: 'request.zoomTo', scale: 1.4 });
    expect(reported()).toEqual([]);
    player.send({ type: 'request.zoomTo', scale: 2 });
    player.send({ type: 'request.pan', dx: 0.1, dy: 0 });
    player.send({ type: 'request.closeZoom' });
    expect(reported()).toEqual([2, null]);
  });

  it('cannot go below 1x, and shows 已放大到最大倍数 8.0X at the other end, once', async () => {
    const { player, zoom } = zoomedPlayer();
    player.send({ type: 'request.zoomTo', scale: 0 });
    expect(zoom().scale).toBe(1);
    expect(player.state.toast).toBeNull();
    player.send({ type: 'request.zoomTo', scale: 8 });
    expect(player.state.toast).toBeNull();
    player.send({ type: 'request.zoomTo', scale: 9 });
    expect(zoom().scale).toBe(8);
    const { toast } = player.state;
    expect(toast?.text).toBe('player.zoomLimit');
    player.send({ type: 'request.zoomTo', scale: 9 });
    expect(player.state.toast).toBe(toast);
    await player.clock.advance(2_000);
    expect(player.state.toast).toBeNull();
  });

  it('is rejected with 当前非播放状态 when nothing plays, and ends when playback has failed', () => {
    const idle = recordedPlayer();
    idle.setUp();
    idle.send({ type: 'request.enableZoom', id: 7 });
    expect(idle.take()).toContainEqual(
      expect.objectContaining({
        do: 'refuse',
        id: 7,
        playbackFailure: expect.objectContaining({ code: 'player.notPlaying' }),
      }),
    );
    const { player } = zoomedPlayer();
    player.fail('other', '20002');
    expect(player.phase).toBe('failed');
    expect(player.state.zoom).toBeNull();
  });

  it('returns the limited scale for any requested one', () => {
    for (const [wish, scale] of [
      [12, 8],
      [-3, 1],
      [4, 4],
      [Number.NaN, 1],
    ] as const) {
      const { player, zoom } = zoomedPlayer();
      player.send({ type: 'request.enableZoom', scale: wish, id: 3 });
      expect(zoom().scale).toBe(scale);
      expect(player.take()).toContainEqual({ do: 'answer', id: 3 });
    }
  });
});

describe('a video with another aspect ratio than the player', () => {
  it.each([
    ['fit', { width: 1, height: 0.75 }],
    ['fill', { width: 4 / 3, height: 1 }],
    ['stretch', { width: 1, height: 1 }],
  ] as const)('%s: the video takes its part of the player', (mode, size) => {
    const rect = frameRect({ width: 400, height: 300 }, { width: 1920, height: 1080 }, mode);
    expect(rect.width).toBeCloseTo(size.width);
    expect(rect.height).toBeCloseTo(size.height);
  });

  it('stays centred until it fills the player, then is moved to its edge and no further', () => {
    const { player, zoom } = zoomedPlayer();
    player.send({ type: 'event.videoSize', videoSize: { width: 1, height: 0.25 } });
    player.send({ type: 'request.zoomTo', scale: 2 });
    player.send({ type: 'request.pan', dx: 0, dy: 5 });
    expect(zoom().centre.y).toBe(0.5);
    player.send({ type: 'request.zoomTo', scale: 8 });
    player.send({ type: 'request.pan', dx: 5, dy: 5 });
    expect(onScreen(zoom(), { x: 0, y: 0.375 })).toEqual({ x: 0, y: 0 });
  });

  it('is kept in bounds when the aspect ratio of the player changes', () => {
    const { player, zoom } = zoomedPlayer();
    player.send({ type: 'request.zoomTo', scale: 2, at: { x: 0.5, y: 0 } });
    expect(zoom().centre.y).toBe(0.25);
    player.send({ type: 'event.videoSize', videoSize: { width: 1, height: 0.5 } });
    expect(zoom().centre.y).toBe(0.5);
  });

  it('gives snapshots the region of the video, not of the player', () => {
    const zoom = { scale: 2, centre: { x: 0.25, y: 0.5 }, videoSize: { width: 1, height: 0.75 } };
    const region = regionOf(zoom);
    expect(region.x).toBeCloseTo(0);
    expect(region.width).toBeCloseTo(0.5);
    expect(region.y).toBeCloseTo((0.25 - 0.125) / 0.75);
    expect(region.height).toBeCloseTo(0.5 / 0.75);
  });
});

describe('10,000 sequences of wheel, drag and pinch', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const move = fc.oneof(
    fc.record({
      type: fc.constant('request.zoomTo' as const),
      scale: fc.double({ min: -2, max: 12, noNaN: true }),
      at: fc.record({ x: part, y: part }),
    }),
    fc.record({
      type: fc.constant('request.pan' as const),
      dx: fc.double({ min: -3, max: 3, noNaN: true }),
      dy: fc.double({ min: -3, max: 3, noNaN: true }),
    }),
    fc.record({
      type: fc.constant('event.videoSize' as const),
      videoSize: fc.record({
        width: fc.double({ min: 0.05, max: 1.8, noNaN: true }),
        height: fc.double({ min: 0.05, max: 1.8, noNaN: true }),
      }),
    }),
  );
  const nearly = 1e-9;
  /** One pixel of a player that is 1,920 px wide. */
  const onePixel = 1 / 1920;

  /** The part of the player that the video covers at 1x, along one axis. */
  const extent = (length: number): readonly [number, number] => {
    const seen = Math.min(1, length);
    return [0.5 - seen / 2, 0.5 + seen / 2];
  };

  function isInBounds({ scale, centre, videoSize }: Zoom): boolean {
    return (['x', 'y'] as const).every((axis) => {
      const [from, to] = extent(axis === 'x' ? videoSize.width : videoSize.height);
      const [seenFrom, seenTo] = [centre[axis] - 0.5 / scale, centre[axis] + 0.5 / scale];
      // A video smaller than the visible part is centred; otherwise nothing outside the video is visible.
      if (to - from <= 1 / scale) return Math.abs(centre[axis] - 0.5) < nearly;
      return seenFrom >= from - nearly && seenTo <= to + nearly;
    });
  }

  const isAtEdge = (zoom: Zoom, axis: 'x' | 'y'): boolean => {
    const length: keyof Size = axis === 'x' ? 'width' : 'height';
    const [from, to] = extent(zoom.videoSize[length]);
    const { centre, scale } = zoom;
    return (
      to - from <= 1 / scale + nearly ||
      centre[axis] - 0.5 / scale <= from + nearly ||
      centre[axis] + 0.5 / scale >= to - nearly
    );
  };

  function faults(before: Zoom, moved: { type: string; at?: Point }, after: Zoom): string {
    if (after.scale < 1 || after.scale > 8) return 'scale out of range';
    if (!isInBounds(after)) return 'area outside the video is visible';
    const { x, y, width, height } = regionOf(after);
    if (Math.min(x, y) < 0 || Math.max(x + width, y + height) > 1 + nearly) return 'region out of range';
    const { at } = moved;
    if (!at) return '';
    const point = underneath(before, at);
    const slipped = (['x', 'y'] as const).find(
      (axis) => Math.abs(onScreen(after, point)[axis] - at[axis]) >= onePixel && !isAtEdge(after, axis),
    );
    return slipped ? `the point under the pointer moved along ${slipped}` : '';
  }

  it('never show anything outside the video, and keep the point under the pointer within a pixel', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        const { player, zoom } = zoomedPlayer();
        for (const one of moves) {
          const before = zoom();
          player.send(one);
          const after = zoom();
          // One expectation for all checks, because an expectation costs more than the step it checks.
          expect(faults(before, one, after)).toBe('');
        }
      }),
      { seed, numRuns: rounds(500, 10_000) },
    );
  });
});
