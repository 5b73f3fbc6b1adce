/** The quay in the foreground and the objects on it. */
import { glow, verticalGradient, wave, world } from './scene.ts';

const edge = 322;

export function drawQuay(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = verticalGradient(context, 316, world.bottom, [
    [0, '#2a2440'],
    [0.08, '#1b1a30'],
    [0.4, '#0f1224'],
    [1, '#1a1a2e'],
  ]);
  context.fillRect(world.left, edge, world.width, world.bottom - edge);
  context.fillStyle = 'rgba(255,186,130,0.42)';
  context.fillRect(world.left, edge, world.width, 1.4);
  context.lineWidth = 1;
  for (let plank = -30; plank <= 30; plank += 1) {
    context.strokeStyle = 'rgba(8,8,22,0.75)';
    context.beginPath();
    context.moveTo(320 + plank * 26, edge + 1.5);
    context.lineTo(320 + plank * 50.66, world.bottom);
    context.stroke();
    drawNails(context, plank);
  }
  for (const x of [-290, -110, 70, 250, 430, 600, 780, 946]) drawBollard(context, x);
  for (const x of [-268, 30, 700]) drawLantern(context, x, phase);
  drawCrates(context, -196);
  drawCoil(context, 196, 402);
  drawBarrels(context, 858);
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

/** Two nails in each plank, above the beam. */
function drawNails(context: CanvasRenderingContext2D, plank: number): void {
  context.fillStyle = 'rgba(150,130,150,0.28)';
  for (const y of [352, 412]) {
    const spacing = 26 + (24.66 * (y - edge)) / (world.bottom - edge);
    for (const across of [0.25, 0.75]) context.fillRect(320 + (plank + across) * spacing, y, 1.6, 1.2);
  }
}

/** Fish boxes in stacks of three, with a net over the top one. */
function drawCrates(context: CanvasRenderingContext2D, x: number): void {
  context.fillStyle = 'rgba(4,4,14,0.5)';
  context.beginPath();
  context.ellipse(x + 8, 404, 86, 9, 0, 0, 7);
  context.fill();
  for (const [left, top, colour, light] of [
    [-62, 372, '#3f4a6b', '#62719b'],
    [4, 374, '#6b3a3f', '#a35a52'],
    [-30, 340, '#4b5a4a', '#75876c'],
  ] as const) {
    context.fillStyle = colour;
    context.fillRect(x + left, top, 60, 31);
    context.fillStyle = light;
    context.fillRect(x + left, top, 60, 2.4);
    context.fillStyle = 'rgba(6,6,18,0.45)';
    for (const slat of [10, 20]) context.fillRect(x + left, top + slat, 60, 2);
    context.fillRect(x + left + 22, top + 5, 16, 4);
  }
  context.strokeStyle = 'rgba(196,186,150,0.5)';
  context.lineWidth = 0.9;
  for (let thread = 0; thread < 9; thread += 1) {
    context.beginPath();
    context.moveTo(x - 34 + thread * 8, 340);
    context.quadraticCurveTo(x - 40 + thread * 9, 352, x - 32 + thread * 7.4, 362 + ((thread * 5) % 7));
    context.stroke();
    context.beginPath();
    context.moveTo(x - 36, 341 + thread * 2.2);
    context.quadraticCurveTo(x, 345 + thread * 2.3, x + 34, 341 + thread * 2.2);
    context.stroke();
  }
}

function drawCoil(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillStyle = 'rgba(4,4,14,0.5)';
  context.beginPath();
  context.ellipse(x, y + 4, 40, 10, 0, 0, 7);
  context.fill();
  context.lineWidth = 4;
  for (let turn = 0; turn < 5; turn += 1) {
    context.strokeStyle = turn % 2 === 0 ? '#6f6152' : '#8d7b63';
    context.beginPath();
    context.ellipse(x, y - turn * 2.4, 34 - turn * 3.4, 8.4 - turn * 0.7, 0, 0, 7);
    context.stroke();
  }
}

function drawBarrels(context: CanvasRenderingContext2D, x: number): void {
  for (const [left, foot] of [
    [0, 392],
    [46, 398],
    [22, 414],
  ] as const) {
    context.fillStyle = 'rgba(4,4,14,0.45)';
    context.beginPath();
    context.ellipse(x + left + 4, foot, 25, 6, 0, 0, 7);
    context.fill();
    const side = context.createLinearGradient(x + left - 20, 0, x + left + 20, 0);
    side.addColorStop(0, '#b0764e');
    side.addColorStop(0.4, '#6d4638');
    side.addColorStop(1, '#2c2029');
    context.fillStyle = side;
    context.beginPath();
    context.moveTo(x + left - 17, foot - 50);
    context.quadraticCurveTo(x + left - 23, foot - 25, x + left - 17, foot);
    context.lineTo(x + left + 17, foot);
    context.quadraticCurveTo(x + left + 23, foot - 25, x + left + 17, foot - 50);
    context.fill();
    context.fillStyle = 'rgba(16,14,26,0.8)';
    for (const hoop of [9, 38]) context.fillRect(x + left - 20, foot - hoop - 3, 40, 3);
    context.fillStyle = '#8a6248';
    context.beginPath();
    context.ellipse(x + left, foot - 50, 17, 4.6, 0, 0, 7);
    context.fill();
  }
}
