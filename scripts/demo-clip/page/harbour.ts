/** A harbour at dusk: a lighthouse that turns, boats that bob, one that comes by, gulls, and lights on the water. */
import { ease, glow, mix, randomFrom, type Scene, verticalGradient, wave } from './scene.ts';

const horizon = 196;
const sun = { x: 420, y: horizon - 17 };
const lamp = { x: 118, y: 92 };

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
    drawGulls(context, phase);
    drawBuoy(context, phase);
    drawSailboat(context, 338, 232, 0.72, 0.1, phase);
    drawCutter(context, phase);
    drawSailboat(context, 548, 268, 1.2, 0.55, phase);
    drawQuay(context, phase);
  },
};

function drawSky(context: CanvasRenderingContext2D): void {
  context.fillStyle = verticalGradient(context, 0, horizon, [
    [0, '#141b3c'],
    [0.3, '#33305f'],
    [0.55, '#7a4a77'],
    [0.76, '#d5725f'],
    [0.9, '#f6ab6b'],
    [1, '#ffdc9b'],
  ]);
  context.fillRect(0, 0, 640, horizon);
  glow(context, sun.x, sun.y, 210, '255,196,120', 0.75);
  const random = randomFrom(7);
  for (let star = 0; star < 46; star += 1) {
    const x = random() * 640;
    const y = 30 + random() * 66;
    context.fillStyle = `rgba(255,250,235,${(0.25 + random() * 0.5) * (1 - y / 110)})`;
    context.beginPath();
    context.arc(x, y, 0.5 + random() * 0.5, 0, 7);
    context.fill();
  }
  drawClouds(context);
  context.fillStyle = verticalGradient(context, sun.y - 19, sun.y + 19, [
    [0, '#fff6dc'],
    [1, '#ffd48a'],
  ]);
  context.beginPath();
  context.arc(sun.x, sun.y, 19, 0, 7);
  context.fill();
}

/** Long streaks, lit from below. */
function drawClouds(context: CanvasRenderingContext2D): void {
  const random = randomFrom(23);
  for (let streak = 0; streak < 26; streak += 1) {
    const y = 84 + random() * 88;
    const x = random() * 700 - 40;
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
  context.moveTo(0, base);
  for (let x = 0; x <= 640; x += 4) {
    const shape =
      Math.sin(x / 83 + seed) * 0.5 +
      Math.sin(x / 37 + seed * 2.1) * 0.27 +
      Math.sin(x / 17 + seed * 5) * 0.1;
    context.lineTo(x, base - height * (0.55 + shape * 0.55));
  }
  context.lineTo(640, base);
  context.fill();
}

function drawHills(context: CanvasRenderingContext2D, phase: number): void {
  ridge(context, horizon, 26, 1.4, 'rgba(150,84,104,0.75)');
  ridge(context, horizon, 15, 4.2, '#6d4260');
  const random = randomFrom(99);
  for (let light = 0; light < 34; light += 1) {
    const x = 232 + random() * 400;
    const y = horizon - 2 - random() * 6;
    const flicker = 0.65 + 0.35 * wave(phase, 2 + Math.floor(random() * 5), random());
    context.fillStyle = `rgba(255,${205 + Math.round(random() * 40)},150,${0.9 * flicker})`;
    context.fillRect(x, y, 1.3, 1.3);
  }
}

function drawWater(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = verticalGradient(context, horizon, 360, [
    [0, '#f3b27c'],
    [0.1, '#c7776b'],
    [0.32, '#75516f'],
    [0.62, '#37375f'],
    [1, '#171d3b'],
  ]);
  context.fillRect(0, horizon, 640, 360 - horizon);
  const random = randomFrom(5);
  for (let row = 0; row < 30; row += 1) {
    const depth = row / 29;
    const y = horizon + 3 + depth ** 1.7 * 155;
    const count = Math.round(mix(26, 9, depth));
    for (let swell = 0; swell < count; swell += 1) {
      const offset = random();
      const turns = 1 + Math.floor(random() * 3);
      const bob = wave(phase, turns, offset);
      const x = random() * 660 - 10 + bob * mix(2, 9, depth);
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

/** The light goes round twice in a loop. Seen from the side it is a fan that grows, turns to us, and shrinks. */
function drawBeam(context: CanvasRenderingContext2D, phase: number): void {
  for (const side of [0, 0.5]) {
    const turn = (phase * 2 + side) * 2 * Math.PI;
    const across = Math.cos(turn);
    const towards = Math.sin(turn);
    const reach = across * 560;
    if (Math.abs(reach) < 12) continue;
    const spread = 9 + Math.abs(reach) * 0.05 + Math.max(0, towards) * 10;
    const gradient = context.createLinearGradient(lamp.x, 0, lamp.x + reach, 0);
    const strength = 0.34 + 0.2 * towards;
    gradient.addColorStop(0, `rgba(255,244,205,${strength})`);
    gradient.addColorStop(0.4, `rgba(255,238,190,${strength * 0.32})`);
    gradient.addColorStop(1, 'rgba(255,238,190,0)');
    context.fillStyle = gradient;
    context.beginPath();
    context.moveTo(lamp.x, lamp.y - 2);
    context.lineTo(lamp.x + reach, lamp.y - spread + towards * 6);
    context.lineTo(lamp.x + reach, lamp.y + spread + towards * 6);
    context.lineTo(lamp.x, lamp.y + 2);
    context.fill();
  }
}

function drawHeadland(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = verticalGradient(context, 150, 226, [
    [0, '#43304f'],
    [1, '#1b1b38'],
  ]);
  context.beginPath();
  context.moveTo(0, 168);
  context.bezierCurveTo(40, 160, 70, 158, 104, 162);
  context.bezierCurveTo(140, 163, 160, 176, 186, 190);
  context.bezierCurveTo(204, 200, 222, 206, 240, 212);
  context.bezierCurveTo(150, 222, 60, 226, 0, 226);
  context.fill();
  drawLighthouse(context, phase);
  drawCottage(context);
  // The warm rim that the low sun leaves on the slope.
  context.strokeStyle = 'rgba(255,178,120,0.5)';
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(140, 165);
  context.bezierCurveTo(160, 172, 172, 182, 190, 191.5);
  context.bezierCurveTo(206, 200, 222, 206, 238, 211);
  context.stroke();
}

function drawLighthouse(context: CanvasRenderingContext2D, phase: number): void {
  const { x, y } = lamp;
  const shade = context.createLinearGradient(x - 14, 0, x + 14, 0);
  shade.addColorStop(0, '#5d5277');
  shade.addColorStop(0.55, '#b9a3ae');
  shade.addColorStop(1, '#ffd8b0');
  context.fillStyle = shade;
  const tower = (top: number, bottom: number): void => {
    const half = (at: number): number => mix(6.2, 12, (at - y) / 72);
    context.beginPath();
    context.moveTo(x - half(top), top);
    context.lineTo(x + half(top), top);
    context.lineTo(x + half(bottom), bottom);
    context.lineTo(x - half(bottom), bottom);
    context.fill();
  };
  tower(y + 8, y + 74);
  const red = context.createLinearGradient(x - 14, 0, x + 14, 0);
  red.addColorStop(0, '#4d2340');
  red.addColorStop(0.6, '#a33f46');
  red.addColorStop(1, '#e2714f');
  context.fillStyle = red;
  for (const band of [18, 42, 64]) tower(y + band, y + band + 11);
  context.fillStyle = '#231d39';
  context.fillRect(x - 9.5, y + 6, 19, 2.6);
  context.fillRect(x - 5.5, y - 6, 11, 12.5);
  context.beginPath();
  context.moveTo(x - 7.5, y - 6);
  context.quadraticCurveTo(x, y - 17, x + 7.5, y - 6);
  context.fill();
  context.fillRect(x - 0.6, y - 17, 1.2, 5);
  const facing =
    Math.max(0, Math.sin(phase * 4 * Math.PI)) ** 6 + Math.max(0, -Math.sin(phase * 4 * Math.PI)) ** 6;
  context.fillStyle = '#fff3c4';
  context.fillRect(x - 3.6, y - 4.4, 7.2, 9);
  glow(context, x, y, 26 + facing * 22, '255,236,180', 0.5 + facing * 0.5);
  for (const [dx, dy] of [
    [-1, 30],
    [2, 55],
  ] as const) {
    context.fillStyle = '#ffdf9a';
    context.fillRect(x + dx - 1.3, y + dy, 2.6, 4);
  }
}

function drawCottage(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#3a2b4a';
  context.fillRect(56, 148, 34, 16);
  context.fillStyle = '#241d38';
  context.beginPath();
  context.moveTo(52, 149);
  context.lineTo(62, 137);
  context.lineTo(85, 137);
  context.lineTo(94, 149);
  context.fill();
  context.fillRect(66, 132, 4, 8);
  context.fillStyle = '#ffd283';
  context.fillRect(62, 152.5, 5, 5);
  context.fillRect(76, 152.5, 5, 5);
  glow(context, 71, 155, 22, '255,200,120', 0.28);
}

function drawGulls(context: CanvasRenderingContext2D, phase: number): void {
  context.strokeStyle = 'rgba(28,24,52,0.85)';
  context.lineCap = 'round';
  for (const [shift, height, size, flaps] of [
    [0, 96, 8, 17],
    [0.035, 108, 6.4, 19],
    [0.05, 90, 5.6, 21],
  ] as const) {
    const way = (phase + shift + 0.22) % 1;
    const x = mix(700, -60, way);
    const y = height + 16 * Math.sin(way * 7) + 8 * way;
    const flap = wave(phase, flaps, shift * 9) * 0.75 + 0.15;
    context.lineWidth = size / 5;
    context.beginPath();
    context.moveTo(x - size, y - size * 0.55 * flap);
    context.quadraticCurveTo(x - size * 0.4, y - size * 0.5 * flap - 1, x, y);
    context.quadraticCurveTo(x + size * 0.4, y - size * 0.5 * flap - 1, x + size, y - size * 0.55 * flap);
    context.stroke();
  }
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

function drawSailboat(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  offset: number,
  phase: number,
): void {
  const bob = wave(phase, 2, offset);
  context.save();
  context.translate(x, y + bob * 1.8 * size);
  context.scale(size, size);
  context.save();
  context.scale(1, -0.55);
  context.globalAlpha = 0.28;
  hullWithMast(context, bob * 0.03);
  context.restore();
  hullWithMast(context, wave(phase, 2, offset + 0.2) * 0.028);
  context.restore();
  glow(context, x, y - 70 * size + bob * 1.8 * size, 7 * size, '255,244,214', 0.9);
}

function hullWithMast(context: CanvasRenderingContext2D, tilt: number): void {
  context.save();
  context.rotate(tilt);
  context.fillStyle = verticalGradient(context, -14, 4, [
    [0, '#f0c9b0'],
    [0.45, '#8b6a86'],
    [1, '#2a2447'],
  ]);
  context.beginPath();
  context.moveTo(-40, -9);
  context.quadraticCurveTo(0, -5, 44, -13);
  context.quadraticCurveTo(34, 4, 18, 4);
  context.lineTo(-30, 4);
  context.quadraticCurveTo(-39, 0, -40, -9);
  context.fill();
  context.fillStyle = '#453457';
  context.beginPath();
  context.moveTo(-18, -8);
  context.lineTo(-14, -15);
  context.lineTo(10, -15);
  context.lineTo(17, -9);
  context.fill();
  context.fillStyle = '#ffcf86';
  for (const port of [-10, -2, 6]) context.fillRect(port, -13, 4, 2.6);
  context.strokeStyle = '#2b2444';
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(2, -9);
  context.lineTo(2, -70);
  context.moveTo(2, -18);
  context.lineTo(-30, -17);
  context.stroke();
  context.strokeStyle = 'rgba(43,36,68,0.6)';
  context.lineWidth = 0.6;
  context.beginPath();
  context.moveTo(42, -13);
  context.lineTo(2, -68);
  context.lineTo(-39, -9);
  context.stroke();
  // The sail, furled on its boom.
  context.strokeStyle = '#d9b7a8';
  context.lineWidth = 3.2;
  context.beginPath();
  context.moveTo(1, -19.5);
  context.quadraticCurveTo(-14, -17.5, -28, -18.6);
  context.stroke();
  context.restore();
}

/** A working boat that comes by once a loop, out of the picture when the loop closes. */
function drawCutter(context: CanvasRenderingContext2D, phase: number): void {
  const x = mix(-90, 730, phase);
  const y = 254 + wave(phase, 4) * 1.4;
  context.strokeStyle = 'rgba(255,222,190,0.4)';
  context.lineWidth = 1.4;
  for (const [behind, width] of [
    [34, 18],
    [62, 30],
    [96, 40],
  ] as const) {
    context.globalAlpha = 1 - behind / 130;
    context.beginPath();
    context.moveTo(x - behind, y + 3);
    context.quadraticCurveTo(x - behind - width / 2, y + 5.5, x - behind - width, y + 4);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.save();
  context.translate(x, y);
  context.save();
  context.scale(1, -0.5);
  context.globalAlpha = 0.3;
  cutterBody(context);
  context.restore();
  context.rotate(wave(phase, 4, 0.2) * 0.018);
  cutterBody(context);
  context.restore();
  glow(context, x + 6, y - 47, 9, '255,250,225', 1);
  glow(context, x + 36, y - 14, 6, '90,255,140', 0.9);
  glow(context, x + 7, y - 25, 26, '255,205,130', 0.35);
  // Bow wave.
  context.strokeStyle = 'rgba(255,232,206,0.75)';
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(x + 45, y + 1);
  context.quadraticCurveTo(x + 33, y + 5.5 + wave(phase, 24) * 0.7, x + 14, y + 5);
  context.stroke();
}

function cutterBody(context: CanvasRenderingContext2D): void {
  context.fillStyle = verticalGradient(context, -16, 5, [
    [0, '#2f6273'],
    [0.55, '#234459'],
    [0.6, '#7c3140'],
    [1, '#4a2036'],
  ]);
  context.beginPath();
  context.moveTo(-44, -10);
  context.lineTo(16, -9);
  context.quadraticCurveTo(34, -10, 50, -18);
  context.quadraticCurveTo(43, 2, 34, 5);
  context.lineTo(-38, 5);
  context.quadraticCurveTo(-44, 0, -44, -10);
  context.fill();
  context.fillStyle = '#eadbd0';
  context.beginPath();
  context.moveTo(-4, -9);
  context.lineTo(-4, -31);
  context.lineTo(18, -31);
  context.lineTo(22, -9);
  context.fill();
  context.fillStyle = '#8e6674';
  context.fillRect(-7, -34, 28, 3.4);
  context.fillStyle = '#ffd78e';
  for (const pane of [-1, 6, 13]) context.fillRect(pane, -28, 5.4, 7);
  context.strokeStyle = '#31294a';
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(6, -34);
  context.lineTo(6, -47);
  context.moveTo(-30, -10);
  context.lineTo(-30, -38);
  context.lineTo(-10, -13);
  context.stroke();
  context.fillStyle = '#d9683f';
  context.fillRect(-40, -14, 9, 4.5);
  context.fillStyle = '#e2b04f';
  context.fillRect(-26, -14.5, 8, 5);
}

function drawQuay(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = verticalGradient(context, 316, 360, [
    [0, '#2a2440'],
    [0.2, '#1b1a30'],
    [1, '#0c0f20'],
  ]);
  context.fillRect(0, 322, 640, 38);
  context.fillStyle = 'rgba(255,186,130,0.42)';
  context.fillRect(0, 322, 640, 1.4);
  context.strokeStyle = 'rgba(8,8,22,0.75)';
  context.lineWidth = 1;
  for (let plank = -4; plank < 30; plank += 1) {
    context.beginPath();
    context.moveTo(320 + (plank - 13) * 26, 323.5);
    context.lineTo(320 + (plank - 13) * 34, 360);
    context.stroke();
  }
  for (const x of [70, 250, 430, 600]) drawBollard(context, x);
  drawLantern(context, 30, phase);
  drawRope(context, phase);
}

function drawBollard(context: CanvasRenderingContext2D, x: number): void {
  context.fillStyle = '#120f22';
  context.fillRect(x - 6, 310, 12, 20);
  context.beginPath();
  context.ellipse(x, 310, 9, 4, 0, 0, 7);
  context.fill();
  context.fillStyle = 'rgba(255,190,140,0.4)';
  context.beginPath();
  context.ellipse(x + 1, 308.6, 6.5, 1.5, 0, 0, 7);
  context.fill();
}

function drawLantern(context: CanvasRenderingContext2D, x: number, phase: number): void {
  context.fillStyle = '#0f0d1d';
  context.fillRect(x - 2.5, 226, 5, 104);
  context.fillRect(x - 7, 222, 14, 4);
  context.fillStyle = '#ffe2a6';
  context.fillRect(x - 5, 208, 10, 14);
  context.fillStyle = '#0f0d1d';
  context.beginPath();
  context.moveTo(x - 9, 208);
  context.lineTo(x, 199);
  context.lineTo(x + 9, 208);
  context.fill();
  glow(context, x, 215, 64, '255,205,130', 0.62 + 0.03 * wave(phase, 9));
  glow(context, x + 8, 334, 90, '255,190,120', 0.2);
}

function drawRope(context: CanvasRenderingContext2D, phase: number): void {
  const sag = wave(phase, 2, 0.3) * 3;
  context.strokeStyle = 'rgba(20,16,34,0.9)';
  context.lineWidth = 1.8;
  context.beginPath();
  context.moveTo(600, 310);
  context.quadraticCurveTo(584, 304 + sag, 574, 266 + wave(phase, 2, 0.55) * 2);
  context.stroke();
}
