import { verticalGradient } from './scene.ts';

interface House {
  readonly x: number;
  readonly width: number;
  readonly eaves: number;
  readonly wall: readonly [string, string];
  readonly roof: readonly [string, string];
  readonly columns: number;
  readonly storeys: number;
  readonly door: string;
  readonly gable: boolean;
}

const houses: readonly House[] = [
  {
    x: -334,
    width: 104,
    eaves: 112,
    wall: ['#dfe3d0', '#b9c1a6'],
    roof: ['#7d5048', '#5b3a3a'],
    columns: 3,
    storeys: 2,
    door: '#6b3f4a',
    gable: true,
  },
  {
    x: -230,
    width: 96,
    eaves: 92,
    wall: ['#e6c3a0', '#c79c78'],
    roof: ['#5f6578', '#474b5d'],
    columns: 3,
    storeys: 3,
    door: '#3b5a54',
    gable: false,
  },
  {
    x: -134,
    width: 120,
    eaves: 120,
    wall: ['#e8dcc8', '#cbb89c'],
    roof: ['#a5604a', '#7c463a'],
    columns: 4,
    storeys: 2,
    door: '#8a4a3a',
    gable: true,
  },
  {
    x: -14,
    width: 112,
    eaves: 104,
    wall: ['#f0d6b8', '#d7b491'],
    roof: ['#a65a48', '#7d4038'],
    columns: 3,
    storeys: 3,
    door: '#3f6b66',
    gable: false,
  },
  {
    x: 98,
    width: 92,
    eaves: 122,
    wall: ['#e9a988', '#cb8566'],
    roof: ['#6d5663', '#51404d'],
    columns: 3,
    storeys: 2,
    door: '#5d3a35',
    gable: true,
  },
  {
    x: 190,
    width: 108,
    eaves: 96,
    wall: ['#cfdcd8', '#a9bdb9'],
    roof: ['#8d5148', '#693a38'],
    columns: 3,
    storeys: 3,
    door: '#a8473f',
    gable: false,
  },
  {
    x: 298,
    width: 86,
    eaves: 116,
    wall: ['#f3e2a9', '#d9c180'],
    roof: ['#a8614c', '#7f463b'],
    columns: 2,
    storeys: 2,
    door: '#38586e',
    gable: true,
  },
  {
    x: 384,
    width: 118,
    eaves: 100,
    wall: ['#d9b3ae', '#b78d8a'],
    roof: ['#5d6273', '#464a5b'],
    columns: 4,
    storeys: 3,
    door: '#4d5b3d',
    gable: false,
  },
  {
    x: 502,
    width: 150,
    eaves: 118,
    wall: ['#f1dcc6', '#d4b89d'],
    roof: ['#a35a45', '#7c4136'],
    columns: 4,
    storeys: 2,
    door: '#71423c',
    gable: true,
  },
  {
    x: 652,
    width: 98,
    eaves: 98,
    wall: ['#c9d3dd', '#a2b0bf'],
    roof: ['#84504a', '#623b3b'],
    columns: 3,
    storeys: 3,
    door: '#5f4636',
    gable: false,
  },
  {
    x: 750,
    width: 112,
    eaves: 120,
    wall: ['#f0cfa4', '#d2a878'],
    roof: ['#6a5a66', '#4d424e'],
    columns: 4,
    storeys: 2,
    door: '#3f6158',
    gable: true,
  },
  {
    x: 862,
    width: 112,
    eaves: 102,
    wall: ['#d8b7a6', '#b79380'],
    roof: ['#9a5848', '#733f37'],
    columns: 3,
    storeys: 3,
    door: '#42506a',
    gable: false,
  },
];

export const street = 206;

export function drawHouses(context: CanvasRenderingContext2D): void {
  for (const house of houses) {
    drawRoof(context, house);
    drawWall(context, house);
    drawWindows(context, house);
  }
}

function drawRoof(context: CanvasRenderingContext2D, { x, width, eaves, roof, gable }: House): void {
  const ridge = eaves - (gable ? 36 : 26);
  context.fillStyle = verticalGradient(context, ridge, eaves, [
    [0, roof[0]],
    [1, roof[1]],
  ]);
  context.beginPath();
  context.moveTo(x - 3, eaves + 1);
  if (gable) {
    context.lineTo(x + width / 2, ridge);
  } else {
    context.lineTo(x + 10, ridge);
    context.lineTo(x + width - 10, ridge);
  }
  context.lineTo(x + width + 3, eaves + 1);
  context.fill();
  const chimney = x + width * 0.72;
  context.fillStyle = roof[1];
  context.fillRect(chimney, ridge - (gable ? -8 : 9), 9, gable ? 18 : 14);
  context.fillStyle = 'rgba(255,255,255,0.2)';
  context.fillRect(chimney, ridge - (gable ? -8 : 9), 9, 2);
}

function drawWall(context: CanvasRenderingContext2D, { x, width, eaves, wall }: House): void {
  context.fillStyle = verticalGradient(context, eaves, street, [
    [0, wall[0]],
    [1, wall[1]],
  ]);
  context.fillRect(x, eaves, width, street - eaves);
  context.fillStyle = 'rgba(40,28,40,0.2)';
  context.fillRect(x, eaves, width, 3);
  context.fillRect(x + width - 2, eaves, 2, street - eaves);
  context.fillStyle = 'rgba(40,28,40,0.16)';
  context.fillRect(x, street - 9, width, 9);
}

function drawWindows(context: CanvasRenderingContext2D, house: House): void {
  const { x, width, eaves, columns, storeys, door } = house;
  const storeyHeight = (street - eaves) / storeys;
  const step = width / columns;
  for (let storey = 0; storey < storeys; storey += 1) {
    for (let column = 0; column < columns; column += 1) {
      const centre = x + step * (column + 0.5);
      const top = eaves + storeyHeight * storey + storeyHeight * 0.24;
      const isDoor = storey === storeys - 1 && column === Math.floor(columns / 2);
      if (isDoor) drawDoor(context, centre, street - 25, door);
      else
        drawWindow(context, centre, top, 11, storeyHeight * 0.5, (column + storey * 2 + columns) % 5 === 0);
    }
  }
}

function drawDoor(context: CanvasRenderingContext2D, centre: number, top: number, colour: string): void {
  context.fillStyle = 'rgba(255,250,240,0.8)';
  context.fillRect(centre - 8, top - 2, 16, 27);
  context.fillStyle = colour;
  context.fillRect(centre - 6, top, 12, 25);
  context.fillStyle = 'rgba(210,230,240,0.8)';
  context.fillRect(centre - 4, top + 3, 8, 5);
  context.fillStyle = '#e8c874';
  context.fillRect(centre + 2.5, top + 13, 1.6, 1.6);
}

function drawWindow(
  context: CanvasRenderingContext2D,
  centre: number,
  top: number,
  width: number,
  height: number,
  isLit: boolean,
): void {
  context.fillStyle = 'rgba(255,252,244,0.9)';
  context.fillRect(centre - width / 2 - 1.6, top - 1.6, width + 3.2, height + 3.2);
  context.fillStyle = isLit
    ? '#ffdf9c'
    : verticalGradient(context, top, top + height, [
        [0, '#9fc4d8'],
        [0.5, '#54758c'],
        [1, '#3b566b'],
      ]);
  context.fillRect(centre - width / 2, top, width, height);
  context.fillStyle = 'rgba(255,252,244,0.9)';
  context.fillRect(centre - 0.6, top, 1.2, height);
  context.fillRect(centre - width / 2, top + height * 0.45, width, 1.1);
  context.fillStyle = 'rgba(60,40,44,0.28)';
  context.fillRect(centre - width / 2 - 3, top + height + 1.6, width + 6, 1.6);
}
