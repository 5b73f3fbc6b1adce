/** Cars and vans seen from the side, wheels on y = 0, front to the right. One unit is 10 cm. */
import { verticalGradient } from './scene.ts';

export interface Paint {
  readonly light: string;
  readonly body: string;
  readonly dark: string;
}

export type VehicleKind = 'hatchback' | 'van' | 'saloon';

export function drawVehicle(
  context: CanvasRenderingContext2D,
  kind: VehicleKind,
  paint: Paint,
  x: number,
  y: number,
  scale: number,
  heading: 1 | -1,
): void {
  context.save();
  context.translate(x, y);
  context.scale(scale * heading, scale);
  shadow(context, kind === 'van' ? 58 : 48);
  body(context, kind, paint);
  windows(context, kind);
  details(context, kind);
  const wheels = kind === 'van' ? [-33, 33] : [-28, 28];
  for (const wheel of wheels) drawWheel(context, wheel, (x * heading) / (scale * 8.2));
  context.restore();
}

function shadow(context: CanvasRenderingContext2D, half: number): void {
  context.fillStyle = 'rgba(20,22,34,0.42)';
  context.beginPath();
  context.ellipse(2, 1, half, 4.4, 0, 0, 7);
  context.fill();
}

function body(context: CanvasRenderingContext2D, kind: VehicleKind, paint: Paint): void {
  context.fillStyle = verticalGradient(context, kind === 'van' ? -54 : -38, -4, [
    [0, paint.light],
    [0.45, paint.body],
    [1, paint.dark],
  ]);
  context.beginPath();
  if (kind === 'van') {
    context.moveTo(-54, -7);
    context.lineTo(-54, -46);
    context.quadraticCurveTo(-54, -53, -46, -53);
    context.lineTo(18, -53);
    context.quadraticCurveTo(30, -52, 38, -31);
    context.quadraticCurveTo(54, -28, 55, -18);
    context.lineTo(55, -7);
  } else if (kind === 'saloon') {
    context.moveTo(-49, -8);
    context.quadraticCurveTo(-51, -23, -44, -24);
    context.quadraticCurveTo(-34, -25, -27, -26);
    context.quadraticCurveTo(-14, -38, 0, -38);
    context.quadraticCurveTo(14, -38, 25, -26);
    context.quadraticCurveTo(45, -23, 48, -16);
    context.lineTo(49, -8);
  } else {
    context.moveTo(-43, -8);
    context.quadraticCurveTo(-45, -26, -39, -29);
    context.quadraticCurveTo(-33, -40, -20, -40);
    context.lineTo(0, -40);
    context.quadraticCurveTo(13, -39, 23, -27);
    context.quadraticCurveTo(43, -24, 44, -16);
    context.lineTo(44, -8);
  }
  context.closePath();
  context.fill();
}

function windows(context: CanvasRenderingContext2D, kind: VehicleKind): void {
  context.fillStyle = verticalGradient(context, kind === 'van' ? -49 : -37, -26, [
    [0, '#bfe0ee'],
    [0.5, '#5d7f95'],
    [1, '#2c4156'],
  ]);
  const pane = (points: readonly (readonly [number, number])[]): void => {
    context.beginPath();
    for (const [px, py] of points) context.lineTo(px, py);
    context.closePath();
    context.fill();
  };
  if (kind === 'van') {
    pane([
      [8, -49],
      [18, -49],
      [26, -45],
      [32, -32],
      [8, -32],
    ]);
  } else if (kind === 'saloon') {
    pane([
      [-23, -27],
      [-13, -35],
      [-2, -35.5],
      [-2, -27],
    ]);
    pane([
      [1, -27],
      [1, -35.5],
      [11, -34],
      [20, -27],
    ]);
  } else {
    pane([
      [-35, -28],
      [-30, -36.5],
      [-11, -37],
      [-11, -28],
    ]);
    pane([
      [-8, -28],
      [-8, -37],
      [3, -36.6],
      [17, -28],
    ]);
  }
}

function details(context: CanvasRenderingContext2D, kind: VehicleKind): void {
  const front = kind === 'van' ? 52 : kind === 'saloon' ? 45 : 40;
  const back = kind === 'van' ? -54 : kind === 'saloon' ? -49 : -43.5;
  context.fillStyle = '#fff3cf';
  context.fillRect(front - 1, -20, 4, 4);
  context.fillStyle = '#d9363a';
  context.fillRect(back, -20, 3, 5);
  context.fillStyle = 'rgba(16,20,32,0.55)';
  context.fillRect(back + 1, -9, front - back, 2.4);
  context.strokeStyle = 'rgba(16,20,32,0.35)';
  context.lineWidth = 0.9;
  context.beginPath();
  const doors = kind === 'van' ? [6, 34] : [-12, 4, 22];
  for (const door of doors) {
    context.moveTo(door, kind === 'van' ? -50 : -27);
    context.lineTo(door, -9);
  }
  context.stroke();
  context.fillStyle = 'rgba(255,255,255,0.32)';
  context.fillRect(back + 3, -25, front - back - 8, 1.2);
  if (kind !== 'van') return;
  context.fillStyle = 'rgba(226,120,60,0.9)';
  context.fillRect(-53, -34, 57, 4);
  context.fillStyle = 'rgba(52,84,120,0.9)';
  context.fillRect(-53, -29, 57, 2);
}

function drawWheel(context: CanvasRenderingContext2D, x: number, turn: number): void {
  context.fillStyle = '#16181f';
  context.beginPath();
  context.arc(x, -7.6, 8.6, 0, 7);
  context.fill();
  context.fillStyle = '#9aa3b0';
  context.beginPath();
  context.arc(x, -7.6, 5, 0, 7);
  context.fill();
  context.strokeStyle = '#3a414d';
  context.lineWidth = 1.5;
  context.beginPath();
  for (let spoke = 0; spoke < 3; spoke += 1) {
    const angle = turn + (spoke * Math.PI) / 3;
    context.moveTo(x - Math.cos(angle) * 5, -7.6 - Math.sin(angle) * 5);
    context.lineTo(x + Math.cos(angle) * 5, -7.6 + Math.sin(angle) * 5);
  }
  context.stroke();
}
