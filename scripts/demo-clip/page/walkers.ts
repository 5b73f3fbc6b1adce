/** People and animals. Feet on y = 0, moving to the right. */

export interface Clothes {
  readonly coat: string;
  readonly trousers: string;
  readonly hair: string;
  readonly skin: string;
}

/** `stride` counts steps; the limbs swing with it. */
export function drawPerson(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  scale: number,
  heading: 1 | -1,
  stride: number,
  clothes: Clothes,
): void {
  const swing = Math.sin(stride * Math.PI) * 0.5;
  context.save();
  context.translate(x, y - Math.abs(Math.cos(stride * Math.PI)) * 0.9 * scale);
  context.scale(scale * heading, scale);
  context.lineCap = 'round';
  limb(context, 0, -19, -swing, 10, 9, clothes.trousers, 4.4, 0.35);
  limb(context, 0, -33, swing * 1.1, 8, 7, shade(clothes.coat), 3.4, -0.5);
  limb(context, 0, -19, swing, 10, 9, clothes.trousers, 4.6, 0.35);
  context.fillStyle = clothes.coat;
  context.beginPath();
  context.roundRect(-5, -36, 10, 20, 4.4);
  context.fill();
  limb(context, 0.5, -33, -swing * 1.1, 8, 7, clothes.coat, 3.6, -0.5);
  context.fillStyle = clothes.skin;
  context.beginPath();
  context.arc(1, -41.4, 4.4, 0, 7);
  context.fill();
  context.fillStyle = clothes.hair;
  context.beginPath();
  context.arc(0.3, -42.4, 4.6, Math.PI * 0.75, Math.PI * 1.95);
  context.fill();
  context.restore();
}

/** Two segments, bent at the joint by `bend` against the swing. */
function limb(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  angle: number,
  upper: number,
  lower: number,
  colour: string,
  width: number,
  bend: number,
): void {
  const kneeX = x + Math.sin(angle) * upper;
  const kneeY = y + Math.cos(angle) * upper;
  const below = angle - bend * (angle < 0 ? 1 : 0.4);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(kneeX, kneeY);
  context.lineTo(kneeX + Math.sin(below) * lower, kneeY + Math.cos(below) * lower);
  context.stroke();
}

function shade(colour: string): string {
  return `color-mix(in srgb, ${colour}, #1c2030 35%)`;
}

export function drawCat(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  scale: number,
  heading: 1 | -1,
  stride: number,
): void {
  context.save();
  context.translate(x, y);
  context.scale(scale * heading, scale);
  context.lineCap = 'round';
  context.strokeStyle = '#2c2431';
  context.fillStyle = '#2c2431';
  context.lineWidth = 2.2;
  for (const [leg, phase] of [
    [-7, 0],
    [-5, 1],
    [6, 1],
    [8, 0],
  ] as const) {
    const swing = Math.sin((stride + phase) * Math.PI) * 2.6;
    context.beginPath();
    context.moveTo(leg, -7);
    context.lineTo(leg + swing, 0);
    context.stroke();
  }
  context.beginPath();
  context.ellipse(0, -9, 10.5, 4.3, 0, 0, 7);
  context.fill();
  context.beginPath();
  context.arc(11.5, -13, 4, 0, 7);
  context.fill();
  for (const ear of [9.2, 12.6]) {
    context.beginPath();
    context.moveTo(ear, -15.5);
    context.lineTo(ear + 1.2, -19.4);
    context.lineTo(ear + 3, -15.8);
    context.fill();
  }
  context.lineWidth = 1.9;
  context.beginPath();
  context.moveTo(-10, -10);
  context.quadraticCurveTo(-17, -12, -16 + Math.sin(stride * 1.3) * 1.6, -21);
  context.stroke();
  context.fillStyle = '#f3e7cf';
  context.beginPath();
  context.arc(12.6, -11.6, 1.5, 0, 7);
  context.fill();
  context.restore();
}
