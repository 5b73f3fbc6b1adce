/**
 * Composes the frame of a moved camera: the visible part of the scene, darkened at the top, with label, clock
 * and code.
 */
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { StreamProfile } from '../../ports.ts';
import type { VideoClip } from './clip-format.ts';
import { demoFrame, type ViewPosition } from './demo-view.ts';
import { letter, stampClock, stampFrameCode } from './strip-painter.ts';
import { blankPlanes, type Label, type Planes, type WorldClip } from './world-format.ts';

/** `rgb(6,9,22)` of the painters' scrim. */
const scrimColour = { y: 24, u: 134, v: 126 } as const;
const scrimHeight = 56;

export class ViewComposer {
  /** Whole macroblocks; rows below the displayed frame show the scene or repeat its last row. */
  readonly target: Planes;
  private readonly scale: 1 | 2;
  private readonly label: Label;
  /** Opacity of the scrim in each luma row, 0-255. */
  private readonly scrim: Uint8Array;

  constructor(
    private readonly clip: VideoClip,
    world: WorldClip,
    profile: StreamProfile,
  ) {
    this.scale = clip.width === demoFrame.width ? 1 : 2;
    this.label = world.labels[profile];
    this.target = blankPlanes(clip.columns * 16, Math.ceil(clip.height / 16) * 16);
    this.scrim = scrimOf(world.scrim, this.scale);
  }

  /** Fills the top `rows` rows of macroblocks. */
  compose(world: Planes, position: ViewPosition, rows: number): void {
    const { target, scale } = this;
    const planes = [
      [world.y, target.y, 1],
      [world.u, target.u, 2],
      [world.v, target.v, 2],
    ] as const;
    for (const [from, to, coarse] of planes) {
      const source = { pixels: from, width: world.width / coarse, height: world.height / coarse };
      const left = position.x / coarse;
      const top = position.y / coarse;
      const width = target.width / coarse;
      const wanted = to.subarray(0, (width * rows * 16) / coarse);
      if (scale === 1) cut(source, left, top, wanted, width);
      else halve(source, left, top, wanted, width);
    }
    this.darken(rows * 16);
    this.drawLabel();
  }

  /** Draws the clock over the composed frame. */
  stampClock(civil: Ms): void {
    stampClock(this.clip, this.target.y, civil);
  }

  /** Draws the frame code over the composed frame. */
  stampFrameCode(frame: number, madeAt: EpochMs): void {
    stampFrameCode(this.clip, this.target.y, frame, madeAt);
  }

  private darken(rows: number): void {
    const { target } = this;
    for (const [row, cover] of this.scrim.subarray(0, rows).entries()) {
      darkenRow(target.y, row, target.width, scrimColour.y, cover);
      if (row % 2 !== 0) continue;
      darkenRow(target.u, row / 2, target.width / 2, scrimColour.u, cover);
      darkenRow(target.v, row / 2, target.width / 2, scrimColour.v, cover);
    }
  }

  private drawLabel(): void {
    const { left, width, height, body, shadow } = this.label;
    const { y: luma, width: lineWidth } = this.target;
    for (let index = 0; index < width * height; index += 1) {
      if (shadow[index] === 0 && body[index] === 0) continue;
      const at = Math.floor(index / width) * lineWidth + left + (index % width);
      luma[at] = letter(luma[at]!, body[index]!, shadow[index]!);
    }
  }
}

function scrimOf(strength: number, scale: number): Uint8Array {
  return Uint8Array.from({ length: scrimHeight / scale }, (_, row) => {
    const part = ((row + 0.5) * scale) / scrimHeight;
    const cover = part < 0.5 ? 1 - part * 0.8 : 0.6 * (2 - part * 2);
    return Math.round(cover * strength * 255);
  });
}

function darkenRow(pixels: Uint8Array, row: number, width: number, dark: number, cover: number): void {
  for (let at = row * width; at < (row + 1) * width; at += 1) {
    const pixel = pixels[at]!;
    // Integer division by 255, rounded.
    pixels[at] = pixel + (((dark - pixel) * cover * 257 + 32_768) >> 16);
  }
}

interface Source {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Rows below the scene repeat its last row. */
function cut(source: Source, left: number, top: number, to: Uint8Array, width: number): void {
  for (let row = 0; row < to.length / width; row += 1) {
    const from = Math.min(top + row, source.height - 1) * source.width + left;
    to.set(source.pixels.subarray(from, from + width), row * width);
  }
}

/** Halves the size: each pixel is the mean of four. */
function halve(source: Source, left: number, top: number, to: Uint8Array, width: number): void {
  const { pixels } = source;
  for (let row = 0; row < to.length / width; row += 1) {
    const upper = Math.min(top + row * 2, source.height - 2) * source.width + left;
    const lower = upper + source.width;
    for (let x = 0; x < width; x += 1) {
      const at = x * 2;
      const sum =
        pixels[upper + at]! + pixels[upper + at + 1]! + pixels[lower + at]! + pixels[lower + at + 1]!;
      to[row * width + x] = (sum + 2) >> 2;
    }
  }
}
