/** The headland with the lighthouse and its beam. */
import { glow, mix, randomFrom, verticalGradient, world } from './scene.ts';

const lamp = { x: 118, y: 92 };

/**
 * The light rotates twice per loop. Seen from the side the beam is a fan that grows, points at the camera, and shrinks.
 */
export function drawBeam(context: CanvasRenderingContext2D, phase: number): void {
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

export function drawHeadland(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = verticalGradient(context, 150, 226, [
    [0, '#43304f'],
    [1, '#1b1b38'],
  ]);
  context.beginPath();
  context.moveTo(world.left, 158);
  context.bezierCurveTo(-250, 146, -180, 150, -120, 160);
  context.bezierCurveTo(-80, 168, -40, 172, 0, 168);
  context.bezierCurveTo(40, 160, 70, 158, 104, 162);
  context.bezierCurveTo(140, 163, 160, 176, 186, 190);
  context.bezierCurveTo(204, 200, 222, 206, 240, 212);
  context.bezierCurveTo(150, 222, 60, 226, 0, 226);
  context.lineTo(world.left, 230);
  context.fill();
  drawTrees(context);
  drawVillage(context);
  drawLighthouse(context, phase);
  drawCottage(context, 0, 0);
  // The warm edge of the slope in the low sun.
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

/** Houses along the shore to the west, with a chapel. */
function drawVillage(context: CanvasRenderingContext2D): void {
  for (const [dx, dy] of [
    [-366, 16],
    [-322, 24],
    [-268, 10],
    [-206, 28],
    [-160, 20],
    [-104, 34],
  ] as const) {
    drawCottage(context, dx, dy);
  }
  context.fillStyle = '#33274a';
  context.fillRect(-148, 122, 11, 44);
  context.fillRect(-138, 144, 30, 22);
  context.fillStyle = '#241d38';
  context.beginPath();
  context.moveTo(-150, 122);
  context.lineTo(-142.5, 94);
  context.lineTo(-135, 122);
  context.moveTo(-140, 145);
  context.lineTo(-123, 132);
  context.lineTo(-105, 145);
  context.fill();
  context.fillStyle = '#ffd283';
  context.fillRect(-144, 130, 3, 6);
  for (const x of [-132, -124, -116]) context.fillRect(x, 151, 3.4, 8);
}

function drawTrees(context: CanvasRenderingContext2D): void {
  const random = randomFrom(41);
  context.fillStyle = '#2c2340';
  for (let tree = 0; tree < 46; tree += 1) {
    const x = mix(world.left, 44, random());
    const size = 5 + random() * 7;
    context.beginPath();
    context.ellipse(x, 164 - size * 0.4 + random() * 6, size * 0.75, size * (1 + random() * 0.8), 0, 0, 7);
    context.fill();
  }
}

/** A cottage at an offset from the one next to the lighthouse. */
function drawCottage(context: CanvasRenderingContext2D, dx: number, dy: number): void {
  context.save();
  context.translate(dx, dy);
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
  context.restore();
}
