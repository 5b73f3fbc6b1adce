/** A yard behind a sliding gate on a bright morning: passing cars, pedestrians, and a cat on the wall. */
import { drawBench, drawBicycle, drawFlowerBed } from './garden.ts';
import { drawHouses, street } from './houses.ts';
import { ease, glow, mix, randomFrom, type Scene, verticalGradient, wave, world } from './scene.ts';
import { drawVehicle, type Paint } from './vehicles.ts';
import { drawCat, drawPerson } from './walkers.ts';

const wallTop = 270;
const wallFoot = 300;
const gate = { left: 236, right: 404 };

const red: Paint = { light: '#f08a72', body: '#cf4a3c', dark: '#7e2b2c' };
const blue: Paint = { light: '#8fc0dd', body: '#3f7fae', dark: '#23496c' };
const white: Paint = { light: '#ffffff', body: '#dfe4ea', dark: '#98a2b0' };
const green: Paint = { light: '#9fd0a8', body: '#4d9468', dark: '#2a5541' };

export const yard: Scene = {
  id: 'yard',
  label: 'YARD',
  scrim: 0.5,
  draw(context, phase) {
    drawSky(context);
    drawFarTrees(context);
    drawHouses(context);
    drawRoad(context);
    drawTraffic(context, phase);
    for (const x of [-206, 186, 796]) drawLampPost(context, x);
    drawPassers(context, phase);
    drawGround(context);
    drawWalls(context);
    drawGate(context, phase);
    drawStrollingCat(context, phase);
    drawPots(context, phase);
    drawBench(context, -150);
    drawBicycle(context, 762);
    drawFlowerBed(context, phase);
    drawTree(context, 604, phase);
    drawTree(context, -262, phase);
    drawSunlight(context);
  },
};

function drawSky(context: CanvasRenderingContext2D): void {
  context.fillStyle = verticalGradient(context, world.top, street, [
    [0, '#3f7fbe'],
    [0.27, '#5f9fd3'],
    [0.56, '#a3cfe9'],
    [0.82, '#f3e6d3'],
    [1, '#ffe6bf'],
  ]);
  context.fillRect(world.left, world.top, world.width, street - world.top);
  const random = randomFrom(17);
  for (let cloud = 0; cloud < 16; cloud += 1) {
    const x = world.left + 20 + (cloud >> 1) * 160 + random() * 70;
    // Every second cloud is higher up.
    const y = cloud % 2 === 0 ? 52 + random() * 24 : mix(world.top + 14, 6, random());
    for (let puff = 0; puff < 7; puff += 1) {
      context.fillStyle = `rgba(255,255,255,${0.16 + random() * 0.16})`;
      context.beginPath();
      context.ellipse(x + (puff - 3) * 13, y + random() * 5, 20, 5 + random() * 5, 0, 0, 7);
      context.fill();
    }
  }
}

function drawFarTrees(context: CanvasRenderingContext2D): void {
  const random = randomFrom(3);
  for (let tree = 0; tree < 78; tree += 1) {
    context.fillStyle = ['#86a878', '#779a6f', '#98b384'][tree % 3]!;
    context.beginPath();
    context.arc(world.left + tree * 17 - 10, 100 - random() * 12, 13 + random() * 8, 0, 7);
    context.fill();
  }
}

function drawRoad(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#c9bfb4';
  context.fillRect(world.left, street, world.width, 8);
  context.fillStyle = '#9c948f';
  context.fillRect(world.left, street + 7, world.width, 2);
  context.fillStyle = verticalGradient(context, street + 9, 256, [
    [0, '#6d6f78'],
    [1, '#565962'],
  ]);
  context.fillRect(world.left, street + 9, world.width, 42);
  context.fillStyle = 'rgba(250,246,232,0.75)';
  for (let x = world.left - 12; x < world.right; x += 40) context.fillRect(x, 232, 20, 1.8);
  context.fillStyle = '#b5aca5';
  context.fillRect(world.left, 257, world.width, 2);
  context.fillStyle = '#cfc6bb';
  context.fillRect(world.left, 259, world.width, 30);
}

/** Times of crossing the home view; vehicles start further away and continue past the end of the loop. */
function drawTraffic(context: CanvasRenderingContext2D, phase: number): void {
  for (const loop of [-1, 0, 1]) drawVehiclesOf(context, phase + loop);
}

function drawVehiclesOf(context: CanvasRenderingContext2D, phase: number): void {
  const way = (start: number, end: number): number => (phase - start) / (end - start);
  const far = way(0.06, 0.36);
  drawVehicle(context, 'saloon', green, mix(710, -70, far), 228, 0.86, -1);
  const farLater = way(0.5, 0.84);
  drawVehicle(context, 'van', white, mix(720, -80, farLater), 228, 0.86, -1);
  drawVehicle(context, 'hatchback', red, mix(-70, 710, way(0.16, 0.52)), 250, 1, 1);
  drawVehicle(context, 'saloon', blue, mix(-70, 710, way(0.68, 0.98)), 250, 1, 1);
}

function drawLampPost(context: CanvasRenderingContext2D, x: number): void {
  context.fillStyle = '#3c4350';
  context.fillRect(x, 128, 3.4, 134);
  context.fillRect(x - 20, 127, 24, 2.6);
  context.fillRect(x - 26, 126, 13, 4.4);
  context.fillStyle = '#fff6d8';
  context.fillRect(x - 24.5, 130, 10, 1.4);
}

/** They leave the view, and identical ones follow one loop later. */
function drawPassers(context: CanvasRenderingContext2D, phase: number): void {
  for (const loop of [-1, 0, 1]) drawPassersOf(context, phase + loop);
}

function drawPassersOf(context: CanvasRenderingContext2D, phase: number): void {
  const first = phase;
  drawPerson(context, mix(-24, 664, first), 292, 1.3, 1, first * 26, {
    coat: '#e0a13c',
    trousers: '#34405a',
    hair: '#3a2a26',
    skin: '#e6b48f',
  });
  const second = phase - 0.45;
  drawPerson(context, mix(664, -24, second), 287, 1.22, -1, second * 24, {
    coat: '#5b6fa8',
    trousers: '#2f2f3b',
    hair: '#c7a15c',
    skin: '#f0c6a6',
  });
}

/** Along the wall, a look around at its end, and back. */
function drawStrollingCat(context: CanvasRenderingContext2D, phase: number): void {
  const home = -30;
  const end = 208;
  const x = mix(home, end, ease(phase, 0.04, 0.44) - ease(phase, 0.52, 0.97));
  drawCat(context, x, wallTop - 3, 1.05, phase < 0.49 ? 1 : -1, x / 8);
}

function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = verticalGradient(context, 292, world.bottom, [
    [0, '#b9ab9c'],
    [0.47, '#8c7f77'],
    [1, '#7b6e69'],
  ]);
  context.fillRect(world.left, 292, world.width, world.bottom - 292);
  context.strokeStyle = 'rgba(70,58,56,0.28)';
  context.lineWidth = 1;
  for (const y of [303, 314, 328, 344, 364, 389, 418]) {
    context.beginPath();
    context.moveTo(world.left, y);
    context.lineTo(world.right, y);
    context.stroke();
  }
  for (let joint = -22; joint <= 22; joint += 1) {
    context.beginPath();
    context.moveTo(320 + joint * 30, 292);
    context.lineTo(320 + joint * 63.9, world.bottom);
    context.stroke();
  }
}

function drawWalls(context: CanvasRenderingContext2D): void {
  for (const [left, right] of [
    [world.left - 4, gate.left - 16],
    [gate.right + 16, world.right + 4],
  ] as const) {
    context.fillStyle = 'rgba(40,30,40,0.28)';
    context.fillRect(left, wallFoot - 1, right - left, 7);
    context.fillStyle = verticalGradient(context, wallTop, wallFoot, [
      [0, '#c98a6c'],
      [1, '#9c5f4b'],
    ]);
    context.fillRect(left, wallTop, right - left, wallFoot - wallTop);
    context.strokeStyle = 'rgba(255,226,200,0.26)';
    context.lineWidth = 0.8;
    for (let course = 0; course < 6; course += 1) {
      const y = wallTop + 5 + course * 6.4;
      context.beginPath();
      context.moveTo(left, y);
      context.lineTo(right, y);
      for (let x = left + ((course % 2) * 7 + 7); x < right; x += 14) {
        context.moveTo(x, y);
        context.lineTo(x, y + 6.4);
      }
      context.stroke();
    }
    context.fillStyle = '#e3d2bf';
    context.fillRect(left, wallTop - 4, right - left, 5);
    context.fillStyle = 'rgba(60,40,40,0.25)';
    context.fillRect(left, wallTop + 1, right - left, 1.4);
  }
  for (const x of [gate.left - 9, gate.right + 9]) drawPillar(context, x);
}

function drawPillar(context: CanvasRenderingContext2D, x: number): void {
  const side = context.createLinearGradient(x - 10, 0, x + 10, 0);
  side.addColorStop(0, '#f2e3d0');
  side.addColorStop(0.6, '#d4bfa8');
  side.addColorStop(1, '#a98f7c');
  context.fillStyle = side;
  context.fillRect(x - 10, 246, 20, 58);
  context.fillStyle = '#f6ead9';
  context.fillRect(x - 13, 241, 26, 6);
  context.fillStyle = 'rgba(60,44,40,0.3)';
  context.fillRect(x - 10, 247, 20, 1.6);
  context.fillStyle = '#3b3f4a';
  context.fillRect(x - 1, 234, 2, 7);
  context.fillStyle = '#fff3c8';
  context.beginPath();
  context.arc(x, 231, 4.6, 0, 7);
  context.fill();
  glow(context, x, 231, 16, '255,240,190', 0.5);
}

/** Slides behind the wall on the right and back again. */
function drawGate(context: CanvasRenderingContext2D, phase: number): void {
  const open = ease(phase, 0.26, 0.4) - ease(phase, 0.7, 0.86);
  const shift = open * (gate.right - gate.left - 14);
  context.save();
  context.beginPath();
  context.rect(gate.left, 236, gate.right - gate.left, 70);
  context.clip();
  context.translate(shift, 0);
  const { left, right } = gate;
  context.strokeStyle = '#2c3440';
  context.lineWidth = 3;
  context.strokeRect(left + 1.5, 252, right - left - 3, 46);
  context.lineWidth = 2;
  context.beginPath();
  for (let bar = left + 9; bar < right; bar += 9.4) {
    context.moveTo(bar, 248);
    context.lineTo(bar, 297);
  }
  context.stroke();
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(left + 2, 264);
  context.lineTo(right - 2, 264);
  context.moveTo(left + 2, 286);
  context.lineTo(right - 2, 286);
  context.stroke();
  context.fillStyle = '#d8b04c';
  context.beginPath();
  context.arc(left + 14, 275, 3, 0, 7);
  context.fill();
  context.restore();
  context.fillStyle = 'rgba(40,34,44,0.5)';
  context.fillRect(left, 301.5, right - left, 1.8);
  drawBeacon(context, phase, open);
}

/** Flashes while the gate moves. */
function drawBeacon(context: CanvasRenderingContext2D, phase: number, open: number): void {
  const isMoving = open > 0.001 && open < 0.999;
  const lit = isMoving ? ease(wave(phase, 24), -0.2, 0.4) : 0;
  const x = gate.right + 9;
  context.fillStyle = lit > 0.5 ? '#ffb43a' : '#8f6128';
  context.fillRect(x - 13, 252, 4, 5);
  if (lit > 0) glow(context, x - 11, 254, 18, '255,180,60', lit);
}

function drawPots(context: CanvasRenderingContext2D, phase: number): void {
  for (const [x, size, offset] of [
    [196, 1, 0.1],
    [446, 1.05, 0.6],
  ] as const) {
    const sway = wave(phase, 3, offset) * 1.2;
    context.fillStyle = 'rgba(40,30,40,0.3)';
    context.beginPath();
    context.ellipse(x + 4, 322, 17 * size, 4, 0, 0, 7);
    context.fill();
    const random = randomFrom(Math.round(x));
    for (let leaf = 0; leaf < 44; leaf += 1) {
      const angle = random() * 2 * Math.PI;
      const reach = Math.sqrt(random()) * 17 * size;
      const height = Math.sin(angle) * reach * 0.8;
      context.fillStyle = ['#4f7a45', '#648f4f', '#3d633b', '#7da55d'][leaf % 4]!;
      context.beginPath();
      context.ellipse(
        x + Math.cos(angle) * reach + sway * (1 - height / 20),
        289 + height,
        4.4,
        2.6,
        angle,
        0,
        7,
      );
      context.fill();
      if (leaf % 7 !== 0) continue;
      context.fillStyle = '#f2f0ea';
      context.beginPath();
      context.arc(x + Math.cos(angle) * reach + sway, 287 + height, 2, 0, 7);
      context.fill();
    }
    context.fillStyle = verticalGradient(context, 300, 324, [
      [0, '#c0714f'],
      [1, '#81432f'],
    ]);
    context.beginPath();
    context.moveTo(x - 13 * size, 301);
    context.lineTo(x + 13 * size, 301);
    context.lineTo(x + 9 * size, 323);
    context.lineTo(x - 9 * size, 323);
    context.fill();
    context.fillStyle = '#d4835d';
    context.fillRect(x - 14.5 * size, 298, 29 * size, 5);
  }
}

/** A tree in the foreground that moves in a light wind. `foot` is the x of its trunk. */
function drawTree(context: CanvasRenderingContext2D, foot: number, phase: number): void {
  context.save();
  context.translate(foot - 604, 0);
  context.strokeStyle = '#5a4338';
  context.lineCap = 'round';
  context.lineWidth = 15;
  context.beginPath();
  context.moveTo(604, 352);
  context.quadraticCurveTo(596, 270, 606, 190);
  context.stroke();
  context.lineWidth = 7;
  context.beginPath();
  context.moveTo(602, 236);
  context.quadraticCurveTo(584, 206, 566, 190);
  context.stroke();
  context.fillStyle = 'rgba(36,34,44,0.26)';
  context.beginPath();
  context.ellipse(560, 348, 84, 9, 0, 0, 7);
  context.fill();
  const random = randomFrom(61);
  for (let leaf = 0; leaf < 210; leaf += 1) {
    const around = random() * 2 * Math.PI;
    const reach = Math.sqrt(random());
    const x = 604 + Math.cos(around) * reach * 66;
    const y = 140 + Math.sin(around) * reach * 66;
    const gust = wave(phase, 2, x / 340) * 1.5 + wave(phase, 5, y / 170) * 0.7;
    const light = 1 - (y - 74) / 150 - (x - 560) / 400 + random() * 0.3;
    context.fillStyle =
      light > 0.75 ? '#a9c46c' : light > 0.45 ? '#7fa653' : light > 0.2 ? '#5d8845' : '#446b3a';
    context.beginPath();
    context.ellipse(x + gust, y + gust * 0.35, 8.5, 5.6, around, 0, 7);
    context.fill();
  }
  context.restore();
}

function drawSunlight(context: CanvasRenderingContext2D): void {
  const light = context.createLinearGradient(0, 40, 420, 360);
  light.addColorStop(0, 'rgba(255,226,170,0.34)');
  light.addColorStop(0.5, 'rgba(255,226,170,0.1)');
  light.addColorStop(1, 'rgba(60,50,90,0.16)');
  context.fillStyle = light;
  context.fillRect(world.left, world.top, world.width, world.height);
}
