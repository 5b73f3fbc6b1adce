/** A scene: a drawing that depends on the position in the loop only. */
import { demoFrame, demoHome, demoWorld } from '../../../lib/media/sources/demo/demo-view.ts';

export interface Scene {
  readonly id: string;
  /** Shown in the frame at the top right. */
  readonly label: string;
  /** How much the top is darkened under clock and label, 0-1: more for a bright sky. */
  readonly scrim: number;
  /**
   * Draws all of `world`; the home view is 0 to 640 by 0 to 360 of it. `phase` runs from 0 to 1, and 1 looks like 0.
   * Above y = 48 nothing in the home view may change with it: the strip with the clock covers the top of the frame, and
   * the codec refers to pixels slightly beyond.
   */
  draw(context: CanvasRenderingContext2D, phase: number): void;
}

export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const home: Region = { left: 0, top: 0, ...demoFrame };

export const world = {
  left: -demoHome.x,
  top: -demoHome.y,
  right: demoWorld.width - demoHome.x,
  bottom: demoWorld.height - demoHome.y,
  ...demoWorld,
} as const;

/** Sine of whole turns: `turns` per loop, starting at `offset` of a turn. */
export const wave = (phase: number, turns: number, offset = 0): number =>
  Math.sin((phase * turns + offset) * 2 * Math.PI);

export const mix = (from: number, to: number, part: number): number => from + (to - from) * part;

/** 0 below `from`, 1 above `to`, smooth between. */
export function ease(value: number, from: number, to: number): number {
  const part = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A vertical gradient through `stops`, pairs of position (0-1) and colour. */
export function verticalGradient(
  context: CanvasRenderingContext2D,
  top: number,
  bottom: number,
  stops: readonly (readonly [number, string])[],
): CanvasGradient {
  const gradient = context.createLinearGradient(0, top, 0, bottom);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

export function glow(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  rgb: string,
  strength: number,
): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, `rgba(${rgb},${strength})`);
  gradient.addColorStop(0.35, `rgba(${rgb},${strength * 0.4})`);
  gradient.addColorStop(1, `rgba(${rgb},0)`);
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}
