import { glow, mix, verticalGradient, wave } from './scene.ts';

export function drawSailboat(
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

/** Working boats that pass, one per loop: at the end of the loop each is where the one before it was at its start. */
export function drawCutter(context: CanvasRenderingContext2D, phase: number): void {
  for (const ahead of [-1, 0, 1]) drawCutterAt(context, mix(-90, 730, phase + ahead), phase);
}

function drawCutterAt(context: CanvasRenderingContext2D, x: number, phase: number): void {
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
