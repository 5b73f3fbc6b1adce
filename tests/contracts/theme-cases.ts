/** An endless, repeatable sequence of themes that are almost valid, and of values that are no themes. */
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { namedTemplates, themeForTemplate } from '../../lib/contracts/theme/template.ts';

export interface Dice {
  /** An integer from 0 to `sides` - 1. */
  roll(sides: number): number;
  pick<T>(list: readonly T[]): T;
}

/** mulberry32: the same sequence for the same seed. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  function roll(sides: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  }
  return { roll, pick: (list) => list[roll(list.length)]! };
}

const starts = [
  ...Object.values(builtInThemes),
  ...namedTemplates.map((name) => themeForTemplate(name, { isMobile: false, isRecorded: false })),
];

/** Fragments of colours and of CSS injections, combined in any order. */
const colourPieces =
  '# fff 00000080 rgb( rgba( RGB( ) , / % 0 255 256 1e9 -1 .5 0.5 100% red transparent -diy -diy; ; } { : url( url("//evil") var(--x) expression( /* */ \\72 !important @import inherit initial currentColor hsl( calc( \n \t \0 \u202e ￥ '.split(
    ' ',
  );

function colour({ roll, pick }: Dice): string {
  if (roll(4) === 0) {
    return pick([
      '#fff',
      '#00000080',
      'rgb(1 2 3 / 50%)',
      'rgba(1,2,3,.5)-diy',
      'White',
      ' #FFFFFF ',
      'rgb(10% 20% 30%)',
    ]);
  }
  return Array.from({ length: 1 + roll(8) }, () => pick(colourPieces)).join(pick(['', '', ' ']));
}

const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  'javascript:alert(1)',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:image/png;base64,AAAA',
  '//evil.example/x.png',
  '/a/b.png',
  'https://images.example/x.png?a=1',
  'https://images.example.evil/x.png',
  'https://evil.example/x.png',
  '/logout',
  '\u0000\u0001\u001b[2J',
  '\ud800half',
  '字😀',
  '\u2028\u2029\u202e',
  '__proto__',
  'constructor',
  'toString',
  'play',
  'volume',
  'left',
  'right',
  '0',
  '1',
  'a-b-c-3',
  'a-b-c-03-4',
  '',
];

/** A new value for each call, because reading changes some of them. */
function oddity(from: Dice): unknown {
  const { roll, pick } = from;
  switch (roll(22)) {
    case 0:
      return undefined;
    case 1:
      return null;
    case 2:
      return pick([Number.NaN, Infinity, -Infinity, -0, -1, 1e308, 2 ** 53, 0.1, 3, 64]);
    case 3:
      return pick([true, false]);
    case 4:
      return pick([10n, Symbol('x'), () => 'red', new Date(0), /x/, new Map([[1, 2]]), new Error('x')]);
    case 5:
      return pick(['x', '字', '<', ' ', '0', '-', 'rgb(', 'data:image/png;base64,A']).repeat(1 + roll(3_000));
    case 6:
      return Array.from({ length: roll(80) }, () => pick(hostileTexts));
    case 7:
      return JSON.parse(
        '{"__proto__":{"polluted":1,"btnList":[]},"constructor":{"prototype":{"polluted":1}}}',
      );
    case 8: {
      const cycle: Record<string, unknown> = {};
      cycle.again = cycle;
      return cycle;
    }
    case 9:
      return Array.from({ length: roll(12) }).reduce<unknown>((inner) => [inner], 'deep');
    case 10:
      return pick([new Array(1e8), new Uint8Array(1_000), Object.create({ iconId: 'play', part: 'left' })]);
    case 11:
      return new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap');
          },
          ownKeys: () => ['x'],
        },
      );
    case 12:
      return {
        get btnList(): never {
          throw new Error('trap');
        },
      };
    case 13:
    case 14:
    case 15:
    case 16:
      return colour(from);
    case 17:
      return button(from);
    default:
      return pick(hostileTexts);
  }
}

function button(from: Dice): Record<string, unknown> {
  const { roll, pick } = from;
  const icons = [
    'play',
    'sound',
    'volume',
    'zoom',
    'hd',
    'expend',
    'deviceID',
    'aiChat',
    '__proto__',
    'toString',
  ];
  return {
    iconId: pick(icons),
    part: pick(['left', 'right', 'left', 'top']),
    defaultActive: pick([0, 1, '0', '1', 2]),
    isrender: pick([0, 1, '0', '1', true]),
    ...(roll(3) === 0 ? { btnKey: `a-b-${pick(['c', ''])}-${pick(['0', '7', '12', 'x', '-1'])}` } : {}),
    ...(roll(6) === 0 ? { memo: pick(hostileTexts) } : {}),
  };
}

const knownKeys = [
  'themeId',
  'themeName',
  'themeIntro',
  'themeType',
  'label',
  'labelPic',
  'poster',
  'autoFocus',
  'createTime',
  'updateTime',
  'color',
  'backgroundColor',
  'activeColor',
  'header',
  'footer',
  'btnList',
  'iconId',
  'part',
  'isrender',
  'btnKey',
  'extra',
];

/** An object or array that can be modified, small enough to do so quickly. */
function isPlace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length > 1_000);
}

/** Makes one change at any depth of the theme. */
function mutate(theme: unknown, from: Dice): void {
  const { roll, pick } = from;
  let at = theme as Record<string, unknown>;
  for (let depth = roll(5); depth > 0; depth -= 1) {
    const inner = Object.values(at).filter(isPlace);
    if (inner.length === 0) break;
    at = pick(inner) as Record<string, unknown>;
  }
  const place: PropertyDescriptor = { enumerable: true, configurable: true, writable: true };
  if (Array.isArray(at)) {
    if (roll(3) === 0) at.splice(roll(at.length + 1), roll(3));
    else if (roll(12) === 0) at.push(...Array.from({ length: roll(90) }, () => button(from)));
    else at.splice(roll(at.length + 1), 0, roll(2) === 0 ? button(from) : oddity(from));
    return;
  }
  const keys = Object.keys(at);
  const key = roll(3) === 0 || keys.length === 0 ? pick(knownKeys) : pick(keys);
  if (roll(8) === 0) delete at[key];
  else if (/color/i.test(key)) Object.defineProperty(at, key, { ...place, value: colour(from) });
  else Object.defineProperty(at, key, { ...place, value: oddity(from) });
}

/** A theme with up to twelve random changes, or an unrelated value. */
export function themeCase(from: Dice): unknown {
  const { roll, pick } = from;
  if (roll(40) === 0) return oddity(from);
  const theme: unknown = structuredClone(pick(starts));
  for (let changes = roll(13); changes > 0; changes -= 1) {
    try {
      mutate(theme, from);
    } catch {
      // The mutation hit a value whose getter throws: the theme keeps the changes made so far.
    }
  }
  return theme;
}
