import { zoneOf } from '../../../lib/kernel/zone-time.ts';
import { drawTimeline, timelineHeightPx } from '../../../player-frame/features/timeline/draw-timeline.ts';
import { scaleOfLevel } from '../../../player-frame/features/timeline/time-scale.ts';
import { colours } from '../../../player-frame/recorded-time/band-style.ts';
import { type Bands, bandsOf, noBands } from '../../../player-frame/recorded-time/bands.ts';
import { nothingRecorded } from '../../../player-frame/recorded-time/recorded-time.ts';

const width = 1_200;
const devicePixelRatio = 2;
const end = Date.UTC(2026, 0);
const zone = zoneOf('Asia/Shanghai');
const sizes = { height: timelineHeightPx * devicePixelRatio, width: width * devicePixelRatio };

const canvas = Object.assign(document.body.appendChild(document.createElement('canvas')), sizes);
const context = canvas.getContext('2d', { alpha: false })!; // a canvas just made

/** Segments of a minute with gaps of two seconds, up to `end`. */
function yearOf(count: number): Bands {
  return bandsOf(
    Array.from({ length: count }, (_, index) => {
      const start = end - (count - index) * 62_000;
      return { start, end: start + 60_000 };
    }),
  );
}

function sceneOf(bands: Bands, spanMs: number) {
  const msPerPixel = spanMs / width;
  const scale = { ...scaleOfLevel(3), secondsPerPixel: msPerPixel / 1_000 };
  return {
    view: { origin: end - spanMs, msPerPixel, width },
    scale,
    recorded: { ...nothingRecorded, schedule: bands, all: bands },
    alarms: new Float64Array(),
    others: noBands,
    store: 'cloud' as const,
    lineX: width / 2,
    moment: end - spanMs / 2,
    isDragging: false,
    isReadOnly: false,
    limits: { begin: Number.NEGATIVE_INFINITY, end },
    selection: null,
    zone,
    language: 'zh-CN' as const,
    devicePixelRatio,
  };
}

/** The comparison: a rectangle for every band of the list. */
function drawEveryBand({ starts, ends }: Bands, origin: number, msPerPixel: number): void {
  context.fillStyle = colours.schedule;
  for (let index = 0; index < starts.length; index += 1)
    context.fillRect(
      (starts[index]! - origin) / msPerPixel,
      11,
      Math.max(0.5, (ends[index]! - starts[index]!) / msPerPixel),
      17,
    );
}

/** Milliseconds of each drawing, including what the browser does with its commands. */
function measure(rounds: number, draw: (round: number) => void): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const before = performance.now();
    draw(round);
    // Reading a pixel completes the drawing.
    context.getImageData(0, 0, 1, 1);
    return performance.now() - before;
  });
}

/** Times of both ways for `count` segments, seen at `spanMs`; each drawing is moved a little. */
export function timesOf(count: number, spanMs: number | 'all', rounds: number) {
  const bands = yearOf(count);
  const scene = sceneOf(bands, spanMs === 'all' ? count * 62_000 : spanMs);
  const { origin, msPerPixel } = scene.view;
  const moved = (round: number) => ({ ...scene.view, origin: origin - round * 0.37 * msPerPixel });
  const withoutBands = { ...scene, recorded: nothingRecorded };
  const ours = measure(rounds, (round) => drawTimeline(context, { ...scene, view: moved(round) }));
  const everyBand = measure(Math.min(rounds, 10), (round) => {
    drawTimeline(context, { ...withoutBands, view: moved(round) });
    drawEveryBand(bands, moved(round).origin, msPerPixel);
  });
  return { bands: bands.starts.length, ours, everyBand };
}

Object.assign(window, { timesOf });
