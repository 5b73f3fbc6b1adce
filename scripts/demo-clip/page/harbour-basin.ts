/** East of the harbour: a mole with its light, cranes, and a freighter at anchor. */
import { ease, glow, verticalGradient, wave } from './scene.ts';

const waterline = 216;

export function drawBasin(context: CanvasRenderingContext2D, phase: number): void {
  drawCrane(context, 846, 1, phase, 0.1);
  drawCrane(context, 918, -1, phase, 0.6);
  drawMole(context);
  drawFreighter(context, phase);
  drawMoleLight(context, phase);
}

function drawMole(context: CanvasRenderingContext2D): void {
  context.fillStyle = verticalGradient(context, 198, 222, [
    [0, '#4a3550'],
    [1, '#191936'],
  ]);
  context.beginPath();
  context.moveTo(690, 218);
  context.lineTo(702, 204);
  context.lineTo(960, 198);
  context.lineTo(960, 221);
  context.lineTo(696, 221);
  context.fill();
  context.fillStyle = 'rgba(255,178,120,0.4)';
  context.beginPath();
  context.moveTo(702, 204);
  context.lineTo(960, 198);
  context.lineTo(960, 199.4);
  context.lineTo(702, 205.4);
  context.fill();
}

function drawMoleLight(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = '#2a2140';
  context.fillRect(706, 172, 7, 33);
  context.fillStyle = '#3f7a5c';
  context.fillRect(706, 180, 7, 9);
  context.fillStyle = '#1d1730';
  context.fillRect(704, 169, 11, 3);
  const lit = ease(wave(phase, 6, 0.3), 0.2, 0.6);
  glow(context, 709.5, 166, 18, '110,255,160', 0.25 + 0.75 * lit);
  context.fillStyle = `rgba(120,255,170,${0.1 + 0.22 * lit})`;
  context.fillRect(707.5, 222, 4, 11);
}

function drawCrane(
  context: CanvasRenderingContext2D,
  x: number,
  way: 1 | -1,
  phase: number,
  offset: number,
): void {
  context.save();
  context.translate(x, 202);
  context.scale(way, 1);
  context.strokeStyle = '#352747';
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(-16, 0);
  context.lineTo(-10, -62);
  context.moveTo(16, 0);
  context.lineTo(10, -62);
  context.moveTo(-14, -24);
  context.lineTo(14, -24);
  context.moveTo(-34, -62);
  context.lineTo(62, -62);
  context.stroke();
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(0, -90);
  context.lineTo(-34, -62);
  context.moveTo(0, -90);
  context.lineTo(62, -62);
  for (let brace = -30; brace < 60; brace += 9) {
    context.moveTo(brace, -62);
    context.lineTo(brace + 4.5, -57.5);
    context.lineTo(brace + 9, -62);
  }
  context.stroke();
  context.fillStyle = '#352747';
  context.fillRect(-4, -90, 8, 30);
  // The trolley moves out and back once per loop.
  const trolley = 30 + 24 * wave(phase, 1, offset);
  context.fillRect(trolley - 4, -61, 8, 4);
  context.fillRect(trolley - 0.4, -57, 0.8, 18);
  context.fillStyle = '#a2543f';
  context.fillRect(trolley - 9, -39, 18, 8);
  context.restore();
  glow(context, x, 110, 8, '255,70,60', 0.35 + 0.6 * ease(wave(phase, 8, offset), 0.2, 0.6));
}

function drawFreighter(context: CanvasRenderingContext2D, phase: number): void {
  const bob = wave(phase, 1, 0.4) * 0.5;
  context.save();
  context.translate(0, bob);
  context.fillStyle = verticalGradient(context, 182, 232, [
    [0, '#39506e'],
    [0.62, '#22314f'],
    [0.66, '#6d2f3d'],
    [1, '#3a1d33'],
  ]);
  context.beginPath();
  context.moveTo(752, 196);
  context.lineTo(930, 196);
  context.lineTo(948, 186);
  context.quadraticCurveTo(944, 222, 930, 230);
  context.lineTo(762, 230);
  context.quadraticCurveTo(750, 220, 752, 196);
  context.fill();
  const colours = ['#8d4a44', '#4a6a86', '#9a7a4c', '#4f7362', '#6a5578'];
  for (let column = 0; column < 6; column += 1) {
    for (let row = 0; row < 1 + ((column * 7) % 3); row += 1) {
      context.fillStyle = colours[(column + row * 2) % colours.length]!;
      context.fillRect(808 + column * 19, 186 - row * 10.4, 18, 9.6);
      context.fillStyle = 'rgba(255,214,170,0.28)';
      context.fillRect(808 + column * 19, 186 - row * 10.4, 18, 1.2);
    }
  }
  context.fillStyle = '#d9c6c0';
  context.fillRect(762, 158, 34, 38);
  context.fillStyle = '#a78f98';
  context.fillRect(758, 154, 42, 4.4);
  context.fillStyle = '#7c3140';
  context.fillRect(768, 140, 14, 14);
  context.fillStyle = '#ffd78e';
  for (const y of [163, 173, 183]) {
    for (const x of [766, 774, 782, 790]) if ((x + y) % 5 !== 0) context.fillRect(x, y, 4, 4);
  }
  glow(context, 779, 160, 38, '255,205,130', 0.26);
  context.restore();
  context.fillStyle = 'rgba(16,16,44,0.5)';
  context.beginPath();
  context.ellipse(846, waterline + 16, 96, 4.4, 0, 0, 7);
  context.fill();
}
