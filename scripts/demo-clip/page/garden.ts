/** Objects in the yard to the left and right of the gate, and in the foreground. */
import { randomFrom, wave, world } from './scene.ts';

export function drawBench(context: CanvasRenderingContext2D, x: number): void {
  context.fillStyle = 'rgba(40,30,40,0.3)';
  context.beginPath();
  context.ellipse(x + 6, 346, 58, 6, 0, 0, 7);
  context.fill();
  context.fillStyle = '#3b3f4a';
  for (const leg of [-44, 38]) {
    context.fillRect(x + leg, 300, 4, 45);
    context.fillRect(x + leg - 4, 322, 14, 3);
  }
  for (const [y, height, colour] of [
    [299, 7, '#b98555'],
    [309, 7, '#a9764a'],
    [321, 5, '#c6935f'],
    [327, 4, '#8d5f3b'],
  ] as const) {
    context.fillStyle = colour;
    context.fillRect(x - 52, y, 104, height);
    context.fillStyle = 'rgba(255,240,214,0.35)';
    context.fillRect(x - 52, y, 104, 1.2);
  }
}

/** A bicycle that leans on the wall. */
export function drawBicycle(context: CanvasRenderingContext2D, x: number): void {
  const wheels = [x - 27, x + 27] as const;
  context.fillStyle = 'rgba(40,30,40,0.25)';
  context.beginPath();
  context.ellipse(x + 4, 331, 52, 4, 0, 0, 7);
  context.fill();
  for (const wheel of wheels) {
    context.strokeStyle = '#2a2d36';
    context.lineWidth = 2.4;
    context.beginPath();
    context.arc(wheel, 313, 17, 0, 7);
    context.stroke();
    context.strokeStyle = 'rgba(220,224,230,0.5)';
    context.lineWidth = 0.7;
    context.beginPath();
    for (let spoke = 0; spoke < 6; spoke += 1) {
      const angle = (spoke * Math.PI) / 6 + 0.2;
      context.moveTo(wheel - Math.cos(angle) * 16, 313 - Math.sin(angle) * 16);
      context.lineTo(wheel + Math.cos(angle) * 16, 313 + Math.sin(angle) * 16);
    }
    context.stroke();
  }
  context.strokeStyle = '#2f7f86';
  context.lineWidth = 2.8;
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(wheels[0], 313);
  context.lineTo(x - 12, 291);
  context.lineTo(x + 18, 291);
  context.lineTo(x - 3, 313);
  context.closePath();
  context.moveTo(x - 3, 313);
  context.lineTo(x - 14, 285);
  context.moveTo(wheels[1], 313);
  context.lineTo(x + 16, 283);
  context.stroke();
  context.strokeStyle = '#2a2d36';
  context.lineWidth = 2.6;
  context.beginPath();
  context.moveTo(x - 20, 284);
  context.lineTo(x - 8, 284);
  context.moveTo(x + 10, 281);
  context.quadraticCurveTo(x + 18, 279, x + 20, 286);
  context.stroke();
}

/** In the foreground, seen when the camera looks down. */
export function drawFlowerBed(context: CanvasRenderingContext2D, phase: number): void {
  context.fillStyle = '#6d5a50';
  context.fillRect(world.left, 408, world.width, world.bottom - 408);
  context.fillStyle = '#cdbba6';
  context.fillRect(world.left, 402, world.width, 8);
  context.fillStyle = 'rgba(60,44,40,0.3)';
  context.fillRect(world.left, 409, world.width, 1.6);
  const random = randomFrom(83);
  for (let plant = 0; plant < 330; plant += 1) {
    const x = world.left + random() * world.width;
    const y = 414 + random() * 22;
    const sway = wave(phase, 2 + (plant % 2), random()) * 1.2;
    context.strokeStyle = ['#4f7a45', '#648f4f', '#3d633b'][plant % 3]!;
    context.lineWidth = 1.8;
    context.beginPath();
    context.moveTo(x, y + 10);
    context.quadraticCurveTo(x, y, x + sway + (random() - 0.5) * 8, y - 6 - random() * 5);
    context.stroke();
    if (plant % 4 !== 0) continue;
    context.fillStyle = ['#e8707a', '#f4c95d', '#f2eee2', '#9a7fc4'][(plant >> 2) % 4]!;
    context.beginPath();
    context.arc(x + sway, y - 8, 2.6, 0, 7);
    context.fill();
    context.fillStyle = 'rgba(255,244,200,0.8)';
    context.fillRect(x + sway - 0.7, y - 8.7, 1.4, 1.4);
  }
}
