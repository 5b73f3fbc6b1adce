/** A harbour at dusk: a lighthouse with a rotating beam, moored boats, a passing one, gulls, and reflected lights. */

import { drawBasin } from './harbour-basin.ts';
import { drawCutter, drawSailboat } from './harbour-boats.ts';
import { drawQuay } from './harbour-quay.ts';
import { drawHills, drawSky, horizon, sun } from './harbour-sky.ts';
import { drawBeam, drawHeadland } from './lighthouse.ts';
import { ease, glow, mix, randomFrom, type Scene, verticalGradient, wave, world } from './scene.ts';

export const harbour: Scene = {
  id: 'harbour',
  label: 'HARBOUR',
  scrim: 0.62,
  draw(context, phase) {
    drawSky(context);
    drawBeam(context, phase);
    drawHills(context, phase);
    drawWater(context, phase);
    drawHeadland(context, phase);
    drawBasin(context, phase);
    drawGulls(context, phase);
    drawBuoy(context, phase);
    drawSailboat(context, 338, 232, 0.72, 0.1, phase);
    drawSailboat(context, -66, 246, 0.86, 0.35, phase);
    drawCutter(context, phase);
    drawSailboat(context, 548, 268, 1.2, 0.55, phase);
    drawSailboat(context, 838, 276, 1.3, 0.8, phase);
    drawQuay(context, phase);
  },
};

function drawWater(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = verticalGradient(context, horizon, 360, [
    [0, '#f3b27c'],
    [0.1, '#c7776b'],
    [0.32, '#75516f'],
    [0.62, '#37375f'],
    [1, '#171d3b'],
  ]);
  context.fillRect(world.left, horizon, world.width, world.bottom - horizon);
  const random = randomFrom(5);
  for (let row = 0; row < 30; row += 1) {
    const depth = row / 29;
    const y = horizon + 3 + depth ** 1.7 * 155;
    const count = Math.round(mix(52, 18, depth));
    for (let swell = 0; swell < count; swell += 1) {
      const offset = random();
      const turns = 1 + Math.floor(random() * 3);
      const bob = wave(phase, turns, offset);
      const x = world.left - 10 + random() * (world.width + 20) + bob * mix(2, 9, depth);
      const length =
        mix(9, 58, depth) * (0.6 + random() * 0.8) * (0.75 + 0.25 * wave(phase, turns, offset + 0.25));
      const nearSun = Math.exp(-(((x - sun.x) / mix(26, 120, depth)) ** 2));
      const strength = (0.1 + 0.1 * bob) * mix(0.8, 1, depth) + nearSun * (0.3 + 0.22 * bob);
      const colour = nearSun > 0.25 ? '255,214,150' : row % 3 === 0 ? '20,22,58' : '232,160,150';
      context.fillStyle = `rgba(${colour},${Math.max(0, strength)})`;
      context.beginPath();
      context.ellipse(x, y + bob * mix(0.2, 1.4, depth), length / 2, mix(0.5, 1.7, depth), 0, 0, 7);
      context.fill();
    }
  }
}

function drawGulls(context: CanvasRenderingContext2D, phase: number): void {
  context.strokeStyle = 'rgba(28,24,52,0.85)';
  context.lineCap = 'round';
  for (const [shift, height, size, flaps] of [
    [0, 96, 8, 17],
    [0.035, 108, 6.4, 19],
    [0.05, 90, 5.6, 21],
  ] as const) {
    // Flocks follow each other one loop apart, so that the end of the loop matches its start.
    for (const ahead of [-1, 0, 1])
      drawGull(context, phase, phase + shift + 0.22 + ahead, height, size, flaps, shift * 9);
  }
}

function drawGull(
  context: CanvasRenderingContext2D,
  phase: number,
  way: number,
  height: number,
  size: number,
  flaps: number,
  offset: number,
): void {
  const x = mix(700, -60, way);
  const y = height + 16 * Math.sin(way * 7) + 8 * way;
  const flap = wave(phase, flaps, offset) * 0.75 + 0.15;
  context.lineWidth = size / 5;
  context.beginPath();
  context.moveTo(x - size, y - size * 0.55 * flap);
  context.quadraticCurveTo(x - size * 0.4, y - size * 0.5 * flap - 1, x, y);
  context.quadraticCurveTo(x + size * 0.4, y - size * 0.5 * flap - 1, x + size, y - size * 0.55 * flap);
  context.stroke();
}

function drawBuoy(context: CanvasRenderingContext2D, phase: number): void {
  context.save();
  context.translate(452, 243 + wave(phase, 3) * 1.6);
  context.rotate(wave(phase, 3, 0.2) * 0.09);
  context.fillStyle = '#8e2f3c';
  context.beginPath();
  context.moveTo(-5, 0);
  context.lineTo(-2, -13);
  context.lineTo(2, -13);
  context.lineTo(5, 0);
  context.fill();
  context.fillStyle = '#2b1c33';
  context.fillRect(-6.5, -1, 13, 3.4);
  context.restore();
  const lit = ease(wave(phase, 8), 0.3, 0.7);
  const y = 228 + wave(phase, 3) * 1.6;
  glow(context, 452, y, 15, '255,80,70', 0.25 + 0.75 * lit);
  context.fillStyle = `rgba(255,110,90,${0.15 + 0.3 * lit})`;
  context.fillRect(450, 248, 4, 12);
}
