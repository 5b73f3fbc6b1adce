/** Sky and hills behind the harbour. Static, except for the lights of a distant town. */
import { ease, glow, mix, randomFrom, verticalGradient, wave, world } from './scene.ts';

export const horizon = 196;
export const sun = { x: 420, y: horizon - 17 };

export function drawSky(context: CanvasRenderingContext2D): void {
  context.fillStyle = verticalGradient(context, world.top, horizon, [
    [0, '#0a0f28'],
    [0.28, '#141b3c'],
    [0.5, '#33305f'],
    [0.68, '#7a4a77'],
    [0.83, '#d5725f'],
    [0.93, '#f6ab6b'],
    [1, '#ffdc9b'],
  ]);
  context.fillRect(world.left, world.top, world.width, horizon - world.top);
  glow(context, sun.x, sun.y, 210, '255,196,120', 0.75);
  const random = randomFrom(7);
  for (let star = 0; star < 190; star += 1) {
    const x = world.left + random() * world.width;
    const y = mix(world.top, 96, random());
    context.fillStyle = `rgba(255,250,235,${(0.25 + random() * 0.5) * Math.min(1, 1 - y / 110)})`;
    context.beginPath();
    context.arc(x, y, 0.5 + random() * 0.5, 0, 7);
    context.fill();
  }
  drawMoon(context);
  drawClouds(context);
  context.fillStyle = verticalGradient(context, sun.y - 19, sun.y + 19, [
    [0, '#fff6dc'],
    [1, '#ffd48a'],
  ]);
  context.beginPath();
  context.arc(sun.x, sun.y, 19, 0, 7);
  context.fill();
}

/** A thin crescent, high up and away from the sun. */
function drawMoon(context: CanvasRenderingContext2D): void {
  const { x, y } = { x: -166, y: 8 };
  glow(context, x, y, 46, '214,222,255', 0.3);
  context.fillStyle = '#f4f1e2';
  context.beginPath();
  context.arc(x, y, 12, -Math.PI * 0.42, Math.PI * 0.62);
  context.quadraticCurveTo(x + 9, y + 2, x + 3, y - 11.6);
  context.fill();
}

/** Long streaks, lit from below. */
function drawClouds(context: CanvasRenderingContext2D): void {
  const random = randomFrom(23);
  for (let streak = 0; streak < 54; streak += 1) {
    const y = 84 + random() * 88;
    const x = world.left - 40 + random() * (world.width + 80);
    const length = 50 + random() * 150;
    const thick = 1.6 + random() * 4.5 * (1 - (y - 84) / 130);
    const warmth = ease(y, 84, 175);
    const colour = `${Math.round(mix(150, 255, warmth))},${Math.round(mix(92, 168, warmth))},${Math.round(
      mix(128, 118, warmth),
    )}`;
    const gradient = context.createLinearGradient(x - length / 2, 0, x + length / 2, 0);
    gradient.addColorStop(0, `rgba(${colour},0)`);
    gradient.addColorStop(0.5, `rgba(${colour},${0.22 + random() * 0.3})`);
    gradient.addColorStop(1, `rgba(${colour},0)`);
    context.fillStyle = gradient;
    context.beginPath();
    context.ellipse(x, y, length / 2, thick, 0, 0, 7);
    context.fill();
  }
}

function ridge(
  context: CanvasRenderingContext2D,
  base: number,
  height: number,
  seed: number,
  colour: string | CanvasGradient,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(world.left, base);
  for (let x = world.left; x <= world.right; x += 4) {
    const shape =
      Math.sin(x / 83 + seed) * 0.5 +
      Math.sin(x / 37 + seed * 2.1) * 0.27 +
      Math.sin(x / 17 + seed * 5) * 0.1;
    context.lineTo(x, base - height * (0.55 + shape * 0.55));
  }
  context.lineTo(world.right, base);
  context.fill();
}

export function drawHills(context: CanvasRenderingContext2D, phase: number): void {
  ridge(context, horizon, 26, 1.4, 'rgba(150,84,104,0.75)');
  ridge(context, horizon, 15, 4.2, '#6d4260');
  const random = randomFrom(99);
  for (let light = 0; light < 62; light += 1) {
    const x = mix(232, world.right, random());
    const y = horizon - 2 - random() * 6;
    const flicker = 0.65 + 0.35 * wave(phase, 2 + Math.floor(random() * 5), random());
    context.fillStyle = `rgba(255,${205 + Math.round(random() * 40)},150,${0.9 * flicker})`;
    context.fillRect(x, y, 1.3, 1.3);
  }
}
